import type { Location } from '../locations/location.ts'
import { addMinutes, type Instant, minutesBetween } from '../values/instant.ts'
import type { MachineID, SkuID } from '../values/location-id.ts'
import { appointmentEnd } from './appointment-end.ts'
import type { MachineTime } from './machine-time.ts'
import { overlapsMachineTime } from './occupants.ts'
import { decideOutsideHours, type OutsideHours } from './outside-hours.ts'

/** A place in the day view: a machine and a start. */
export type DropPlace = Pick<MachineTime, 'machineID' | 'utcStart'>

/**
 * The effect of dropping an appointment at a place. `same`: the appointment is already at this place. `allowed`: the
 * appointment can move there after a confirmation. `refused`: it cannot move there.
 */
export type Drop<Entry> =
  | { readonly kind: 'same' }
  | { readonly kind: 'allowed'; readonly utcEnd: Instant }
  | { readonly kind: 'refused'; readonly reason: 'past' | 'unable' }
  | { readonly kind: 'refused'; readonly reason: 'taken'; readonly by: Entry }
  | { readonly kind: 'refused'; readonly reason: 'closed'; readonly outside: OutsideHours }

type DropInput<Entry> = {
  readonly location: Location
  readonly skuID: SkuID
  /** The appointment's present time; it does not block its own new time. */
  readonly moving: MachineTime
  readonly place: DropPlace
  /** What occupies the location's machines on that day. */
  readonly entries: readonly Entry[]
  readonly now: Instant
}

/**
 * Decides what a drop in the day view does. The length of the new appointment is that of the scan on that machine. A
 * place is refused if the machine cannot do the scan, the start has passed, the time is outside opening hours or in a
 * closed time, or another appointment or hold overlaps it. A manual time can be outside opening hours after a
 * confirmation. A drop cannot, because it can too easily be an accident.
 */
export const decideDrop = <Entry extends { readonly machineTime: MachineTime }>({
  location,
  skuID,
  moving,
  place,
  entries,
  now,
}: DropInput<Entry>): Drop<Entry> => {
  const { machineID, utcStart } = place
  if (machineID === moving.machineID && utcStart === moving.utcStart) return { kind: 'same' }
  const machine = location.machines.find((each) => each.machineID === machineID)
  const utcEnd = machine && appointmentEnd(location, machine, skuID, utcStart)
  if (utcEnd === undefined) return { kind: 'refused', reason: 'unable' }
  if (utcStart <= now) return { kind: 'refused', reason: 'past' }
  const outside = decideOutsideHours(location, utcStart, utcEnd, machineID)
  if (outside !== null) return { kind: 'refused', reason: 'closed', outside }
  const by = entries.find(
    ({ machineTime }) =>
      machineTime.eventID !== moving.eventID && overlapsMachineTime(machineTime, { machineID, utcStart, utcEnd }, now),
  )
  return by === undefined ? { kind: 'allowed', utcEnd } : { kind: 'refused', reason: 'taken', by }
}

/** A dragged appointment moves in steps of this many minutes, as manual times do (booking spec §2). */
const dropStepMinutes = 5
const minutesInHour = 60

type DayStretch = { readonly from: Instant; readonly to: Instant }

/**
 * Returns the start for a block whose upper edge is `minutes` below the start of the drawn day: rounded to the nearest
 * step, and inside the day.
 */
export const snapStart = ({ from, to }: DayStretch, minutes: number): Instant => {
  const last = Math.floor((minutesBetween(from, to) - 1) / dropStepMinutes)
  const step = Math.round(minutes / dropStepMinutes)
  return addMinutes(from, Math.min(last, Math.max(0, step)) * dropStepMinutes)
}

/** The keys that move an appointment, with the number of minutes or machines by which one press moves it. */
const nudges: Readonly<Record<string, { readonly minutes: number; readonly machines: number } | undefined>> = {
  ArrowUp: { minutes: -dropStepMinutes, machines: 0 },
  ArrowDown: { minutes: dropStepMinutes, machines: 0 },
  PageUp: { minutes: -minutesInHour, machines: 0 },
  PageDown: { minutes: minutesInHour, machines: 0 },
  ArrowLeft: { minutes: 0, machines: -1 },
  ArrowRight: { minutes: 0, machines: 1 },
}

/**
 * Returns the place after a key press: arrows up and down move by 5 minutes, Page Up and Page Down by an hour, arrows
 * left and right to the next machine. The place stays inside the drawn day and among the machines. Null for another
 * key.
 */
export const nudgeDrop = (
  place: DropPlace,
  key: string,
  machines: readonly MachineID[],
  day: DayStretch,
): DropPlace | null => {
  const nudge = nudges[key]
  if (nudge === undefined) return null
  const at = machines.indexOf(place.machineID)
  return {
    machineID: machines[Math.min(machines.length - 1, Math.max(0, at + nudge.machines))] ?? place.machineID,
    utcStart:
      nudge.minutes === 0 ? place.utcStart : snapStart(day, minutesBetween(day.from, place.utcStart) + nudge.minutes),
  }
}
