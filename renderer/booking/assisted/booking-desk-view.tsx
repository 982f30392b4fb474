import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { CrmPerson } from '#domain/crm/crm.ts'
import type { Location } from '#domain/locations/location.ts'
import type { MemberID } from '#domain/members/member.ts'
import type { MemberFormValues } from '#domain/members/member-rules.ts'
import { describeOffline } from '#domain/offline/offline-policy.ts'
import { hasRole } from '#domain/session/role.ts'
import { todayAt } from '#domain/values/location-clock.ts'
import type { WithClock } from '../../kit/clock-store.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { describeIdentity } from '../../kit/describe-identity.ts'
import { letterOfKey } from '../../kit/letter-of-key.ts'
import type { WithLocations } from '../../locations/locations-store.ts'
import { NoLocation } from '../../locations/no-location.tsx'
import type { MemberFactories } from '../../members/member-factories.ts'
import type { PaymentStores } from '../../payments/payment-factories.ts'
import { focusFirstUnanswered } from '../../safety/safety-focus.ts'
import { isOnlineNow, type WithConnectivity } from '../../session/connectivity-store.ts'
import type { WithDrafts } from '../../session/drafts.ts'
import type { ScreenProps } from '../../session/screen-props.ts'
import type { WithSession } from '../../session/session-store.ts'
import type { BookingFactories } from '../booking-factories.ts'
import { keepHoldAlive } from '../keep-hold-alive.ts'
import { RestoredDraftNote } from '../restored-draft-note.tsx'
import { BookedCheckIn } from './booked-check-in.tsx'
import { BookedConfirmation } from './booked-confirmation.tsx'
import { BookedPayment, focusBookedPayment } from './booked-payment.tsx'
import { BookingOverlay } from './booking-overlay.tsx'
import type { BookingDesk } from './booking-state.ts'
import { CalendarColumn } from './calendar-column.tsx'
import { CrmPersonNote } from './crm-person-note.tsx'
import { MemberAppointments } from './member-appointments.tsx'
import { MemberPanel } from './member-panel.tsx'
import { OtherAnswersNotes } from './other-answers.tsx'
import { AnswersAsideNotes, SafetyPanel, UnassignedAnswersNote } from './safety-panel.tsx'
import { SecondBooking } from './second-booking.tsx'
import { SummaryPanel } from './summary-panel.tsx'
import './booking-desk-view.css'
import { bookingWords } from '../booking-words.ts'
import { assistedWords } from './assisted-words.ts'

const words = assistedWords.desk

/** The stores that a booking page needs. */
export type BookingViewStores = BookingFactories &
  Pick<MemberFactories, 'newMemberForm'> &
  PaymentStores &
  WithClock &
  WithConnectivity &
  WithDrafts &
  WithLocations &
  WithSession

type BookingDeskViewProps = ScreenProps<BookingViewStores> & {
  /** The heading of the page, for screen readers. */
  readonly title: string
  /** The id of this page's draft, such as `booking:new`. */
  readonly draftID: string
  readonly hasMemberTypes: boolean
  readonly memberID?: MemberID | null
  readonly opportunityID?: string | null
  /** The CRM's person, when the booking starts from an opportunity. */
  readonly crmPerson?: CrmPerson | null
  /** The CRM's data about a person who is not a member yet. */
  readonly initial?: Partial<MemberFormValues> | undefined
  /** Shown above the columns. */
  readonly children?: ReactNode
}

/**
 * Shows a booking page: the member on the left, the week in the middle, the summary and the Book button on the right.
 */
export function BookingDeskView(props: BookingDeskViewProps) {
  const { stores } = props
  const catalogue = useStore(stores.locations, (state) => state.catalogue)
  switch (catalogue.kind) {
    case 'idle':
    case 'loading':
      return <DeskSkeleton />
    case 'failed':
      return (
        <EmptyState
          title={words.locationsFailed}
          action={<Button onPress={() => void stores.locations.getState().load()}>{bookingWords.tryAgain}</Button>}
        >
          {catalogue.failure.message}
        </EmptyState>
      )
    case 'ready':
      if (catalogue.value.locations.length === 0) {
        return <NoLocation user={props.session.user} />
      }
      return <Desk {...props} locations={catalogue.value.locations} />
  }
}

