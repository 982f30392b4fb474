import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type CSSProperties, type MouseEvent, type ReactNode, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { DayEntry } from '#contract/booking/bridge.ts'
import { lastBookableDate } from '#domain/booking/week-tabs.ts'
import { formatDate, formatWeekdayAndDate } from '#domain/format/format-date.ts'
import { formatMoment, formatTimeAt } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import { closedMessageShort } from '#domain/locations/location-words.ts'
import { fullName } from '#domain/members/member.ts'
import { isKnownSafetySigned } from '#domain/safety/known-safety.ts'
import { type Instant, minutesBetween } from '#domain/values/instant.ts'
import { dayBounds, todayAt, type ZoneId, zoneAbbreviation } from '#domain/values/location-clock.ts'
import type { MachineID } from '#domain/values/location-id.ts'
import { addDays, type PlainDate, parsePlainDate } from '#domain/values/plain-date.ts'
import type { ClockStore } from '../../kit/clock-store.ts'
import { Badge } from '../../kit/controls/badge.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { DatePicker } from '../../kit/controls/date-picker.tsx'
import { EmptyState } from '../../kit/controls/empty-state.tsx'
import { LinkButton } from '../../kit/controls/link-button.tsx'
import { Skeleton, SkeletonGroup } from '../../kit/controls/skeleton.tsx'
import { Countdown } from '../../kit/countdown.tsx'
import { isBehind, shouldReread } from '../../kit/freshness.ts'
import { paths } from '../../routes.ts'
import { toSafetyChips } from '../../safety/booking-safety.ts'
import { describeBookingFailure } from '../../study/booking-failures.ts'
import type { BookingFactories } from '../booking-factories.ts'
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
import './day-panel.css'
import { bookingWords } from '../booking-words.ts'
import { calendarWords } from './calendar-words.ts'

const words = calendarWords.day

type DayPanelProps = {
  readonly newDay: BookingFactories['newDay']
  readonly location: Location
  readonly clock: ClockStore
  readonly isOnline: boolean
  readonly date: PlainDate
  readonly onDate: (date: PlainDate) => void
  /** Called when the user chooses free time on a machine. */
  readonly onFree: (machineID: MachineID, utcStart: Instant) => void
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
  const { location, date, clock, onFree } = props
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
  const range = decideDayRange(date, location, known.view.entries)
  const lanes = toLanes(known.view, location, range, now)
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
      <div className="dp__row dp__row--day">
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
            isLocked={!props.isOnline}
          />
        ))}
        {isNowShown ? <div className="dp__now" aria-hidden="true" style={placed(range, now, now)} /> : null}
      </div>
    </div>
  )
}

const placed = (range: DayRange, from: Instant, to: Instant): CSSProperties =>
  ({ '--dp-from': minutesBetween(range.from, from), '--dp-long': minutesBetween(from, to) }) as CSSProperties

type LaneProps = {
  readonly isLocked: boolean
  readonly lane: Lane
  readonly range: DayRange
  readonly now: Instant
  readonly zone: ZoneId
  readonly clock: ClockStore
  readonly onFree: DayPanelProps['onFree']
}

function LaneColumn({ lane, range, now, zone, clock, onFree, isLocked }: LaneProps) {
  const { machine } = lane
  const { open } = range
  // Past time is shaded like closed hours.
  const gone = now < range.from ? range.from : now > range.to ? range.to : now
  return (
    <div className="dp__lane">
      {open === null ? (
        <div className="dp__closed" style={placed(range, range.from, range.to)} />
      ) : (
        <>
          <div className="dp__closed" style={placed(range, range.from, gone > open.from ? gone : open.from)} />
          <div className="dp__closed" style={placed(range, gone > open.to ? gone : open.to, range.to)} />
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
              <Entry entry={item.entry} zone={zone} clock={clock} />
            )}
          </li>
        ))}
      </ol>
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

/**
 * Shows the safety state only if it may prevent the scan. There is room for one badge, and a badge for unanswered
 * questions would be on most future studies.
 */
function GravestSafety({ study }: { readonly study: NonNullable<DayEntry['study']> }) {
  const { safety, status } = study
  const [chip] = toSafetyChips(safety)
  if (chip?.tone !== 'danger' || isKnownSafetySigned(safety) || status.scanned) return null
  return <Badge tone="danger">{chip.text}</Badge>
}

function Entry({
  entry,
  zone,
  clock,
}: {
  readonly entry: DayEntry
  readonly zone: ZoneId
  readonly clock: ClockStore
}) {
  const { machineTime, study, member, mine } = entry
  const times = `${formatTimeAt(machineTime.utcStart, zone)} – ${formatTimeAt(machineTime.utcEnd, zone)}`
  if (machineTime.kind === 'slot-hold') {
    return (
      <div className={mine ? 'dp__block dp__block--mine' : 'dp__block dp__block--held'}>
        <span className="dp__times tabular">{times}</span>
        <span>
          {mine ? words.yours : words.heldBy(machineTime.owner?.name ?? calendarWords.memberOnline)}
          {machineTime.expiresAt === null ? null : (
            <>
              , <Countdown until={machineTime.expiresAt} clock={clock} />
            </>
          )}
        </span>
      </div>
    )
  }
  const isTemporary = machineTime.kind === 'temporary-hold' || study?.temporaryHold === true
  const who = member === null ? words.unknownName : fullName(member)
  const born = member === null ? '' : formatDate(member.dob)
  return (
    <div className={isTemporary ? 'dp__block dp__block--temporary' : 'dp__block dp__block--study'}>
      <span className="dp__times tabular">
        {times}
        {isTemporary ? ` · ${words.temporaryHold}` : ''}
      </span>
      {study === null ? (
        <span className="dp__who">{who}</span>
      ) : (
        <LinkButton
          href={paths.studyBooking(study.studyID)}
          variant="text"
          size="small"
          className="dp__who"
          aria-label={words.openBooking(who, born, times, isTemporary)}
        >
          {who}
        </LinkButton>
      )}
      <span className="tabular">{born}</span>
      {study === null ? null : <GravestSafety study={study} />}
    </div>
  )
}
