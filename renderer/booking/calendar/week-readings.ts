import type { WeekView } from '#contract/booking/bridge.ts'
import type { Reply } from '#contract/reply.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import { addDays, type PlainDate } from '#domain/values/plain-date.ts'
import { keepUnchanged } from './keep-unchanged.ts'
import { type KnownWeek, shownWeek, unknownWeek, type WeekStore, type WeekTarget, weekKey } from './week-state.ts'

type Parts = {
  readonly store: WeekStore
  readonly read: (target: WeekTarget & { readonly monday: PlainDate }) => Promise<Reply<WeekView>>
  /** Runs something when the window has nothing better to do. */
  readonly whenIdle: (run: () => void) => void
  readonly now: () => Instant
}

export type WeekReadings = {
  /** What is known of a week. */
  readonly known: (target: WeekTarget, monday: PlainDate) => KnownWeek
  /** Reads a week; what was known of it stays until the answer comes. */
  readonly load: (target: WeekTarget, monday: PlainDate) => Promise<void>
  /** Reads the neighbours of the week shown, once the window is idle. */
  readonly preload: (target: WeekTarget, monday: PlainDate) => void
  /** Something changed in the affected weeks: the one shown is read again at once, the others once they are needed. */
  readonly markStale: (isAffected: (view: WeekView) => boolean) => void
  /** The calendar is drawn from now on, until the returned function is called. */
  readonly run: () => () => void
}

/** Creates what reads the weeks of a calendar and keeps what is known of them. */
export const createWeekReadings = ({ store, read, whenIdle, now }: Parts): WeekReadings => {
  const { getState: get, setState: set } = store
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  /** Readings under way: the same week is asked for once, and once more when it changed meanwhile. */
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

  /** Another desk's hold runs out without an event where the back office cannot be reached: read again then. */
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