function Desk(props: BookingDeskViewProps & { readonly locations: readonly Location[] }) {
  const { bridge, session, stores, locations, draftID } = props
  const desk = useMemo(() => stores.newBookingDesk(draftID), [stores, draftID])
  const safety = useSafetyPanel(desk)
  const isReady = useStore(desk.booking, (state) => state.isReady)
  const locationID = useStore(desk.booking, (state) => state.form.locationID)
  const isOnline = useStore(stores.connectivity, isOnlineNow)
  useDeskLife(desk, props)
  const location = locations.find((each) => each.locationID === locationID)
  if (!isReady || location === undefined) return <DeskSkeleton />
  const chooseLocation = (chosen: Location): void => {
    desk.booking.getState().chooseLocation(chosen)
    stores.locations.getState().choose(chosen.locationID)
  }
  return (
    <div className="bd">
      <h1 className="bd__title">{props.title}</h1>
      <div className="bd__desk">
        <div className="bd__news">
          {isOnline ? null : (
            <Banner tone="warning" title={words.offlineTitle}>
              {describeOffline('booking')}
            </Banner>
          )}
          {props.children}
          {props.crmPerson == null ? null : <CrmPersonNote desk={desk} person={props.crmPerson} />}
          <DraftNote desk={desk} location={location} />
          <OtherAnswers desk={desk} location={location} stores={stores} />
          <AnswersAsideNotes desk={desk} />
          <UnassignedAnswersNote desk={desk} />
        </div>
        <div className="bd__columns">
          <MemberColumn desk={desk} location={location} {...props} />
          <CalendarColumn
            desk={desk}
            bridge={bridge}
            stores={stores}
            notices={props.notices}
            owner={session.user.fullname}
            location={location}
            clock={stores.clock}
            isOnline={isOnline}
            mayOverride={hasRole(session.user.roles, 'admin')}
          />
          <SummaryPanel
            desk={desk}
            locations={locations}
            location={location}
            clock={stores.clock}
            owner={session.user.fullname}
            isOnline={isOnline}
            hasMemberTypes={props.hasMemberTypes}
            hasSedative={hasRole(session.user.roles, 'frontdesk')}
            onLocation={chooseLocation}
            onBookAnother={() => desk.booking.getState().startOver()}
            onTakePayment={focusBookedPayment}
            onSafety={safety.open}
            confirmation={<BookedConfirmation desk={desk} bridge={bridge} clock={stores.clock} isOnline={isOnline} />}
            checkIn={<BookedCheckIn desk={desk} session={session} stores={stores} />}
          />
        </div>
      </div>
      <SafetyColumn desk={desk} bridge={bridge} location={location} stores={stores} safety={safety} />
      <BookedPayment desk={desk} bridge={bridge} session={session} stores={stores} notices={props.notices} />
      <BookingOverlay desk={desk} />
    </div>
  )
}

type SafetyPanelState = {
  readonly isOpen: boolean
  readonly setIsOpen: (isOpen: boolean) => void
  readonly body: RefObject<HTMLDivElement | null>
  readonly open: () => void
}

/**
 * Opens the safety questions on Alt+Q or the summary's button, and focuses the first unanswered question. Ctrl+Enter
 * within the questions moves the focus to the Book button.
 */
function useSafetyPanel(desk: BookingDesk): SafetyPanelState {
  const [isOpen, setIsOpen] = useState(false)
  const [asked, setAsked] = useState(0)
  const body = useRef<HTMLDivElement>(null)
  const open = useCallback((): void => {
    if (desk.booking.getState().commit.kind === 'booked') return
    setIsOpen(true)
    setAsked((times) => times + 1)
  }, [desk])
  const isBooked = useStore(desk.booking, ({ commit }) => commit.kind === 'booked')
  useEffect(() => {
    // The next booking starts with the questions collapsed.
    if (isBooked) setIsOpen(false)
  }, [isBooked])
  useEffect(() => {
    if (asked === 0 || body.current === null) return
    // Scrolls to the title, which names the member that the answers are about.
    body.current.closest('.sf')?.scrollIntoView({ block: 'start' })
    const { assessment } = desk.safety.getState()
    const isMoved = focusFirstUnanswered(body.current, assessment)
    if (!isMoved) body.current.querySelector<HTMLElement>('input, textarea, .sf__to-search')?.focus()
  }, [asked, desk])
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && event.key === 'Enter' && body.current?.contains(event.target as Node)) {
        event.preventDefault()
        // Only focuses the button: its label names the member and the time, which the user reads before pressing it.
        document.querySelector<HTMLElement>('.sp__commit')?.focus()
        return
      }
      if (!event.altKey || event.ctrlKey || event.metaKey || letterOfKey(event) !== 'q') return
      // An open dialog receives all key presses.
      if (document.querySelector('[role=dialog], [role=alertdialog]') !== null) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [open])
  return { isOpen, setIsOpen, body, open }
}

function SafetyColumn({
  desk,
  bridge,
  location,
  stores,
  safety,
}: Pick<BookingDeskViewProps, 'bridge' | 'stores'> & {
  readonly desk: BookingDesk
  readonly location: Location
  readonly safety: SafetyPanelState
}) {
  const minute = useStore(stores.clock, (state) => state.minute)
  return (
    <SafetyPanel
      desk={desk}
      bridge={bridge}
      locationID={location.locationID}
      today={todayAt(minute, location.timezone)}
      isOpen={safety.isOpen}
      onOpenChange={safety.setIsOpen}
      body={safety.body}
    />
  )
}

