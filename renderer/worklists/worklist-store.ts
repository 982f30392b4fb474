import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Failure } from '#contract/reply.ts'
import type { Worklist } from '#domain/worklists/worklist.ts'
import { hidesRows, type WorklistFilter } from '#domain/worklists/worklist-filter.ts'
import { maxWorklistRows, type WorklistView } from '#domain/worklists/worklist-row.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'
import { aroundStudyMs, createThrottle } from '../kit/throttle.ts'
import type { WorklistCountsStore } from './worklist-counts-store.ts'

type WorklistAim = { readonly list: Worklist; readonly filter: WorklistFilter }

type WorklistState = {
  readonly view: Loadable<WorklistView>
  /** Why the last load failed; the screen still shows the earlier rows. */
  readonly behind: Failure | null
  /** The number of rows to read. */
  readonly rows: number
  /** Shows this list with these filters. */
  readonly aim: (aim: WorklistAim, rows?: number) => void
  readonly load: () => Promise<void>
  readonly showMore: () => void
  /** Follows the changes of studies until the returned function is called. */
  readonly start: () => () => void
}
export type WorklistStore = StoreApi<WorklistState>

export const rowsPerPage = 50

type Parts = {
  readonly bridge: Pick<Bridge, 'worklists' | 'on'>
  readonly counts: WorklistCountsStore
}

/** Returns a filter as the fields of the command. */
const toFields = ({ locationID, task, assigned, lateOnly, member, scanFrom, scanTo }: WorklistFilter) => ({
  ...{ assigned, lateOnly },
  ...(member.trim() !== '' && { member }),
  ...(locationID !== null && { locationID }),
  ...(task !== null && { task }),
  ...(scanFrom !== null && { scanFrom }),
  ...(scanTo !== null && { scanTo }),
})

/** Creates the store of one worklist. It reads the list again after a change of any study. */
export const createWorklistStore = ({ bridge, counts }: Parts): WorklistStore => {
  const readings = createReadings()
  let aimed: WorklistAim | null = null
  return createStore<WorklistState>((set, get) => {
    const load = async (): Promise<void> => {
      if (aimed === null) return
      const { list, filter } = aimed
      const isLatest = readings.begin()
      if (get().view.kind !== 'ready') set({ view: { kind: 'loading' } })
      const reply = await bridge.worklists.read({ list, ...toFields(filter), rows: get().rows })
      if (!isLatest()) return
      if (reply.ok) {
        set({ view: { kind: 'ready', value: reply.value }, behind: null })
        if (!hidesRows(filter)) counts.getState().note(reply.value)
      } else if (get().view.kind === 'ready' && reply.failure.code !== 'location-forbidden') {
        set({ behind: reply.failure })
      } else set({ view: { kind: 'failed', failure: reply.failure } })
    }
    return {
      view: { kind: 'idle' },
      behind: null,
      rows: rowsPerPage,
      aim: (aim, rows = rowsPerPage) => {
        if (JSON.stringify(aimed) === JSON.stringify(aim)) return
        aimed = aim
        // Rows that were read for another list or filter must not be shown for the new one.
        set({ view: { kind: 'idle' }, behind: null, rows })
        void load()
      },
      load,
      showMore: () => {
        set({ rows: Math.min(maxWorklistRows, get().rows + rowsPerPage) })
        void load()
      },
      start: () => {
        const throttle = createThrottle(() => void load(), aroundStudyMs)
        const ends = [bridge.on('booking.studyChanged', throttle.ask), bridge.on('bridge.gap', throttle.ask)]
        return () => {
          throttle.stop()
          for (const end of ends) end()
        }
      },
    }
  })
}
