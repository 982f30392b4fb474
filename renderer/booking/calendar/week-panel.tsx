import { CalendarX, RotateCw, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useId, useMemo } from 'react'
import { useStore } from 'zustand'
import { slotUnavailableMessage } from '#domain/booking/booking-form.ts'
import { findFirstFreeSlot } from '#domain/booking/opening-week.ts'
import type { Slot } from '#domain/booking/slot.ts'
import { mondayOfMonth, selectableMonths, selectableYears } from '#domain/booking/week-tabs.ts'
import type { Location } from '#domain/locations/location.ts'
import { whyNotOffline } from '#domain/offline/offline-policy.ts'
import { formatDate, formatTime, formatWeekday } from '#domain/values/format-time.ts'
import type { Instant } from '#domain/values/instant.ts'
import {
  dayBounds,
  today as todayAt,
  toWallTime,
  type ZoneId,
  zoneAbbreviation,
} from '#domain/values/location-clock.ts'
import type { SkuID } from '#domain/values/location-id.ts'
import { addDays, type PlainDate, startOfWeek } from '#domain/values/plain-date.ts'
import type { ClockStore } from '../../kit/clock-store.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { SelectField } from '../../kit/controls/select-field.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { isBehind, shouldReread } from '../../kit/freshness.ts'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { takeCalendarKey } from '../assisted/booking-focus.ts'
import { chosenTime, type HoldNotice, type HoldStore } from './hold-store.ts'
import { SlotGrid } from './slot-grid.tsx'
import { type Audience, freeOwnHold, monthNames } from './slot-rows.ts'
import { type KnownWeek, type Opening, shownWeek, type WeekStore } from './week-store.ts'
import { WeekTabRow, weekTabID } from './week-tab-row.tsx'
import './week-panel.css'

type WeekPanelProps = {
  readonly week: WeekStore
  readonly hold: HoldStore
  readonly location: Location
  readonly skuID: SkuID
  readonly clock: ClockStore
  readonly isOnline: boolean
  /** Who reads it: a member sees neither machines nor other desks. The desk by default. */
  readonly audience?: Audience | undefined
  /** Where the appointment stands that is to be moved; none for a new one. */
  readonly standing?: Instant | null
  /** The day on which a dated safety notice is over; only that day may limit the times. */
  readonly waitDay?: PlainDate | null
  /** Beside the selectors: the choice between week and day. */
  readonly viewChoice?: ReactNode
  /** Below the table: Add a Manual Time. */
  readonly children?: ReactNode
  /** Gets a chosen time before its hold is asked for; false keeps it from being chosen. */
  readonly mayChoose?: (() => boolean) | undefined
}

