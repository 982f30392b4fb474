import type { Bridge } from '#contract/bridge.ts'
import type { Reply } from '#contract/reply.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Instant } from '#domain/values/instant.ts'
import { type OpenBeforeScan, type ScanConfirmation, ScanDialog } from './scan-dialog.tsx'
import { type TodayRow, whoIs } from './today-rows.ts'

type RowScanProps = {
  readonly bridge: Pick<Bridge, 'safety'>
  readonly row: TodayRow
  readonly location: Location
  readonly now: Instant
  readonly reported: readonly OpenBeforeScan[]
  readonly mark: (confirmation: ScanConfirmation) => Promise<Reply<unknown>>
  readonly onClose: () => void
}

/** Asks for confirmation before a row with open points is marked as scanned. */
export function RowScan({ row, location, ...props }: RowScanProps) {
  return (
    <ScanDialog
      {...props}
      study={row.study}
      who={whoIs(row)}
      appointment={`${formatInstant(row.utcStart, location.timezone)}, ${row.scanType}, ${row.machine}`}
      currency={location.currency.currency}
    />
  )
}
