import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { readFlag } from '#domain/study/status-flags.ts'
import { decideAct, type StudyAct } from '#domain/study/study-acts.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { Button, type ButtonSize, type ButtonVariant } from '../kit/controls/button.tsx'
import { useRetryKeys } from '../kit/retry-keys.ts'
import { panelWords } from './panel-words.ts'
import { useUnfold } from './sections.ts'
import type { StudyPage, StudyPartProps } from './study-part-props.ts'
import { studyPartWords } from './study-words.ts'

/** `consentTextID` is the id of the signed consent text; if absent, the text in force was signed. */
type Mark = (
  act: StudyAct,
  value: boolean,
  words: { readonly done: string; readonly undone: string },
  consentTextID?: string,
) => void

/**
 * Acts whose undo clears only the flag, so that the notice about the undo can offer to set the flag again. The check-in
 * is not one of these acts, because its questions must be asked again.
 */
const setAgain: ReadonlySet<StudyAct> = new Set<StudyAct>([
  'referred',
  'consent',
  'researchConsent',
  'researchFollowUp',
  'tagR&D',
  'tagPHYS1ST',
])

/**
 * Returns a function that sets or clears a flag of the study, and shows a notice. After setting the flag, the notice
 * offers to clear it. After clearing the flag, the notice offers to set the flag again, but only for the acts of
 * `setAgain`.
 */
export const useMark = (page: StudyPage): Mark => {
  const withRetryKey = useRetryKeys()
  const unfold = useUnfold()
  const mark: Mark = (act, value, words, consentTextID) => {
    const { bridge, notices, view, perform, keep } = page
    const { studyID, details } = view.study
    // When the user sets a consent again after an undo, the call names the same text as before.
    const before = act === 'consent' && !value ? details.consentText?.textID : undefined
    const more = consentTextID === undefined ? {} : { consentTextID }
    void perform(act, studyMessages.savingFailed, () =>
      withRetryKey(`${act} ${value} ${consentTextID ?? ''}`, (idempotencyKey) =>
        bridge.study.mark({ studyID, act, value, ...more, idempotencyKey }),
      ),
    ).then((done) => {
      if (done === null) return
      keep(done.study)
      const undo = (): void => {
        unfold()
        mark(act, !value, words, before)
      }
      const action = { label: studyPartWords.undo, onPress: undo, isUndo: true }
      const title = value ? words.done : words.undone
      notices.success(value || setAgain.has(act) ? { title, action } : title)
    })
  }
  return mark
}

/** Returns why a flag cannot be set or cleared: the role, the connection, or the study's state; null if it can. */
export const actReason = (page: StudyPage, act: StudyAct, value: boolean, isOfflineSafe = false): string | null => {
  const decision = decideAct(page.view.study, act, value)
  return page.reason(act, isOfflineSafe) ?? (decision.kind === 'refused' ? decision.reason : null)
}

type ActButtonProps = StudyPartProps & {
  readonly act: StudyAct
  /** The action in full: "Mark scanned". */
  readonly label: string
  /** The action that undoes it: "Undo scanned". */
  readonly undoLabel: string
  /** Titles of the notices: after the flag is set, and after it is cleared. */
  readonly done: string
  readonly undone: string
  /** A decorative lucide icon element. */
  readonly icon?: ReactNode
  /** Whether the act works without a connection, such as undoing a check-in that is not sent yet. */
  readonly isOfflineSafe?: boolean
  /** Runs in place of the plain call that sets the flag, for acts that ask questions first. */
  readonly onSet?: (() => void) | undefined
  /** Default `small`. */
  readonly size?: ButtonSize | undefined
  /** Default `primary` for the act of the study's next step, `outline` for any other. */
  readonly variant?: ButtonVariant | undefined
}

/**
 * Shows one button for a flag, to users whose roles may ever mark it (decision 362). It sets a flag that is not set. It
 * clears a flag that is set, while no later step depends on the flag.
 */
export function ActButton(props: ActButtonProps) {
  const { page, act, label, undoLabel, done, undone, icon, isOfflineSafe, onSet, size = 'small' } = props
  const mark = useMark(page)
  const { study } = page.view
  const { isSet } = readFlag(study.status, act)
  const isNext = !isSet && page.nextAct === act
  const words = isSet ? undoLabel : label
  if (page.decide(act).kind === 'forbidden') return null
  return (
    <Button
      size={size}
      variant={props.variant ?? (isNext ? 'primary' : 'outline')}
      icon={isSet ? <Undo2 aria-hidden="true" /> : icon}
      isPending={page.isBusy(act)}
      disabledReason={actReason(page, act, !isSet, isOfflineSafe)}
      aria-label={panelWords.actFor(words, page.who)}
      onPress={() => (isSet || onSet === undefined ? mark(act, !isSet, { done, undone }) : onSet())}
    >
      {words}
    </Button>
  )
}
