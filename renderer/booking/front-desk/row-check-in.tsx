import type { Bridge } from '#contract/bridge.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { type CheckedIn, CheckInDialog } from './check-in-dialog.tsx'
import type { TodayRow } from './today-rows.ts'

type RowCheckInProps = {
  readonly bridge: Pick<Bridge, 'study'>
  readonly row: TodayRow
  readonly location: Location
  readonly onClose: (done: CheckedIn | null) => void
}

/** Checks in the member of a row. */
export function RowCheckIn({ bridge, row, location, onClose }: RowCheckInProps) {
  const { study, member } = row
  return (
    <CheckInDialog
      bridge={bridge}
      study={study}
      member={member}
      appointment={`${formatInstant(row.utcStart, location.timezone)}, ${row.scanType}, ${row.machine}`}
      utcStart={row.utcStart}
      currency={location.currency.currency}
      onClose={onClose}
    />
  )
}
