import { formatTime } from '../format/format-time.ts'
import { type ClosedTime, closedTimesAt, isClosureOf } from '../locations/closed-times.ts'
import { type Location, type OpeningHours, weekdays } from '../locations/location.ts'
import { type Instant, toEpochMs, toInstant } from '../values/instant.ts'
import { dayBounds, findInstants, zoneAbbreviation } from '../values/location-clock.ts'
import type { MachineID, SkuID } from '../values/location-id.ts'
import { partOfDay } from '../values/part-of-day.ts'
import { dayOfWeek, type PlainDate } from '../values/plain-date.ts'
import { toMinuteOfDay, toTimeOfDay } from '../values/time-of-day.ts'
import { minutesTaken } from './appointment-end.ts'
import type { MachineTime } from './machine-time.ts'
import { type Slot, type SlotDay, type SlotHolder, type SlotState, slotStepMinutes } from './slot.ts'

type SlotGridInput = {
  readonly location: Location
  readonly skuID: SkuID
  readonly dates: readonly PlainDate[]
  /** The machine times of the location around these dates; expired holds may be among them. */
  readonly machineTimes: readonly MachineTime[]
  readonly now: Instant
  /** The user whose holds are `mine`; null on self-service pages. */
  readonly userID: string | null
}

type Candidate = {
  readonly machineID: MachineID
  readonly lengthMs: number
  readonly times: readonly Taken[]
  readonly closed: readonly { readonly from: number; readonly to: number }[]
}
type Taken = { readonly from: number; readonly to: number; readonly entry: MachineTime; readonly mine: boolean }

/** Returns the opening hours of a date; undefined if the location is closed that day. */
export const openingHoursOn = (location: Pick<Location, 'hours'>, date: PlainDate): OpeningHours | undefined => {
  const weekday = weekdays[dayOfWeek(date) - 1]
  const hours = weekday === undefined ? undefined : location.hours[weekday]
  return hours?.openStatus === true ? hours : undefined
}

/**
 * Builds the slots of each date for one scan type (booking spec §2 table, §4 slot selection). From opening, there is a
 * slot every 20 minutes of the location's clock, if the scan ends by closing and a machine supports the SKU.
 *
 * When the clocks go back, the repeated hour has slots at both instants, each with its zone abbreviation; when they go
 * forward, the skipped hour has no slots (decisions §5 location clock). A start has no slot if the scan would overlap a
 * closed time on every machine. Machines are in the location's order. The person's own hold does not block a slot,
 * because choosing another slot deletes it first.
 */
export const buildSlotDays = (input: SlotGridInput): SlotDay[] => {
  const nowMs = toEpochMs(input.now)
  const closed = closedTimesOn(input)
  const candidates = toCandidates(input, closed, nowMs)
  return input.dates.map((date) => {
    const hours = openingHoursOn(input.location, date)
    if (hours === undefined) return { date, open: false, slots: [] }
    const slots = buildSlots(input, date, hours, candidates, nowMs)
    const { from, to } = dayBounds(date, input.location.timezone)
    const ofDay = closed.filter((time) => time.from < to && from < time.to)
    return ofDay.length === 0 ? { date, open: true, slots } : { date, open: true, slots, closed: ofDay }
  })
}

/** Returns the closed times from the first to the last of the dates. */
const closedTimesOn = ({ location, dates }: SlotGridInput): readonly ClosedTime[] => {
  const [first, ...others] = [...dates].sort()
  return first === undefined ? [] : closedTimesAt(location, first, others.at(-1) ?? first)
}

const toCandidates = (input: SlotGridInput, closed: readonly ClosedTime[], nowMs: number): Candidate[] => {
  const byMachine = new Map<string, Taken[]>()
  for (const entry of input.machineTimes) {
    const lapsed = entry.expiresAt !== null && toEpochMs(entry.expiresAt) <= nowMs
    if (lapsed) continue
    const mine = entry.kind === 'slot-hold' && input.userID !== null && entry.owner?.userID === input.userID
    const taken = { from: toEpochMs(entry.utcStart), to: toEpochMs(entry.utcEnd), entry, mine }
    const list = byMachine.get(entry.machineID)
    if (list === undefined) byMachine.set(entry.machineID, [taken])
    else list.push(taken)
  }
  return input.location.machines.flatMap((machine) => {
    const minutes = minutesTaken(input.location, machine, input.skuID)
    if (minutes === undefined) return []
    const { machineID } = machine
    return [
      {
        machineID,
        lengthMs: minutes * 60_000,
        times: byMachine.get(machineID) ?? [],
        closed: closed
          .filter(({ closure }) => isClosureOf(closure, machineID))
          .map(({ from, to }) => ({ from: toEpochMs(from), to: toEpochMs(to) })),
      },
    ]
  })
}