/**
 * Starts the stores, keeps the hold alive, and follows the header's location. Releases the hold when the user leaves
 * the page, but not when the session ends or the screen is locked.
 */
function useDeskLife(
  desk: BookingDesk,
  props: BookingDeskViewProps & { readonly locations: readonly Location[] },
): void {
  const { stores, memberID, opportunityID } = props
  const locations = useRef(props.locations)
  locations.current = props.locations

  useEffect(() => {
    const { form } = desk.booking.getState()
    if (opportunityID != null) desk.booking.setState({ form: { ...form, opportunityID } })
    if (memberID != null) void desk.booking.getState().chooseMemberID(memberID)
  }, [desk, memberID, opportunityID])

  useEffect(() => {
    const stop = desk.start(() => locations.current, stores.locations.getState().chosenID)
    const stopClock = stores.clock.subscribe(({ minute }, before) => {
      if (minute === before.minute) return
      desk.refreshSafety()
      void desk.others.getState().refresh()
    })
    const stopPhone = stores.connectivity.subscribe(({ connectivity }, before) => {
      if (connectivity?.supportPhone !== before.connectivity?.supportPhone) desk.refreshSafety()
    })
    const stopLocations = stores.locations.subscribe(({ chosenID }, before) => {
      const chosen = locations.current.find((each) => each.locationID === chosenID)
      if (chosenID !== before.chosenID && chosen !== undefined) desk.booking.getState().chooseLocation(chosen)
    })
    const stopUse = keepHoldAlive(desk.hold, stores)
    return () => {
      stopLocations()
      stopClock()
      stopPhone()
      stop(stopUse())
    }
  }, [desk, stores])
}

function MemberColumn({
  desk,
  location,
  ...props
}: BookingDeskViewProps & {
  readonly desk: BookingDesk
  readonly location: Location
  readonly locations: readonly Location[]
}) {
  const member = useStore(desk.booking, (state) => state.member)
  const memberID = useStore(desk.booking, (state) => state.form.memberID)
  const commit = useStore(desk.booking, (state) => state.commit)
  const minute = useStore(props.stores.clock, (state) => state.minute)
  const isOnline = useStore(props.stores.connectivity, isOnlineNow)
  const isFrozen = commit.kind === 'unknown' || commit.kind === 'pending'
  return (
    <MemberPanel
      newMemberSearch={props.stores.newMemberSearch}
      newMemberForm={props.stores.newMemberForm}
      drafts={props.stores.drafts}
      today={todayAt(minute, location.timezone)}
      locationID={location.locationID}
      country={location.address.country}
      member={member}
      onChoose={(chosen) => desk.booking.getState().chooseMember(chosen)}
      onRetry={() => memberID !== null && void desk.booking.getState().chooseMemberID(memberID)}
      isOnline={isOnline}
      initial={props.initial}
      appointments={
        <>
          {commit.kind === 'booked' ? null : (
            <SecondBooking desk={desk} locations={props.locations} now={minute} place="member" />
          )}
          <MemberAppointments
            key={memberID}
            store={desk.appointments}
            locations={props.locations}
            now={minute}
            isOnline={isOnline}
          />
        </>
      }
      lockedReason={isFrozen ? words.awaitingBooking : null}
    />
  )
}

function DraftNote({ desk, location }: { readonly desk: BookingDesk; readonly location: Location }) {
  const restoredFrom = useStore(desk.booking, (state) => state.restoredFrom)
  const member = useStore(desk.booking, (state) => (state.member.kind === 'ready' ? state.member.value : null))
  if (restoredFrom === null) return null
  return (
    <RestoredDraftNote
      at={restoredFrom}
      zone={location.timezone}
      who={member === null ? words.noMemberAt(location.address.name) : describeIdentity(member)}
      onDismiss={() => desk.booking.getState().dismissRestored()}
      onDiscard={() => void desk.booking.getState().discard()}
    >
      {words.discardNote}
    </RestoredDraftNote>
  )
}

function OtherAnswers({
  desk,
  location,
  stores,
}: Pick<BookingDeskViewProps, 'stores'> & { readonly desk: BookingDesk; readonly location: Location }) {
  const minute = useStore(stores.clock, (state) => state.minute)
  return <OtherAnswersNotes desk={desk} location={location} now={minute} />
}

function DeskSkeleton() {
  return (
    <SkeletonGroup label={words.loading} className="bd bd--loading">
      <div className="bd__columns">
        <Skeleton shape="block" height="220px" />
        <Skeleton shape="block" height="100%" />
        <Skeleton shape="block" height="420px" />
      </div>
    </SkeletonGroup>
  )
}
