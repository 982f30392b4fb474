import type { Instant } from '#domain/values/instant.ts'
import type { ChildProcessPort } from '#runtime/child-process.ts'
import type { PlatformFolders } from '#runtime/data-folder.ts'
import type { Log } from '#runtime/log.ts'
import type { SecretVault } from '#runtime/secret-vault.ts'

/** What a shell can do beyond the web; screens ask this instead of finding out. */
type PlatformCapabilities = { readonly nativeDialogs: boolean; readonly silentPrinting: boolean }

/**
 * The window of its own that hosts a card provider's script: its own session and content policy, no person's data, no
 * preload of the app. Calls and answers are plain values; a call after the window is gone answers undefined.
 */
export type ProviderWindow = {
  call(method: string, input: unknown): Promise<unknown>
  onEvent(listener: (name: string, payload: unknown) => void): void
  onClosed(listener: () => void): void
  close(): void
}

/** What a shell lends to the app: everything that differs between Electron and the browser host, and everything impure. */
export type Platform = {
  readonly shell: 'electron' | 'browser'
  readonly version: string
  readonly folders: PlatformFolders
  readonly capabilities: PlatformCapabilities
  readonly vault: SecretVault
  readonly log: Log
  /** Starts one of our own workers, by its file name without ending (`serial-port.worker`), in a process of its own. */
  startProcess(workerName: string): ChildProcessPort
  /**
   * Opens a card provider's window: `terminal` hosts the reader's SDK unseen, `card-fields` is where a card is typed. Null
   * where this shell has no windows of its own session to open.
   */
  readonly openProviderWindow: ((page: 'terminal' | 'card-fields') => Promise<ProviderWindow>) | null
  /** Asks the person for a folder with the system's dialog; gives null when they gave up. Null where this shell has none. */
  readonly chooseFolder: (() => Promise<string | null>) | null
  now(): Instant
  nowMs(): number
  /** A fresh unguessable id, lower case letters, digits and dashes. */
  newId(): string
}
