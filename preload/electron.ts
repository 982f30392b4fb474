import { contextBridge, ipcRenderer } from 'electron'
import { type BridgeTransport, bridgeGlobalName, ipcChannels } from '#contract/bridge-names.ts'
import type { EventEnvelope, ReplyEnvelope } from '#contract/envelope.ts'
import { fail } from '#contract/reply.ts'
import { createEventHub } from './event-hub.ts'

const hub = createEventHub()
ipcRenderer.on(ipcChannels.event, (_event, envelope: EventEnvelope) => hub.accept(envelope))
ipcRenderer.send(ipcChannels.resume, hub.resumeEnvelope())

let lastId = 0
const transport: BridgeTransport = {
  call: async (command, input) => {
    lastId += 1
    try {
      const answer: ReplyEnvelope = await ipcRenderer.invoke(ipcChannels.call, {
        kind: 'call',
        id: lastId,
        command,
        input,
      })
      return answer.reply
    } catch {
      return fail('disconnected', "Atrium isn't responding. Check whether your last action was completed.")
    }
  },
  on: hub.on,
  // The main process and its window end together; there is no connection to lose.
  onTransport: (listener) => {
    listener('connected')
    return () => undefined
  },
}

contextBridge.exposeInMainWorld(bridgeGlobalName, transport)
