import { useEffect, useRef, useState } from 'react'
import { describePerson } from '#domain/booking/booking-form.ts'
import type { DropPlace } from '#domain/booking/move-drop.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Notices } from '../../kit/notices.ts'
import type { BookingFactories } from '../booking-factories.ts'
import { DayPanel, type DayPanelProps } from '../calendar/day-panel.tsx'
import { describeNewPlace } from '../moving/describe-new-place.ts'
import { MoveDialog, type MoveDialogStores } from '../moving/move-dialog.tsx'
import { movingWords } from '../moving/moving-words.ts'

const words = movingWords.move.dialog

/** An appointment that the user dropped at another time or machine, and that has not moved yet. */
type WantedMove = { readonly studyID: StudyID; readonly place: DropPlace }

type MovableDayProps = Omit<DayPanelProps, 'newDay' | 'onMove'> &
  Pick<Props, 'notices' | 'owner'> & { readonly stores: Pick<BookingFactories, 'newDay'> & MoveDialogStores }

/** Shows one day by machine. The user moves appointments by dragging them. */
export function MovableDay({ stores, notices, owner, children, ...day }: MovableDayProps) {
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
  readonly notices: Notices
  readonly owner: string
  readonly isOnline: boolean
}

/**
 * Asks to confirm the move of an appointment that was dropped in the day view. After the move a notice offers to move
 * it back, which also needs confirmation.
 */
function DroppedMove({ wanted, onWant, stores, notices, owner, isOnline }: Props) {
  // A new object for each closed dialog, so that the effect below also runs after a second move of the same
  // appointment.
  const [closed, setClosed] = useState<Pick<WantedMove, 'studyID'> | null>(null)
  useEffect(() => {
    // The block that had the focus has moved, so its new link receives the focus.
    if (closed === null || document.activeElement !== document.body) return
    document.querySelector<HTMLElement>(`.dp [data-study="${CSS.escape(closed.studyID)}"] a`)?.focus()
  }, [closed])
  const shown = useRef<string[]>([])
  useEffect(() => {
    const keys = shown.current
    // "Move back" opens a dialog of this component, so the notices close when this component unmounts.
    return () => {
      for (const key of keys) notices.close(key)
    }
  }, [notices])
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
      onMoved={({ study, member, location }, from) => {
        const { booking: before } = from
        const when = study.booking === null ? '' : describeNewPlace(study.booking, location, from)
        const key = notices.success({
          title: words.moved(describePerson(member), when),
          ...(before === null
            ? {}
            : {
                action: {
                  label: words.moveBack,
                  onPress: () =>
                    onWant({
                      studyID: study.studyID,
                      place: { machineID: before.machineID, utcStart: before.utcStart },
                    }),
                  isUndo: true,
                },
              }),
        })
        shown.current.push(key)
        close()
      }}
    />
  )
}
