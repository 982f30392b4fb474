import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { formatInstant } from '#domain/format/format-time.ts'
import { describeOffline, notReadAgain } from '#domain/offline/offline-policy.ts'
import { mayMoveMoney } from '#domain/session/cashier-roles.ts'
import { hasRole } from '#domain/session/role.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { WithClock } from '../../kit/clock-store.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { controlWords } from '../../kit/controls/control-words.ts'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { describeIdentity } from '../../kit/describe-identity.ts'
import { isBehind } from '../../kit/freshness.ts'
import type { WithLocations } from '../../locations/locations-store.ts'
import type { PaymentStores } from '../../payments/payment-factories.ts'
import { PaymentPanel } from '../../payments/payment-panel.tsx'
import { announceSkuChange } from '../../payments/sku-changed.ts'
import { paths } from '../../routes.ts'
import { isOnlineNow, type WithConnectivity } from '../../session/connectivity-store.ts'
import type { WithDrafts } from '../../session/drafts.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import type { WithSession } from '../../session/session-store.ts'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import type { BookingFactories } from '../booking-factories.ts'
import { RestoredDraftNote } from '../restored-draft-note.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { CancelledBooking } from './cancelled-booking.tsx'
import { MovePanel } from './move-panel.tsx'
import { MoveWeek } from './move-week.tsx'
import { ScannedAppointment } from './scanned-appointment.tsx'
import type { ReadStudy, StudyBookingDesk, StudyBookingState } from './study-booking-state.ts'
import { StudyIdentity } from './study-identity.tsx'
import { StudyLogPanel } from './study-log.tsx'
import { useStudyDesk } from './use-study-desk.ts'
import { forgetCancelRequest, wantsCancellation } from './wants-cancellation.ts'
import '../commit-panel.css'
import './study-booking-screen.css'
import { bookingWords } from '../booking-words.ts'
import { movingWords } from './moving-words.ts'

const words = movingWords.page

type Stores = Pick<BookingFactories, 'newStudyDesk'> &
  PaymentStores &
  WithClock &
  WithConnectivity &
  WithDrafts &
  WithLocations &
  WithSession

type DroppedDraft = NonNullable<StudyBookingState['droppedDraft']>

type Props = ScreenProps<Stores> & { readonly studyID: StudyID }

/** Shows one booking, `/admin/booking/study/{studyID}` (booking spec §2): member and time, move, cancellation, log. */
export function StudyBookingScreen(props: Props) {
  const { bridge, stores, studyID } = props
  const desk = useStudyDesk(props)
  const study = useStore(desk.store, (state) => state.study)
  switch (study.kind) {
    case 'idle':
    case 'loading':
      return (
        <SkeletonGroup label={words.loading} className="sb sb--loading">
          <Skeleton shape="block" height="96px" />
          <Skeleton shape="block" height="480px" />
        </SkeletonGroup>
      )
    case 'failed': {
      const problem = describeBookingFailure(study.failure)
      const isMissing = study.failure.code === 'not-found'
      return (
        <EmptyState
          title={isMissing ? words.notFoundTitle : problem.title}
          action={
            isMissing ? (
              <LinkButton href={paths.booking()}>{words.toBooking}</LinkButton>
            ) : (
              <Button onPress={() => void desk.store.getState().load()}>{bookingWords.tryAgain}</Button>
            )
          }
        >
          {isMissing ? words.notFound(studyID) : problem.text}
        </EmptyState>
      )
    }
    case 'ready':
      return <Ready {...props} bridge={bridge} stores={stores} desk={desk} read={study.value} />
  }
}

type ReadyProps = Props & { readonly desk: StudyBookingDesk; readonly read: ReadStudy }

function Ready({ bridge, session, stores, notices, desk, read }: ReadyProps) {
  const { study } = read
  const payment = useRef<HTMLHeadingElement>(null)
  const goToPayment = (): void => {
    payment.current?.scrollIntoView({ block: 'start' })
    payment.current?.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (window.location.hash !== '#payment') return
    payment.current?.scrollIntoView({ block: 'start' })
    payment.current?.focus({ preventScroll: true })
  }, [])
  useSkuAnnouncement(desk, read)
  const [isCancelling, setIsCancelling] = useState(
    () => wantsCancellation() && !study.status.scanned && !study.status.cancelled,
  )
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  const now = useStore(stores.clock, (state) => state.minute)
  const page = useRef<HTMLDivElement>(null)
  const { cancelled } = study.status
  const wasCancelled = useRef(cancelled)
  useEffect(() => {
    // The dialog that had the focus is closed, and the button that opened it is no longer shown.
    if (cancelled && !wasCancelled.current && !isCancelling) page.current?.focus()
    if (!isCancelling) wasCancelled.current = cancelled
  }, [cancelled, isCancelling])
  return (
    <div className="sb" ref={page} tabIndex={-1}>
      <div className={cancelled || study.status.scanned ? 'sb__past' : 'sb__fold'}>
        <StudyIdentity
          readDay={bridge.booking.readDay}
          desk={desk}
          read={read}
          isOnline={isOnline}
          now={now}
          maySetSedative={hasRole(session.user.roles, 'frontdesk')}
          onCancel={() => setIsCancelling(true)}
          onPayment={goToPayment}
        />
        <PageNews
          desk={desk}
          read={read}
          isOnline={isOnline}
          now={now}
          mayTakeCash={mayMoveMoney(session.user.roles)}
        />
        {study.status.cancelled ? (
          <CancelledBooking read={read} />
        ) : study.status.scanned ? (
          <ScannedAppointment desk={desk} />
        ) : (
          <Move bridge={bridge} session={session} stores={stores} desk={desk} read={read} isOnline={isOnline} />
        )}
      </div>
      <div className="sb__payment">
        <h2 className="sb__payment-title" tabIndex={-1} ref={payment}>
          {words.payment}
        </h2>
        <PaymentPanel
          bridge={bridge}
          session={session}
          stores={stores}
          notices={notices}
          studyID={study.studyID}
          isBooking
        />
      </div>
      <StudyLogPanel desk={desk} zone={read.location.timezone} />
      <CancelDialog
        desk={desk}
        read={read}
        isOpen={isCancelling}
        isOnline={isOnline}
        now={now}
        drafts={stores.drafts}
        onClose={() => {
          forgetCancelRequest()
          setIsCancelling(false)
        }}
      />
    </div>
  )
}

