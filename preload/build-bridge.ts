import type { Bridge, Subscribe } from '#contract/bridge.ts'
import { bridgeCommandNames } from '#contract/bridge-commands.ts'
import type { BridgeGlobal, TransportState } from '#contract/bridge-global.ts'
import type { Reply } from '#contract/reply.ts'

/** What a transport offers the bridge. `call` always resolves. */
export type BridgeTransport = {
  call(command: string, input: unknown): Promise<Reply<unknown>>
  readonly on: Subscribe
  onTransport(listener: (state: TransportState) => void): () => void
}

/**
 * Turns the command names into plain functions over a transport. Only functions and plain objects, as nothing else crosses
 * Electron's context bridge. What main answers has the contract's types: main checks each input, and its services' types
 * are the contract's own.
 */
export const buildBridge = (transport: BridgeTransport): BridgeGlobal => {
  const subjects = Object.entries(bridgeCommandNames).map(([subject, methods]) => [
    subject,
    Object.fromEntries(
      methods.map((method) => [method, (input: unknown) => transport.call(`${subject}.${method}`, input)]),
    ),
  ])
  const commands = Object.fromEntries(subjects) as Omit<Bridge, 'on'>
  return { ...commands, on: transport.on, onTransport: transport.onTransport }
}
