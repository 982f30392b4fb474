import { z } from 'zod'
import { jobKinds, jobStates } from '../queue/job.ts'
import { environmentSchema } from '../settings/environment.ts'
import { type PolicyName, policyKeys } from '../settings/policy.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { bundleEntrySchema, maxBundleEntries } from './bundle-log.ts'
import { crashReportSchema, maxCrashReports } from './crash-report.ts'
import { policyTextPattern } from './policy-text.ts'
import { shownAddressPattern } from './server-address.ts'
import { browserTextPattern, versionTextPattern } from './version-text.ts'

const version = z.string().regex(versionTextPattern).nullable()
const count = z.number().int().min(0)
const milliseconds = z.number().int().min(0).max(86_400_000)

/** The operating systems and processors that a bundle names, as Node names them. */
export const systems = ['darwin', 'linux', 'win32'] as const
export const processors = ['arm64', 'ia32', 'x64'] as const

/** The states of a database file's pages. `not-checked`: the check took too long or failed. */
const integrities = ['sound', 'damaged', 'missing', 'not-checked'] as const

const databaseFileSchema = z.strictObject({
  /** The number of migrations in the file; null if it cannot be read. */
  migrations: count.nullable(),
  /** The number of migrations that the program knows. */
  known: count,
  integrity: z.enum(integrities),
})
export type DatabaseFileState = z.output<typeof databaseFileSchema>

/** The kinds of work that no server has confirmed. */
export const unsentKinds = ['booking', 'card-payment', 'payment', 'study-act', 'send', 'draft'] as const

/**
 * Everything that a support bundle may contain. The objects are strict and every text matches a pattern or is on a
 * list: there is no field for a name, an answer, a member, a study, a message, or a path that names a person.
 */
const bundleSchema = z.strictObject({
  madeAt: instantSchema,
  versions: z.strictObject({
    program: version,
    shell: z.enum(['electron', 'browser']),
    /** The Electron version of the desktop app. */
    electron: version,
    chromium: version,
    node: version,
    /** The browser of a window that is not in the desktop app, such as `Chrome 142`. */
    browser: z.string().regex(browserTextPattern).nullable(),
    system: z.enum(systems).nullable(),
    systemVersion: version,
    processor: z.enum(processors).nullable(),
    server: version,
  }),
  server: z.strictObject({
    /** Null for the demo on this computer. */
    address: z.string().regex(shownAddressPattern).nullable(),
    setBy: z.enum(['policy', 'flag', 'person']),
    state: z.enum(['starting', 'online', 'offline']),
    isOtherServer: z.boolean(),
    environment: environmentSchema.nullable(),
    cardProcessor: z.enum(['stripe', 'simulated', 'none']),
  }),
  policy: z.strictObject({
    problem: z.enum(['writable', 'unreadable']).nullable(),
    values: z.array(
      z.strictObject({
        name: z.enum(Object.keys(policyKeys) as [PolicyName, ...PolicyName[]]),
        value: z.string().regex(policyTextPattern),
      }),
    ),
  }),
  queue: z.strictObject({
    jobs: z.array(z.strictObject({ kind: z.enum(jobKinds), state: z.enum(jobStates), count })),
    paused: z.array(z.enum(jobKinds)),
    unsent: z.array(z.strictObject({ kind: z.enum(unsentKinds), count })),
  }),
  timings: z.strictObject({
    startedAt: instantSchema,
    /** The time from the start of the app until its startup is complete. */
    startMs: milliseconds.nullable(),
    /** The oldest as-of time of the cached locations: the copy of each location is at least as new as this. */
    lastSyncAt: instantSchema.nullable(),
    /** When the server last answered the check of the connection. */
    lastContactAt: instantSchema.nullable(),
    /** The time from a call to the server until its answer; null without an answer. */
    roundTripMs: milliseconds.nullable(),
  }),
  files: z.strictObject({
    cache: databaseFileSchema,
    journal: databaseFileSchema,
    keyStore: z.enum(['keychain', 'key-file']),
  }),
  crashes: z.array(crashReportSchema).max(maxCrashReports),
  log: z.array(bundleEntrySchema).max(maxBundleEntries),
})
export type SupportBundle = z.output<typeof bundleSchema>

/**
 * Checks a bundle against the allow-list. Throws zod's error for a field or text that is not allowed. So after a
 * programming error, no bundle is shown rather than one with forbidden data.
 */
export const parseSupportBundle = (bundle: SupportBundle): SupportBundle => bundleSchema.parse(bundle)
