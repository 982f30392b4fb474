import type { Location } from '#domain/locations/location.ts'
import type { BoardMark, MarkUndo } from '#domain/study/mark-undo.ts'
import { formatInstant } from '#domain/values/format-time.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { type TodayRow, whoIs } from './today-rows.ts'

type TakeBackDialogProps = {
  readonly row: TodayRow
  readonly takeBack: Extract<MarkUndo, { kind: 'can' }>
  readonly location: Location
  /** Called with true to undo the mark. */
  readonly onClose: (isWanted: boolean) => void
}

const words: Readonly<Record<BoardMark, { readonly title: string; readonly done: string; readonly undo: string }>> = {
  scanned: { title: 'Undo the scan mark?', done: 'You marked this scan', undo: 'Undo the scan mark' },
  checkin: { title: 'Undo the check-in?', done: 'You checked this member in', undo: 'Undo the check-in' },
}

/** Asks before an older mark is undone, because others may already rely on it. */
export function UndoMarkDialog({ row, takeBack, location, onClose }: TakeBackDialogProps) {
  const { title, done, undo } = words[takeBack.mark]
  const at = takeBack.at === null ? '' : ` on ${formatInstant(takeBack.at, location.timezone)}`
  return (
    <Dialog
      isOpen
      onClose={() => onClose(false)}
      width="narrow"
      role="alertdialog"
      title={title}
      subtitle={whoIs(row)}
      footer={
        <>
          <Button onPress={() => onClose(false)} autoFocus>
            Cancel
          </Button>
          <Button variant="primary" aria-label={`${undo}: ${whoIs(row)}`} onPress={() => onClose(true)}>
            {undo}
          </Button>
        </>
      }
    >
      <p>
        {done}
        {at}. Its time is removed, and the activity log records the change.
      </p>
    </Dialog>
  )
}
