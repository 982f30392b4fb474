import type { Notices } from '../kit/notices.ts'
import { studyPartWords } from './study-words.ts'
import type { MergedSave } from './use-merged-edit.ts'

/**
 * Shows a notice with the result of a save. A conflict gets no notice, because the form shows the conflict. A refusal
 * gets no notice, because the `send` or `refresh` of the edit has reported the refusal.
 */
export const saySaved = (notices: Notices, done: string, end: MergedSave): void => {
  if (end === 'saved') notices.success(done)
  else if (end === 'typed-on') {
    notices.warning({ title: done, description: studyPartWords.saved.typedOn })
  } else if (end === 'busy') {
    notices.warning({
      title: studyPartWords.saved.busyTitle,
      description: studyPartWords.saved.busyText,
    })
  }
}
