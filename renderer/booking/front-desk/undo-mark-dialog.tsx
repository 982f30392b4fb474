import { formatInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import type { BoardMark, MarkUndo } from '#domain/study/mark-undo.ts'
import { Button } from '../../kit/controls/button.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { bookingWords } from '../booking-words.ts'
import { frontDeskWords } from './front-desk-words.ts'
import { rowIdentity, type TodayRow, whoIs } from './today-rows.ts'

const texts = frontDeskWords.undo

type UndoMarkDialogProps = {
  readonly row: TodayRow
  readonly markUndo: Extract<MarkUndo, { kind: 'can' }>
  readonly location: Location
  /** Called with true to undo the mark. */
  readonly onClose: (isWanted: boolean) => void
}

const words: Readonly<
  Record<BoardMark, { readonly title: string; readonly done: (at: string | null) => string; readonly undo: string }>
> = {
  scanned: { title: texts.scanTitle, done: texts.scanDone, undo: texts.scanSubmit },
  checkin: { title: texts.checkInTitle, done: texts.checkInDone, undo: texts.checkInSubmit },
}

/** Asks before an older mark is undone, because others may already rely on it. */
export function UndoMarkDialog({ row, markUndo, location, onClose }: UndoMarkDialogProps) {
  const { title, done, undo } = words[markUndo.mark]
  const at = markUndo.at === null ? null : formatInstant(markUndo.at, location.timezone)
  return (
    <Dialog
      isOpen
      onClose={() => onClose(false)}
      width="narrow"
      role="alertdialog"
      title={title}
      footer={
        <CommitBar who={rowIdentity(row, formatInstant(row.utcStart, location.timezone))}>
          <Button onPress={() => onClose(false)} autoFocus>
            {bookingWords.cancel}
          </Button>
          <Button variant="primary" aria-label={`${undo}: ${whoIs(row)}`} onPress={() => onClose(true)}>
            {undo}
          </Button>
        </CommitBar>
      }
    >
      <p>{done(at)}</p>
    </Dialog>
  )
}
