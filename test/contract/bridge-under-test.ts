import type { Bridge, BridgeCommands } from '#contract/bridge.ts'
import type { BridgeTransport } from '#contract/bridge-names.ts'
import type { Reply } from '#contract/reply.ts'
import type { Dispatcher } from '#main/bridge/dispatcher.ts'
import type { SessionGate } from '#main/bridge/event-stream.ts'

/** A window at the far end of a transport. */
export type BridgeClient = {
  readonly bridge: Bridge
  readonly onTransport: BridgeTransport['onTransport']
  /** A call as the bridge makes it, for commands that the contract does not have. */
  call(command: string, input: unknown): Promise<Reply<unknown>>
  /** Sends this as it is, where a call should be; gives what comes back, or `refused` where the transport hung up on it. */
  sendRaw(message: unknown): Promise<Reply<unknown> | 'refused'>
  /** Breaks the connection under the client, which may make a new one; null where there is none that could break alone. */
  readonly drop: (() => Promise<void>) | null
  close(): void
}

export type BridgeUnderTest = {
  readonly dispatcher: Dispatcher
  connect(): Promise<BridgeClient>
  /** A page that is not ours: gives its reply, or `refused` where it does not get as far as asking. */
  callAsStranger(command: string, input: unknown): Promise<Reply<unknown> | 'refused'>
  stop(): Promise<void>
}

export type BridgeParts = {
  readonly services: BridgeCommands
  readonly sessionGate: SessionGate
  readonly timeLimitMs: number
  /** What the dispatcher logs. */
  readonly log: (level: string, code: string, data?: Readonly<Record<string, unknown>>) => void
}

export type MakeBridge = (parts: BridgeParts) => Promise<BridgeUnderTest>
