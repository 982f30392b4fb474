import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '#contract/bridge.ts'
import { findFirstFreeSlot } from '#domain/booking/opening-week.ts'
import type { Slot } from '#domain/booking/slot.ts'
import { countAbleMachines } from '#domain/booking/slot-capacity.ts'
import { mondayOfMonth, selectableMonths, selectableYears } from '#domain/booking/week-tabs.ts'
import { formatsIn } from '#domain/format/formats-in.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { TextLanguage } from '#domain/values/language.ts'
import { dayBounds, todayAt, zoneAbbreviation } from '#domain/values/location-clock.ts'
import type { LocationID, SkuID } from '#domain/values/location-id.ts'
import { addDays, type PlainDate, startOfWeek } from '#domain/values/plain-date.ts'
import type { ClockStore } from '../../kit/clock-store.ts'
import { Button } from '../../kit/controls/button.tsx'
import { SelectField } from '../../kit/controls/select-field.tsx'
import { shouldReread } from '../../kit/freshness.ts'
import { useCalendarKeys } from '../assisted/booking-focus.ts'
import { HoldNoticeBanner } from './hold-notice-banner.tsx'
import { chosenTime, type HoldState, type HoldStore } from './hold-store.ts'
import { SlotGrid } from './slot-grid.tsx'
import type { SlotGridProps } from './slot-grid-props.ts'
import { SlotPeek, usePeek, usePeekedDays } from './slot-peek.tsx'
import { type Audience, findNowStart, freeOwnHold, labelSlots } from './slot-rows.ts'
import { WeekBody, WeekSkeleton } from './week-body.tsx'
import { shownWeek, type WeekStore } from './week-state.ts'
import { OfflineNote, OpeningNote, WeekStatus } from './week-status.tsx'
import { WeekTabRow, weekTabID } from './week-tab-row.tsx'
import './week-panel.css'
import { useLanguage } from '../text-language.ts'
import { useWeekWords, weekWordsIn } from './week-words.ts'

type WeekPanelProps = {
  readonly week: WeekStore
  readonly hold: HoldStore
  readonly location: Location
  readonly skuID: SkuID
  readonly clock: ClockStore
  readonly isOnline: boolean
  /** Who sees the panel: a member sees neither machines nor who holds a time. Default `desk`. */
  readonly audience?: Audience | undefined
  /** Reads who has a taken slot; absent on a member's own page, which shows no names. */
  readonly bridge?: Pick<Bridge, 'booking' | 'on'> | undefined
  /** The start of the appointment to move; absent for a new appointment. */
  readonly currentStart?: Instant | null
  /**
   * The day on which the last dated wait ends, such as 8 weeks after a surgery. The week store's `notBefore` has an
   * effect only if it equals this day.
   */
  readonly waitDay?: PlainDate | null
  /** Shown beside the selectors: the choice between week and day. */
  readonly viewChoice?: ReactNode
  /** Shown below the table: Add a Manual Time. */
  readonly children?: ReactNode
  /** Called before a chosen time is held; false prevents the choice. */
  readonly mayChoose?: (() => boolean) | undefined
}

/** Shows the week of a location for one scan type: selectors, tabs, the table in every state, and its legend. */
export function WeekPanel(props: WeekPanelProps) {
  const { week, hold, location, clock, skuID, audience = 'desk' } = props
  const language = useLanguage()
  const { week: words } = useWeekWords()
  const panelID = useId()
  const minute = useStore(clock, (state) => state.minute)
  const monday = useStore(week, (state) => state.monday)
  const firstMonday = useStore(week, (state) => state.firstMonday)
  const known = useStore(week, shownWeek)
  const opening = useStore(week, (state) => state.opening)
  const holdState = useStore(hold, (state) => state.state)
  const limit = useStore(week, (state) => state.notBefore?.day ?? null)
  // The limit has no effect after new answers change the day on which the wait ends.
  const notBefore = limit === (props.waitDay ?? null) ? limit : null
  const today = todayAt(minute, location.timezone)
  const ownHold = holdState.kind === 'held' ? holdState.hold.eventID : null
  const days = useMemo(
    () => labelSlots(freeOwnHold(known?.view?.days ?? [], ownHold), language),
    [known?.view?.days, ownHold, language],
  )
  const isDue = known?.view != null && shouldReread({ ...known.view, isOnline: props.isOnline, now: minute })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each minute
  useEffect(() => {
    if (isDue) void week.getState().refresh()
  }, [isDue, minute, week])
  useCalendarKeys()
  const body = useRef<HTMLDivElement>(null)
  const [peeked, peek] = usePeek(monday)
  const readDay = usePeekedDays(props.bridge)
  if (monday === null || firstMonday === null) return <WeekSkeleton />

  const choose = (slot: Slot): void => {
    if (!props.isOnline || props.mayChoose?.() === false) return
    chooseSlot(hold, { locationID: location.locationID, skuID }, slot)
  }
  const step = (weeks: -1 | 1): void => {
    const to = addDays(monday, weeks * 7)
    if (to >= startOfWeek(today)) week.getState().show(to)
  }
  const chosen = toChosenStart(holdState, location.locationID)
  const slots = days.flatMap((day) => day.slots)
  const firstFree = findFirstFreeSlot(slots, minute, notBefore)

  return (
    <section className="wk" aria-label={words.label}>
      <div className="wk__head">
        <MonthYear today={today} monday={monday} week={week} />
        <p className="wk__zone">{describeZone(location, monday, language)}</p>
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
        <OpeningNote {...{ opening, firstFree, monday, today }} zone={location.timezone} />
        <WeekLegend
          current={props.currentStart ?? null}
          nowStart={findNowStart(days, today, minute)}
          audience={audience}
        />
      </div>
      <OfflineNote isOnline={props.isOnline} audience={audience} />
      {notBefore === null ? null : <LimitNote notBefore={notBefore} week={week} />}
      <div
        id={panelID}
        ref={body}
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
              label={nameGrid(monday, language)}
              days={days}
              zone={location.timezone}
              machineName={(machineID) => location.machines.find((one) => one.machineID === machineID)?.name}
              now={minute}
              today={today}
              chosen={chosen}
              currentStart={props.currentStart}
              openAt={opening.kind === 'found' && opening.monday === monday ? opening.utcStart : null}
              notBefore={notBefore}
              onChoose={choose}
              onStep={step}
              audience={audience}
              isLocked={!props.isOnline}
              able={countAbleMachines(location, skuID)}
              onPeek={props.bridge === undefined ? undefined : peek}
              clock={clock}
            />
          ) : null}
        </WeekBody>
        <SlotPeek {...{ peeked, location, skuID, readDay }} now={minute} frame={body} />
        <HoldNoticeBanner hold={hold} zone={location.timezone} />
      </div>
      {props.children}
    </section>
  )
}

