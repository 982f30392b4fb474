import { z } from 'zod'
import { parseZoneId } from '../values/location-clock.ts'
import { locationIDSchema } from '../values/location-id.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { exitCodePattern, toExitCodeText } from './crash-report.ts'
import { ownPlacePattern, toErrorClass, toErrorCode, withheld } from './redact-error.ts'
import { toVersionText, versionTextPattern } from './version-text.ts'

/** The maximum number of log entries in a bundle. */
export const maxBundleEntries = 500

/** The words that a bundle may quote. A pattern cannot distinguish a person's name from a code, so these are lists. */
export type KnownWords = {
  /** The codes of log lines. */
  readonly logCodes: ReadonlySet<string>
  /** Commands, routes, failure codes, kinds and the other names of our own things. */
  readonly words: ReadonlySet<string>
  /** Whether a text is the name of a field in a request to the back office or in its response. */
  isFieldName(name: string): boolean
  /** Whether a path such as `main/app.js` is one of our own files. */
  isOwnFile(path: string): boolean
}

const maxListed = 20
const maxCount = 99_999_999
const idPattern = /^(?:[a-z]{1,12}-){0,2}[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const filePattern = /^journal-set-aside-\d{13}\.db$/
/** Matches the path of a refused field and zod's name for the kind of problem. */
const issuePattern =
  /^(?<path>[\w.-]{0,120}):(?<kind>custom|invalid_(?:element|format|key|type|union|value)|not_multiple_of|too_(?:big|small)|unrecognized_keys)$/

/** Matches an HTTP status as a failure code, such as `status-503`. */
const httpStatus = /^status-[1-5]\d{2}$/

type Detail = number | boolean | string | string[]
/** Turns the value of a detail into the value that a bundle has; null if the value must be withheld. */
type Reader = (value: unknown, known: KnownWords) => Detail | null

const count: Reader = (value) =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= maxCount ? value : null
const yesNo: Reader = (value) => (typeof value === 'boolean' ? value : null)
const word: Reader = (value, { words }) => (typeof value === 'string' && words.has(value) ? value : null)
const ofForm =
  (isOfForm: (text: string) => boolean): Reader =>
  (value) =>
    typeof value === 'string' && isOfForm(value) ? value : null
const listOf =
  (read: (item: string, known: KnownWords) => string | null): Reader =>
  (value, known) =>
    Array.isArray(value)
      ? value.flatMap((item) => (typeof item === 'string' ? (read(item, known) ?? []) : [])).slice(0, maxListed)
      : null
/**
 * Returns the path of a refused field with the kind of problem. A part of the path that is neither a number nor the
 * name of a field becomes `*`: it is the key of a record, which a user may have typed.
 */
const toKnownIssue = (issue: string, { isFieldName }: KnownWords): string | null => {
  const { path, kind } = issuePattern.exec(issue)?.groups ?? {}
  if (path === undefined || kind === undefined) return null
  const parts = path.split('.').map((part) => (part === '' || /^\d{1,6}$/.test(part) || isFieldName(part) ? part : '*'))
  return `${parts.join('.')}:${kind}`
}
/** Reads a detail whose value may be an error class, an error code or one of our own words. */
const classOrCode: Reader = (value, known) => {
  const code = toErrorCode(value, (text) => known.words.has(text) || httpStatus.test(text))
  return code === null || code !== withheld ? code : toErrorClass(value)
}
/**
 * How each detail of a log line is read. A detail that is not in this list is omitted from a bundle.
 * @internal Tests compare it with the details of the log.
 */
export const detailReaders = {
  booked: yesNo,
  bytes: count,
  exitCode: (value) => (typeof value === 'number' ? toExitCodeText(value) : null),
  found: count,
  issues: count,
  known: count,
  machineTimes: count,
  members: count,
  ms: count,
  peakMiB: count,
  rows: count,
  sends: count,
  status: count,
  studies: count,
  timeLimitMs: count,
  attemptID: ofForm((text) => idPattern.test(text)),
  errorID: ofForm((text) => idPattern.test(text)),
  locationID: ofForm((text) => locationIDSchema.safeParse(text).success),
  requestID: ofForm((text) => idPattern.test(text)),
  // Only a server's log has this detail, and a bundle names no account.
  staffID: () => null,
  call: word,
  code: classOrCode,
  command: word,
  driver: word,
  error: (value) => toErrorClass(value),
  event: word,
  file: ofForm((text) => filePattern.test(text)),
  kind: word,
  name: word,
  order: word,
  page: word,
  paymentType: word,
  reason: classOrCode,
  route: word,
  version: (value) => (typeof value === 'string' ? toVersionText(value) : null),
  at: listOf((place) => (ownPlacePattern.test(place) ? place : null)),
  fields: listOf(toKnownIssue),
  origin: ofForm((text) => text === '' || text === 'null'),
  zones: listOf((zone) => parseZoneId(zone) ?? null),
} as const satisfies Readonly<Record<string, Reader>>

export type DetailName = keyof typeof detailReaders
const detailNames = Object.keys(detailReaders) as [DetailName, ...DetailName[]]

/** Names of our own things, without spaces or long numbers, and the few texts that have long numbers. */
const detailText = z.union([
  z.string().regex(issuePattern),
  z.string().regex(/^(?!.*\d{4})(?:[A-Za-z][\w./:+-]{0,140})?$/),
  z.string().regex(exitCodePattern),
  z.string().regex(versionTextPattern),
  z.string().regex(ownPlacePattern),
  z.string().regex(idPattern),
  z.string().regex(filePattern),
])
const logLevels = ['info', 'warning', 'error'] as const

/** One line of the log, as a bundle has it. {@link toBundleEntry} has compared its words with the lists. */
export const bundleEntrySchema = z.strictObject({
  at: instantSchema,
  level: z.enum(logLevels),
  code: z.string().regex(/^[a-z-]{1,40}\.[a-z-]{1,60}$/),
  details: z.partialRecord(
    z.enum(detailNames),
    z.union([z.number(), z.boolean(), detailText, z.array(detailText).max(maxListed)]),
  ),
})
export type BundleEntry = z.output<typeof bundleEntrySchema>

/** Details that a bundle may shorten or withhold, but the log writes unchanged: the log checks their form itself. */
const verbatimDetails: ReadonlySet<string> = new Set(['attemptID', 'errorID', 'exitCode', 'file', 'origin', 'version'])

const isOfOwnFiles = (value: unknown, { isOwnFile }: KnownWords): boolean =>
  Array.isArray(value) && value.every((place) => isOwnFile(String(place).replace(/:\d+:\d+$/, '')))

/**
 * Returns whether the log may have this value of a detail. A detail outside `verbatimDetails` may have only a value
 * that a bundle may quote.
 */
export const isKnownDetail = (name: string, value: unknown, known: KnownWords): boolean => {
  if (verbatimDetails.has(name) || value === withheld) return true
  if (!Object.hasOwn(detailReaders, name)) return false
  // The log may have only places in existing files. A bundle may also have places in files of an earlier version, which
  // no longer exist.
  if (name === 'at' && !isOfOwnFiles(value, known)) return false
  const read = detailReaders[name as DetailName](value, known)
  if (Array.isArray(read)) return Array.isArray(value) && value.every((item, at) => item === read[at])
  return read !== null && read !== withheld
}

const lineSchema = z.object({
  at: instantSchema,
  level: z.enum(logLevels),
  code: z.string(),
  details: z.record(z.string(), z.unknown()).catch({}).default({}),
})

/**
 * Returns a line of the log in the form that a bundle has: only the details of `detailReaders`, and `withheld` in place
 * of each value that is not certainly ours. Returns null if the text is not a log line or its code is not one of ours.
 * Such a line may be damaged, or come from another version of the program.
 */
export const toBundleEntry = (line: string, known: KnownWords): BundleEntry | null => {
  const parsed = lineSchema.safeParse(parseLine(line))
  if (!parsed.success || !known.logCodes.has(parsed.data.code)) return null
  const { details, ...head } = parsed.data
  const read = detailNames.flatMap((name): [DetailName, Detail][] =>
    Object.hasOwn(details, name) ? [[name, detailReaders[name](details[name], known) ?? withheld]] : [],
  )
  return { ...head, details: Object.fromEntries(read) }
}

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
