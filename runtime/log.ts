import type { LogCode } from './log-codes.ts'

export type LogLevel = 'info' | 'warning' | 'error'

const isMatch =
  (form: RegExp) =>
  (value: unknown): value is string =>
    typeof value === 'string' && form.test(value)

const eitherOf =
  (...forms: readonly ((value: unknown) => value is string)[]) =>
  (value: unknown): value is string =>
    forms.some((isForm) => isForm(value))

/**
 * Matches codes and names of our own parts. Allows no space, no capitalised word at the start, no four digits in a row
 * and no letter directly after a digit, so that it matches no sentence, no person's name in its usual form, no phone
 * number, date, card number or token.
 */
const isWord = isMatch(/^(?!.*(?:\d{4}|\d[A-Za-z]))(?![A-Z][a-z])[A-Za-z][\w.:-]{0,63}$/)
/** Matches class names, by an ending that no name of a person has, and our own classes without such an ending. */
const isClass = isMatch(
  /^(?:[A-Z][A-Za-z]{0,60}(?:Error|Exception|Failure)|Error|Refusal|SearchEnded|DataFolderInUse)$/,
)
/** Matches the codes of PostgreSQL. */
const isSqlState = isMatch(/^[0-9A-Z]{5}$/)
const isUuid = isMatch(/^(?:[a-z]{1,12}-){0,2}[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const isVersion = isMatch(/^\d{1,5}(?:\.\d{1,5}){1,3}(?:-[a-z0-9.]{1,20})?$/)
const isFile = isMatch(/^[a-z][a-z-]{0,60}\d{0,13}\.(?:db|json|log)$/)
/** The class of an error, or the type of another thrown value. */
const isClassOrType = eitherOf(isClass, isWord)
const isCode = eitherOf(isWord, isClass, isSqlState)
const isId = eitherOf(isUuid, isMatch(/^[a-z]{1,12}(?:-[a-z]{1,12}){0,3}-\d{1,6}$/))
/** Matches the id of an account, also one of the demo. */
const isAccountId = eitherOf(isId, isMatch(/^u-[a-z-]{1,30}$/))
const isOrigin = isMatch(/^(?:[a-z][a-z0-9+.-]*:\/\/[\w.:[\]-]{1,180}|null|)$/)
const isZone = isMatch(/^[\w+-]+(?:\/[\w+-]+){0,2}$/)
/** Matches a place in our own sources, such as `main/app.js:12:3`. A whole line of a stack may have other text. */
const isPlace = isMatch(
  /^(?:back-office|contract|domain|main|paper|preload|renderer|runtime)(?:\/[\w-][\w.-]{0,79}){1,8}:\d{1,6}:\d{1,6}$/,
)
/** Matches the path of an invalid field with the kind of the error, never the field's value. */
const isField = isMatch(/^(?!.*\d{4})[\w.-]{0,120}:[\w-]{1,40}$/)
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
/** Matches a number that is too small to be a phone number or a card number. */
const isCount = (value: unknown): value is number => isNumber(value) && Math.abs(value) < 1_000_000_000
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
const listOf =
  <Item>(isItem: (value: unknown) => value is Item) =>
  (value: unknown): value is readonly Item[] =>
    Array.isArray(value) && value.length <= 20 && value.every((item) => isItem(item))

/**
 * Every detail that a line may have, with the form of its value. No detail has a name or a member's id, or contains
 * typed text or the content of a study, a document or an answer. A new detail needs a form that refuses all of these.
 */
const detailForms = {
  // Numbers and booleans.
  booked: isBoolean,
  bytes: isCount,
  exitCode: isNumber,
  found: isCount,
  issues: isCount,
  known: isCount,
  machineTimes: isCount,
  members: isCount,
  ms: isCount,
  peakMiB: isCount,
  rows: isCount,
  sends: isCount,
  status: isCount,
  studies: isCount,
  timeLimitMs: isCount,
  // Ids.
  attemptID: isId,
  errorID: isId,
  locationID: isId,
  requestID: isId,
  /** Staff only: the id of a member never appears. */
  staffID: isAccountId,
  // Codes and names of our own things.
  call: isWord,
  code: isCode,
  command: isWord,
  driver: isWord,
  error: isClassOrType,
  event: isWord,
  file: isFile,
  kind: isWord,
  name: isWord,
  order: isWord,
  page: isWord,
  paymentType: isWord,
  reason: isCode,
  route: isWord,
  version: isVersion,
  // Special forms.
  at: listOf(isPlace),
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
/** Replaces the name of a detail that is not listed. */
const unlisted = 'unlisted'

const hasForm = (name: string, value: unknown): boolean => detailForms[name as keyof DetailForms](value)

/** Returns whether the program knows the value of a detail. A person's name can have the same form as a code. */
export type KnowsDetail = (name: string, value: unknown) => boolean

/**
 * Returns the details to write: a value that does not match its detail's form, or that the program does not know, is
 * replaced by `withheld`, and the name of a detail that is not listed by `unlisted`. The compiler cannot check a
 * string's content, so every program that writes a line calls this.
 * @internal Tests check its cases directly.
 */
export const withholdDetails = (
  details: LogDetails,
  knows: KnowsDetail = () => true,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(details)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) =>
        Object.hasOwn(detailForms, name)
          ? [name, hasForm(name, value) && knows(name, value) ? value : withheld]
          : [unlisted, withheld],
      ),
  )

/**
 * Returns one line of the log as JSON, without its line end. `at` is an instant. The details are an object of their
 * own, because two of them have the names `at` and `code`.
 */
export const toLogLine = (
  at: string,
  level: LogLevel,
  code: LogCode,
  details: LogDetails = {},
  knows?: KnowsDetail,
): string => {
  const written = withholdDetails(details, knows)
  return JSON.stringify({ at, level, code, ...(Object.keys(written).length > 0 && { details: written }) })
}
