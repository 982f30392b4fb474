import type { Study } from './study.ts'

const studyTags = ['R&D', 'PHYS 1ST', 'Proactive'] as const
type StudyTag = (typeof studyTags)[number]

/** Returns the tags of a study (study spec §3, §9): two are flags, Proactive is in the study's `config`. */
export const toStudyTags = (study: Pick<Study, 'status' | 'config'>): readonly StudyTag[] => {
  const isSet: Readonly<Record<StudyTag, boolean>> = {
    'R&D': study.status['tagR&D'] === true,
    'PHYS 1ST': study.status.tagPHYS1ST === true,
    Proactive: study.config.proactiveBooking,
  }
  return studyTags.filter((tag) => isSet[tag])
}
