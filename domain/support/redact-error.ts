/** A thrown value without its message: its class, its code, and the places of its stack that are in our own sources. */
export type RedactedError = {
  readonly error: string
  readonly code: string | null
  /** Such as `main/app.js:12:3`, the innermost first. */
  readonly at: readonly string[]
}

/**
 * Returns the path of one of our own source files, such as `main/app.js`, for the address in a line of a stack; null
 * for any other file. The function checks that the file exists in the installation, so that no other text passes as a
 * path.
 */
export type ToOwnFile = (address: string) => string | null

/** Replaces a class, code or word that is not on a list. */
export const withheld = 'withheld'

const maxFrames = 12
const maxCauses = 3

/** Matches class names by their ending, which no name of a person has. */
const classPattern = /^[A-Z][A-Za-z]{0,60}(?:Error|Exception|Failure)$/
/** Class names with another ending: our own and JavaScript's. */
const otherClasses: ReadonlySet<string> = new Set([
  ...['Error', 'DataFolderInUse', 'Refusal', 'SearchEnded', 'TooMuchWork', 'BrokenMessage', 'BrokenPng', 'PdfBomb'],
  // The types of thrown values that are not errors.
  ...['bigint', 'boolean', 'function', 'number', 'object', 'string', 'symbol', 'undefined'],
])

/** Codes of Node, SQLite and TLS, which begin with the name of their family. */
const familyPattern = /^(?:ABORT|CERT|CRL|DEPTH|EAI|ERR|HPE|SELF|SQLITE|UNABLE|UND_ERR)_[A-Z][A-Z_]{1,50}$/
/** Codes of the operating system and of services. */
const otherCodes: ReadonlySet<string> = new Set([
  ...['E2BIG', 'EACCES', 'EADDRINUSE', 'EADDRNOTAVAIL', 'EAGAIN', 'EALREADY', 'EAUTH', 'EBADF', 'EBUSY', 'ECANCELED'],
  ...['ECONNABORTED', 'ECONNECTION', 'ECONNREFUSED', 'ECONNRESET', 'EDESTADDRREQ', 'EDQUOT', 'EEXIST', 'EFAULT'],
  ...['EFBIG', 'EHOSTDOWN', 'EHOSTUNREACH', 'EINTR', 'EINVAL', 'EIO', 'EISCONN', 'EISDIR', 'ELOOP', 'EMESSAGE'],
  ...['EMFILE', 'EMLINK', 'EMSGSIZE', 'ENAMETOOLONG', 'ENETDOWN', 'ENETRESET', 'ENETUNREACH', 'ENFILE', 'ENOBUFS'],
  ...['ENODEV', 'ENOENT', 'ENOEXEC', 'ENOLCK', 'ENOMEM', 'ENOSPC', 'ENOSYS', 'ENOTCONN', 'ENOTDIR', 'ENOTEMPTY'],
  ...['ENOTFOUND', 'ENOTSUP', 'ENXIO', 'EOPNOTSUPP', 'EPERM', 'EPIPE', 'EPROTO', 'ERANGE', 'EROFS', 'ESOCKET'],
  ...['ESRCH', 'ESTALE', 'ETIMEDOUT', 'ETXTBSY', 'EXDEV'],
  // Of PostgreSQL.
  ...[
    '08000',
    '08003',
    '08006',
    '22001',
    '22P02',
    '23502',
    '23503',
    '23505',
    '23514',
    '25006',
    '25P02',
    '25P03',
    '40001',
    '40P01',
  ],
  ...['42P01', '42703', '53100', '53200', '53300', '55P03', '57014', '57P01', '57P02', '57P03', '57P05', 'XX000'],
  // Of the mail library.
  ...['ECONFIG', 'EDNS', 'EENVELOPE', 'EMAXLIMIT', 'ENOAUTH', 'EOAUTH2', 'EPROTOCOL', 'EREQUIRETLS', 'ESTREAM', 'ETLS'],
])

/**
 * Matches an address in a stack with its line and column. Line and column have at most six digits, so a phone number or
 * health card number never matches.
 */
