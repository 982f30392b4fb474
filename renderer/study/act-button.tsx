import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { readFlag } from '#domain/study/status-flags.ts'
import { decideAct, type StudyAct } from '#domain/study/study-acts.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { Button } from '../kit/controls/button.tsx'
import { useOnceKeys } from '../kit/once-keys.ts'
import type { StudyPage, StudyPartProps } from './study-part-props.ts'

type Mark = (act: StudyAct, value: boolean, words: { readonly done: string; readonly undone: string }) => void

/** Those of which nothing but the flag is lost by taking it back: set again from the notice. A check-in asks its questions anew. */
const setAgain: ReadonlySet<StudyAct> = new Set<StudyAct>(['referred', 'consent', 'researchConsent'])

/** Sets and takes back flags of the study, says so, and offers the way back. */
export const useMark = (page: StudyPage): Mark => {
  const once = useOnceKeys()
  const mark: Mark = (act, value, words) => {
    const { bridge, notices, view, perform, keep } = page
    const { studyID } = view.study
    void perform(act, studyMessages.savingFailed, () =>
      once(`${act} ${value}`, (idempotencyKey) => bridge.study.mark({ studyID, act, value, idempotencyKey })),
    ).then((done) => {
      if (done === null) return
      keep(done.study)
      const action = { label: 'Undo', onPress: () => mark(act, !value, words) }
      const title = value ? words.done : words.undone
      notices.success(value || setAgain.has(act) ? { title, action } : title)
    })
  }
  return mark
}

/** Why a flag cannot be set or taken back: who asks, the line, or what the study says; null where it can. */
export const actReason = (page: StudyPage, act: StudyAct, value: boolean): string | null => {
  const decision = decideAct(page.view.study, act, value)
  return page.reason(act) ?? (decision.kind === 'refused' ? decision.reason : null)
}

type ActButtonProps = StudyPartProps & {
  readonly act: StudyAct
  /** The whole deed: "Mark scanned". */
  readonly label: string
  /** The deed that takes it back: "Undo scanned". */
  readonly undoLabel: string
  /** What is said once it is done, and once it is taken back. */
  readonly done: string
  readonly undone: string
  /** A lucide icon element for the deed; decorative. */
  readonly icon?: ReactNode
  /** Sets the flag instead of the plain call, where something has to be asked first. */
  readonly onSet?: (() => void) | undefined
}

/** One button for a flag: sets it, and once it stands takes it back while nothing is built upon it. */
export function ActButton({ page, act, label, undoLabel, done, undone, icon, onSet }: ActButtonProps) {
  const mark = useMark(page)
  const { isSet } = readFlag(page.view.study.status, act)
  const words = isSet ? undoLabel : label
  return (
    <Button
      size="small"
      icon={isSet ? <Undo2 aria-hidden="true" /> : icon}
      isPending={page.isBusy(act)}
      disabledReason={actReason(page, act, !isSet)}
      aria-label={`${words}: ${page.who}`}
      onPress={() => (isSet || onSet === undefined ? mark(act, !isSet, { done, undone }) : onSet())}
    >
      {words}
    </Button>
  )
}
