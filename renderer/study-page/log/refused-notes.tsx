import { Copy } from 'lucide-react'
import type { WaitingStudyAct } from '#contract/study/bridge.ts'
import { Button } from '../../kit/controls/button.tsx'
import type { StudyPartProps } from '../../study/study-part-props.ts'
import { RefusedActBanner } from '../panels/refused-act-banner.tsx'
import { activityLogWords } from './activity-log-words.ts'

type Props = StudyPartProps & {
  /** Copies the text of a lost note into the form for a new one. */
  readonly onCopy: (note: NonNullable<WaitingStudyAct['note']>) => void
}

/**
 * Shows notes that were written offline and that the back office refused later. Only the author sees the text. Each
 * banner stays until the author marks it as read.
 */
export function RefusedNotes({ page, onCopy }: Props) {
  const { study, waiting } = page.view
  return waiting
    .filter(({ kind, studyID }) => kind === 'note' && studyID === study.studyID)
    .map((act) => {
      const { failure, note, idempotencyKey } = act
      if (failure === null) return null
      return (
        <RefusedActBanner
          key={idempotencyKey}
          page={page}
          act={act}
          failure={failure}
          action={
            note === null ? null : (
              <Button size="small" icon={<Copy aria-hidden="true" />} onPress={() => onCopy(note)}>
                {activityLogWords.copyNote}
              </Button>
            )
          }
        >
          <span className="stp__below stp__text">{note?.content}</span>
        </RefusedActBanner>
      )
    })
}
