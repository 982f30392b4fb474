import type { Notices } from '../kit/notices.ts'
import { studyPartWords } from './study-words.ts'
import type { MergedSave } from './use-merged-edit.ts'

/**
 * Shows a notice with the result of a save. A conflict gets no notice here, because the form shows it. Neither does a
 * refusal, because the `send` or `refresh` of the edit has reported it.
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
