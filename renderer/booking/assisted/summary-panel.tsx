import { ClipboardList } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { describePerson, missingForBooking } from '#domain/booking/booking-form.ts'
import { memberTypes, type ReferralType, referralTypes, sedativeOptions } from '#domain/booking/booking-request.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatWeekdayAndInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { fullName, type Member } from '#domain/members/member.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { noticeLevel } from '#domain/safety/notice-level.ts'
import { decideSettle, findSettleNotices, firstFittingDay, toSettleBasis } from '#domain/safety/settle-rule.ts'
import type { ClockStore } from '../../kit/clock-store.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Checkbox } from '../../kit/controls/checkbox.tsx'
import { CommitBar } from '../../kit/controls/commit-bar.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { RadioGroup } from '../../kit/controls/radio-group.tsx'
import { SelectField } from '../../kit/controls/select-field.tsx'
import { TextField } from '../../kit/controls/text-field.tsx'
import { describeIdentity } from '../../kit/describe-identity.ts'
import { paths } from '../../routes.ts'
import { findProhibition } from '../../safety/booking-safety.ts'
import { SafetyChips } from '../../safety/safety-chips.tsx'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { PlaceChoice, TimeChoice } from '../appointment-choice.tsx'
import { startToBook } from '../booking-place.ts'
import { SettleField, showTimesFrom, whyNotSettled } from '../settle-field.tsx'
import { useTallPanel } from '../use-tall-panel.ts'
import type { BookingCommit, BookingDesk } from './booking-state.ts'
import { OpportunityField } from './opportunity-field.tsx'
import { useProhibitionElsewhere } from './other-answers.tsx'
import { SafetyLine, SafetyProhibition } from './safety-line.tsx'
import { SafetyModal } from './safety-modal.tsx'
import { SameDayNames } from './same-day-names.tsx'
import { SecondBooking, useOtherBookings } from './second-booking.tsx'
import '../commit-panel.css'
import './summary-panel.css'
import { assistedWords } from './assisted-words.ts'

const words = assistedWords.summary

type SummaryPanelProps = {
  readonly desk: BookingDesk
  readonly locations: readonly Location[]
  readonly location: Location
  readonly clock: ClockStore
  readonly owner: string
  readonly isOnline: boolean
  /** Only the admin booking page has member type choices (booking spec §2). */
  readonly hasMemberTypes: boolean
  /** Only the front desk has the sedative choice (booking spec §6). */
  readonly hasSedative: boolean
  readonly onLocation: (location: Location) => void
  readonly onBookAnother: () => void
  readonly onTakePayment: () => void
  /** Opens the safety questions and moves the focus there. */
  readonly onSafety: () => void
  /** The state of the new booking's confirmation, a row of its facts. */
  readonly confirmation: ReactNode
  /** The link to the check-in of the new booking; empty if it is not for today. */
  readonly checkIn: ReactNode
}

const referralNames: Readonly<Record<ReferralType, string>> = {
  provider: words.provider,
  physician: words.physician,
  self: words.self,
  partner: words.partner,
}

/** Shows what will be booked, and the Book button. */
export function SummaryPanel(props: SummaryPanelProps) {
  const { desk } = props
  const commit = useStore(desk.booking, (state) => state.commit)
  if (commit.kind === 'booked') {
    const { confirmation, checkIn, onBookAnother, onTakePayment } = props
    return <BookedPanel booked={commit} {...{ desk, confirmation, checkIn, onBookAnother, onTakePayment }} />
  }
  return <BookingPanel {...props} />
}

function BookingPanel(props: SummaryPanelProps) {
  const { desk, location } = props
  const panel = useRef<HTMLElement>(null)
  useTallPanel(panel)
  return (
    <section className="sp" aria-label={words.label} ref={panel}>
      <div className="sp__head">
        <h2 className="sp__title">{words.title}</h2>
        <SafetyLine desk={desk} onOpen={props.onSafety} />
      </div>
      <div className="sp__body">
        <PlaceAndTime {...props} />
        <Details {...props} />
        <SameDayNames desk={desk} location={location} />
        <Settle desk={desk} />
      </div>
      <CommitFoot {...props} />
    </section>
  )
}

