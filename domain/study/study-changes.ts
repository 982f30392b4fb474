import type { Location } from '../locations/location.ts'
import { formatInstant } from '../time/format-time.ts'
import type { Study } from './study.ts'

/**
 * What somebody else changed about a study since it was read, in words, for a choice that was refused as `stale`
 * (decisions §3). Gives at least one line when the versions differ; none when they do not.
 */
export const describeStudyChanges = (
  before: Study,
  after: Study,
  locations: readonly Pick<Location, 'locationID' | 'address' | 'catalog' | 'timezone'>[],
): readonly string[] => {
  if (before.version === after.version) return []
  const lines: string[] = []
  const place = (study: Study) => locations.find((location) => location.locationID === study.locationID)
  const when = (study: Study): string =>
    study.booking === null
      ? 'no time'
      : formatInstant(study.booking.utcStart, place(study)?.timezone ?? study.booking.timezone)
  if (after.status.cancelled && !before.status.cancelled)
    lines.push(`Cancelled by ${after.status.cancelledBy ?? 'somebody'}`)
  if (!after.status.cancelled && before.booking?.utcStart !== after.booking?.utcStart) {
    lines.push(`Time is now ${when(after)}, it was ${when(before)}`)
  }
  if (before.locationID !== after.locationID) {
    lines.push(`Location is now ${place(after)?.address.name ?? after.locationID}`)
  }
  if (before.skuID !== after.skuID) {
    const sold = place(after)?.catalog.primary.find((scan) => scan.skuID === after.skuID)
    lines.push(`Scan type is now ${sold?.name ?? after.skuID}`)
  }
  if (before.sedativeTaken !== after.sedativeTaken) lines.push(`Sedative is now ${after.sedativeTaken ?? 'not set'}`)
  if (before.temporaryHold && !after.temporaryHold) lines.push('The temporary hold was converted')
  if (before.paymentAmount !== after.paymentAmount) lines.push('A payment was recorded')
  if (before.safety.version !== after.safety.version) lines.push('The safety answers were changed')
  if (before.safety.signOff === null && after.safety.signOff !== null) {
    lines.push(`${after.safety.signOff.by} signed the red safety notices off`)
  }
  if (before.safety.signOff !== null && after.safety.signOff === null) {
    lines.push('The safety sign-off does not stand any more')
  }
  if (!before.status.checkin && after.status.checkin)
    lines.push(`Checked in by ${after.status.checkinBy ?? 'somebody'}`)
  return lines.length > 0 ? lines : ['Details of the study changed']
}
