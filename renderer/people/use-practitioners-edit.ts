import { type StudyPractitioners, studyPractitionersSchema } from '#domain/people/practitioner.ts'
import type { WithDrafts } from '../session/drafts.ts'
import type { StudyPage } from '../study/study-part-props.ts'
import type { MergedEdit } from '../study/use-merged-edit.ts'
import { useStudyEdit } from '../study/use-study-edit.ts'

/** The key of the save for `page.isBusy`. */
export const practitionersKey = 'practitioners'

/** Returns the edit of the practitioners who receive a study's report (study spec §3), with its draft. */
export const usePractitionersEdit = (page: StudyPage<WithDrafts>): MergedEdit<StudyPractitioners> => {
  const { studyID } = page.view.study
  return useStudyEdit<StudyPractitioners>(page, {
    key: practitionersKey,
    draftID: `study-practitioners:${studyID}`,
    parse: (content) => studyPractitionersSchema.safeParse(content).data ?? null,
    fieldsOf: ({ details }) => details.practitioners,
    send: (practitioners, version) => page.bridge.study.changePractitioners({ studyID, version, practitioners }),
    // The answer has no names; the reload of the whole view brings them.
    onSaved: () => void page.reload(),
  })
}