const frozenReason = words.awaitingBooking

function PlaceAndTime({ desk, locations, location, clock, owner, onLocation }: SummaryPanelProps) {
  const form = useStore(desk.booking, (state) => state.form)
  const commit = useStore(desk.booking, (state) => state.commit)
  const clearedBy = useStore(desk.booking, (state) => state.timeClearedBy)
  const state = useStore(desk.hold, (store) => store.state)
  const isFrozen = commit.kind === 'unknown' || commit.kind === 'pending'
  return (
    <>
      <PlaceChoice
        locations={locations}
        location={location}
        skuID={form.skuID}
        purpose="assisted"
        onLocation={onLocation}
        onScanType={(skuID) => desk.booking.getState().chooseScanType(skuID)}
        lockedReason={isFrozen ? frozenReason : null}
        addons={{ chosen: form.addons, onChange: (addons) => desk.booking.getState().update({ addons }) }}
      />
      <TimeChoice
        state={state}
        hold={desk.hold}
        location={location}
        clock={clock}
        owner={owner}
        overridden={startToBook(state, form)}
        empty={clearedBy === null ? words.noTime : words.timeCleared[clearedBy]}
      />
    </>
  )
}

function Details({ desk, hasMemberTypes, hasSedative, isOnline }: SummaryPanelProps) {
  const form = useStore(desk.booking, (state) => state.form)
  // The form is locked until the result of a sent booking is known. A banner below explains an unknown result.
  const isDisabled = useStore(desk.booking, ({ commit }) => commit.kind === 'unknown' || commit.kind === 'pending')
  const { update } = desk.booking.getState()
  return (
    <div className="sp__details">
      {hasMemberTypes ? (
        <RadioGroup
          label={words.memberType}
          variant="segmented"
          isDisabled={isDisabled}
          options={memberTypes.map((value) => ({ value, label: value }))}
          value={form.memberType}
          onChange={(memberType) => update({ memberType })}
        />
      ) : null}
      {hasSedative ? (
        <RadioGroup
          label={words.sedative}
          variant="segmented"
          isDisabled={isDisabled}
          description={words.sedativeHint}
          options={sedativeOptions.map((value) => ({ value, label: value }))}
          value={form.sedativeTaken}
          onChange={(sedativeTaken) => update({ sedativeTaken })}
        />
      ) : null}
      <div className="sp__referral">
        <SelectField
          label={words.referral}
          isDisabled={isDisabled}
          options={referralTypes.map((value) => ({ value, label: referralNames[value] }))}
          value={form.referralType}
          onChange={(value) => update({ referralType: value as ReferralType })}
        />
        <TextField
          label={words.referrer}
          isDisabled={isDisabled}
          value={form.referrer}
          onChange={(referrer) => update({ referrer })}
          maxLength={200}
        />
      </div>
      <Checkbox
        isSelected={form.temporaryHold}
        isDisabled={isDisabled}
        onChange={(temporaryHold) => update({ temporaryHold })}
        description={words.temporaryHoldHint}
      >
        {words.temporaryHold}
      </Checkbox>
      <Checkbox
        isSelected={form.proactiveBooking}
        isDisabled={isDisabled}
        onChange={(proactiveBooking) => update({ proactiveBooking })}
        description={words.proactiveHint}
      >
        {words.proactive}
      </Checkbox>
      <OpportunityField desk={desk} isOnline={isOnline} isDisabled={isDisabled} />
    </div>
  )
}

