import type { Instant } from '#domain/time/instant.ts'

/** Where things lie on this workstation. All exist and are readable by this user alone. */
export type PlatformFolders = { readonly data: string; readonly temp: string }

/** What a shell can do beyond the web; screens ask this instead of finding out. */
export type PlatformCapabilities = { readonly nativeDialogs: boolean; readonly silentPrinting: boolean }

/** One structured line. `data` carries codes, ids of calls and durations: never what a person typed, never health data. */
export type Log = (level: 'info' | 'warning' | 'error', code: string, data?: Readonly<Record<string, unknown>>) => void

/**
 * A place for the databases' key. `keychain` is the operating system's and survives a restart; `key-file` is the honest
 * fallback, readable by its user alone (decisions §5 Keys).
 */
export type SecretVault = {
  readonly kind: 'keychain' | 'key-file'
  read(name: string): Promise<string | null>
  write(name: string, secret: string): Promise<void>
}

/** What a shell lends to the app: everything that differs between Electron and the browser host, and everything impure. */
export type Platform = {
  readonly shell: 'electron' | 'browser'
  readonly version: string
  readonly folders: PlatformFolders
  readonly capabilities: PlatformCapabilities
  readonly vault: SecretVault
  readonly log: Log
  now(): Instant
  nowMs(): number
  /** A fresh unguessable id, lower case letters, digits and dashes. */
  newId(): string
}
