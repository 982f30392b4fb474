import { readFlag } from '../study/status-flags.ts'
import type { Study } from '../study/study.ts'
import type { Instant } from '../values/instant.ts'
import type { ReleaseItem } from './release-item.ts'
import { chooseReport } from './report-choice.ts'

/**
 * Returns the flag that records the release of a study's report to the member (study spec §4 Report choice): a recorded
 * release keeps its flag; otherwise the study's own report decides.
 */
export const releaseActOf = (
  study: Pick<Study, 'status' | 'details'>,
): 'releasedToPatient' | 'traditionalReleasedToPatient' => {
  if (readFlag(study.status, 'traditionalReleasedToPatient').isSet) return 'traditionalReleasedToPatient'
  const isTraditional = !readFlag(study.status, 'releasedToPatient').isSet && chooseReport(study).kind === 'traditional'
  return isTraditional ? 'traditionalReleasedToPatient' : 'releasedToPatient'
}

type DoctorRelease = 'releasedToDoctor' | 'traditionalReleasedToDoctor'

/** Returns the flag that records that an item has arrived at a practitioner; null if the item is not the report. */
export const doctorReleaseOf = (item: ReleaseItem): DoctorRelease | null => {
  if (item.kind !== 'paper') return null
  if (item.paper === 'physician-report') return 'releasedToDoctor'
  return item.paper === 'traditional-report' ? 'traditionalReleasedToDoctor' : null
}

/**
 * Returns the flag to clear when a delivery turns out not to have arrived: the flag that the delivery set. Null if
 * there is none, or if another delivery of the same report has arrived (`others`). In older records a traditional
 * report set Released To Doctor.
 */
export const doctorReleaseToClear = (
  { status }: Pick<Study, 'status'>,
  { item, deliveredAt }: { readonly item: ReleaseItem; readonly deliveredAt: Instant | null },
  others: readonly ReleaseItem[],
): DoctorRelease | null => {
  const own = doctorReleaseOf(item)
  if (own === null || deliveredAt === null) return null
  const settable = own === 'releasedToDoctor' ? [own] : [own, 'releasedToDoctor' as const]
  const flag = settable.find((one) => {
    const { isSet, time } = readFlag(status, one)
    return isSet && time === deliveredAt
  })
  if (flag === undefined) return null
  const hasAnother = others.map(doctorReleaseOf).some((one) => one === flag || one === own)
  return hasAnother ? null : flag
}
