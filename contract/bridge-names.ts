import type { CommandName, Subscribe } from './bridge.ts'
import type { Reply } from './reply.ts'

// The preload carries this file: names, limits and types, nothing that needs zod.

/** Whether the window can reach main: `reconnecting` from a lost connection until it is back. */
export type TransportState = 'connected' | 'reconnecting'

/** What a preload gives the window. The window builds the typed bridge over it; main's table of commands is the allow-list. */
export type BridgeTransport = {
  /** Calls `subject.method`. Always resolves. */
  readonly call: (command: string, input: unknown) => Promise<Reply<unknown>>
  readonly on: Subscribe
  /** Calls `listener` at once with the current state and then at each change, until the returned function is called. */
  readonly onTransport: (listener: (state: TransportState) => void) => () => void
}

/** The name of the window's one global of ours. Both preloads write it, and only `renderer/start.tsx` reads it. */
export const bridgeGlobalName = 'atriumBridge'

/** The three IPC channels between Electron's preload and main; each carries the envelope its name says. */
export const ipcChannels = { call: 'atrium:call', event: 'atrium:event', resume: 'atrium:resume' } as const

const usualLimitMs = 30_000
const fileLimitMs = 120_000
/** What carries a large file, or has one drawn and stamped. */
const withFiles: ReadonlySet<string> = new Set<CommandName>([
  'documents.read',
  'documents.upload',
  'study.readPaper',
  'release.preview',
  'printing.print',
  'downloads.save',
])

/** Milliseconds that main has to answer a command; after that the window receives `timed-out`. */
export const commandLimitMs = (command: string): number => (withFiles.has(command) ? fileLimitMs : usualLimitMs)
