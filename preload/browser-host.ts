import { bridgeGlobalName } from '#contract/bridge-global.ts'
import { buildBridge } from './build-bridge.ts'
import { createSocketTransport } from './socket-transport.ts'

const transport = createSocketTransport({ openSocket: () => new WebSocket(`ws://${location.host}/bridge`) })

Object.defineProperty(window, bridgeGlobalName, { value: Object.freeze(buildBridge(transport)) })
