import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { Reply } from '#contract/reply.ts'
import type { UpdateView } from '#contract/update/bridge.ts'
import type { Loadable } from '../kit/loadable.ts'
import { createReadings } from '../kit/readings.ts'

type UpdateStoreState = {
  readonly update: Loadable<UpdateView>
  readonly underWay: 'look' | 'install' | null
  /** The version for which this user pressed "Later". */
  readonly later: string | null
  readonly load: () => Promise<void>
  readonly look: () => Promise<void>
  readonly install: () => Promise<void>
  /** Whether this user wants the next version as soon as it is ready. */
  readonly isWanted: boolean
  /**
   * Looks for an update and installs it as soon as it is ready. Gives up when there is no update, when the update is
   * held back, and after a failure.
   */
  readonly updateNow: () => Promise<void>
  readonly closeNews: () => Promise<void>
  readonly waitWith: (version: string) => void
  readonly clear: () => void
}
export type UpdateStore = StoreApi<UpdateStoreState>
export type WithUpdate = { readonly update: UpdateStore }

/** Creates the store of this workstation's updates. Each window has one such store. */
export const createUpdateStore = (bridge: Pick<Bridge, 'update' | 'on'>): UpdateStore => {
  const readings = createReadings()
  const store = createStore<UpdateStoreState>((set, get) => {
    const show = (reply: Reply<UpdateView>): void =>
      set(
        reply.ok
          ? { update: { kind: 'ready', value: reply.value } }
          : { update: { kind: 'failed', failure: reply.failure }, isWanted: false },
      )
    const run = async (kind: 'look' | 'install'): Promise<void> => {
      if (get().underWay !== null) return
      set({ underWay: kind })
      const reply = await bridge.update[kind]({})
      set({ underWay: null })
      show(reply)
    }
    return {
      update: { kind: 'loading' },
      underWay: null,
      later: null,
      load: async () => {
        const isLatest = readings.begin()
        const reply = await bridge.update.read({})
        if (isLatest()) show(reply)
      },
      look: () => run('look'),
      install: () => run('install'),
      isWanted: false,
      updateNow: async () => {
        set({ isWanted: true })
        // If an update was ready, the subscription below has already started the installation and cleared `isWanted`.
        if (get().isWanted) await run('look')
      },
      closeNews: async () => show(await bridge.update.closeNews({})),
      waitWith: (version) => set({ later: version }),
      clear: () => {
        readings.expire()
        set({ update: { kind: 'loading' }, later: null, isWanted: false })
      },
    }
  })
  bridge.on('bridge.gap', () => {
    // The event that ended the search for an update may be among the missed events.
    store.setState({ isWanted: false })
    if (store.getState().update.kind !== 'loading') void store.getState().load()
  })
  bridge.on('update.changed', (value) => {
    readings.expire()
    // Before the first reading, such as on the sign-in page, an event is ignored.
    if (store.getState().update.kind === 'loading') return
    const hasEnded = ['idle', 'held-back', 'for-it', 'failed', 'off'].includes(value.state.kind)
    store.setState({ update: { kind: 'ready', value }, ...(hasEnded && { isWanted: false }) })
  })
  store.subscribe(({ isWanted, underWay, update, install }) => {
    if (!isWanted || underWay !== null || update.kind !== 'ready' || update.value.state.kind !== 'ready') return
    store.setState({ isWanted: false })
    void install()
  })
  return store
}
