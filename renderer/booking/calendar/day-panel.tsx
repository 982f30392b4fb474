import { ChevronLeft, ChevronRight } from 'lucide-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { useStore } from 'zustand'
import type { DayView } from '#contract/booking/bridge.ts'
import type { DropPlace } from '#domain/booking/move-drop.ts'
import { lastBookableDate } from '#domain/booking/week-tabs.ts'
import { formatWeekdayAndDate } from '#domain/format/format-date.ts'
import { formatMoment, formatTimeAt } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { closedMessageShort } from '#domain/locations/location-words.ts'
import { fullName } from '#domain/members/member.ts'
import { type Instant, minutesBetween } from '#domain/values/instant.ts'
import { dayBounds, todayAt, type ZoneId, zoneAbbreviation } from '#domain/values/location-clock.ts'
import type { MachineID } from '#domain/values/location-id.ts'
import { addDays, type PlainDate, parsePlainDate } from '#domain/values/plain-date.ts'
import type { ClockStore } from '../../kit/clock-store.ts'
import { Banner } from '../../kit/controls/banner.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { DatePicker } from '../../kit/controls/date-picker.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { isBehind, shouldReread } from '../../kit/freshness.ts'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import { useCalendarKeys } from '../assisted/booking-focus.ts'
import type { BookingFactories } from '../booking-factories.ts'
import { DayEntryBlock } from './day-entry-block.tsx'
import { neighbourItem } from './day-keys.ts'
import {
  type DayRange,
  decideDayRange,
  type Lane,
  type LaneItem,
  timeInFree,
  toHourLines,
  toLanes,
} from './day-lanes.ts'
import { type KnownDay, shownDay } from './day-store.ts'
import { DragAnnouncement, DragPreview } from './drag-preview.tsx'
import { type DayDrag, type MovableEntry, useDayDrag } from './use-day-drag.ts'
import './day-panel.css'
import { bookingWords } from '../booking-words.ts'
import { calendarWords } from './calendar-words.ts'

const words = calendarWords.day

export type DayPanelProps = {
  readonly newDay: BookingFactories['newDay']
  readonly location: Location
  readonly clock: ClockStore
  readonly isOnline: boolean
  readonly date: PlainDate
  readonly onDate: (date: PlainDate) => void
  /** Called when the user chooses free time on a machine. */
  readonly onFree: (machineID: MachineID, utcStart: Instant) => void
  /**
   * Called when the user drops an appointment at another free time. The appointment has not moved yet. Without this
   * function appointments cannot be dragged.
   */
  readonly onMove?: ((entry: MovableEntry, place: DropPlace) => void) | undefined
  readonly viewChoice?: ReactNode
  readonly children?: ReactNode
}

/** Shows the bookings and free time of one day by the location's clock, with its machines side by side. */
export function DayPanel(props: DayPanelProps) {
  const { newDay, location, clock, date, onDate } = props
  const minute = useStore(clock, (state) => state.minute)
  const store = useMemo(() => newDay(), [newDay])
  const known = useStore(store, shownDay)
  const today = todayAt(minute, location.timezone)
  const last = lastBookableDate(today)
  const { locationID } = location
  useEffect(() => store.getState().start(), [store])
  useEffect(() => store.getState().aim({ locationID, date }), [store, locationID, date])
  useCalendarKeys()
  const isDue = known.view !== null && shouldReread({ ...known.view, isOnline: props.isOnline, now: minute })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each minute
  useEffect(() => {
    if (isDue) void store.getState().refresh()
  }, [isDue, minute, store])
  return (
    <section className="wk" aria-label={words.label}>
      <div className="wk__head dp__head">
        <Button
          size="xsmall"
          variant="plain"
          icon={<ChevronLeft aria-hidden="true" />}
          aria-label={words.previous}
          tooltip={words.previous}
          onPress={() => onDate(addDays(date, -1))}
        />
        <DatePicker
          label={words.date}
          isLabelHidden
          className="dp__date"
          value={date}
          maxValue={last}
          onChange={(value) => {
            const chosen = parsePlainDate(value)
            if (chosen !== undefined) onDate(chosen)
          }}
        />
        <Button
          size="xsmall"
          variant="plain"
          icon={<ChevronRight aria-hidden="true" />}
          aria-label={words.next}
          tooltip={words.next}
          disabledReason={date >= last ? calendarWords.lastDate : null}
          onPress={() => onDate(addDays(date, 1))}
        />
        <p className="wk__zone">{describeDay(date, location)}</p>
        {props.viewChoice}
      </div>
      <div className="wk__status">
        <DayStatus
          known={known}
          zone={location.timezone}
          now={minute}
          isOnline={props.isOnline}
          onRetry={() => void store.getState().refresh()}
        />
      </div>
      <div className="wk__body dp__body" aria-busy={known.reading === 'reading'}>
        <DayBody known={known} now={minute} onRetry={() => void store.getState().refresh()} {...props} />
      </div>
      {props.children}
    </section>
  )
}