/** The week of a location for one scan type: selectors, tabs, the table in every state it can have, and what it means. */
export function WeekPanel(props: WeekPanelProps) {
  const { week, hold, location, clock, skuID, audience = 'desk' } = props
  const panelID = useId()
  const minute = useStore(clock, (state) => state.minute)
  const monday = useStore(week, (state) => state.monday)
  const firstMonday = useStore(week, (state) => state.firstMonday)
  const known = useStore(week, shownWeek)
  const opening = useStore(week, (state) => state.opening)
  const holdState = useStore(hold, (state) => state.state)
  const limit = useStore(week, (state) => state.notBefore?.day ?? null)
  // A limit goes with the answers it came from.
  const notBefore = limit === (props.waitDay ?? null) ? limit : null
  const today = todayAt(minute, location.timezone)
  const ownHold = holdState.kind === 'held' ? holdState.hold.eventID : null
  const days = useMemo(() => freeOwnHold(known?.view?.days ?? [], ownHold), [known?.view?.days, ownHold])
  const isDue = known?.view != null && shouldReread({ ...known.view, isOnline: props.isOnline, now: minute })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each minute is a reason to look again
  useEffect(() => {
    if (isDue) void week.getState().refresh()
  }, [isDue, minute, week])
  useEffect(() => {
    window.addEventListener('keydown', takeCalendarKey)
    return () => window.removeEventListener('keydown', takeCalendarKey)
  }, [])
  if (monday === null || firstMonday === null) return <WeekSkeleton />

  const choose = (slot: Slot): void => {
    if (!props.isOnline) return
    if (props.mayChoose?.() === false) return
    const current = chosenTime(hold.getState())
    const { locationID } = location
    if (current?.utcStart === slot.utcStart && current.locationID === locationID) hold.getState().choose(current)
    else
      hold.getState().choose({
        locationID,
        skuID,
        utcStart: slot.utcStart,
        candidates: slot.machines,
        slotSelectionType: 'slot',
      })
  }
  const step = (weeks: -1 | 1): void => {
    const to = addDays(monday, weeks * 7)
    if (to >= startOfWeek(today)) week.getState().show(to)
  }
  const chosen =
    (holdState.kind === 'held' || holdState.kind === 'asking') && holdState.chosen.locationID === location.locationID
      ? {
          utcStart: holdState.chosen.utcStart,
          kind: holdState.kind,
          until: holdState.kind === 'held' ? holdState.hold.expiresAt : null,
        }
      : null

  return (
    <section className="wk" aria-label="Appointment time">
      <div className="wk__head">
        <MonthYear today={today} monday={monday} week={week} />
        <p className="wk__zone">{describeZone(location, monday)}</p>
        {props.viewChoice}
      </div>
      <WeekTabRow
        firstMonday={firstMonday}
        monday={monday}
        today={today}
        panelID={panelID}
        onShow={(to) => week.getState().show(to)}
        onShowFrom={(to) => week.getState().showFrom(to)}
      />
      <div className="wk__status">
        <WeekStatus
          known={known}
          zone={location.timezone}
          now={minute}
          isOnline={props.isOnline}
          onRetry={() => void week.getState().refresh()}
        />
        <OpeningNote
          opening={opening}
          firstFree={findFirstFreeSlot(
            days.flatMap(({ slots }) => slots),
            minute,
            notBefore,
          )}
          {...{ monday, today }}
          zone={location.timezone}
        />
        <Legend hasStanding={props.standing != null} audience={audience} />
      </div>
      <OfflineNote isOnline={props.isOnline} audience={audience} />
      {notBefore === null ? null : (
        <div className="wk__limit" role="status">
          <span>Showing times from {formatDate(notBefore)}. Earlier times are too early for a safety notice.</span>
          <Button size="micro" onPress={() => week.getState().showAllTimes()}>
            Show all times
          </Button>
        </div>
      )}
      <div
        id={panelID}
        role="tabpanel"
        tabIndex={-1}
        aria-labelledby={weekTabID(panelID, monday)}
        aria-busy={known?.reading === 'reading'}
        className="wk__body"
      >
        <WeekBody
          known={opening.kind === 'searching' && known?.failure == null ? null : known}
          location={location}
          skuID={skuID}
          onRetry={() => void week.getState().refresh()}
          onNext={() => step(1)}
        >
          {known?.view ? (
            <SlotGrid
              label={`Time slots, ${formatDate(monday)} to ${formatDate(addDays(monday, 6))}`}
              days={days}
              zone={location.timezone}
              now={minute}
              today={today}
              chosen={chosen}
              standing={props.standing ?? null}
              openAt={opening.kind === 'found' && opening.monday === monday ? opening.utcStart : null}
              notBefore={notBefore}
              onChoose={choose}
              onStep={step}
              audience={audience}
              isLocked={!props.isOnline}
              clock={clock}
            />
          ) : null}
        </WeekBody>
        <HoldNoticeBanner hold={hold} zone={location.timezone} />
      </div>
      {props.children}
    </section>
  )
}

/** Says where the calendar opened when the current week has no free time, as far as the week shown still bears it out. */
function OpeningNote({
  opening,
  firstFree,
  monday,
  today,
  zone,
}: {
  readonly opening: Opening
  /** Of the week shown; null where it has none. */
  readonly firstFree: Slot | null
  readonly monday: PlainDate
  readonly today: PlainDate
  readonly zone: ZoneId
}) {
  if (opening.kind === 'nothing') {
    // A time became free meanwhile.
    if (firstFree !== null) return null
    return (
      <p className="wk__opening" role="status">
        No free time up to {inFull(opening.searchedTo)}.
      </p>
    )
  }
  if (opening.kind !== 'found' || opening.monday !== monday || monday <= startOfWeek(today)) return null
  if (firstFree === null) return null
  return (
    <p className="wk__opening" role="status">
      First free time: {inFull(todayAt(firstFree.utcStart, zone))}
    </p>
  )
}

