import type { ClosedTime } from '../locations/closed-times.ts'
import type { Instant } from '../values/instant.ts'
import type { MachineID } from '../values/location-id.ts'
import type { PartOfDay } from '../values/part-of-day.ts'
import type { PlainDate } from '../values/plain-date.ts'
import type { EventID } from './machine-time.ts'

/** Minutes from one offered start to the next. Any other start goes through Add a Manual Time. */
export const slotStepMinutes = 20

/**
 * The state of one start time for one scan type, over all machines of the location that support it.
 *
 * - `free`: `machines` lists the machines to try, in order
 * - `held`: no machine is free, but at least one is occupied only by other people's slot holds, until
 *   `holds[].expiresAt`
 * - `mine`: the person at this workstation holds it
 * - `taken`: no machine that supports the scan type is free for all of the scan's minutes, although one may be idle at
 *   the start itself
 * - `past`: the start has gone by
 */
export type SlotState = 'free' | 'held' | 'mine' | 'taken' | 'past'

export type SlotHolder = {
  readonly eventID: EventID
  readonly machineID: MachineID
  /** The name of the person who holds the slot; null for a member on a self-service page. */
  readonly name: string | null
  readonly expiresAt: Instant
  readonly mine: boolean
}

export type Slot = {
  readonly utcStart: Instant
  readonly utcEnd: Instant
  readonly date: PlainDate
  readonly hour: number
  readonly min: number
  /** `09:40am`, on the location's clock. */
  readonly label: string
  /** In a repeated hour, the zone abbreviation that distinguishes its two passes: `PDT` or `PST`; null otherwise. */
  readonly offsetNote: string | null
  readonly partOfDay: PartOfDay
  readonly state: SlotState
  readonly machines: readonly MachineID[]
  readonly holds: readonly SlotHolder[]
}

export type SlotDay = {
  readonly date: PlainDate
  readonly open: boolean
  readonly slots: readonly Slot[]
  /** The closed times of this day, by start; absent if there are none. */
  readonly closed?: readonly ClosedTime[]
}