/** Shows the notices to settle before the scan. Shows nothing if there are none or the scan is forbidden. */
function Settle({ desk }: Pick<SummaryPanelProps, 'desk'>) {
  const form = useStore(desk.booking, (state) => state.form)
  const commit = useStore(desk.booking, (state) => state.commit)
  const start = startToBook(
    useStore(desk.hold, (store) => store.state),
    form,
  )
  const notices = useStore(desk.safety, (store) => store.notices)
  const ground = toSettleBasis(notices)
  const isForbidden = notices.some((notice) => noticeLevel(notice) === 'forbidden')
  if (ground === null || isForbidden) return null
  return (
    <SettleField
      purpose="book"
      notices={findSettleNotices(notices)}
      ground={start === null ? null : ground}
      state={decideSettle(ground, form)}
      tick={form}
      onChange={(tick) => desk.booking.getState().update(tick)}
      fittingDay={firstFittingDay(notices)}
      onShowFrom={(day) => showTimesFrom(desk.week, day)}
      isFrozen={commit.kind === 'pending' || commit.kind === 'unknown'}
    />
  )
}

function CommitFoot({ desk, locations, location, clock, isOnline }: SummaryPanelProps) {
  const form = useStore(desk.booking, (state) => state.form)
  const member = useStore(desk.booking, (state) => state.member)
  const commit = useStore(desk.booking, (state) => state.commit)
  const state = useStore(desk.hold, (store) => store.state)
  const start = startToBook(state, form)
  const missing = missingForBooking({
    hasMember: member.kind === 'ready',
    hasLocation: form.locationID !== null,
    hasScanType: form.skuID !== null,
    hasTime: start !== null,
  })
  const prohibition = useStore(desk.safety, (store) => findProhibition(store.assessment))
  const notices = useStore(desk.safety, (store) => store.notices)
  const settle = decideSettle(toSettleBasis(notices), form)
  const offline = whyNotOffline('book', isOnline)
  const elsewhere = useProhibitionElsewhere(desk)
  const unsettled = whyNotSettled('book', { state: settle, fittingDay: firstFittingDay(notices) })
  const waiting = prohibition ?? missing ?? elsewhere ?? unsettled ?? offline
  const reason = commit.kind === 'unknown' ? offline : waiting
  const person = member.kind === 'ready' ? member.value : null
  const when = start === null ? null : formatWeekdayAndInstant(start, location.timezone)
  const now = useStore(clock, ({ minute }) => minute)
  const isAnyway = useOtherBookings(desk, now).length > 0
  const verb = commit.kind === 'unknown' ? 'retry' : form.temporaryHold ? 'hold' : 'book'
  return (
    <div className="sp__foot">
      <SafetyProhibition desk={desk} />
      <SecondBooking desk={desk} locations={locations} now={now} place="foot" />
      <CommitProblem commit={commit} onStartOver={() => void desk.booking.getState().discard()} />
      <CommitBar who={describeCase(person, when)}>
        <Button
          variant="primary"
          size="large"
          isFullWidth
          className="sp__commit"
          isPending={commit.kind === 'pending'}
          disabledReason={reason}
          onPress={() => void desk.booking.getState().book()}
          aria-label={
            person === null || when === null ? undefined : words.commit(verb, describePerson(person), when, isAnyway)
          }
        >
          {person === null || when === null ? words.book : words.verbs[verb](isAnyway)}
        </Button>
      </CommitBar>
      {reason === null || reason === prohibition ? null : (
        <p className="sp__reason" aria-hidden="true">
          {reason}
        </p>
      )}
    </div>
  )
}

/** Returns the member and the time of the booking, as far as they are chosen, for the line above the button. */
const describeCase = (person: Member | null, when: string | null): string =>
  person === null ? (when ?? words.nothingChosen) : describeIdentity(person, when)

