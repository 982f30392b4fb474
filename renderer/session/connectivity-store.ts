import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '#contract/bridge.ts'
import type { TransportState } from '#contract/bridge-names.ts'
import type { Connectivity } from '#contract/settings/bridge.ts'
import { createReadings } from '../kit/readings.ts'

/** Whether the window reaches the main process; in the browser shell the connection is a socket, which can drop. */
type Transport = TransportState
export type OnTransport = (listener: (state: Transport) => void) => unknown

type ConnectivityStoreState = {
  /** Null until main's first report. */
  readonly connectivity: Connectivity | null
  readonly transport: Transport
  readonly retrying: 'idle' | 'retrying'
  readonly load: () => Promise<void>
  /** Tries the back office now instead of at the next scheduled try. */
  readonly retry: () => Promise<void>
}
export type ConnectivityStore = StoreApi<ConnectivityStoreState>
export type WithConnectivity = { readonly connectivity: ConnectivityStore }

/** Returns whether work that needs the back office can be tried. Before main's first report everything may be tried. */
export const isOnlineNow = (state: Pick<ConnectivityStoreState, 'connectivity' | 'transport'>): boolean =>
  state.transport === 'connected' && state.connectivity?.state !== 'offline'

/** Creates the store of the connection to main and, through it, to the back office. */
export const createConnectivityStore = (
  bridge: Pick<Bridge, 'connectivity' | 'on'>,
  onTransport: OnTransport,
): ConnectivityStore => {
  const readings = createReadings()
  const store = createStore<ConnectivityStoreState>((set, get) => ({
    connectivity: null,
    transport: 'connected',
    retrying: 'idle',
    load: async () => {
      const isLatest = readings.begin()
      const reply = await bridge.connectivity.read({})
      if (reply.ok && isLatest()) set({ connectivity: reply.value })
    },
    retry: async () => {
      if (get().retrying === 'retrying') return
      set({ retrying: 'retrying' })
      const reply = await bridge.connectivity.retry({})
      set(reply.ok ? { connectivity: reply.value, retrying: 'idle' } : { retrying: 'idle' })
    },
  }))
  bridge.on('connectivity.changed', (connectivity) => {
    readings.expire()
    store.setState({ connectivity })
  })
  bridge.on('bridge.gap', () => void store.getState().load())
  onTransport((transport) => {
    const returned = transport === 'connected' && store.getState().transport === 'reconnecting'
    store.setState({ transport })
    if (returned) void store.getState().load()
  })
  return store
}
