import { readFlag } from '../study/status-flags.ts'
import type { Study } from '../study/study.ts'
import { chooseReport } from './report-choice.ts'

/**
 * Returns the flag that records the release of a study's report to the member (study spec §4 Report choice): a release
 * that is recorded keeps its flag; otherwise the study's own report decides.
 */
export const releaseActOf = (
  study: Pick<Study, 'status' | 'details'>,
): 'releasedToPatient' | 'traditionalReleasedToPatient' => {
  if (readFlag(study.status, 'traditionalReleasedToPatient').isSet) return 'traditionalReleasedToPatient'
  const isTraditional = !readFlag(study.status, 'releasedToPatient').isSet && chooseReport(study).kind === 'traditional'
  return isTraditional ? 'traditionalReleasedToPatient' : 'releasedToPatient'
}
