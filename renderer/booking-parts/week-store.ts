import { createStore, type StoreApi } from 'zustand/vanilla'
import type { MemberType } from '#domain/booking/booking-request.ts'
import type { Slot, SlotDay } from '#domain/booking/slot.ts'
import type { Bridge, WeekView } from '#domain/contract/bridge.ts'
import type { Failure, Reply } from '#domain/contract/reply.ts'
import type { LocationID, SkuID } from '#domain/locations/location-id.ts'
import { type Instant, toEpochMs } from '#domain/time/instant.ts'
import { addDays, type PlainDate, startOfWeek } from '#domain/time/plain-date.ts'

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

export type WeekStoreState = {
  readonly target: WeekTarget | null
  readonly monday: PlainDate | null
  /** First week of the row of tabs. */
  readonly firstMonday: PlainDate | null
  readonly weeks: Readonly<Record<string, KnownWeek>>
  /**
   * Aims at a location and scan type; `today` is that location's date, `wanted` a day to begin with where no week is shown
   * yet. What was known of others is kept.
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

/** Takes a fresh reading but keeps every slot that is as before, so that only what changed is drawn again. */
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
export const createWeekStore = ({ read, on, now, whenIdle = idleInWindow }: Options): WeekStore =>
  createStore<WeekStoreState>((set, get) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isRunning = false
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
      target: null,
      monday: null,
      firstMonday: null,
      weeks: {},
      aim: (target, today, wanted) => {
        const before = get()
        if (isSame(before.target, target)) return
        const current = startOfWeek(today)
        const first = startOfWeek(wanted ?? today)
        const notPast = (monday: PlainDate): PlainDate => (monday < current ? current : monday)
        const monday = notPast(before.monday ?? first)
        const firstMonday = notPast(before.firstMonday ?? current)
        set({ firstMonday: monday >= addDays(firstMonday, 42) ? monday : firstMonday })
        void open(target, monday)
      },
      show: (monday) => {
        const { target, firstMonday } = get()
        if (target === null || monday === get().monday) return
        // Past the end of the row of tabs the row follows, so that the week shown always has its tab.
        if (firstMonday !== null && (monday < firstMonday || monday >= addDays(firstMonday, 42))) {
          set({ firstMonday: monday })
        }
        void open(target, monday)
      },
      showFrom: (firstMonday) => {
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