const buildSlots = (
  input: SlotGridInput,
  date: PlainDate,
  hours: OpeningHours,
  candidates: readonly Candidate[],
  nowMs: number,
): Slot[] => {
  const zone = input.location.timezone
  const slots: Slot[] = []
  const close = findInstants(date, hours.close, zone)
  const closesAt = toEpochMs(
    close.kind === 'once' ? close.instant : close.kind === 'twice' ? close.later : close.nextValid,
  )
  for (let minute = toMinuteOfDay(hours.open); minute < toMinuteOfDay(hours.close); minute += slotStepMinutes) {
    const time = toTimeOfDay(minute)
    const found = findInstants(date, time, zone)
    if (found.kind === 'never') continue
    for (const instant of found.kind === 'once' ? [found.instant] : [found.earlier, found.later]) {
      const offsetNote = found.kind === 'twice' ? zoneAbbreviation(instant, zone) : null
      const slot = buildSlot(date, minute, time, instant, offsetNote, candidates, nowMs, closesAt)
      if (slot !== undefined) slots.push(slot)
    }
  }
  return slots.sort((a, b) => (a.utcStart < b.utcStart ? -1 : a.utcStart > b.utcStart ? 1 : 0))
}

const buildSlot = (
  date: PlainDate,
  minuteOfDay: number,
  time: string,
  utcStart: Instant,
  offsetNote: string | null,
  candidates: readonly Candidate[],
  nowMs: number,
  closesAt: number,
): Slot | undefined => {
  const startMs = toEpochMs(utcStart)
  const fitting = candidates.filter(
    ({ lengthMs, closed }) =>
      startMs + lengthMs <= closesAt && !closed.some(({ from, to }) => from < startMs + lengthMs && startMs < to),
  )
  const first = fitting[0]
  if (first === undefined) return undefined
  const machines: MachineID[] = []
  const holds: SlotHolder[] = []
  let heldOnly = false
  let lengthMs = first.lengthMs
  for (const candidate of fitting) {
    const inTheWay = candidate.times.filter(
      (taken) => taken.from < startMs + candidate.lengthMs && startMs < taken.to && !taken.mine,
    )
    if (inTheWay.length === 0) {
      if (machines.length === 0) lengthMs = candidate.lengthMs
      machines.push(candidate.machineID)
    } else if (inTheWay.every((taken) => taken.entry.kind === 'slot-hold')) {
      heldOnly = true
    }
    for (const taken of candidate.times) {
      if (taken.entry.kind !== 'slot-hold' || taken.entry.expiresAt === null) continue
      const shown = taken.mine
        ? taken.from === startMs
        : taken.from < startMs + candidate.lengthMs && startMs < taken.to
      if (!shown) continue
      holds.push({
        eventID: taken.entry.eventID,
        machineID: candidate.machineID,
        name: taken.entry.owner?.name ?? null,
        expiresAt: taken.entry.expiresAt,
        mine: taken.mine,
      })
    }
  }
  const state: SlotState = holds.some((hold) => hold.mine)
    ? 'mine'
    : startMs <= nowMs
      ? 'past'
      : machines.length > 0
        ? 'free'
        : heldOnly
          ? 'held'
          : 'taken'
  const hour = Math.floor(minuteOfDay / 60)
  return {
    utcStart,
    utcEnd: toInstant(startMs + lengthMs),
    date,
    hour,
    min: minuteOfDay % 60,
    label: formatTime(time),
    offsetNote,
    partOfDay: partOfDay(hour),
    state,
    machines,
    holds,
  }
}
