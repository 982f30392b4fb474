import { createStore, type StoreApi } from 'zustand/vanilla'
import type { WeekView } from '#contract/booking/bridge.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure, Reply } from '#contract/reply.ts'
import type { MemberType } from '#domain/booking/booking-request.ts'
import { type FirstFree, findFirstFreeSlot } from '#domain/booking/opening-week.ts'
import type { Slot, SlotDay } from '#domain/booking/slot.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import type { LocationID, SkuID } from '#domain/values/location-id.ts'
import { addDays, type PlainDate, startOfWeek } from '#domain/values/plain-date.ts'
import { createReadings } from '../../kit/readings.ts'

/** Whose week is shown: one location, one scan type. */
type WeekTarget = {
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
export type Opening =
  | { readonly kind: 'none' }
  | { readonly kind: 'searching' }
  | { readonly kind: 'found'; readonly monday: PlainDate; readonly utcStart: Instant }
  | { readonly kind: 'nothing'; readonly searchedTo: PlainDate }

type WeekStoreState = {
  readonly opening: Opening
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

type Options = {
  readonly read: (target: WeekTarget & { readonly monday: PlainDate }) => Promise<Reply<WeekView>>
  /** Looks for the first free time past the current week; without it the calendar opens at the current week. */
  readonly findFirstFree?: (
    target: Pick<WeekTarget, 'locationID' | 'skuID'> & { readonly from?: PlainDate },
  ) => Promise<Reply<FirstFree>>
  readonly on: Bridge['on']
  readonly now: () => Instant
  /** Runs something when the window has nothing better to do. */
  readonly whenIdle?: (run: () => void) => void
}

const unknownWeek: KnownWeek = { view: null, reading: 'idle', failure: null, isStale: false }

const keyOf = (target: WeekTarget, monday: PlainDate): string =>
  `${target.locationID}|${target.skuID}|${target.memberType ?? ''}|${monday}`

/** The week shown, as far as it is known; null before a location and scan type are chosen. */
export const shownWeek = (state: Pick<WeekStoreState, 'target' | 'monday' | 'weeks'>): KnownWeek | null =>
  state.target === null || state.monday === null
    ? null
    : (state.weeks[keyOf(state.target, state.monday)] ?? unknownWeek)

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/**
 * Takes a fresh reading but keeps every slot that is as before, so that only what changed is drawn again.
 * @internal Tests go through its cases alone.
 */
export const keepUnchanged = (before: WeekView | null, after: WeekView): WeekView => {
  if (before === null) return after
  const days = after.days.map((day, index): SlotDay => {
    const old = before.days[index]
    if (old === undefined || old.date !== day.date) return day
    const known = new Map<string, Slot>(old.slots.map((slot) => [slot.utcStart, slot]))
    const slots = day.slots.map((slot) => {
      const same = known.get(slot.utcStart)
      return same !== undefined && isSame(same, slot) ? same : slot
    })
    const isAsBefore =
      old.open === day.open && slots.length === old.slots.length && slots.every((slot, at) => slot === old.slots[at])
    return isAsBefore ? old : { ...day, slots }
  })
  const isAsBefore = days.length === before.days.length && days.every((day, index) => day === before.days[index])
  return { ...after, days: isAsBefore ? before.days : days }
}

const idleInWindow = (run: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 2000 })
  else setTimeout(run, 200)
}

/**
 * The store of the weeks of one booking page (booking spec §2 Appointment scheduling). A week that is known is shown at
 * once and refreshed in place; its neighbours are read while the window is idle, so that a switch never waits.
 */
