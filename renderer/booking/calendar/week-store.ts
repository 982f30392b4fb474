import { createStore } from 'zustand/vanilla'
import type { WeekView } from '#contract/booking/bridge.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { Reply } from '#contract/reply.ts'
import type { Instant } from '#domain/values/instant.ts'
import { addDays, type PlainDate, startOfWeek } from '#domain/values/plain-date.ts'
import { createWeekOpening, type FindFirstFree } from './week-opening.ts'
import { createWeekReadings } from './week-readings.ts'
import { shownWeek, type WeekStore, type WeekStoreState, type WeekTarget } from './week-state.ts'

type Options = {
  readonly read: (target: WeekTarget & { readonly monday: PlainDate }) => Promise<Reply<WeekView>>
  /** Searches for the first free time; without this function the calendar opens at the current week. */
  readonly findFirstFree?: FindFirstFree
  readonly on: Bridge['on']
  readonly now: () => Instant
  /** Runs a function when the window is idle. */
  readonly whenIdle?: (run: () => void) => void
}

const isSameTarget = (a: WeekTarget | null, b: WeekTarget): boolean =>
  a === b || JSON.stringify(a) === JSON.stringify(b)

const idleInWindow = (run: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 2000 })
  else setTimeout(run, 200)
}

/**
 * Creates the store of one booking page's weeks (booking spec §2 Appointment scheduling). A known week is shown
 * immediately and refreshed in place. Its neighbours are read while the window is idle, so that a switch never waits.
 */
export const createWeekStore = ({ read, findFirstFree, on, now, whenIdle = idleInWindow }: Options): WeekStore =>
  createStore<WeekStoreState>((set, get, store) => {
    const readings = createWeekReadings({ store, read, whenIdle, now })
    const opening = createWeekOpening({ store, readings, findFirstFree, now })
    const { isChosen, choose, noteWanted, open, openAtFirstFree, openFrom, follow } = opening

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
        if (isSameTarget(before.target, target)) return
        const current = startOfWeek(today)
        const isWanted = wanted !== undefined && startOfWeek(wanted) >= current
        // Until the user moves the calendar, it opens at the first free time of each chosen location and scan type.
        const isSamePlace = before.target?.locationID === target.locationID && before.target.skuID === target.skuID
        const isOpened = isSamePlace && (before.opening.kind === 'found' || before.opening.kind === 'nothing')
        if (!isChosen() && !isWanted && !isOpened) {
          void openAtFirstFree(target, current)
          return
        }
        if (isWanted) noteWanted()
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
        if (target !== null && monday !== null) await readings.load(target, monday)
      },
      start: () => {
        const stops = [
          on('booking.calendarChanged', ({ locationID, dates }) =>
            readings.markStale(
              (view) => view.locationID === locationID && view.days.some((day) => dates.includes(day.date)),
            ),
          ),
          on('bridge.gap', () => readings.markStale(() => true)),
          on('locations.changed', () => readings.markStale(() => true)),
          on('connectivity.changed', ({ state }) => {
            if (state === 'online' && shownWeek(get())?.view?.source !== 'back-office') void get().refresh()
          }),
        ]
        const stopReadings = readings.run()
        return () => {
          stopReadings()
          for (const stop of stops) stop()
        }
      },
    }
  })
