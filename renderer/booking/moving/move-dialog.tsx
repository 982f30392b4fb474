import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { DropPlace } from '#domain/booking/move-drop.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { fullName } from '#domain/members/member.ts'
import type { Study } from '#domain/study/study.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { WithClock } from '../../kit/clock-store.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { Dialog } from '../../kit/controls/dialog.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { describeIdentity } from '../../kit/describe-identity.ts'
import type { WithLocations } from '../../locations/locations-store.ts'
import type { WithConnectivity } from '../../session/connectivity-store.ts'
import type { WithDrafts } from '../../session/drafts.ts'
import type { WithSession } from '../../session/session-store.ts'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { TimeChoice } from '../appointment-choice.tsx'
import type { BookingFactories } from '../booking-factories.ts'
import { bookingWords } from '../booking-words.ts'
import { HoldNoticeBanner } from '../calendar/hold-notice-banner.tsx'
import { chosenTime, isSameTime } from '../calendar/hold-store.ts'
import { describeMoveEnd } from './describe-new-place.ts'
import { MoveChanges } from './move-changes.tsx'
import { MoveSettleField } from './move-choice.tsx'
import { describeChoice, MoveButton, MoveNews, StudySafetyLine } from './move-parts.tsx'
import { movingWords } from './moving-words.ts'
import type { MoveForm, ReadStudy, StudyBookingDesk } from './study-booking-state.ts'
import { limitToDrop, useMoveCommit } from './use-move-commit.ts'
import { useStudyDesk } from './use-study-desk.ts'
import '../commit-panel.css'
import './move-dialog.css'

const words = movingWords.move.dialog

export type MoveDialogStores = Pick<BookingFactories, 'newStudyDesk'> &
  WithClock &
  WithConnectivity &
  WithDrafts &
  WithLocations &
  WithSession

type Props = {
  readonly stores: MoveDialogStores
  readonly studyID: StudyID
  /** The machine and start time at which the user dropped the appointment. */
  readonly place: DropPlace
  readonly owner: string
  readonly isOnline: boolean
  /** Closes the dialog; the appointment stays at its present time. */
  readonly onClose: () => void
  /** Called after the move, with the study as it was before. */
  readonly onMoved: (read: ReadStudy, from: Study) => void
}

/**
 * Asks the user to confirm the move of a dropped appointment. Shows the present and the new time, the effects, and the
 * Move button of the booking's own page. Holds the new time, as that page does. The appointment moves only when the
 * user confirms. The draft of that page is neither restored nor changed.
 */
export function MoveDialog(props: Props) {
  const { stores, studyID, onClose, onMoved } = props
  const desk = useStudyDesk({ stores, studyID, keepsDraft: false })
  const study = useStore(desk.store, (state) => state.study)
  const form = useStore(desk.store, (state) => state.form)
  const move = useStore(desk.store, (state) => state.move)
  useDroppedTime(desk, props.place)
  const report = useRef(onMoved)
  report.current = onMoved
  useEffect(() => {
    if (move.kind === 'moved' && study.kind === 'ready') report.current(study.value, move.from)
  }, [move, study])
  const close = (): void => {
    // While the result of the move is unknown, the new time stays held. The booking's own page shows the result.
    if (move.kind === 'unknown') onClose()
    else void desk.hold.getState().clear().then(onClose)
  }
  if (study.kind !== 'ready' || form === null) {
    const problem = study.kind === 'failed' ? describeBookingFailure(study.failure) : null
    return (
      <Dialog isOpen onClose={onClose} title={movingWords.move.title} width="narrow">
        {problem === null ? (
          <SkeletonGroup label={words.loading}>
            <Skeleton />
            <Skeleton width="70%" />
          </SkeletonGroup>
        ) : (
          <Banner
            tone="error"
            title={problem.title}
            action={<Button onPress={() => void desk.store.getState().load()}>{bookingWords.tryAgain}</Button>}
          >
            {problem.text}
          </Banner>
        )}
      </Dialog>
    )
  }
  return <Confirmation {...props} desk={desk} read={study.value} form={form} onClose={close} />
}

/** Chooses the dropped time at the study's own location and scan type, once the study is read. */
function useDroppedTime(desk: StudyBookingDesk, { machineID, utcStart }: DropPlace): void {
  const isReady = useStore(desk.store, ({ study, form }) => study.kind === 'ready' && form !== null)
  useEffect(() => {
    const { study, chooseScanType } = desk.store.getState()
    if (!isReady || study.kind !== 'ready') return
    const { location, study: moved } = study.value
    if (moved.status.cancelled || moved.status.scanned) return
    // The form has another scan type if the location no longer offers the study's own.
    chooseScanType(moved.skuID)
    const { locationID } = location
    const { skuID } = moved
    const chosen = { locationID, skuID, utcStart, candidates: [machineID], slotSelectionType: 'manual' as const }
    if (!isSameTime(chosenTime(desk.hold.getState()), chosen)) desk.hold.getState().choose(chosen)
  }, [desk, isReady, machineID, utcStart])
}

type ConfirmationProps = Props & {
  readonly desk: StudyBookingDesk
  readonly read: ReadStudy
  readonly form: MoveForm
}

function Confirmation(props: ConfirmationProps) {
  const { desk, read, form, stores, owner, onClose } = props
  const { study, member, location } = read
  const state = useStore(desk.hold, (store) => store.state)
  const commit = limitToDrop(useMoveCommit(props), props.place)
  const { move, reason } = commit
  const when = describeChoice(commit, form, read)
  const isOver = study.status.cancelled || study.status.scanned
  const isPending = move.kind === 'pending'
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={movingWords.move.title}
      subtitle={words.subtitle(`${fullName(member)}, ${formatDate(member.dob)}`, study.studyID)}
      width="narrow"
      isDismissable={!isPending}
      footer={
        <CommitBar who={describeIdentity(member, when)}>
          <Button onPress={onClose} isDisabled={isPending}>
            {words.keep}
          </Button>
          {isOver ? null : <MoveButton {...{ desk, read, commit, when }} />}
        </CommitBar>
      }
    >
      <div className="md">
        {isOver ? <Banner title={words.unmovable} /> : null}
        {study.booking === null ? null : (
          <div className="md__now">
            <h3 className="md__label">{words.current}</h3>
            <p className="tabular">{describeMoveEnd(study.booking, location, location.locationID)}</p>
          </div>
        )}
        {isOver ? null : (
          <>
            <div>
              <h3 className="md__label">{words.next}</h3>
              <TimeChoice
                state={state}
                hold={desk.hold}
                location={location}
                clock={stores.clock}
                owner={owner}
                empty={movingWords.move.noTime}
                isReleasable={false}
              />
            </div>
            <HoldNoticeBanner hold={desk.hold} zone={location.timezone} />
            <StudySafetyLine study={study} />
            <MoveSettleField desk={desk} read={read} form={form} stores={stores} />
            <MoveChanges changes={commit.changes} />
            <MoveNews desk={desk} move={move} read={read} isOnline={props.isOnline} />
            {reason === null || state.kind === 'asking' ? null : <p className="mv__reason">{reason}</p>}
          </>
        )}
      </div>
    </Dialog>
  )
}
