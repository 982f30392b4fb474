import { z } from 'zod'
import type { ClinicSettings } from '#domain/settings/clinic-settings.ts'
import type { AdministeredConsentText } from '#domain/settings/consent-text.ts'
import type { Environment } from '#domain/settings/environment.ts'
import type { AdministeredMailText } from '#domain/settings/mail-texts.ts'
import type { PolicyName } from '#domain/settings/policy.ts'
import type { VersionGap } from '#domain/update/supported-versions.ts'
import type { Instant } from '#domain/values/instant.ts'
import { type Accepted, anyone, folderPath, noInput, staffCommand } from '../command.ts'
import type { DocumentFile } from '../documents/bridge.ts'
import { printItem } from '../printing/bridge.ts'
import type { Nothing, Reply } from '../reply.ts'
import { clinicSettingsChange, consentTextChange, consentTextKey, mailTextChange, mailTextKey } from './fields.ts'
import type { SentMail } from './routes.ts'

export type Connectivity = {
  readonly state: 'starting' | 'online' | 'offline'
  /**
   * Whether the server that answers is not the one to which this workstation's work belongs. Such a server receives no
   * work.
   */
  readonly isOtherServer: boolean
  /**
   * Whether this program or the server must be updated before they can work together; null if neither. Until then no
   * work is sent.
   */
  readonly versionGap: VersionGap | null
  /** The oldest version that closes the gap; null if there is no gap. */
  readonly neededVersion: string | null
  /**
   * Why this workstation ignores its organisation's policy; null if there is no policy, or if the workstation follows
   * the policy.
   */
  readonly policyProblem: 'writable' | 'unreadable' | null
  /** The time of the back office's last answer; null if there was none. */
  readonly asOf: Instant | null
  readonly backOfficeVersion: string | null
  readonly environment: Environment | null
  /**
   * The support line quoted in safety notices, as last reported by the back office; null if the back office reported no
   * line.
   */
  readonly supportPhone: string | null
  /** The card processor, as last reported by the back office: `simulated` takes test cards only. */
  readonly cardProcessor: 'stripe' | 'simulated' | 'none'
  /** The back office has no administrator yet, so the window offers the first start. */
  readonly needsSetup: boolean
  /** Zones of clinics whose clock rules differ between this workstation's window, main and the back office. */
  readonly differingZones: readonly string[]
  /** The workstation's own zone, for the banner shown if it differs from the location's. */
  readonly hostZone: string
}

export type WorkstationInfo = {
  readonly version: string
  readonly shell: 'electron' | 'browser'
  readonly dataFolder: string
  /** The server that this workstation belongs to; `url` is null for the demo on this computer. */
  readonly server: {
    readonly url: string | null
    readonly setBy: 'policy' | 'flag' | 'person'
    /** Whether the signed-in user may choose another server. */
    readonly canLeave: boolean
  }
  /** The settings that are fixed by the organisation's policy. */
  readonly managed: readonly PolicyName[]
  /**
   * The store of the databases' key: the operating system's keychain, or a key file that only the operating-system user
   * who runs Atrium can read.
   */
  readonly keyStore: 'keychain' | 'key-file'
  /** The file to which Atrium moved an unreadable journal when the program started; it may contain unsent work. */
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
  leaveServer: staffCommand(noInput),
  readSentMail: staffCommand(noInput),
}

export const downloadsCommands = {
  read: staffCommand(noInput),
  setFolder: staffCommand(z.strictObject({ folder: folderPath.nullable() })),
  chooseFolder: staffCommand(noInput),
  save: staffCommand(z.strictObject({ item: printItem })),
}

export const clinicSettingsCommands = {
  read: staffCommand(noInput),
  change: staffCommand(z.strictObject(clinicSettingsChange)),
  readMailTexts: staffCommand(noInput),
  changeMailText: staffCommand(z.strictObject({ ...mailTextKey, ...mailTextChange })),
  readConsentTexts: staffCommand(noInput),
  changeConsentText: staffCommand(z.strictObject({ ...consentTextKey, ...consentTextChange })),
}

export interface ConnectivityBridge {
  read(input: Nothing): Promise<Reply<Connectivity>>
  /** Tries the back office at once instead of at the next scheduled try. */
  retry(input: Nothing): Promise<Reply<Connectivity>>
  /** Reports the window's own clock rules, so that main can compare them with its own and the back office's. */
  reportZones(input: Accepted<typeof connectivityCommands.reportZones>): Promise<Reply<Connectivity>>
}

export interface WorkstationBridge {
  read(input: Nothing): Promise<Reply<WorkstationInfo>>
  /**
   * Deletes the cache and fills it again from the back office. This is always safe, because the cache contains only
   * copies.
   */
  deleteCache(input: Nothing): Promise<Reply<WorkstationInfo>>
  /**
   * Forgets the address of the server and replaces the app by the first-start page, which asks for a server; the window
   * shows this page after a reload. Unsent work stays on this workstation. Failures: `insufficient-permissions` for all
   * but administrators (in the demo anyone may do it), and if a policy or a flag set the server.
   */
  leaveServer(input: Nothing): Promise<Reply<Nothing>>
  /**
   * Returns the mail that the demo's mail sink received. Failures: `not-found` if mail goes to a real server,
   * `offline`.
   */
  readSentMail(input: Nothing): Promise<Reply<readonly SentMail[]>>
}

/** A file that main saved, or that the window has to save. */
export type SavedFile =
  | { readonly kind: 'saved'; readonly fileName: string; readonly folder: string }
  | { readonly kind: 'file'; readonly file: DocumentFile }

export interface DownloadsBridge {
  /**
   * Returns the folder for downloads; null if the window saves downloads itself. `canChoose`: Atrium can show the
   * system's dialog to choose the folder.
   */
  read(input: Nothing): Promise<Reply<{ folder: string | null; canChoose: boolean }>>
  /** Failures: `folder-not-writable`. */
  setFolder(
    input: Accepted<typeof downloadsCommands.setFolder>,
  ): Promise<Reply<{ folder: string | null; canChoose: boolean }>>
  /**
   * Opens the system's dialog to choose the folder. If the user cancels the dialog, the folder stays as it was.
   * Failures: `not-found` if there is no dialog.
   */
  chooseFolder(input: Nothing): Promise<Reply<{ folder: string | null; canChoose: boolean }>>
  /**
   * Saves into the chosen folder under a free name, or returns the bytes for the window to save. Failures: those of
   * reading the item, `folder-not-writable`.
   */
  save(input: Accepted<typeof downloadsCommands.save>): Promise<Reply<SavedFile>>
}

/**
 * The settings of the whole clinic group and the texts of its emails. Every method can fail with
 * `insufficient-permissions` and `offline`. Every change can also fail with `invalid-input` with the fields, and with
 * `stale` with `details.current`.
 */
export interface ClinicSettingsBridge {
  read(input: Nothing): Promise<Reply<ClinicSettings>>
  change(input: Accepted<typeof clinicSettingsCommands.change>): Promise<Reply<ClinicSettings>>
  readMailTexts(input: Nothing): Promise<Reply<readonly AdministeredMailText[]>>
  changeMailText(input: Accepted<typeof clinicSettingsCommands.changeMailText>): Promise<Reply<AdministeredMailText>>
  readConsentTexts(input: Nothing): Promise<Reply<readonly AdministeredConsentText[]>>
  /** Adds a version of a scope's text; if `content` is null, withdraws the scope's own text. */
  changeConsentText(
    input: Accepted<typeof clinicSettingsCommands.changeConsentText>,
  ): Promise<Reply<AdministeredConsentText>>
}
