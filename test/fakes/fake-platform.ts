import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Instant, toEpochMs, toInstant } from '#domain/values/instant.ts'
import type { Platform } from '#main/platform.ts'
import { openCrashFiles } from '#main/support/crash-files.ts'
import type { ChildProcessPort } from '#runtime/child-process.ts'
import { createOwnFiles } from '#runtime/own-files.ts'
import type { SecretVault } from '#runtime/secret-vault.ts'
import { createStrictLog } from './strict-log.ts'

export type LogLine = {
  readonly level: string
  readonly code: string
  readonly data: Readonly<Record<string, unknown>>
}

export type FakePlatform = Platform & {
  readonly lines: readonly LogLine[]
  pass(ms: number): void
}

/** A vault that keeps its secrets only in memory. */
export const createMemoryVault = (secrets = new Map<string, string>()): SecretVault => ({
  kind: 'keychain',
  read: async (name) => secrets.get(name) ?? null,
  write: async (name, secret) => {
    secrets.set(name, secret)
  },
})

/** A process that exits immediately. It simulates a workstation that cannot run workers. */
const startNothing = (): ChildProcessPort => ({
  send: () => {},
  onMessage: () => {},
  onExit: (listener) => queueMicrotask(listener),
  kill: () => {},
})

/**
 * Creates a platform with its own folder. With `from`, the clock starts at that time and only `pass` changes it. With
 * `startingAt`, the clock starts at that time and runs. Without both, the clock follows the machine's clock.
 */
export const createFakePlatform = (
  options: {
    readonly folder?: string
    readonly vault?: SecretVault
    /** `0.0.0-test` by default, which is never too old for a server. */
    readonly version?: string
    readonly from?: Instant
    readonly startingAt?: Instant
    readonly startProcess?: Platform['startProcess']
    readonly openProviderWindow?: Platform['openProviderWindow']
  } = {},
): FakePlatform => {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'atrium-test-'))
  const lines: LogLine[] = []
  const start = options.from === undefined ? null : toEpochMs(options.from)
  let passed = options.startingAt === undefined ? 0 : toEpochMs(options.startingAt) - Date.now()
  const nowMs = () => (start ?? Date.now()) + passed
  const now = () => toInstant(nowMs())
  const about = { shell: 'browser', version: options.version ?? '0.0.0-test' } as const
  const log = createStrictLog((level, code, data = {}) => {
    lines.push({ level, code, data })
  })
  return {
    ...about,
    folders: { data: folder, temp: folder },
    capabilities: { nativeDialogs: false, silentPrinting: false },
    vault: options.vault ?? createMemoryVault(),
    log,
    crashes: openCrashFiles({ ...about, dataFolder: folder, toOwnFile: createOwnFiles(), log, now }),
    fetch: globalThis.fetch,
    now,
    nowMs,
    newId: () => randomUUID(),
    startProcess: options.startProcess ?? startNothing,
    openProviderWindow: options.openProviderWindow ?? null,
    chooseFolder: null,
    updates: null,
    lines,
    pass: (ms) => {
      passed += ms
    },
  }
}
