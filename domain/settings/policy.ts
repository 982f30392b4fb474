import { z } from 'zod'
import { releaseChannels } from '../update/release.ts'
import { lockLimits } from './clinic-settings.ts'

type PolicyKey = {
  /** The title shown to administrators, in sentence case. */
  readonly title: string
  readonly text: string
} & (
  | {
      readonly type: 'text'
      readonly default: null
      readonly example: string
      /** The example in the macOS profile; `example` if absent. */
      readonly exampleOfMac?: string
      /** The allowed values; any text if absent. */
      readonly choices?: readonly string[]
    }
  | { readonly type: 'number'; readonly default: number; readonly least: number; readonly most: number }
  | { readonly type: 'yes-no'; readonly default: boolean }
)

/**
 * What an organisation can set for all its workstations. `npx node scripts/policy-files.ts` writes the JSON schema, the
 * Windows template, the macOS profile and docs/policy.md from this list. The list contains only keys that a program
 * reads.
 */
export const policyKeys = {
  serverAddress: {
    type: 'text',
    default: null,
    example: 'https://atrium.clinic.example',
    title: 'Server address',
    text: "The address of the clinic's server. It must begin with https; http is accepted for this computer only. If no address is set, Atrium asks for one at the first start.",
  },
  caFile: {
    type: 'text',
    default: null,
    example: '/etc/atrium/clinic-ca.pem',
    title: 'Certificate authorities',
    text: "A PEM file with further certificate authorities that the connection to the server trusts, in addition to the operating system's.",
  },
  lockMinutes: {
    type: 'number',
    default: 5,
    ...lockLimits,
    title: 'Minutes before locking',
    text: 'The minutes without activity after which the screen locks.',
  },
  offlineDays: {
    type: 'number',
    default: 7,
    least: 1,
    most: 7,
    title: 'Offline sign-in days',
    text: 'The days for which a person who signed in on this computer can sign in while the server is out of reach.',
  },
  kiosk: {
    type: 'yes-no',
    default: false,
    title: 'Kiosk mode',
    text: 'The desktop app fills the screen without a window frame, so that users cannot leave it.',
  },
  autostart: {
    type: 'yes-no',
    default: false,
    title: 'Start at sign-in',
    text: 'The desktop app starts when a person signs in to the operating system. On Linux the desktop environment does this, not Atrium.',
  },
  restartOnExit: {
    type: 'yes-no',
    default: false,
    title: 'Restart on exit',
    text: 'The desktop app starts again when its window is closed.',
  },
  sharedFolder: {
    type: 'text',
    default: null,
    example: '/var/lib/atrium-desk',
    exampleOfMac: '/Library/Application Support/Atrium Desk',
    title: 'Shared data folder',
    text: 'The folder for the data of several accounts of this computer, so that work queued in one account is sent while another uses Atrium. The folder must exist, on a drive of this computer. On Windows all accounts must be able to write it. On macOS and Linux it belongs to root and to a group of these accounts, with mode 2770; Atrium does not start with another one. The keys to the data are also in the folder, so the disk must be encrypted. An account with unsent work in its own folder keeps that folder until the work is done, and uses the shared folder from the next start on.',
  },
  contentProtection: {
    type: 'yes-no',
    default: false,
    title: 'Content protection',
    text: 'On Windows, the windows of the desktop app are left out of screenshots, recordings and shared screens. On macOS, only older programs that capture the screen leave the windows out. Programs for remote support then see an empty window.',
  },
  updates: {
    type: 'yes-no',
    default: true,
    title: 'Updates',
    text: 'Atrium looks for updates and installs them. Turn this off where your own tools install them.',
  },
  updateChannel: {
    type: 'text',
    default: null,
    example: 'stable',
    choices: releaseChannels,
    title: 'Update channel',
    text: 'The releases that this computer takes: stable, or early for computers that try a version first.',
  },
  updateFeed: {
    type: 'text',
    default: null,
    example: 'https://updates.clinic.example/atrium/',
    title: 'Update feed',
    text: 'The address of a copy of the update feed in your network. The signatures are checked as for the original.',
  },
  updateFromHour: {
    type: 'number',
    default: 22,
    least: 0,
    most: 23,
    title: 'Updates from hour',
    text: 'The first local hour in which an update may be installed while a person is signed in. If only one of the two hours is set, the other has its default. If updates are forced, a missing hour has its default too.',
  },
  updateToHour: {
    type: 'number',
    default: 5,
    least: 0,
    most: 23,
    title: 'Updates to hour',
    text: 'The local hour at which the hours for updates end.',
  },
  forceUpdates: {
    type: 'yes-no',
    default: false,
    title: 'Forced updates',
    text: 'An update that has been ready for three days is installed in the first of the hours for updates, even if a form is unsaved. A payment is never interrupted.',
  },
  reportPrinter: {
    type: 'text',
    default: null,
    example: 'front-desk',
    title: 'Printer for reports',
    text: 'The printer for reports, by its name in the operating system. If no printer is set, a person chooses one in Settings.',
  },
  documentPrinter: {
    type: 'text',
    default: null,
    example: 'front-desk',
    title: 'Printer for documents',
    text: 'The printer for medical report documents, by its name in the operating system. If no printer is set, a person chooses one in Settings.',
  },
  invoicePrinter: {
    type: 'text',
    default: null,
    example: 'front-desk',
    title: 'Printer for invoices',
    text: 'The printer for invoices, by its name in the operating system. If no printer is set, a person chooses one in Settings.',
  },
  formPrinter: {
    type: 'text',
    default: null,
    example: 'front-desk',
    title: 'Printer for forms',
    text: 'The printer for forms, consents and prescriptions, by its name in the operating system. If no printer is set, a person chooses one in Settings.',
  },
  referralPrinter: {
    type: 'text',
    default: null,
    example: 'front-desk',
    title: 'Printer for referrals',
    text: 'The printer for referrals, by its name in the operating system. If no printer is set, a person chooses one in Settings.',
  },
  cashUpPrinter: {
    type: 'text',
    default: null,
    example: 'back-room',
    title: 'Printer for cash-ups',
    text: 'The printer for cash-ups, by its name in the operating system. If no printer is set, a person chooses one in Settings.',
  },
} as const satisfies Readonly<Record<string, PolicyKey>>

export type PolicyName = keyof typeof policyKeys

type ValueOf<Key extends PolicyKey> = Key extends { readonly type: 'text' }
  ? string
  : Key extends { readonly type: 'number' }
    ? number
    : boolean

/** The settings of an organisation; a key that it does not set is absent. */
export type Policy = { readonly [Name in PolicyName]?: ValueOf<(typeof policyKeys)[Name]> }

const maxTextChars = 500

const schemaOf = (key: PolicyKey): z.ZodType => {
  if (key.type === 'text') return 'choices' in key ? z.enum(key.choices) : z.string().max(maxTextChars).trim().min(1)
  return key.type === 'number' ? z.number().int().min(key.least).max(key.most) : z.boolean()
}

const policySchema = z.object(
  Object.fromEntries(Object.entries(policyKeys).map(([name, key]) => [name, schemaOf(key).optional()])),
)

/** Parses a policy; returns null if a value is not allowed. Keys of a later version are omitted. */
export const parsePolicy = (value: unknown): Policy | null => {
  const parsed = policySchema.safeParse(value)
  return parsed.success ? (parsed.data as Policy) : null
}