/** Returns the name of the table of a week for screen readers. */
const nameGrid = (monday: PlainDate, language: TextLanguage): string => {
  const { date } = formatsIn(language)
  return weekWordsIn(language).week.grid(date(monday), date(addDays(monday, 6)))
}

/** Chooses a slot, or clears it if it is already chosen. */
const chooseSlot = (
  hold: HoldStore,
  { locationID, skuID }: { readonly locationID: LocationID; readonly skuID: SkuID },
  { utcStart, machines }: Slot,
): void => {
  const { choose } = hold.getState()
  const current = chosenTime(hold.getState())
  if (current?.utcStart === utcStart && current.locationID === locationID) choose(current)
  else choose({ locationID, skuID, utcStart, candidates: machines, slotSelectionType: 'slot' })
}

/** Returns the chosen start as the table marks it; null when no time is chosen at this location. */
const toChosenStart = (state: HoldState, locationID: LocationID): SlotGridProps['chosen'] =>
  (state.kind === 'held' || state.kind === 'asking') && state.chosen.locationID === locationID
    ? {
        utcStart: state.chosen.utcStart,
        kind: state.kind,
        until: state.kind === 'held' ? state.hold.expiresAt : null,
      }
    : null

function LimitNote({ notBefore, week }: { readonly notBefore: PlainDate; readonly week: WeekStore }) {
  const { week: words } = useWeekWords()
  const { date } = formatsIn(useLanguage())
  return (
    <div className="wk__limit" role="status">
      <span>{words.limit(date(notBefore))}</span>
      <Button size="micro" onPress={() => week.getState().showAllTimes()}>
        {words.showAll}
      </Button>
    </div>
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
  const { week: words } = useWeekWords()
  const { months: monthNames } = formatsIn(useLanguage())
  // The current week shows the month of today; a later week shows the month of its Monday.
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
        label={words.month}
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
        label={words.year}
        isLabelHidden
        size="small"
        options={selectableYears(today).map((number) => ({ value: String(number), label: String(number) }))}
        value={String(year)}
        onChange={(value) => show(Number(value), month)}
      />
    </div>
  )
}

/** Returns the zone in words, such as `All times are Vancouver time, PST`. Names a clock change within the week. */
const describeZone = (location: Location, monday: PlainDate, language: TextLanguage): string => {
  const { week: words } = weekWordsIn(language)
  const { zone, weekday, date: formatDate } = formatsIn(language)
  const first = zoneAbbreviation(dayBounds(monday, location.timezone).from, location.timezone)
  const line = words.zoneLine(location.address.name, zone(first))
  for (let day = 0; day < 7; day += 1) {
    const date = addDays(monday, day)
    const last = zoneAbbreviation(dayBounds(date, location.timezone).to, location.timezone)
    if (last !== first) return words.changingZone(line, zone(last), weekday(date), formatDate(date))
  }
  return line
}

type LegendProps = {
  readonly current: Instant | null
  /** The start directly below the line that marks the current time; null if the table has no such line. */
  readonly nowStart: Instant | null
  readonly audience: Audience
}

function WeekLegend({ current, nowStart, audience }: LegendProps) {
  const { week: words } = useWeekWords()
  if (audience === 'member') {
    return (
      <ul className="wk__legend" aria-label={words.legend}>
        <li>
          <span className="wk__key sg-cell--free" /> {words.free}
        </li>
        <li>
          <span className="wk__key sg-cell--mine" /> {words.yourChoice}
        </li>
        <li>
          <span className="wk__key sg-cell--taken" /> {words.notAvailable}
        </li>
      </ul>
    )
  }
  return (
    <ul className="wk__legend" aria-label={words.legend}>
      {current !== null ? (
        <li>
          <span className="wk__key sg-cell--current" /> {words.currentStart}
        </li>
      ) : null}
      <li>
        <span className="wk__key sg-cell--free" /> {words.free}
      </li>
      <li>
        <span className="wk__key sg-cell--mine" /> {words.yours}
      </li>
      <li>
        <span className="wk__key sg-cell--held" /> {words.held}
      </li>
      <li>
        <span className="wk__key sg-cell--taken" /> {words.taken}
      </li>
      {nowStart !== null ? (
        <li>
          <span className="wk__key wk__key--now" /> {words.now}
        </li>
      ) : null}
    </ul>
  )
}
