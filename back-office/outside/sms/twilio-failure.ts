import type { SendResult } from '#domain/messages/message-state.ts'
import type { TextReport } from '#domain/messages/text-delivery.ts'

/** What Twilio's error codes about a number, a sender or a carrier mean for staff (twilio.com/docs/api/errors). */
const meanings: ReadonlyMap<number, string> = new Map([
  [21211, 'number-not-valid'],
  [21217, 'number-not-valid'],
  [21265, 'number-not-valid'],
  [21408, 'number-foreign'],
  [21612, 'number-foreign'],
  [21614, 'number-landline'],
  [21635, 'number-landline'],
  [21212, 'sender-refused'],
  [21603, 'sender-refused'],
  [21606, 'sender-refused'],
  [21659, 'sender-refused'],
  [21660, 'sender-refused'],
  [30003, 'number-unreachable'],
  [30004, 'number-refused'],
  [30005, 'number-unreachable'],
  [30006, 'number-landline'],
  [30007, 'carrier-refused'],
  [30034, 'carrier-refused'],
])

const optedOut = 21610
/** The sender's queue is full. */
const queueFull = 21611

/** The connection was not made, so the gateway does not have the message. */
const neverConnected: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]

const fieldOf = (error: unknown, name: 'status' | 'code'): unknown =>
  typeof error === 'object' && error !== null && name in error
    ? (error as Readonly<Record<string, unknown>>)[name]
    : null

/**
 * Returns what a failed request means for its message. An answer from 400 to 499 proves that Twilio made no message. A
 * timeout, a broken connection and an answer of 500 or above do not: the message may still be sent.
 */
export const toSendResult = (error: unknown): Exclude<SendResult, { kind: 'sent' }> => {
  const status = fieldOf(error, 'status')
  const code = fieldOf(error, 'code')
  if (typeof status === 'number' && status >= 400 && status < 500) {
    if (code === optedOut) return { kind: 'opted-out' }
    if (status === 429 || code === queueFull) return { kind: 'retry', code: 'unreachable' }
    if (status === 401 || status === 403 || status === 404) return { kind: 'retry', code: 'not-configured' }
    return { kind: 'refused', code: toMeaning(code) }
  }
  if (typeof code === 'string' && neverConnected.includes(code)) return { kind: 'retry', code: 'unreachable' }
  return { kind: 'unknown', code: 'no-answer' }
}

const toMeaning = (code: unknown): string =>
  (typeof code === 'number' ? meanings.get(code) : undefined) ?? 'gateway-refused'

/** Returns what the state of an accepted message means (twilio.com/docs/messaging/api/message-resource). */
export const toTextReport = (status: string, errorCode: number | null): TextReport => {
  switch (status) {
    case 'delivered':
    case 'read':
      return { kind: 'delivered' }
    case 'undelivered':
    case 'failed':
    case 'canceled':
      return errorCode === optedOut ? { kind: 'opted-out' } : { kind: 'undelivered', code: toMeaning(errorCode) }
    default:
      return { kind: 'pending' }
  }
}
