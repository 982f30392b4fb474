import { createStore, type StoreApi } from 'zustand/vanilla'
import type { DayView } from '#contract/booking/bridge.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { createReadings } from '../../kit/readings.ts'

type DayTarget = { readonly locationID: LocationID; readonly date: PlainDate }

export type KnownDay = {
  readonly view: DayView | null
  readonly reading: 'idle' | 'reading'
  readonly failure: Failure | null
}

type DayStoreState = {
  readonly target: DayTarget | null
  readonly days: Readonly<Record<string, KnownDay>>
  /** Shows a day and reads its data again. Data that is already known appears immediately. */
  readonly aim: (target: DayTarget) => void
  readonly refresh: () => Promise<void>
  /** Listens for changes until the returned function is called. */
  readonly start: () => () => void
}
export type DayStore = StoreApi<DayStoreState>

const unknownDay: KnownDay = { view: null, reading: 'idle', failure: null }
const keyOf = ({ locationID, date }: DayTarget): string => `${locationID}|${date}`

/** Returns the known data of the shown day. */
export const shownDay = ({ target, days }: Pick<DayStoreState, 'target' | 'days'>): KnownDay =>
  target === null ? unknownDay : (days[keyOf(target)] ?? unknownDay)

/**
 * Creates the store of one day on all machines of a location, for the front desk's list and the day view of the booking
 * page.
 */
export const createDayStore = (bridge: Pick<Bridge, 'booking' | 'on'>): DayStore =>
  createStore<DayStoreState>((set, get) => {
    const readings = createReadings()

    const put = (target: DayTarget, change: Partial<KnownDay>): void => {
      const key = keyOf(target)
      set({ days: { ...get().days, [key]: { ...(get().days[key] ?? unknownDay), ...change } } })
    }

    const load = async (target: DayTarget): Promise<void> => {
      const isLatest = readings.begin(keyOf(target))
      put(target, { reading: 'reading' })
      const reply = await bridge.booking.readDay(target)
      // A later read of the same day has started, so this answer is dropped.
      if (!isLatest()) return
      put(
        target,
        reply.ok ? { view: reply.value, reading: 'idle', failure: null } : { reading: 'idle', failure: reply.failure },
      )
    }

    return {
      target: null,
      days: {},
      aim: (target) => {
        const before = get().target
        if (before !== null && keyOf(before) === keyOf(target)) return
        set({ target })
        void load(target)
      },
      refresh: async () => {
        const { target } = get()
        if (target !== null) await load(target)
      },
      start: () => {
        const refresh = (): void => void get().refresh()
        const stops = [
          bridge.on('booking.calendarChanged', ({ locationID, dates }) => {
            const { target } = get()
            if (target?.locationID === locationID && dates.includes(target.date)) refresh()
          }),
          bridge.on('booking.studyChanged', ({ studyID }) => {
            if (shownDay(get()).view?.entries.some((entry) => entry.study?.studyID === studyID)) refresh()
          }),
          bridge.on('bridge.gap', refresh),
          bridge.on('connectivity.changed', ({ state }) => {
            if (state === 'online' && shownDay(get()).view?.source !== 'back-office') refresh()
          }),
        ]
        return () => {
          for (const stop of stops) stop()
        }
      },
    }
  })
