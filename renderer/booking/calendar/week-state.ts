import type { StoreApi } from 'zustand/vanilla'
import type { WeekView } from '#contract/booking/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { MemberType } from '#domain/booking/booking-request.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { LocationID, SkuID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'

/** Whose week is shown: one location, one scan type. */
export type WeekTarget = {
  readonly locationID: LocationID
  readonly skuID: SkuID
  readonly memberType: MemberType | null
}

/** One week as far as it is known: what was read last, whether it is being read, and what went wrong last. */
export type KnownWeek = {
  readonly view: WeekView | null
  readonly reading: 'idle' | 'reading'
  readonly failure: Failure | null
  /** Something changed since it was read: it is shown at once and read again. */
  readonly isStale: boolean
}

/**
 * How the calendar opened at its first free time. `searching` while the time is looked for: no week is shown yet, so that
 * none comes and goes.
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
  /** Times before this day are not offered; null for no limit. A new object each time it is set. */
  readonly notBefore: { readonly day: PlainDate } | null
  /** Shows the first week from a day on that has a free time, and offers no times before that day. */
  readonly showFromDay: (day: PlainDate) => void
  /** Offers all times again. */
  readonly showAllTimes: () => void
  /**
   * Aims at a location and scan type; `today` is that location's date, `wanted` a day to begin with where no week is shown
   * yet; without it, or where it is over, the week of the first free time. What was known of others is kept.
   */
  readonly aim: (target: WeekTarget, today: PlainDate, wanted?: PlainDate) => void
  /** Shows another week, at once where it is known. */
  readonly show: (monday: PlainDate) => void
  /** Shows another row of tabs and its first week. */
  readonly showFrom: (firstMonday: PlainDate) => void
  /** Reads the week shown once more. */
  readonly refresh: () => Promise<void>
  /** Listens to changes of the calendar until the returned function is called. */
  readonly start: () => () => void
}
export type WeekStore = StoreApi<WeekStoreState>

export const unknownWeek: KnownWeek = { view: null, reading: 'idle', failure: null, isStale: false }

/** The name of a week among those that are known. */
export const weekKey = (target: WeekTarget, monday: PlainDate): string =>
  `${target.locationID}|${target.skuID}|${target.memberType ?? ''}|${monday}`

/** The week shown, as far as it is known; null before a location and scan type are chosen. */
export const shownWeek = (state: Pick<WeekStoreState, 'target' | 'monday' | 'weeks'>): KnownWeek | null =>
  state.target === null || state.monday === null
    ? null
    : (state.weeks[weekKey(state.target, state.monday)] ?? unknownWeek)
