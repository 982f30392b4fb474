import { formatInstant } from '../format/format-time.ts'
import type { SignOff } from '../safety/safety-record.ts'
import { parseInstant, toEpochMs } from '../values/instant.ts'
import type { ZoneId } from '../values/location-clock.ts'
import type { Study } from './study.ts'

/**
 * Returns "The scan was marked at 22 Nov 2026 09:10am PST by Robin Frost before this sign-off". The text is for a
 * sign-off that came after the scan mark; without a sign-off (`signOff` null) it ends in "before any sign-off". Null if
 * the scan is not marked, or was marked after the sign-off.
 */
export const describeScanBefore = (
  { status }: Pick<Study, 'status'>,
  signOff: Pick<SignOff, 'at'> | null,
  zone: ZoneId,
): string | null => {
  if (!status.scanned) return null
  const at = parseInstant(status.scannedTime)
  if (signOff !== null && (at === undefined || toEpochMs(at) > toEpochMs(signOff.at))) return null
  const when = at === undefined ? '' : ` at ${formatInstant(at, zone)}`
  const by = typeof status.scannedBy === 'string' ? ` by ${status.scannedBy}` : ''
  return `The scan was marked${when}${by} before ${signOff === null ? 'any sign-off' : 'this sign-off'}`
}
