import type { Bridge, BridgeCommands } from '#contract/bridge.ts'
import type { BridgeTransport } from '#contract/bridge-names.ts'
import type { Reply } from '#contract/reply.ts'
import type { Dispatcher } from '#main/bridge/dispatcher.ts'
import type { SessionGate } from '#main/bridge/event-stream.ts'

/** The window's end of a transport. */
export type BridgeClient = {
  readonly bridge: Bridge
  readonly onTransport: BridgeTransport['onTransport']
  /** Calls any command, even one that is not in the contract. */
  call(command: string, input: unknown): Promise<Reply<unknown>>
  /** Sends a message in place of a call; returns the answer, or `refused` if the transport disconnects. */
  sendRaw(message: unknown): Promise<Reply<unknown> | 'refused'>
  /** Breaks the connection, after which the client may reconnect; null if the transport has no connection to break. */
  readonly drop: (() => Promise<void>) | null
  close(): void
}

export type BridgeUnderTest = {
  readonly dispatcher: Dispatcher
  connect(): Promise<BridgeClient>
  /** Calls as a foreign page. Returns the reply, or `refused` if the transport does not let the page call at all. */
  callAsStranger(command: string, input: unknown): Promise<Reply<unknown> | 'refused'>
  stop(): Promise<void>
}

export type BridgeParts = {
  readonly services: BridgeCommands
  readonly sessionGate: SessionGate
  readonly timeLimitMs: number
  /** Receives what the dispatcher logs. */
  readonly log: (level: string, code: string, data?: Readonly<Record<string, unknown>>) => void
}

export type MakeBridge = (parts: BridgeParts) => Promise<BridgeUnderTest>