const describeDay = (date: PlainDate, location: Location): string => {
  const { from, to } = dayBounds(date, location.timezone)
  const hours = minutesBetween(from, to) / 60
  const first = zoneAbbreviation(from, location.timezone)
  const last = zoneAbbreviation(to, location.timezone)
  const zone = first === last ? first : words.changingZone(first, last, hours)
  return words.zoneLine(formatWeekdayAndDate(date), location.address.name, zone)
}

function DayStatus({
  known,
  zone,
  now,
  isOnline,
  onRetry,
}: {
  readonly known: KnownDay
  readonly zone: ZoneId
  readonly now: Instant
  readonly isOnline: boolean
  readonly onRetry: () => void
}) {
  if (known.view === null) return <span />
  const asOf = formatMoment(known.view.asOf, now, zone)
  if (!isBehind({ ...known.view, failure: known.failure, isOnline, now }))
    return <span>{calendarWords.upToDate(asOf)}</span>
  return (
    <span className="wk__stale" role="status">
      {calendarWords.stale(asOf, isOnline)}{' '}
      <Button variant="plain" size="micro" onPress={onRetry} isPending={known.reading === 'reading'}>
        {bookingWords.tryAgain}
      </Button>
    </span>
  )
}

type BodyProps = DayPanelProps & { readonly known: KnownDay; readonly now: Instant; readonly onRetry: () => void }

function DayBody({ known, now, onRetry, ...props }: BodyProps) {
  const { location } = props
  if (known.view === null) {
    if (known.failure === null) {
      return (
        <SkeletonGroup label={words.loading} className="wk__skeleton dp__skeleton">
          {location.machines.map(({ machineID }) => (
            <Skeleton key={machineID} shape="block" height="420px" />
          ))}
        </SkeletonGroup>
      )
    }
    const problem = describeBookingFailure(known.failure)
    return (
      <EmptyState title={problem.title} action={<Button onPress={onRetry}>{bookingWords.tryAgain}</Button>}>
        {problem.text}
      </EmptyState>
    )
  }
  const { locationID, date } = known.view
  return <DayLanes key={`${locationID} ${date}`} {...props} view={known.view} now={now} />
}

type LanesProps = DayPanelProps & { readonly view: DayView; readonly now: Instant }

