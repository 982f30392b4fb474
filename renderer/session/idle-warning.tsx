import { formatCountdown } from '#domain/format/format-time.ts'
import { Button } from '../kit/controls/button.tsx'
import { Dialog } from '../kit/controls/dialog.tsx'
import { sessionWords } from './session-words.ts'

type Props = {
  /** Null while there is no warning. */
  readonly remainingMs: number | null
  readonly onLock: () => void
  readonly onKeepWorking: () => void
}

/** Warns that the workstation is about to lock, with the time that is left. */
export function IdleWarning({ remainingMs, onLock, onKeepWorking }: Props) {
  return (
    <Dialog
      isOpen={remainingMs !== null}
      onClose={onKeepWorking}
      title={sessionWords.idle.title}
      width="narrow"
      role="alertdialog"
      footer={
        <>
          <Button onPress={onLock}>{sessionWords.idle.lockNow}</Button>
          <Button variant="primary" autoFocus onPress={onKeepWorking}>
            {sessionWords.idle.keepWorking}
          </Button>
        </>
      }
    >
      <p className="s-countdown tabular" role="timer">
        {formatCountdown(remainingMs ?? 0)}
      </p>
      <p>{sessionWords.idle.text}</p>
    </Dialog>
  )
}
