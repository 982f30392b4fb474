import type { StudyView } from '#contract/study/bridge.ts'
import { controlWords } from '../kit/controls/control-words.ts'
import { describeIdentity } from '../kit/describe-identity.ts'

type Identified = {
  readonly member: StudyView['member']
  readonly study: Pick<StudyView['study'], 'studyID'>
}

/**
 * Returns the line above the buttons of a commit on a study, with further facts such as the recipient:
 * "Ana Silva · born 03 Feb 1980 · study s-000123 · to Dr. Amara Osei".
 */
export const describeStudyIdentity = ({ member, study }: Identified, ...facts: readonly (string | null)[]): string =>
  describeIdentity(member, controlWords.studyOf(study.studyID), ...facts)