function DayLanes({ view, now, ...props }: LanesProps) {
  const { location, date, clock, onFree, onMove, isOnline } = props
  const canMove = isOnline && onMove !== undefined
  const range = decideDayRange(date, location, view.entries)
  const lanes = toLanes(view, location, range, now)
  const day = useRef<HTMLDivElement>(null)
  const drag = useDayDrag({
    canMove,
    location,
    range,
    machines: lanes.map(({ machine }) => machine.machineID),
    entries: view.entries,
    now,
    day,
    onDrop: (entry, place) => onMove?.(entry, place),
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    if (day.current === null || !(event.target instanceof Element) || event.altKey || event.ctrlKey) return
    const next = neighbourItem(day.current, event.target, event.key)
    if (next === null) return
    event.preventDefault()
    next.focus()
  }
  const isNowShown = now >= range.from && now < range.to
  return (
    <div
      className="dp"
      style={{ '--dp-minutes': minutesBetween(range.from, range.to), '--dp-lanes': lanes.length } as CSSProperties}
    >
      <div className="dp__row dp__row--head">
        <span />
        {lanes.map(({ machine }) => (
          <h3 key={machine.machineID} className="dp__machine" id={`dp-${machine.machineID}`}>
            {machine.name}
          </h3>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the free times and appointments inside */}
      <div className="dp__row dp__row--day" ref={day} onKeyDown={onKeyDown}>
        <div className="dp__axis" aria-hidden="true">
          {toHourLines(range, location.timezone).map(({ at, label }) => (
            <span key={at} className="dp__hour" style={placed(range, at, at)}>
              {label}
            </span>
          ))}
        </div>
        {lanes.map((lane) => (
          <LaneColumn
            key={lane.machine.machineID}
            lane={lane}
            range={range}
            now={now}
            zone={location.timezone}
            clock={clock}
            onFree={onFree}
            isLocked={!isOnline}
            drag={canMove ? drag : null}
            location={location}
          />
        ))}
        {isNowShown ? <div className="dp__now" aria-hidden="true" style={placed(range, now, now)} /> : null}
      </div>
      <p hidden id="dp-drag-hint">
        {calendarWords.drop.hint}
      </p>
      <DragAnnouncement drag={drag} location={location} />
      <Refusal drag={drag} />
    </div>
  )
}

/** Shows why an appointment was not moved to the place where it was dropped. */
function Refusal({ drag }: { readonly drag: DayDrag }) {
  if (drag.refusal === null) return null
  const { entry, reason } = drag.refusal
  const who = entry.member === null ? words.unknownName : fullName(entry.member)
  return (
    <div className="wk__notice">
      <Banner tone="error" title={calendarWords.drop.refusedTitle(who)} onDismiss={drag.dismiss}>
        {reason}
      </Banner>
    </div>
  )
}

const placed = (range: DayRange, from: Instant, to: Instant): CSSProperties =>
  ({ '--dp-from': minutesBetween(range.from, from), '--dp-long': minutesBetween(from, to) }) as CSSProperties

type LaneProps = {
  readonly isLocked: boolean
  readonly drag: DayDrag | null
  readonly location: Location
  readonly lane: Lane
  readonly range: DayRange
  readonly now: Instant
  readonly zone: ZoneId
  readonly clock: ClockStore
  readonly onFree: DayPanelProps['onFree']
}

function LaneColumn({ lane, range, now, zone, clock, onFree, isLocked, drag, location }: LaneProps) {
  const { machine } = lane
  const { open } = range
  // Past time is shaded like closed hours.
  const pastEnd = now < range.from ? range.from : now > range.to ? range.to : now
  return (
    <div className="dp__lane" data-machine={machine.machineID}>
      {open === null ? (
        <div className="dp__closed" style={placed(range, range.from, range.to)} />
      ) : (
        <>
          <div className="dp__closed" style={placed(range, range.from, pastEnd > open.from ? pastEnd : open.from)} />
          <div className="dp__closed" style={placed(range, pastEnd > open.to ? pastEnd : open.to, range.to)} />
        </>
      )}
      {lane.closed.map(({ from, to, reason }) => (
        <div key={from} className="dp__closed" style={placed(range, from, to)}>
          <span className="dp__reason">{closedMessageShort(reason)}</span>
        </div>
      ))}
      <ol aria-labelledby={`dp-${machine.machineID}`}>
        {lane.items.map((item) => (
          <li
            key={item.kind === 'entry' ? item.entry.machineTime.eventID : `free-${item.from}`}
            className="dp__item"
            style={{
              ...placed(range, item.from, item.to),
              ...(item.kind === 'entry'
                ? ({ '--dp-column': item.column, '--dp-columns': item.columns } as CSSProperties)
                : {}),
            }}
          >
            {item.kind === 'free' ? (
              <FreeSpace
                isLocked={isLocked}
                item={item}
                machineID={machine.machineID}
                name={machine.name}
                zone={zone}
                onFree={onFree}
              />
            ) : (
              <DayEntryBlock entry={item.entry} zone={zone} clock={clock} drag={drag} />
            )}
          </li>
        ))}
      </ol>
      {drag === null ? null : (
        <DragPreview
          drag={drag}
          location={location}
          machineID={machine.machineID}
          placed={(from, to) => placed(range, from, to)}
        />
      )}
    </div>
  )
}

type FreeProps = {
  /** True while offline: no time can be held, and the status above the day shows that the workstation is offline. */
  readonly isLocked: boolean
  readonly item: Extract<LaneItem, { kind: 'free' }>
  readonly machineID: MachineID
  readonly name: string
  readonly zone: ZoneId
  readonly onFree: DayPanelProps['onFree']
}

function FreeSpace({ isLocked, item, machineID, name, zone, onFree }: FreeProps) {
  const choose = (event: MouseEvent<HTMLButtonElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    // A key press has no position, so it chooses the start of the period.
    const isByKey = event.detail === 0
    onFree(machineID, timeInFree(item, isByKey ? 0 : (event.clientY - box.top) / box.height))
  }
  return (
    <button
      type="button"
      className="dp__free"
      disabled={isLocked}
      aria-label={words.free(name, formatTimeAt(item.from, zone), formatTimeAt(item.to, zone))}
      onClick={choose}
    />
  )
}
