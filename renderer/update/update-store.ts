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
  readonly closeNews: () => Promise<void>
  readonly waitWith: (version: string) => void
  readonly clear: () => void
}
export type UpdateStore = StoreApi<UpdateStoreState>
export type WithUpdate = { readonly update: UpdateStore }

/** Creates the store of this workstation's updates; a window has one. */
export const createUpdateStore = (bridge: Pick<Bridge, 'update' | 'on'>): UpdateStore => {
  const readings = createReadings()
  const store = createStore<UpdateStoreState>((set, get) => {
    const show = (reply: Reply<UpdateView>): void =>
      set({ update: reply.ok ? { kind: 'ready', value: reply.value } : { kind: 'failed', failure: reply.failure } })
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
      closeNews: async () => show(await bridge.update.closeNews({})),
      waitWith: (version) => set({ later: version }),
      clear: () => {
        readings.expire()
        set({ update: { kind: 'loading' }, later: null })
      },
    }
  })
  bridge.on('bridge.gap', () => {
    if (store.getState().update.kind !== 'loading') void store.getState().load()
  })
  bridge.on('update.changed', (value) => {
    readings.expire()
    // An event before the first reading, such as on the sign-in page, shows nothing.
    if (store.getState().update.kind !== 'loading') store.setState({ update: { kind: 'ready', value } })
  })
  return store
}
