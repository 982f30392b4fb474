import type { Slot, SlotDay } from '#domain/booking/slot.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { MachineID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { ClockStore } from '../../kit/clock-store.ts'
import type { Audience } from './slot-rows.ts'

/** A slot that the pointer or the focus is on, and its cell. */
export type PeekedSlot = { readonly slot: Slot; readonly cell: HTMLElement }

export type SlotGridProps = {
  /** The accessible name of the table. */
  readonly label: string
  readonly days: readonly SlotDay[]
  readonly zone: ZoneId
  /** Slots that start at or before this instant are past, even if the last reading shows them as free. */
  readonly now: Instant
  readonly today: PlainDate
  /** The chosen start, and whether its hold is granted or requested; null for none. */
  readonly chosen: {
    readonly utcStart: Instant
    readonly kind: 'asking' | 'held'
    readonly until: Instant | null
  } | null
  /**
   * The present start of the appointment to move. The table marks it and, if the table scrolls in a frame, scrolls to
   * it once. Null if that appointment has no time at this location; absent for a new appointment.
   */
  readonly currentStart?: Instant | null | undefined
  /** The first free time of the calendar. It is scrolled into view once, unless a time is chosen. */
  readonly openAt?: Instant | null | undefined
  /** Free times before this day are shown as too early and cannot be chosen; null for no limit. */
  readonly notBefore?: PlainDate | null | undefined
  /** Called when the user chooses a free slot, or chooses the chosen slot again. */
  readonly onChoose: (slot: Slot) => void
  /** Called for Page Up (-1) and Page Down (1). */
  readonly onStep?: ((weeks: -1 | 1) => void) | undefined
  /** Updates the countdowns; without a clock they do not change. */
  readonly clock?: Pick<ClockStore, 'getState' | 'subscribe'> | undefined
  /** Names a machine, for closed times of one machine. */
  readonly machineName?: ((machineID: MachineID) => string | undefined) | undefined
  readonly audience?: Audience | undefined
  /**
   * The number of machines that can do the scan. Staff then see in each free cell how many machines are free; without
   * it, the cell shows its time.
   */
  readonly able?: number | undefined
  /**
   * Called when the pointer or the focus reaches a slot that another person has, and with null when it leaves the slot.
   * The caller shows who has the slot.
   */
  readonly onPeek?: ((peeked: PeekedSlot | null) => void) | undefined
  /** True while no time can be held: free times are shown but cannot be chosen. The reason is shown above the table. */
  readonly isLocked?: boolean | undefined
  /** Focuses the table when it mounts. */
  readonly autoFocus?: boolean | undefined
}
