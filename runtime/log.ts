import type { LogCode } from './log-codes.ts'

export type LogLevel = 'info' | 'warning' | 'error'

const isMatch =
  (form: RegExp) =>
  (value: unknown): value is string =>
    typeof value === 'string' && form.test(value)

/**
 * Matches codes, ids of calls and names of our own parts. Allows no space, so that no sentence and no full name
 * matches.
 */
const isWord = isMatch(/^\w[\w.:-]{0,79}$/)
const isOrigin = isMatch(/^(?:[a-z][a-z0-9+.-]*:\/\/[\w.:[\]-]{1,180}|null|)$/)
const isZone = isMatch(/^[\w+-]+(?:\/[\w+-]+){0,2}$/)
/** Matches a stack line without the message above it, which may quote what a user typed. */
const isFrame = isMatch(/^\s*at \S.{0,300}(?::\d+:\d+\)?|\(<anonymous>\)|\(native\))$/)
/** Matches the path and kind of a field with the wrong form, never its value. */
const isField = isMatch(/^[\w.-]{0,120}:[\w-]{1,40}$/)
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
const listOf =
  <Item>(isItem: (value: unknown) => value is Item) =>
  (value: unknown): value is readonly Item[] =>
    Array.isArray(value) && value.length <= 20 && value.every((item) => isItem(item))

/**
 * Every detail that a line may have, with the form of its value. No detail identifies the person of a call, or contains
 * typed text or the content of a study, a document or an answer. A new detail needs a form that refuses all of these.
 */
const detailForms = {
  // Numbers and booleans.
  booked: isBoolean,
  bytes: isNumber,
  exitCode: isNumber,
  found: isNumber,
  issues: isNumber,
  known: isNumber,
  machineTimes: isNumber,
  members: isNumber,
  peakMiB: isNumber,
  rows: isNumber,
  sends: isNumber,
  status: isNumber,
  studies: isNumber,
  timeLimitMs: isNumber,
  // Ids.
  attemptID: isWord,
  errorID: isWord,
  locationID: isWord,
  // Codes and names of our own things.
  call: isWord,
  code: isWord,
  command: isWord,
  driver: isWord,
  error: isWord,
  event: isWord,
  file: isWord,
  kind: isWord,
  name: isWord,
  order: isWord,
  page: isWord,
  paymentType: isWord,
  reason: isWord,
  route: isWord,
  version: isWord,
  // Special forms.
  at: listOf(isFrame),
  fields: listOf(isField),
  origin: isOrigin,
  zones: listOf(isZone),
} as const

type DetailForms = typeof detailForms
type ValueOf<Form> = Form extends (value: unknown) => value is infer Value ? Value : never

/** The details that a line may have besides its code. */
export type LogDetails = { readonly [Name in keyof DetailForms]?: ValueOf<DetailForms[Name]> | undefined }

/**
 * The one log of every program: a code of the list, and details that cannot contain health data or what a user typed.
 */
export type Log = (level: LogLevel, code: LogCode, details?: LogDetails) => void

const withheld = 'withheld'

const hasForm = (name: string, value: unknown): boolean =>
  Object.hasOwn(detailForms, name) && detailForms[name as keyof DetailForms](value)

/**
 * Returns the details to write: a value that does not match its detail's form is replaced by `withheld`. The compiler
 * cannot check a string's content, so every program that writes a line calls this.
 * @internal Tests check its cases directly.
 */
export const withholdDetails = (details: LogDetails): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(details)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, hasForm(name, value) ? value : withheld]),
  )

/** Returns one line of the log as JSON, without its line end. `at` is an instant. */
export const toLogLine = (at: string, level: LogLevel, code: LogCode, details: LogDetails = {}): string =>
  JSON.stringify({ at, level, code, ...withholdDetails(details) })
