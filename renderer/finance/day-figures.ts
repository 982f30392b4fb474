import type { Bridge } from '#contract/bridge.ts'
import { createReadings } from '../kit/readings.ts'
import type { FinanceStore, FinanceStoreState } from './finance-state.ts'

type Parts = { readonly store: FinanceStore; readonly finance: Pick<Bridge['finance'], 'readDetails'> }

/**
 * Creates the state with the transactions and members behind the figures and lists of the day. One call reads all of
 * them, after the day is shown.
 */
export const createDayFigures = ({
  store,
  finance,
}: Parts): Pick<FinanceStoreState, 'details' | 'readingDetails' | 'figure' | 'loadDetails' | 'openFigure'> => {
  const { getState: get, setState: set } = store
  const readings = createReadings()
  return {
    details: { kind: 'idle' },
    readingDetails: { kind: 'idle' },
    figure: null,
    loadDetails: async () => {
      const { locationID, date, rows } = get()
      if (locationID === null || date === null) return
      const isLatest = readings.begin()
      set({ readingDetails: { kind: 'pending' } })
      if (get().details.kind !== 'ready') set({ details: { kind: 'loading' } })
      const reply = await finance.readDetails({ locationID, date, rows })
      if (!isLatest() || get().locationID !== locationID || get().date !== date) return
      if (reply.ok) return set({ details: { kind: 'ready', value: reply.value }, readingDetails: { kind: 'idle' } })
      // The lists still use the earlier members. `readingDetails` shows that the transactions are too old for a figure.
      set({ readingDetails: { kind: 'failed', failure: reply.failure } })
      if (get().details.kind !== 'ready') set({ details: { kind: 'failed', failure: reply.failure } })
    },
    openFigure: (figure) => set({ figure }),
  }
}
