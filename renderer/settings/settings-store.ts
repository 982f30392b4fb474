import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { WorkstationInfo } from '#contract/settings/bridge.ts'
import type { Loadable, Submission } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'

type SettingsStoreState = {
  readonly workstation: Loadable<WorkstationInfo>
  readonly deletion: Submission
  readonly leaving: Submission
  readonly load: () => Promise<void>
  /** Deletes the cache, which fills again. Returns true when done. Always safe: the cache has only copies. */
  readonly deleteCache: () => Promise<boolean>
  /** Disconnects from the server; the window then loads the page that asks for the address of another server. */
  readonly leaveServer: () => Promise<void>
  readonly stop: () => void
}
export type SettingsStore = StoreApi<SettingsStoreState>

/** Milliseconds to wait until main has replaced the app with the page of the first start. */
const leftAfterMs = 500

/** Creates the store of the workstation's facts shown in Settings. `stop` ends its subscription. */
export const createSettingsStore = (
  bridge: Pick<Bridge, 'workstation' | 'on'>,
  openFirstPage: () => void = () => window.location.assign('/'),
): SettingsStore =>
  createStore<SettingsStoreState>((set, get) => {
    const readings = createReadings()
    const stop = bridge.on('workstation.changed', (value) => {
      readings.expire()
      set({ workstation: { kind: 'ready', value } })
    })
    return {
      workstation: { kind: 'loading' },
      deletion: { kind: 'idle' },
      leaving: { kind: 'idle' },
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
      leaveServer: async () => {
        set({ leaving: { kind: 'pending' } })
        const reply = await bridge.workstation.leaveServer({})
        if (reply.ok) setTimeout(() => openFirstPage(), leftAfterMs)
        else set({ leaving: { kind: 'failed', failure: reply.failure } })
      },
      stop,
    }
  })
