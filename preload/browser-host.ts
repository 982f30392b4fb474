import { type BridgeTransport, bridgeGlobalName } from '#contract/bridge-names.ts'
import { createSocketTransport } from './socket-transport.ts'

const { call, on, onTransport } = createSocketTransport({
  openSocket: () => new WebSocket(`ws://${location.host}/bridge`),
})
const transport: BridgeTransport = { call, on, onTransport }

Object.defineProperty(window, bridgeGlobalName, { value: Object.freeze(transport) })
