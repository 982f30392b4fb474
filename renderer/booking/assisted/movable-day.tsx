import { useEffect, useState } from 'react'
import type { DropPlace } from '#domain/booking/move-drop.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Notices } from '../../kit/notices.ts'
import type { BookingFactories } from '../booking-factories.ts'
import { DayPanel, type DayPanelProps } from '../calendar/day-panel.tsx'
import { MoveDialog, type MoveDialogStores } from '../moving/move-dialog.tsx'
import { type MoveBackCalls, useMoveBack } from './use-move-back.ts'

/** An appointment that the user dropped at another time or machine, and that has not moved yet. */
type WantedMove = { readonly studyID: StudyID; readonly place: DropPlace }

type MovableDayProps = Omit<DayPanelProps, 'newDay' | 'onMove'> &
  Pick<Props, 'calls' | 'notices' | 'owner'> & { readonly stores: Pick<BookingFactories, 'newDay'> & MoveDialogStores }

/** Shows one day by machine. The user moves appointments by dragging them. */
export function MovableDay({ stores, calls, notices, owner, children, ...day }: MovableDayProps) {
  const [wanted, setWanted] = useState<WantedMove | null>(null)
  return (
    <DayPanel
      {...day}
      newDay={stores.newDay}
      onMove={({ study }, place) => setWanted({ studyID: study.studyID, place })}
    >
      {children}
      <DroppedMove
        wanted={wanted}
        onWant={setWanted}
        stores={stores}
        calls={calls}
        notices={notices}
        owner={owner}
        isOnline={day.isOnline}
      />
    </DayPanel>
  )
}

type Props = {
  readonly wanted: WantedMove | null
  readonly onWant: (wanted: WantedMove | null) => void
  readonly stores: MoveDialogStores
  readonly calls: MoveBackCalls
  readonly notices: Notices
  readonly owner: string
  readonly isOnline: boolean
}

/**
 * Asks to confirm the move of an appointment that was dropped in the day view. After the move a notice offers to move
 * it back.
 */
function DroppedMove({ wanted, onWant, stores, calls, notices, owner, isOnline }: Props) {
  // A new object for each closed dialog, so that the effect below also runs after a second move of the same
  // appointment.
  const [closed, setClosed] = useState<Pick<WantedMove, 'studyID'> | null>(null)
  useEffect(() => {
    // The block or the notice that had the focus is gone, so the block's new link receives the focus.
    const focused = document.activeElement
    if (closed === null || (focused !== document.body && focused?.closest('.w-toast') == null)) return
    document.querySelector<HTMLElement>(`.dp [data-study="${CSS.escape(closed.studyID)}"] a`)?.focus()
  }, [closed])
  const tellMoved = useMoveBack({
    calls,
    notices,
    onAsk: (studyID, place) => onWant({ studyID, place }),
    onBack: (studyID) => setClosed({ studyID }),
  })
  if (wanted === null) return null
  const close = (): void => {
    setClosed({ studyID: wanted.studyID })
    onWant(null)
  }
  return (
    <MoveDialog
      key={`${wanted.studyID} ${wanted.place.machineID} ${wanted.place.utcStart}`}
      stores={stores}
      studyID={wanted.studyID}
      place={wanted.place}
      owner={owner}
      isOnline={isOnline}
      onClose={close}
      onMoved={(read, from) => {
        tellMoved(read, from)
        close()
      }}
    />
  )
}
