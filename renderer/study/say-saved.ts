import type { Notices } from '../kit/notices.ts'
import type { MergedSave } from './use-merged-edit.ts'

/** Shows a notice with the result of a save. Conflicts and refusals have no notice, because the form shows them. */
export const saySaved = (notices: Notices, done: string, end: MergedSave): void => {
  if (end === 'saved') notices.success(done)
  else if (end === 'typed-on') {
    notices.warning({ title: done, description: 'What was typed since stands in the fields and is not saved yet.' })
  } else if (end === 'busy') {
    notices.warning({
      title: 'Not saved yet',
      description: 'Somebody else is changing this study at this very moment. All that was typed stands: save again.',
    })
  }
}
