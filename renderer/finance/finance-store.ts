import { createStore } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { CashUp } from '#domain/finance/cash-up.ts'
import { maxOutstandingRows, outstandingPage } from '#domain/finance/outstanding.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { createReadings } from '../kit/readings.ts'
import { saveFile } from '../kit/save-file.ts'
import type { Drafts } from '../session/drafts.ts'
import { createCashCount } from './cash-count.ts'
import { createDayClosing } from './day-closing.ts'
import { createDayFigures } from './day-figures.ts'
import { createDayReopening } from './day-reopening.ts'
import { countDraftID, countSchema, type FinanceStore, type FinanceStoreState } from './finance-state.ts'
import { followPayments } from './follow-payments.ts'
import { createTypedCounts } from './typed-counts.ts'

type Options = {
  readonly bridge: Pick<Bridge, 'finance' | 'on'>
  readonly drafts: Drafts
  readonly newKey: () => string
}

/** Creates the store of a location's day for counting and closing. */
export const createFinanceStore = ({ bridge, drafts, newKey }: Options): FinanceStore =>
  createStore<FinanceStoreState>((set, get, store) => {
    const readings = createReadings()
    const isAt = (locationID: LocationID, date: PlainDate): boolean =>
      get().locationID === locationID && get().date === date
    const setDay = (day: CashUp, change: Partial<FinanceStoreState> = {}): void => {
      set({ ...change, day: { kind: 'ready', value: day }, behind: null })
      dropCounted(day)
      // While several counts are recorded, the details are read once, after the last.
      if (get().recording === 'idle') void get().loadDetails()
    }
    const showDay = (day: CashUp, change: Partial<FinanceStoreState>): void => {
      readings.expire()
      setDay(day, change)
      // The answer to a change has only the first items of each list.
      if (Object.keys(get().rows).length > 0 && get().recording === 'idle') void get().load()
    }

    const { restoreTyped, dropTyped, dropCounted, ...typedCounts } = createTypedCounts({
      ...{ store, finance: bridge.finance, drafts, newKey, showDay },
    })

    return {
      locationID: null,
      date: null,
      day: { kind: 'idle' },
      rows: {},
      behind: null,
      count: null,
      counting: { kind: 'idle' },
      closing: null,
      signing: { kind: 'idle' },
      reopening: null,
      opening: { kind: 'idle' },
      exporting: { kind: 'idle' },
      ...typedCounts,
      ...createDayFigures({ store, finance: bridge.finance }),
      ...createCashCount({ store, finance: bridge.finance, drafts, newKey, showDay, dropTyped }),
      ...createDayClosing({ store, finance: bridge.finance, newKey, showDay }),
      ...createDayReopening({ store, finance: bridge.finance, newKey, showDay }),
      open: async (locationID, date) => {
        if (isAt(locationID, date)) return
        set({ locationID, date, day: { kind: 'loading' }, rows: {}, behind: null })
        set({ count: null, closing: null, reopening: null })
        set({ typed: [], typedFailures: {}, recording: 'idle', details: { kind: 'idle' }, figure: null })
        set({ readingDetails: { kind: 'idle' } })
        const [kept] = await Promise.all([drafts.read(countDraftID), get().load()])
        await restoreTyped()
        const count = countSchema.safeParse(kept)
        if (count.success && isAt(count.data.locationID, count.data.date)) set({ count: count.data })
      },
      load: async () => {
        const { locationID, date, rows } = get()
        if (locationID === null || date === null) return
        const isLatest = readings.begin()
        if (get().day.kind === 'failed') set({ day: { kind: 'loading' } })
        const reply = await bridge.finance.readCashUp({ locationID, date, rows })
        if (!isLatest()) return
        if (reply.ok) setDay(reply.value)
        else if (get().day.kind === 'ready') set({ behind: reply.failure })
        else set({ day: { kind: 'failed', failure: reply.failure } })
      },
      showMore: async (list) => {
        const { rows, load } = get()
        const shown = rows[list] ?? outstandingPage
        set({ rows: { ...rows, [list]: Math.min(maxOutstandingRows, shown + outstandingPage) } })
        await load()
      },
      exportDay: async (format, table) => {
        const { locationID, date, exporting } = get()
        if (locationID === null || date === null || exporting.kind === 'pending') return
        set({ exporting: { kind: 'pending', format } })
        const reply = await bridge.finance.exportDay({ locationID, date, format, table })
        set({ exporting: reply.ok ? { kind: 'idle' } : { kind: 'failed', failure: reply.failure } })
        if (!reply.ok) return
        saveFile(reply.value.base64, reply.value.fileName, format === 'csv' ? 'text/csv' : 'application/pdf')
      },
    }
  })

/** Reads the day again after each change of payments and after missed events, until the returned function is called. */
export const followFinance = (bridge: Pick<Bridge, 'on'>, store: FinanceStore): (() => void) =>
  followPayments(bridge, () => void store.getState().load())
