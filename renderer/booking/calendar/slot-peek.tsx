import { type RefObject, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { DayEntry } from '#contract/booking/bridge.ts'
import type { Bridge } from '#contract/bridge.ts'
import { findOccupants } from '#domain/booking/occupants.ts'
import { formatTimeAt, formatWeekdayAndInstant } from '#domain/format/format-time.ts'
import type { Location } from '#domain/locations/location.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { SkuID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { useDayEntries } from '../../study/use-day-entries.ts'
import { calendarWords } from './calendar-words.ts'
import { describeOccupant } from './describe-occupant.ts'
import { readEachDayOnce } from './read-each-day-once.ts'
import type { PeekedSlot } from './slot-grid-props.ts'
import { minutesOf } from './slot-rows.ts'
import './slot-peek.css'

const words = calendarWords.peek

/**
 * Milliseconds before the names appear, so that a pointer that only crosses the table causes no read and shows no box.
 */
const delayMs = 150
/** The height that the box needs below a cell, in pixels; with less room it is above the cell. */
const roomBelow = 140

type PeekState = readonly [shown: PeekedSlot | null, peek: (peeked: PeekedSlot | null) => void]

/**
 * Returns the slot on which the pointer or the focus has stayed for {@link delayMs}. Also returns the function that the
 * table calls when the pointer or the focus reaches another slot. A change of the week clears the slot.
 */
export function usePeek(monday: PlainDate | null): PeekState {
  const [peeked, setPeeked] = useState<PeekedSlot | null>(null)
  const [shown, setShown] = useState<PeekedSlot | null>(null)
  const peek = useCallback((next: PeekedSlot | null): void => {
    setPeeked((before) => (before?.cell === next?.cell && before?.slot === next?.slot ? before : next))
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the week changes, whose cells have other slots
  useEffect(() => setPeeked(null), [monday])
  useEffect(() => {
    setShown(null)
    if (peeked === null) return
    const timer = setTimeout(() => setShown(peeked), delayMs)
    return () => clearTimeout(timer)
  }, [peeked])
  return [shown, peek]
}

type ReadDay = Bridge['booking']['readDay']

/** Events after which the names of a day may have changed. */
const changingEvents = ['booking.calendarChanged', 'booking.studyChanged', 'members.changed', 'bridge.gap'] as const

/**
 * Returns the function that reads the names of the taken slots of a day. Each day is read once until the calendar
 * changes, because each read opens the records of all members of the day. Undefined without a bridge.
 */
export function usePeekedDays(bridge: Pick<Bridge, 'booking' | 'on'> | undefined): ReadDay | undefined {
  const [readDay, setReadDay] = useState<ReadDay>()
  useEffect(() => {
    if (bridge === undefined) return
    const forget = (): void => setReadDay(() => readEachDayOnce(bridge.booking.readDay))
    forget()
    const stops = changingEvents.map((name) => bridge.on(name, forget))
    return () => {
      for (const stop of stops) stop()
    }
  }, [bridge])
  return bridge === undefined ? undefined : readDay
}

type Props = {
  /** The slot to explain; null for none. */
  readonly peeked: PeekedSlot | null
  readonly location: Location
  readonly skuID: SkuID
  /** Absent on a member's own page, which shows no names. */
  readonly readDay: ReadDay | undefined
  readonly now: Instant
  /** The element around the table; the box is placed inside it. */
  readonly frame: RefObject<HTMLElement | null>
}

/**
 * Shows who has a slot, beside its cell. The names are those of the day view, which the back office limits to what the
 * user may see. A day is read only when the pointer or the focus reaches one of its cells.
 */
export function SlotPeek({ peeked, readDay, ...around }: Props) {
  return peeked === null || readDay === undefined ? null : <Peek {...around} peeked={peeked} readDay={readDay} />
}

type PeekProps = Props & { readonly peeked: PeekedSlot; readonly readDay: ReadDay }

function Peek({ peeked, location, skuID, readDay, now, frame }: PeekProps) {
  const { slot, cell } = peeked
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const entries = useDayEntries(readDay, location.locationID, slot.date)
  const found = entries === null ? null : findOccupants(location, skuID, slot.utcStart, entries, now)
  useEffect(() => {
    cell.setAttribute('aria-describedby', id)
    return () => cell.removeAttribute('aria-describedby')
  }, [cell, id])
  useLayoutEffect(() => {
    if (box.current !== null && frame.current !== null) placeBeside(box.current, cell, frame.current)
  }, [cell, frame])
  return (
    <div ref={box} id={id} role="tooltip" className="pk">
      <p className="pk__when tabular">
        {words.title(
          formatWeekdayAndInstant(slot.utcStart, location.timezone),
          slot.state === 'held' ? null : minutesOf(slot),
        )}
      </p>
      {found === null || found.length === 0 ? (
        <p className="pk__none">{entries === null ? words.loading : words.unknown}</p>
      ) : (
        <ul className="pk__list">
          {found.map((entry) => (
            <li key={entry.machineTime.eventID}>
              <strong>{describeOccupant(entry)}</strong>
              <span className="pk__where tabular">{describePlace(entry, location)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const describePlace = ({ machineTime }: DayEntry, { machines, timezone }: Location): string => {
  const machine = machines.find(({ machineID }) => machineID === machineTime.machineID)
  const from = formatTimeAt(machineTime.utcStart, timezone)
  return words.place(machine?.name ?? machineTime.machineID, from, formatTimeAt(machineTime.utcEnd, timezone))
}

/** Places the box below a cell, or above it near the end of the window, and inside the frame. */
const placeBeside = (box: HTMLElement, cell: HTMLElement, frame: HTMLElement): void => {
  const at = cell.getBoundingClientRect()
  const around = frame.getBoundingClientRect()
  const left = at.left - around.left
  const room = frame.clientWidth - box.offsetWidth - 4
  box.style.left = `${Math.max(4, Math.min(left, room))}px`
  const isAbove = window.innerHeight - at.bottom < roomBelow
  const top = at.top - around.top + frame.scrollTop
  box.style.top = isAbove ? `${top - 4}px` : `${top + at.height + 4}px`
  box.style.transform = isAbove ? 'translateY(-100%)' : 'none'
}