const inFull = (date: PlainDate): string => `${formatWeekday(date)} ${formatDate(date)}`

/** Says once, above the times, why none of them can be held. */
export function OfflineNote({
  isOnline,
  audience = 'desk',
}: {
  readonly isOnline: boolean
  readonly audience?: Audience | undefined
}) {
  if (isOnline) return null
  return (
    <p className="wk__offline" role="status">
      <WifiOff aria-hidden="true" size={14} />
      {audience === 'member'
        ? 'We cannot be reached at the moment, so no time can be held. What you typed is kept.'
        : whyNotOffline('holdTime', isOnline)}
    </p>
  )
}

function WeekBody({
  known,
  location,
  skuID,
  onRetry,
  onNext,
  children,
}: {
  readonly known: KnownWeek | null
  readonly location: Location
  readonly skuID: SkuID
  readonly onRetry: () => void
  readonly onNext: () => void
  readonly children: ReactNode
}) {
  if (known?.view == null) {
    if (known?.failure == null) return <WeekSkeleton />
    const problem = describeBookingFailure(known.failure)
    return (
      <EmptyState
        icon={<CalendarX aria-hidden="true" />}
        title={known.failure.code === 'offline' ? 'This week is not on this workstation' : problem.title}
        action={
          <Button onPress={onRetry} icon={<RotateCw aria-hidden="true" />}>
            Try again
          </Button>
        }
      >
        {known.failure.code === 'offline'
          ? 'The back office cannot be reached, and only the last 7 and the next 60 days are kept here.'
          : problem.text}
      </EmptyState>
    )
  }
  if (known.view.days.some((day) => day.slots.length > 0)) return children
  if (!location.machines.some((machine) => machine.availableSKUs.includes(skuID))) {
    return (
      <EmptyState
        icon={<CalendarX aria-hidden="true" />}
        title={`No machine at ${location.address.name} does this scan`}
      >
        Choose another scan type, or another location.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<CalendarX aria-hidden="true" />}
      title="Closed all week"
      action={<Button onPress={onNext}>Next week</Button>}
    >
      {location.address.name} is not open on any day of this week.
    </EmptyState>
  )
}

function MonthYear({
  today,
  monday,
  week,
}: {
  readonly today: PlainDate
  readonly monday: PlainDate
  readonly week: WeekStore
}) {
  // A week that reaches into the next month belongs to the month of its last day only once the current one is over.
  const shown = monday < today ? today : monday
  const year = Number(shown.slice(0, 4))
  const month = Number(shown.slice(5, 7))
  const show = (toYear: number, toMonth: number): void => {
    const months = selectableMonths(toYear, today)
    const inReach = months.includes(toMonth) ? toMonth : (months[0] ?? toMonth)
    week.getState().showFrom(mondayOfMonth(toYear, inReach, today))
  }
  return (
    <div className="wk__month">
      <SelectField
        label="Month"
        isLabelHidden
        size="small"
        options={selectableMonths(year, today).map((number) => ({
          value: String(number),
          label: monthNames[number - 1] ?? '',
        }))}
        value={String(month)}
        onChange={(value) => show(year, Number(value))}
      />
      <SelectField
        label="Year"
        isLabelHidden
        size="small"
        options={selectableYears(today).map((number) => ({ value: String(number), label: String(number) }))}
        value={String(year)}
        onChange={(value) => show(Number(value), month)}
      />
    </div>
  )
}

/** `All times are Vancouver time, PST`, and the change where the clocks change within the week. */
const describeZone = (location: Location, monday: PlainDate): string => {
  const first = zoneAbbreviation(dayBounds(monday, location.timezone).from, location.timezone)
  const line = `All times are ${location.address.name} time, ${first}`
  for (let day = 0; day < 7; day += 1) {
    const date = addDays(monday, day)
    const last = zoneAbbreviation(dayBounds(date, location.timezone).to, location.timezone)
    if (last !== first) return `${line}; ${last} from ${formatWeekday(date)} ${formatDate(date)}`
  }
  return line
}

