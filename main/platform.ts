import type { Crash, CrashReport } from '#domain/support/crash-report.ts'
import type { ReleaseFormat } from '#domain/update/release.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ChildProcessPort } from '#runtime/child-process.ts'
import type { PlatformFolders } from '#runtime/data-folder.ts'
import type { Log } from '#runtime/log.ts'
import type { SecretVault } from '#runtime/secret-vault.ts'

/** What a shell can do and a web page cannot. Screens read these capabilities instead of detecting them. */
type PlatformCapabilities = { readonly nativeDialogs: boolean; readonly silentPrinting: boolean }

/**
 * The separate window of a card provider's script. The window has its own session and content policy; it has no
 * personal data, and no preload of the app. Calls and answers are plain values; a call after the window is closed
 * returns undefined.
 */
export type ProviderWindow = {
  call(method: string, input: unknown): Promise<unknown>
  onEvent(listener: (name: string, payload: unknown) => void): void
  onClosed(listener: () => void): void
  close(): void
}

/** How an installed program finds its updates, and installs them. */
export type ProgramUpdates = {
  /** The feed that the program was built for. */
  readonly feedUrl: string
  /** The root of the feed's metadata that the program was built with, as JSON. */
  readonly ownRoot: Buffer
  /** When the program was built, as epoch milliseconds. */
  readonly builtAtMs: number
  readonly format: ReleaseFormat
  /**
   * Prepares the installation of a verified file, whose hash is `sha256` (hex). Rejects if the installation cannot be
   * prepared. Calling the returned function ends the program; its last step starts the new version. Null if other tools
   * install the updates: a package manager, or IT for the whole computer.
   */
  readonly prepare: ((path: string, sha256: string) => Promise<() => void>) | null
}

/** The crash reports of this workstation: local, redacted, and few. */
export type CrashReports = {
  /** Stores a crash. Never throws, because a second error would hide the crash. */
  record(crash: Crash): void
  /** Returns the stored reports, the oldest first. */
  read(): readonly CrashReport[]
}

/**
 * What a shell provides to the app: everything that differs between Electron and the browser host, and everything
 * impure, such as new ids.
 */
export type Platform = {
  readonly shell: 'electron' | 'browser'
  readonly version: string
  readonly folders: PlatformFolders
  readonly capabilities: PlatformCapabilities
  readonly vault: SecretVault
  readonly log: Log
  readonly crashes: CrashReports
  /**
   * Sends a request from main, with the interface of the web's `fetch`. Uses the operating system's proxy if the shell
   * knows it. A failed request through a proxy has no Node error code, because it may have been sent.
   */
  readonly fetch: typeof globalThis.fetch
  /** Starts one of our own workers in a separate process, by its file name without extension (`serial-port.worker`). */
  startProcess(workerName: string): ChildProcessPort
  /**
   * Opens a card provider's window: `terminal` runs the reader's SDK in a hidden window, `card-fields` is where a card
   * is typed. Null when this shell cannot open a window with its own session.
   */
  readonly openProviderWindow: ((page: 'terminal' | 'card-fields') => Promise<ProviderWindow>) | null
  /**
   * Asks the user for a folder with the system's dialog; the promise resolves with null when the user cancels. The
   * function is null when this shell has no dialog.
   */
  readonly chooseFolder: (() => Promise<string | null>) | null
  /** Null if this program looks for no updates; `readProgramUpdates` has the cases. */
  readonly updates: ProgramUpdates | null
  now(): Instant
  nowMs(): number
  /** Returns a new unguessable id of lower-case letters, digits and dashes. */
  newId(): string
}
