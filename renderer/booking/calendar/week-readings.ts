import type { WeekView } from '#contract/booking/bridge.ts'
import type { Reply } from '#contract/reply.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import { addDays, type PlainDate } from '#domain/values/plain-date.ts'
import { keepUnchanged } from './keep-unchanged.ts'
import { type KnownWeek, shownWeek, unknownWeek, type WeekStore, type WeekTarget, weekKey } from './week-state.ts'

type Parts = {
  readonly store: WeekStore
  readonly read: (target: WeekTarget & { readonly monday: PlainDate }) => Promise<Reply<WeekView>>
  /** Runs a function when the window is idle. */
  readonly whenIdle: (run: () => void) => void
  readonly now: () => Instant
}

export type WeekReadings = {
  /** Returns the known data of a week. */
  readonly known: (target: WeekTarget, monday: PlainDate) => KnownWeek
  /** Reads a week; the known data stays until the answer arrives. */
  readonly load: (target: WeekTarget, monday: PlainDate) => Promise<void>
  /** Reads the weeks before and after the shown week when the window is idle. */
  readonly preload: (target: WeekTarget, monday: PlainDate) => void
  /**
   * Reads the shown week again if it is affected. Marks other affected weeks as stale; they are read again when
   * they are shown or preloaded.
   */
  readonly markStale: (isAffected: (view: WeekView) => boolean) => void
  /** Records that the calendar is shown, until the returned function is called. */
  readonly run: () => () => void
}

/** Creates the functions that read a calendar's weeks and keep their data in the store. */
export const createWeekReadings = ({ store, read, whenIdle, now }: Parts): WeekReadings => {
  const { getState: get, setState: set } = store
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  /**
   * The reads that are in progress, at most one for each week. A request during a read causes one more read after it.
   */
  const underWay = new Map<string, { again: boolean }>()

  const known = (target: WeekTarget, monday: PlainDate): KnownWeek =>
    get().weeks[weekKey(target, monday)] ?? unknownWeek

  const put = (key: string, change: Partial<KnownWeek>): void =>
    set({ weeks: { ...get().weeks, [key]: { ...(get().weeks[key] ?? unknownWeek), ...change } } })

  const load = async (target: WeekTarget, monday: PlainDate): Promise<void> => {
    const key = weekKey(target, monday)
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

  /** Reads the shown week again soon after the next hold in it expires: offline, no event reports the expiry. */
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

  const markStale = (isAffected: (view: WeekView) => boolean): void => {
    const { weeks, target, monday } = get()
    const shownKey = target !== null && monday !== null ? weekKey(target, monday) : null
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
    known,
    load,
    preload,
    markStale,
    run: () => {
      isRunning = true
      planNextLapse()
      return () => {
        isRunning = false
        clearTimeout(timer)
      }
    },
  }
}
