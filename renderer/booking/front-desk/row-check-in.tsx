import type { Bridge } from '#contract/bridge.ts'
import { formatTime } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
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
  const { time, abbreviation } = toWallTime(row.utcStart, location.timezone)
  return (
    <CheckInDialog
      bridge={bridge}
      study={study}
      member={member}
      appointment={`${formatTime(time)} ${abbreviation}, ${row.scanType}, ${row.machine}`}
      currency={location.currency.currency}
      onClose={onClose}
    />
  )
}
