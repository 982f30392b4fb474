import { z } from 'zod'
import type { Instant } from '../values/instant.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { ownPlacePattern, type RedactedError, redactCauses, redactError, type ToOwnFile } from './redact-error.ts'
import { toVersionText, versionTextPattern } from './version-text.ts'

/** The maximum number of crash reports that a workstation stores. */
export const maxCrashReports = 20

/** Where a crash happened. `server-thread`: a thread of the embedded back office. */
export const crashPlaces = ['main', 'thread', 'server-thread', 'window', 'provider-window'] as const

export const crashKinds = ['uncaught-exception', 'unhandled-rejection', 'process-gone', 'screen-failed'] as const

/** The reasons that Electron names when the process of a window ends. */
export const goneReasons = [
  'abnormal-exit',
  'crashed',
  'integrity-failure',
  'killed',
  'launch-failed',
  'memory-eviction',
  'oom',
] as const
type GoneReason = (typeof goneReasons)[number]

/** A crash as the program detects it. `thrown` can be any value. */
export type Crash = {
  readonly where: (typeof crashPlaces)[number]
} & (
  | { readonly kind: Exclude<(typeof crashKinds)[number], 'process-gone'>; readonly thrown: unknown }
  | { readonly kind: 'process-gone'; readonly reason: string; readonly exitCode: number }
)

const redactedErrorFields = {
  error: z.string().regex(/^[A-Za-z]{1,70}$/),
  code: z
    .string()
    .regex(/^[A-Za-z_]{1,70}$/)
    .nullable(),
  at: z.array(z.string().regex(ownPlacePattern)).max(12),
}

/** Matches an exit code in hexadecimal. */
export const exitCodePattern = /^0x[0-9a-f]{1,8}$/

const maxCount = 999_999

/**
 * Everything that a crash report may contain; a file with any other field is not read. `form` numbers the format: a
 * version of the program that changes a field also changes `form`, so that an older program omits the reports of a
 * newer program.
 */
export const crashReportSchema = z.strictObject({
  form: z.literal(1),
  firstAt: instantSchema,
  lastAt: instantSchema,
  /** The number of times that the same crash happened. */
  count: z.number().int().min(1).max(maxCount),
  version: z.string().regex(versionTextPattern).nullable(),
  shell: z.enum(['electron', 'browser']),
  where: z.enum(crashPlaces),
  kind: z.enum(crashKinds),
  ...redactedErrorFields,
  causes: z.array(z.strictObject(redactedErrorFields)).max(3),
  reason: z.enum(goneReasons).nullable(),
  /** In hexadecimal: Windows reports its own codes, which are large numbers. */
  exitCode: z.string().regex(exitCodePattern).nullable(),
})
export type CrashReport = z.output<typeof crashReportSchema>

/** Returns an exit code as its 32 bits in hexadecimal, such as `0xc0000005`; null if it is not a whole number. */
export const toExitCodeText = (exitCode: number): string | null =>
  Number.isInteger(exitCode) ? `0x${(exitCode >>> 0).toString(16)}` : null

const nothingThrown: RedactedError = { error: 'undefined', code: null, at: [] }

const toGoneReason = (reason: string): GoneReason | null => goneReasons.find((known) => known === reason) ?? null

/** Returns the report of one crash, redacted. It contains no part of a thrown value's message. */
export const toCrashReport = (
  crash: Crash,
  context: {
    readonly now: Instant
    readonly version: string
    readonly shell: CrashReport['shell']
    readonly toOwnFile: ToOwnFile
  },
): CrashReport => {
  const isGone = crash.kind === 'process-gone'
  const { error, code, at } = isGone ? nothingThrown : redactError(crash.thrown, context.toOwnFile)
  return {
    form: 1,
    firstAt: context.now,
    lastAt: context.now,
    count: 1,
    version: toVersionText(context.version),
    shell: context.shell,
    where: crash.where,
    kind: crash.kind,
    error,
    code,
    at: [...at],
    causes: isGone
      ? []
      : redactCauses(crash.thrown, context.toOwnFile).map((cause) => ({ ...cause, at: [...cause.at] })),
    reason: isGone ? toGoneReason(crash.reason) : null,
    exitCode: isGone ? toExitCodeText(crash.exitCode) : null,
  }
}

/** Returns the part of a report that is the same in every report of the same crash. */
const signatureOf = ({ firstAt, lastAt, count, ...rest }: CrashReport): string => JSON.stringify(rest)

export const isSameCrash = (one: CrashReport, other: CrashReport): boolean => signatureOf(one) === signatureOf(other)

/**
 * Adds a repeat to the report of the same crash: with a report for each repeat, one crash could replace all other
 * reports.
 */
export const addRepeat = (before: CrashReport, again: CrashReport): CrashReport => ({
  ...before,
  lastAt: again.lastAt,
  count: Math.min(before.count + 1, maxCount),
})
