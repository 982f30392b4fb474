import type { Bridge } from '#contract/bridge.ts'
import type { Location } from '#domain/locations/location.ts'
import { decideMarkUndo } from '#domain/study/mark-undo.ts'
import type { Instant } from '#domain/values/instant.ts'
import { NoteDialog } from './note-dialog.tsx'
import { RowCancel, type RowCancelStores } from './row-cancel.tsx'
import { RowCheckIn } from './row-check-in.tsx'
import { RowScan } from './row-scan.tsx'
import type { OpenBeforeScan } from './scan-dialog.tsx'
import type { TodayRow } from './today-rows.ts'
import { UndoMarkDialog } from './undo-mark-dialog.tsx'
import type { BoardActs } from './use-board-acts.ts'

/** The dialog that is open for a row. `reported`: the open points that the server named. */
export type BoardDialog = { readonly row: TodayRow } & (
  | { readonly kind: 'check-in' | 'undo' | 'note' | 'cancel' }
  | { readonly kind: 'scan'; readonly reported: readonly OpenBeforeScan[] }
)

type Props = {
  readonly bridge: Bridge
  readonly stores: RowCancelStores
  readonly dialog: BoardDialog
  /** The row in the board's current state. */
  readonly row: TodayRow
  readonly location: Location
  readonly now: Instant
  readonly isOnline: boolean
  readonly fullname: string
  readonly acts: BoardActs
  /** `isLeft`: whether the row takes the focus after its dialog closes. */
  readonly onClose: (isLeft: boolean) => void
}

/** Shows the dialog that is open for a row of the board. */
export function BoardDialogs({ dialog, row, location, now, acts, bridge, onClose, ...props }: Props) {
  switch (dialog.kind) {
    case 'check-in':
      return (
        <RowCheckIn
          key={row.key}
          bridge={bridge}
          row={row}
          location={location}
          onClose={(done) => {
            onClose(done !== null)
            if (done !== null) acts.sayCheckedIn(row, done)
          }}
        />
      )
    case 'scan':
      return (
        <RowScan
          key={row.key}
          row={row}
          location={location}
          now={now}
          reported={dialog.reported}
          mark={(confirmation) => acts.markScanned(row, confirmation)}
          bridge={bridge}
          onClose={() => onClose(true)}
        />
      )
    case 'undo': {
      const undo = decideMarkUndo(row.study, props.fullname, now)
      if (undo.kind !== 'can') return null
      return (
        <UndoMarkDialog
          row={row}
          markUndo={undo}
          location={location}
          onClose={(isWanted) => {
            onClose(true)
            if (isWanted) void acts.undoMark(row, undo.mark)
          }}
        />
      )
    }
    case 'note':
      return (
        <NoteDialog
          key={row.key}
          row={row}
          location={location}
          isOnline={props.isOnline}
          drafts={props.stores.drafts}
          write={(note, from) => acts.writeNote(row, note, from)}
          onClose={() => onClose(true)}
        />
      )
    case 'cancel':
      return (
        <RowCancel
          key={row.key}
          stores={props.stores}
          row={row}
          now={now}
          isOnline={props.isOnline}
          onClose={(isCancelled) => {
            onClose(true)
            if (isCancelled) acts.sayCancelled(row)
          }}
        />
      )
  }
}
