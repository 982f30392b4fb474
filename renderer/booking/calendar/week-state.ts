import type { StoreApi } from 'zustand/vanilla'
import type { WeekView } from '#contract/booking/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { MemberType } from '#domain/booking/booking-request.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { LocationID, SkuID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'

/** The location and scan type of the shown week. */
export type WeekTarget = {
  readonly locationID: LocationID
  readonly skuID: SkuID
  readonly memberType: MemberType | null
}

/** The known data of one week: the last reading, whether a read is in progress, and the last failure. */
export type KnownWeek = {
  readonly view: WeekView | null
  readonly reading: 'idle' | 'reading'
  readonly failure: Failure | null
  /**
   * True if something changed since the reading. When the week is shown, the old data appears and the week is read
   * again.
   */
  readonly isStale: boolean
}

/**
 * The search for the first free time at which the calendar opens. During `searching` no week is shown, so that the
 * current week does not appear just before another one replaces it.
 */
export type FirstFreeSearch =
  | { readonly kind: 'none' }
  | { readonly kind: 'searching' }
  | { readonly kind: 'found'; readonly monday: PlainDate; readonly utcStart: Instant }
  | { readonly kind: 'nothing'; readonly searchedTo: PlainDate }

export type WeekStoreState = {
  readonly opening: FirstFreeSearch
  readonly target: WeekTarget | null
  readonly monday: PlainDate | null
  /** First week of the row of tabs. */
  readonly firstMonday: PlainDate | null
  readonly weeks: Readonly<Record<string, KnownWeek>>
  /** Times before this day are not offered; null for no limit. Each call that sets the limit creates a new object. */
  readonly notBefore: { readonly day: PlainDate } | null
  /** Shows the week of the first free time on or after a day, and offers no times before that day. */
  readonly showFromDay: (day: PlainDate) => void
  /** Offers all times again. */
  readonly showAllTimes: () => void
  /**
   * Sets the location and scan type. `today` is that location's date. `wanted` is the first day to show when no week is
   * shown yet. Without it, or if it is past, the calendar opens at the week of the first free time. Known data of other
   * weeks is kept.
   */
  readonly aim: (target: WeekTarget, today: PlainDate, wanted?: PlainDate) => void
  /** Shows another week. Its known data appears immediately. */
  readonly show: (monday: PlainDate) => void
  /** Shows another row of tabs and its first week. */
  readonly showFrom: (firstMonday: PlainDate) => void
  readonly refresh: () => Promise<void>
  /** Listens for changes of the calendar until the returned function is called. */
  readonly start: () => () => void
}
export type WeekStore = StoreApi<WeekStoreState>

export const unknownWeek: KnownWeek = { view: null, reading: 'idle', failure: null, isStale: false }

/** Returns the key of a week in the known data. */
export const weekKey = (target: WeekTarget, monday: PlainDate): string =>
  `${target.locationID}|${target.skuID}|${target.memberType ?? ''}|${monday}`

/** Returns the known data of the shown week; null before a location and scan type are chosen. */
export const shownWeek = (state: Pick<WeekStoreState, 'target' | 'monday' | 'weeks'>): KnownWeek | null =>
  state.target === null || state.monday === null
    ? null
    : (state.weeks[weekKey(state.target, state.monday)] ?? unknownWeek)