const placePattern = /^(?<address>.+):(?<line>\d{1,6}):(?<column>\d{1,6})$/
/** Match a line of a stack: the first pattern in Chromium and Node, the second in Firefox and Safari. */
const framePatterns = [/^\s*at (?:[^(]*\((?<address>.+)\)|(?:async )?(?<bare>.+))$/, /^[^@]*@(?<address>.+)$/]
/**
 * Matches a place in one of our own files, such as `main/app.js:12:3`, in the form that crash reports and support
 * bundles contain.
 */
export const ownPlacePattern =
  /^(?:back-office|contract|domain|main|paper|preload|renderer|runtime)(?:\/[\w-][\w.-]{0,79}){0,7}\/[\w-][\w.-]{0,79}\.(?:cjs|js|mjs|ts|tsx):\d{1,6}:\d{1,6}$/

/** Reads a property of a thrown value, which may be anything, such as an object whose getters throw. */
const readPart = (thrown: unknown, name: 'name' | 'code' | 'message' | 'stack' | 'cause'): unknown => {
  try {
    return typeof thrown === 'object' && thrown !== null ? (thrown as Readonly<Record<string, unknown>>)[name] : null
  } catch {
    return null
  }
}

/** Returns the name of an error class, or `withheld`: `name` is a field that any code can set to any text. */
export const toErrorClass = (name: unknown): string =>
  typeof name === 'string' && (classPattern.test(name) || otherClasses.has(name)) ? name : withheld

/**
 * Returns an error code that is in the lists above or that `isWord` accepts; `withheld` for any other text, and null if
 * there is no code.
 */
export const toErrorCode = (code: unknown, isWord: (text: string) => boolean = () => false): string | null => {
  if (typeof code !== 'string' || code === '') return null
  return familyPattern.test(code) || otherCodes.has(code) || isWord(code) ? code : withheld
}

/**
 * Returns the place in a line of a stack as `main/app.js:12:3`; null if it is not in a file of ours.
 * @internal Tests check the forms of all browsers.
 */
export const toOwnPlace = (line: string, toOwnFile: ToOwnFile): string | null => {
  const groups = framePatterns.map((pattern) => pattern.exec(line)?.groups).find((found) => found !== undefined)
  const place = placePattern.exec(groups?.address ?? groups?.bare ?? '')?.groups
  const file = place?.address === undefined ? null : toOwnFile(place.address)
  const own = file === null ? null : `${file}:${place?.line}:${place?.column}`
  return own !== null && ownPlacePattern.test(own) ? own : null
}

/** Returns a stack without the message above its lines, because a line of a message may look like one of a stack. */
const withoutMessage = (stack: string, message: unknown): string => {
  if (typeof message !== 'string' || message === '') return stack
  const at = stack.indexOf(message)
  return at === -1 ? stack : stack.slice(at + message.length)
}

/** Returns the stack of a thrown value without its message, or an empty text. Its lines are not redacted yet. */
export const toStackText = (thrown: unknown): string => {
  const stack = readPart(thrown, 'stack')
  return typeof stack === 'string' ? withoutMessage(stack, readPart(thrown, 'message')) : ''
}

/** Returns the places of a stack that are in our own files. All other lines are omitted. */
const redactStack = (stack: unknown, message: unknown, toOwnFile: ToOwnFile): readonly string[] => {
  if (typeof stack !== 'string') return []
  return withoutMessage(stack, message)
    .split('\n')
    .flatMap((line) => toOwnPlace(line, toOwnFile) ?? [])
    .slice(0, maxFrames)
}

/** Returns what may be stored of a thrown value, which can be anything. Its message is never part of it. */
export const redactError = (thrown: unknown, toOwnFile: ToOwnFile): RedactedError => {
  const stack = readPart(thrown, 'stack')
  const isError = typeof stack === 'string'
  return {
    error: isError ? toErrorClass(readPart(thrown, 'name')) : typeof thrown,
    code: toErrorCode(readPart(thrown, 'code')),
    at: redactStack(stack, readPart(thrown, 'message'), toOwnFile),
  }
}

/** Returns the causes of a thrown value, the nearest first, three at most. */
export const redactCauses = (thrown: unknown, toOwnFile: ToOwnFile): readonly RedactedError[] => {
  const causes: RedactedError[] = []
  let cause = readPart(thrown, 'cause')
  while (causes.length < maxCauses && typeof cause === 'object' && cause !== null) {
    causes.push(redactError(cause, toOwnFile))
    cause = readPart(cause, 'cause')
  }
  return causes
}