/** Announces a move to another scan type to this window's payment panels (booking spec §7, browser event). */
function useSkuAnnouncement(desk: StudyBookingDesk, { study, location }: ReadStudy): void {
  const move = useStore(desk.store, (state) => state.move)
  const told = useRef<typeof move | null>(null)
  useEffect(() => {
    if (move.kind !== 'moved' || told.current === move || move.from.skuID === study.skuID) return
    told.current = move
    const { studyID, skuID } = study
    const skuName = location.catalog.primary.find((sold) => sold.skuID === skuID)?.name ?? ''
    const newTotalBalance = Math.max(0, study.balance)
    announceSkuChange({ studyId: studyID, skuID, skuName, newPrice: study.price, newTotalBalance })
  }, [move, study, location])
}

type MoveProps = Pick<ScreenProps<Stores>, 'bridge' | 'session' | 'stores'> & {
  readonly desk: StudyBookingDesk
  readonly read: ReadStudy
  readonly isOnline: boolean
}

function Move({ bridge, session, stores, desk, read, isOnline }: MoveProps) {
  const form = useStore(desk.store, (state) => state.form)
  if (form === null) return <Skeleton shape="block" height="480px" />
  return (
    <div className="sb__columns">
      <MoveWeek
        bridge={bridge}
        session={session}
        stores={stores}
        desk={desk}
        read={read}
        form={form}
        isOnline={isOnline}
      />
      <MovePanel
        desk={desk}
        read={read}
        form={form}
        stores={stores}
        owner={session.user.fullname}
        isOnline={isOnline}
      />
    </div>
  )
}

/** Returns the content of a deleted move draft: the chosen time and the typed reasons. */
const describeDropped = ({ chosen, settleReason, overrideReason }: DroppedDraft, zone: ZoneId): string => {
  const typed = [settleReason, overrideReason].filter((reason) => reason.trim() !== '')
  return [
    words.draftCancelled,
    ...(chosen === null ? [] : [words.draftTime(formatInstant(chosen.utcStart, zone))]),
    ...typed.map((reason) => words.draftReason(reason)),
  ].join(' ')
}

function PageNews({
  desk,
  read,
  isOnline,
  now,
  mayTakeCash,
}: {
  readonly now: Instant
  readonly mayTakeCash: boolean
  readonly desk: StudyBookingDesk
  readonly read: ReadStudy
  readonly isOnline: boolean
}) {
  const restoredFrom = useStore(desk.store, (state) => state.restoredFrom)
  const dropped = useStore(desk.store, (state) => state.droppedDraft)
  const changes = useStore(desk.store, (state) => state.changedMeanwhile)
  const zone = read.location.timezone
  const asOf = formatInstant(read.asOf, zone)
  return (
    <>
      {isBehind({ ...read, failure: null, isOnline, now }) ? (
        <Banner tone="warning" title={words.stale(asOf, isOnline)}>
          {isOnline
            ? notReadAgain
            : read.study.status.cancelled
              ? words.readOnly
              : describeOffline('studyBooking', mayTakeCash ? [] : ['takeCash'])}
        </Banner>
      ) : null}
      {changes.length > 0 ? (
        <Banner tone="warning" title={words.changedTitle} onDismiss={() => desk.store.getState().dismissChanges()}>
          <ul>
            {changes.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {words.choiceKept}
        </Banner>
      ) : null}
      {dropped === null ? null : (
        <Banner
          title={words.draftDeleted(formatInstant(dropped.savedAt, zone))}
          onDismiss={() => desk.store.getState().dismissDropped()}
        >
          {describeDropped(dropped, zone)}
        </Banner>
      )}
      {restoredFrom === null || read.study.status.cancelled ? null : (
        <RestoredDraftNote
          at={restoredFrom}
          zone={zone}
          who={describeIdentity(read.member, controlWords.studyOf(read.study.studyID))}
          onDismiss={() => desk.store.getState().dismissRestored()}
          onDiscard={() => void desk.store.getState().discard()}
        >
          {words.discardNote}
        </RestoredDraftNote>
      )}
    </>
  )
}
