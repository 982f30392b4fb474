import type { Bridge } from './bridge.ts'

/** Whether the window can reach main: `reconnecting` from a lost connection until it stands again. */
export type TransportState = 'connected' | 'reconnecting'

/** What a preload puts on the window: the bridge, and word of the transport under it. */
export type BridgeGlobal = Bridge & {
  /** Calls `listener` at once with the state now and then at each change, until the returned function is called. */
  readonly onTransport: (listener: (state: TransportState) => void) => () => void
}

/** The name of the window's one global of ours. Both preloads write it, `renderer/start.tsx` reads it, nobody else does. */
export const bridgeGlobalName = 'atriumBridge'
