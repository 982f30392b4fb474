import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { WorkstationInfo } from '#contract/settings/bridge.ts'
import type { Loadable, Submission } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'

type SettingsStoreState = {
  readonly workstation: Loadable<WorkstationInfo>
  readonly deletion: Submission
  readonly load: () => Promise<void>
  /** Deletes the cache, which fills again. Returns true when done. Always safe: the cache has only copies. */
  readonly deleteCache: () => Promise<boolean>
  readonly stop: () => void
}
export type SettingsStore = StoreApi<SettingsStoreState>

/** Creates the store of the workstation's facts shown in Settings. `stop` ends its subscription. */
export const createSettingsStore = (bridge: Pick<Bridge, 'workstation' | 'on'>): SettingsStore =>
  createStore<SettingsStoreState>((set, get) => {
    const readings = createReadings()
    const stop = bridge.on('workstation.changed', (value) => {
      readings.expire()
      set({ workstation: { kind: 'ready', value } })
    })
    return {
      workstation: { kind: 'loading' },
      deletion: { kind: 'idle' },
      load: async () => {
        const isLatest = readings.begin()
        const reply = await bridge.workstation.read({})
        if (!isLatest()) return
        set({
          workstation: reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure },
        })
      },
      deleteCache: async () => {
        if (get().deletion.kind === 'pending') return false
        set({ deletion: { kind: 'pending' } })
        const reply = await bridge.workstation.deleteCache({})
        set(
          reply.ok
            ? { deletion: { kind: 'idle' }, workstation: { kind: 'ready', value: reply.value } }
            : { deletion: { kind: 'failed', failure: reply.failure } },
        )
        return reply.ok
      },
      stop,
    }
  })