export const createWeekStore = ({ read, findFirstFree, on, now, whenIdle = idleInWindow }: Options): WeekStore =>
  createStore<WeekStoreState>((set, get) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isRunning = false
    /** The person chose a week: nothing else moves the calendar from then on. */
    let isChosen = false
    /** Searches for the week to open at. */
    const searches = createReadings()
    /** Readings under way: the same week is asked for once, and once more when it changed meanwhile. */
    const underWay = new Map<string, { again: boolean }>()

    const known = (target: WeekTarget, monday: PlainDate): KnownWeek =>
      get().weeks[keyOf(target, monday)] ?? unknownWeek

    const put = (key: string, change: Partial<KnownWeek>): void =>
      set({ weeks: { ...get().weeks, [key]: { ...(get().weeks[key] ?? unknownWeek), ...change } } })

    const load = async (target: WeekTarget, monday: PlainDate): Promise<void> => {
      const key = keyOf(target, monday)
      const running = underWay.get(key)
      if (running !== undefined) {
        running.again = true
        return
      }
      const mine = { again: true }
      underWay.set(key, mine)
      while (mine.again) {
        mine.again = false
        put(key, { reading: 'reading', isStale: false })
        const reply = await read({ ...target, monday })
        if (reply.ok) {
          const view = keepUnchanged(get().weeks[key]?.view ?? null, reply.value)
          put(key, { view, reading: 'idle', failure: null })
        } else put(key, { reading: 'idle', failure: reply.failure })
      }
      underWay.delete(key)
      planNextLapse()
    }

    /** Somebody's hold runs out without an event where the back office cannot be heard: read again then. */
    const planNextLapse = (): void => {
      clearTimeout(timer)
      if (!isRunning) return
      const nowMs = toEpochMs(now())
      let next = Number.POSITIVE_INFINITY
      for (const day of shownWeek(get())?.view?.days ?? []) {
        for (const slot of day.slots) {
          for (const hold of slot.holds) {
            const at = toEpochMs(hold.expiresAt)
            if (at > nowMs && at < next) next = at
          }
        }
      }
      if (Number.isFinite(next)) timer = setTimeout(() => void get().refresh(), next - nowMs + 1500)
    }

    const preload = (target: WeekTarget, monday: PlainDate): void => {
      whenIdle(() => {
        if (!isRunning || get().target !== target || get().monday !== monday) return
        for (const neighbour of [addDays(monday, 7), addDays(monday, -7)]) {
          const { view, isStale, failure } = known(target, neighbour)
          if ((view === null || isStale) && failure === null) void load(target, neighbour)
        }
      })
    }

    const open = async (target: WeekTarget, monday: PlainDate): Promise<void> => {
      set({ target, monday })
      await load(target, monday)
      preload(target, monday)
    }

    /** Opens at the first free time: in the current week where it has one, else where the search finds it. */
    const openAtFirstFree = async (target: WeekTarget, current: PlainDate): Promise<void> => {
      const isLatest = searches.begin()
      const isOver = (): boolean => !isLatest() || isChosen || get().target !== target
      set({ target, monday: current, firstMonday: current, opening: { kind: 'searching' } })
      await load(target, current)
      if (isOver()) return
      const { view } = known(target, current)
      const slot =
        view === null
          ? null
          : findFirstFreeSlot(
              view.days.flatMap(({ slots }) => slots),
              now(),
            )
      if (view === null || slot !== null || findFirstFree === undefined) {
        set({
          opening: slot === null ? { kind: 'none' } : { kind: 'found', monday: current, utcStart: slot.utcStart },
        })
        preload(target, current)
        return
      }
      const { locationID, skuID } = target
      const reply = await findFirstFree({ locationID, skuID })
      if (isOver()) return
      if (!reply.ok || reply.value.opening === null) {
        set({ opening: reply.ok ? { kind: 'nothing', searchedTo: reply.value.searchedTo } : { kind: 'none' } })
        preload(target, current)
        return
      }
      const { monday, utcStart } = reply.value.opening
      set({ opening: { kind: 'found', monday, utcStart } })
      follow(monday)
      await open(target, monday)
    }

    /** Opens the first week from a day on that has a free time; the week of that day where none is found. */
    const openFrom = async (target: WeekTarget, day: PlainDate): Promise<void> => {
      const isLatest = searches.begin()
      const isOver = (): boolean => !isLatest() || get().target !== target
      const wanted = startOfWeek(day)
      follow(wanted)
      await open(target, wanted)
      const { view } = known(target, wanted)
      const slots = view?.days.flatMap((one) => one.slots) ?? []
      const slot = findFirstFreeSlot(slots, now(), day)
      if (isOver()) return
      if (slot !== null) set({ opening: { kind: 'found', monday: wanted, utcStart: slot.utcStart } })
      if (slot !== null || view === null || findFirstFree === undefined) return
      const { locationID, skuID } = target
      const reply = await findFirstFree({ locationID, skuID, from: day })
      if (isOver() || !reply.ok) return
      const { opening, searchedTo } = reply.value
      if (opening === null) {
        set({ opening: { kind: 'nothing', searchedTo } })
        return
      }
      set({ opening: { kind: 'found', ...opening } })
      follow(opening.monday)
      await open(target, opening.monday)
    }

    /** Past the end of the row of tabs the row follows, so that the week shown always has its tab. */
    const follow = (monday: PlainDate): void => {
      const { firstMonday } = get()
      if (firstMonday !== null && (monday < firstMonday || monday >= addDays(firstMonday, 42))) {
        set({ firstMonday: monday })
      }
    }

    const choose = (): void => {
      isChosen = true
      searches.expire()
      if (get().opening.kind === 'searching') set({ opening: { kind: 'none' } })
    }

    const markStale = (isAffected: (view: WeekView) => boolean): void => {
      const { weeks, target, monday } = get()
      const shownKey = target !== null && monday !== null ? keyOf(target, monday) : null
      let isShownAffected = false
      const next = { ...weeks }
      for (const [key, week] of Object.entries(weeks)) {
        if (week.view === null ? underWay.has(key) === false : !isAffected(week.view)) continue
        if (key === shownKey) isShownAffected = true
        else next[key] = { ...week, isStale: true, failure: null }
      }
      set({ weeks: next })
      if (isShownAffected) void get().refresh()
      else if (target !== null && monday !== null) preload(target, monday)
    }

    return {
      opening: { kind: 'none' },
      target: null,
      monday: null,
      firstMonday: null,
      weeks: {},
      notBefore: null,
      showFromDay: (day) => {
        set({ notBefore: { day } })
        choose()
        const { target } = get()
        if (target !== null) void openFrom(target, day)
      },
      showAllTimes: () => set({ notBefore: null }),
      aim: (target, today, wanted) => {
        const before = get()
        if (isSame(before.target, target)) return
        const current = startOfWeek(today)
        const isWanted = wanted !== undefined && startOfWeek(wanted) >= current
        // A calendar that was not moved yet opens at the first free time of each place and scan that is chosen.
        const isSamePlace = before.target?.locationID === target.locationID && before.target.skuID === target.skuID
        const isOpened = isSamePlace && (before.opening.kind === 'found' || before.opening.kind === 'nothing')
        if (!isChosen && !isWanted && !isOpened) {
          void openAtFirstFree(target, current)
          return
        }
        isChosen ||= isWanted
        const first = startOfWeek(wanted ?? today)
        const notPast = (monday: PlainDate): PlainDate => (monday < current ? current : monday)
        const monday = notPast(before.monday ?? first)
        const firstMonday = notPast(before.firstMonday ?? current)
        set({ firstMonday: monday >= addDays(firstMonday, 42) ? monday : firstMonday })
        void open(target, monday)
      },
      show: (monday) => {
        const { target } = get()
        choose()
        if (target === null || monday === get().monday) return
        follow(monday)
        void open(target, monday)
      },
      showFrom: (firstMonday) => {
        choose()
        set({ firstMonday })
        const { target } = get()
        if (target !== null) void open(target, firstMonday)
      },
      refresh: async () => {
        const { target, monday } = get()
        if (target !== null && monday !== null) await load(target, monday)
      },
      start: () => {
        isRunning = true
        const stops = [
          on('booking.calendarChanged', ({ locationID, dates }) =>
            markStale((view) => view.locationID === locationID && view.days.some((day) => dates.includes(day.date))),
          ),
          on('bridge.gap', () => markStale(() => true)),
          on('locations.changed', () => markStale(() => true)),
          on('connectivity.changed', ({ state }) => {
            if (state === 'online' && shownWeek(get())?.view?.source !== 'back-office') void get().refresh()
          }),
        ]
        planNextLapse()
        return () => {
          isRunning = false
          clearTimeout(timer)
          for (const stop of stops) stop()
        }
      },
    }
  })
