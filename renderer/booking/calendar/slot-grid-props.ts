import type { Slot, SlotDay } from '#domain/booking/slot.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { ClockStore } from '../../kit/clock-store.ts'
import type { Audience } from './slot-rows.ts'

export type SlotGridProps = {
  /** The accessible name of the table. */
  readonly label: string
  /** The columns, in order. */
  readonly days: readonly SlotDay[]
  readonly zone: ZoneId
  /** Slots that start up to here are past, whatever the reading says. */
  readonly now: Instant
  readonly today: PlainDate
  /** The start that is chosen, and whether it is held or still asked for; null for none. */
  readonly chosen: {
    readonly utcStart: Instant
    readonly kind: 'asking' | 'held'
    readonly until: Instant | null
  } | null
  /** The start of the appointment that is to be moved: marked, and brought into view when the table first has it. */
  readonly standing?: Instant | null | undefined
  /** A start to bring into view when the table first has it: the first free time of the calendar. */
  readonly openAt?: Instant | null | undefined
  /** Free times before this day are shown as too early and cannot be chosen; null for no limit. */
  readonly notBefore?: PlainDate | null | undefined
  /** A free slot, or the chosen one once more. */
  readonly onChoose: (slot: Slot) => void
  /** Page Up and Page Down. */
  readonly onStep?: ((weeks: -1 | 1) => void) | undefined
  /** Ticks the countdowns; without one they do not change. */
  readonly clock?: Pick<ClockStore, 'getState' | 'subscribe'> | undefined
  readonly audience?: Audience | undefined
  /** No time can be held now: free ones are shown and cannot be chosen. The reason is above the table. */
  readonly isLocked?: boolean | undefined
  /** Puts the focus into the table when it appears. */
  readonly autoFocus?: boolean | undefined
}