function WeekStatus({
  known,
  zone,
  now,
  isOnline,
  onRetry,
}: {
  readonly known: KnownWeek | null
  readonly zone: ZoneId
  readonly now: Instant
  readonly isOnline: boolean
  readonly onRetry: () => void
}) {
  if (known?.view == null) return <span />
  const asOf = `as of ${describeAsOf(known.view.asOf, zone)}`
  if (isBehind({ ...known.view, failure: known.failure, isOnline, now })) {
    const reason = isOnline ? 'Not up to date' : 'Offline'
    return (
      <span className="wk__stale" role="status">
        {reason}, {asOf}.{' '}
        <Button variant="plain" size="micro" onPress={onRetry} isPending={known.reading === 'reading'}>
          Try again
        </Button>
      </span>
    )
  }
  return <span className="wk__as-of">Up to date, {asOf}</span>
}

const describeAsOf = (asOf: Instant, zone: ZoneId): string => {
  const wall = toWallTime(asOf, zone)
  return `${formatWeekday(wall.date)} ${formatTime(wall.time)}`
}

function Legend({ hasStanding, audience }: { readonly hasStanding: boolean; readonly audience: Audience }) {
  if (audience === 'member') {
    return (
      <ul className="wk__legend" aria-label="What the colours mean">
        <li>
          <span className="wk__key sg-cell--free" /> free
        </li>
        <li>
          <span className="wk__key sg-cell--mine" /> your choice
        </li>
        <li>
          <span className="wk__key sg-cell--taken" /> not available
        </li>
      </ul>
    )
  }
  return (
    <ul className="wk__legend" aria-label="What the colours mean">
      {hasStanding ? (
        <li>
          <span className="wk__key sg-cell--standing" /> stands now
        </li>
      ) : null}
      <li>
        <span className="wk__key sg-cell--free" /> free
      </li>
      <li>
        <span className="wk__key sg-cell--mine" /> yours
      </li>
      <li>
        <span className="wk__key sg-cell--held" /> held
      </li>
      <li>
        <span className="wk__key sg-cell--taken" /> taken
      </li>
      <li>
        <span className="wk__key sg-cell--past" /> past
      </li>
    </ul>
  )
}

/** What became of the last choice, over the foot of the table so that nothing below or above it moves. */
export function HoldNoticeBanner({ hold, zone }: { readonly hold: HoldStore; readonly zone: ZoneId }) {
  const notice = useStore(hold, (state) => state.notice)
  if (notice === null) return null
  const { title, text, tone } = describeHoldNotice(notice, zone)
  const previous = notice.kind === 'slot-taken' ? notice.previous : null
  return (
    <div className="wk__notice">
      <Banner
        tone={tone}
        title={title}
        onDismiss={() => hold.getState().dismiss()}
        action={
          previous === null ? undefined : (
            <Button size="small" onPress={() => hold.getState().choose(previous)}>
              Take {timeOf(previous.utcStart, zone)} back
            </Button>
          )
        }
      >
        {text}
      </Banner>
    </div>
  )
}

const timeOf = (instant: Instant, zone: ZoneId): string => formatTime(toWallTime(instant, zone).time)

const describeHoldNotice = (
  notice: HoldNotice,
  zone: ZoneId,
): { title: string; text: string; tone: 'error' | 'warning' } => {
  switch (notice.kind) {
    case 'slot-taken':
      return {
        title: slotUnavailableMessage,
        text:
          notice.previous === null
            ? 'Everything else you entered is kept.'
            : `Your earlier time, ${timeOf(notice.previous.utcStart, zone)}, is still free.`,
        tone: 'error',
      }
    case 'lapsed':
      return {
        title: `Your hold on ${timeOf(notice.chosen.utcStart, zone)} has run out`,
        text: 'The time was given back. Everything else you entered is kept; choose the time again if it is still free.',
        tone: 'warning',
      }
    case 'failed':
      return { ...describeBookingFailure(notice.failure), tone: 'error' }
  }
}

function WeekSkeleton() {
  return (
    <SkeletonGroup label="Loading the week" className="wk__skeleton">
      {Array.from({ length: 8 * 14 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity
        <Skeleton key={index} shape="block" height={index < 8 ? 30 : 25} />
      ))}
    </SkeletonGroup>
  )
}
