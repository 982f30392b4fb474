import { type BridgeTransport, bridgeGlobalName, pageKey } from '#contract/bridge-names.ts'
import { createSocketTransport } from './socket-transport.ts'

const { call, on, onTransport } = createSocketTransport({
  openSocket: () => {
    // The key is read for each connection: after a restart of Atrium, another window may have stored the new key.
    const key = localStorage.getItem(pageKey.storageName) ?? ''
    return new WebSocket(`ws://${location.host}/bridge`, [pageKey.protocol, `${pageKey.prefix}${key}`])
  },
})
const transport: BridgeTransport = { call, on, onTransport }

Object.defineProperty(window, bridgeGlobalName, { value: Object.freeze(transport) })
