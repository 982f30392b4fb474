import type { CommandName, Subscribe } from './bridge.ts'
import type { Reply } from './reply.ts'

// The preload bundles this file, so it has only names, limits and types, and does not import zod.

/** Whether the window can reach main; `reconnecting` from the loss of a connection until it is restored. */
export type TransportState = 'connected' | 'reconnecting'

/**
 * The transport that a preload gives the window. The window builds the typed bridge on it; main's table of commands is
 * the allow-list.
 */
export type BridgeTransport = {
  /** Calls `subject.method`. Always resolves. */
  readonly call: (command: string, input: unknown) => Promise<Reply<unknown>>
  readonly on: Subscribe
  /**
   * Calls `listener` immediately with the current state, then at each change, until the caller calls the returned
   * function.
   */
  readonly onTransport: (listener: (state: TransportState) => void) => () => void
}

/** The name of Atrium's one global in the window. Both preloads write it, and only `renderer/start.tsx` reads it. */
export const bridgeGlobalName = 'atriumBridge'

/**
 * How the browser shell recognises a page that may use the bridge, in addition to the page's cookie. The shell's entry
 * page writes the page key into the storage of its origin. A socket offers two subprotocols: `protocol`, which the
 * shell answers with, and `prefix` with the key.
 */
export const pageKey = { storageName: 'atrium-page-key', protocol: 'atrium', prefix: 'key.' } as const

/** The three IPC channels between Electron's preload and main; each is for the envelope of the same name. */
export const ipcChannels = { call: 'atrium:call', event: 'atrium:event', resume: 'atrium:resume' } as const

const usualLimitMs = 30_000
const fileLimitMs = 120_000
/** The time limit of an import. It is long, because the server checks and stores every record before it answers. */
const importLimitMs = 600_000
/** Commands that transfer, draw or stamp a large file. */
const withFiles: ReadonlySet<string> = new Set<CommandName>([
  'documents.read',
  'documents.upload',
  'documents.uploadReport',
  'study.readPaper',
  'release.preview',
  'printing.print',
  'downloads.save',
])

/**
 * Returns the time limit, in milliseconds, for main's answer to a command; after that the window receives `timed-out`.
 */
export const commandLimitMs = (command: string): number => {
  if (command === ('import.run' satisfies CommandName)) return importLimitMs
  return withFiles.has(command) ? fileLimitMs : usualLimitMs
}
