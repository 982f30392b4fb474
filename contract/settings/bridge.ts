import { z } from 'zod'
import type { Environment } from '#domain/settings/environment.ts'
import type { Instant } from '#domain/values/instant.ts'
import { type Accepted, anyone, folderPath, noInput, staffCommand } from '../command.ts'
import type { DocumentFile } from '../documents/bridge.ts'
import { printItem } from '../printing/bridge.ts'
import type { Nothing, Reply } from '../reply.ts'
import type { SentMail } from './routes.ts'

export type Connectivity = {
  readonly state: 'starting' | 'online' | 'offline'
  /** When the back office last answered; null if never. */
  readonly asOf: Instant | null
  readonly backOfficeVersion: string | null
  readonly environment: Environment | null
  /** The line quoted in safety notices, as the back office said last; null if it never did or has none. */
  readonly supportPhone: string | null
  /** Who moves the cards' money, as the back office said last: `simulated` takes test cards only. */
  readonly cardProcessor: 'stripe' | 'simulated' | 'none'
  /** Clinic zones whose clock rules differ between this workstation's window, main and the back office. */
  readonly differingZones: readonly string[]
  /** The workstation's own zone, for the banner where it differs from the location's. */
  readonly hostZone: string
}

export type WorkstationInfo = {
  readonly version: string
  readonly shell: 'electron' | 'browser'
  readonly dataFolder: string
  /** Where the databases' key is kept: the operating system's keychain, or a key file readable by its user alone. */
  readonly keyStore: 'keychain' | 'key-file'
  /** The file that a journal which could not be read was moved to at this start: unsent work may be in it. */
  readonly journalSetAside?: string
  readonly cache: {
    readonly bookings: number
    readonly members: number
    readonly sizeBytes: number
    readonly asOf: Instant | null
  }
}

export const connectivityCommands = {
  read: anyone(noInput),
  retry: anyone(noInput),
  reportZones: anyone(z.strictObject({ zones: z.record(z.string().max(64), z.string().max(4000)) })),
}

export const workstationCommands = {
  read: staffCommand(noInput),
  deleteCache: staffCommand(noInput),
  readSentMail: staffCommand(noInput),
}

export const downloadsCommands = {
  read: staffCommand(noInput),
  setFolder: staffCommand(z.strictObject({ folder: folderPath.nullable() })),
  chooseFolder: staffCommand(noInput),
  save: staffCommand(z.strictObject({ item: printItem })),
}

export interface ConnectivityBridge {
  read(input: Nothing): Promise<Reply<Connectivity>>
  /** Tries the back office now instead of at the next turn. */
  retry(input: Nothing): Promise<Reply<Connectivity>>
  /** The window reports the clock rules it was born with, so that main can compare all three. */
  reportZones(input: Accepted<typeof connectivityCommands.reportZones>): Promise<Reply<Connectivity>>
}

export interface WorkstationBridge {
  read(input: Nothing): Promise<Reply<WorkstationInfo>>
  /** Deletes the cache and fills it again from the back office. Always safe: nothing but copies lives in it. */
  deleteCache(input: Nothing): Promise<Reply<WorkstationInfo>>
  /** What the demo's mail sink received. Failures: `not-found` where mail goes to a real server, `offline`. */
  readSentMail(input: Nothing): Promise<Reply<readonly SentMail[]>>
}

export interface DownloadsBridge {
  /** The folder that downloads go to; null where the window saves them itself. `canChoose`: this shell has a dialog for it. */
  read(input: Nothing): Promise<Reply<{ folder: string | null; canChoose: boolean }>>
  /** Failures: `folder-not-writable`. */
  setFolder(
    input: Accepted<typeof downloadsCommands.setFolder>,
  ): Promise<Reply<{ folder: string | null; canChoose: boolean }>>
  /** Asks the person with the system's dialog; null where they gave up. Failures: `not-found` where there is none. */
  chooseFolder(input: Nothing): Promise<Reply<{ folder: string | null; canChoose: boolean }>>
  /** Into the chosen folder under a name that is free, or as bytes for the window to save. Failures: as reading it, `folder-not-writable`. */
  save(
    input: Accepted<typeof downloadsCommands.save>,
  ): Promise<
    Reply<
      | { readonly kind: 'saved'; readonly fileName: string; readonly folder: string }
      | { readonly kind: 'file'; readonly file: DocumentFile }
    >
  >
}