function CommitProblem({ commit, onStartOver }: { readonly commit: BookingCommit; readonly onStartOver: () => void }) {
  if (commit.kind === 'unknown') {
    return (
      <Banner tone="warning" title={words.unknownTitle}>
        <p>{commit.failure.message}</p>
        <p>{words.unknownNote}</p>
        <Button size="small" variant="plain" onPress={onStartOver}>
          {words.startOver}
        </Button>
      </Banner>
    )
  }
  if (commit.kind !== 'refused') return null
  const { title, text } = describeBookingFailure(commit.failure)
  return (
    <Banner tone="error" title={title}>
      {text}
    </Banner>
  )
}

type BookedProps = Pick<SummaryPanelProps, 'desk' | 'confirmation' | 'checkIn' | 'onBookAnother' | 'onTakePayment'> & {
  readonly booked: Extract<BookingCommit, { kind: 'booked' }>
}

/** Milliseconds after which the overlay of the booking has closed. */
const overlayGoneMs = 400

function BookedPanel({ booked, desk, confirmation, checkIn, onBookAnother, onTakePayment }: BookedProps) {
  const { study, member, location } = booked
  const heading = useRef<HTMLHeadingElement>(null)
  const scan = location.catalog.primary.find((sold) => sold.skuID === study.skuID)
  const machine = location.machines.find((each) => each.machineID === study.booking?.machineID)
  const isAnswered = study.safety.state === 'complete'
  const isLater = useStore(desk.booking, ({ laterStudyID }) => laterStudyID === study.studyID)
  const isAsking = !isAnswered && !isLater
  useEffect(() => {
    if (isAsking) return undefined
    heading.current?.focus()
    // The overlay of a slow booking has the focus until it has closed, and the button that opened it is gone.
    const timer = setTimeout(() => document.activeElement === document.body && heading.current?.focus(), overlayGoneMs)
    return () => clearTimeout(timer)
  }, [isAsking])
  const panel = useRef<HTMLElement>(null)
  useTallPanel(panel)
  return (
    <section className="sp" aria-label={words.booked} ref={panel}>
      <h2 className="sp__title" tabIndex={-1} ref={heading}>
        {study.temporaryHold ? words.heldTitle : words.booked}
      </h2>
      <div className="sp__body">
        <Banner tone="success" title={`${fullName(member)}, ${formatDate(member.dob)}`}>
          {study.booking === null ? null : formatWeekdayAndInstant(study.booking.utcStart, location.timezone)}
        </Banner>
        <dl className="sp__facts">
          <div>
            <dt>{words.study}</dt>
            <dd className="tabular">{study.studyID}</dd>
          </div>
          <div>
            <dt>{words.location}</dt>
            <dd>{location.address.name}</dd>
          </div>
          <div>
            <dt>{words.scanType}</dt>
            <dd>{scan?.name ?? study.skuID}</dd>
          </div>
          {study.items.addons.length === 0 ? null : (
            <div>
              <dt>{words.addons}</dt>
              <dd>{study.items.addons.map(({ name }) => name).join(', ')}</dd>
            </div>
          )}
          <div>
            <dt>{words.machine}</dt>
            <dd>{machine?.name ?? ''}</dd>
          </div>
          {confirmation}
        </dl>
        {isAnswered ? null : (
          <Banner tone="warning" title={words.safetyTitle}>
            <p>
              <SafetyChips summary={study.safety} isNamed />
            </p>
            <p>{words.safetyNote}</p>
            <LinkButton
              href={paths.studyDetails(study.studyID, { answer: 1 })}
              size="small"
              icon={<ClipboardList aria-hidden="true" />}
            >
              {words.answerSafety}
            </LinkButton>
          </Banner>
        )}
        <div className="sp__next">
          <Button variant="primary" onPress={onTakePayment}>
            {words.takePayment}
          </Button>
          {checkIn}
          <LinkButton href={paths.studyBooking(study.studyID)}>{words.openBooking}</LinkButton>
          <Button onPress={onBookAnother}>{words.bookAnother}</Button>
        </div>
      </div>
      <SafetyModal
        study={study}
        member={member}
        isOpen={isAsking}
        onClose={() => desk.booking.getState().answerLater(study.studyID)}
      />
    </section>
  )
}
