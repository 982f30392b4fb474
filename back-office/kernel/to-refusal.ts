import type { Log } from '#runtime/log.ts'
import { timeoutCodeOf } from '../database/database.ts'
import { isNewerSchema } from '../database/schema-fence.ts'
import { TooMuchWork } from './bounded-work.ts'
import { backOfficeKernelWords } from './kernel-words.ts'
import { Refusal } from './refusal.ts'

const byFastifyCode: Readonly<Record<string, () => Refusal>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Refusal('unsupported-media-type', backOfficeKernelWords.jsonOnly),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Refusal('payload-too-large', backOfficeKernelWords.tooLarge),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => unreadable(),
  FST_ERR_BAD_URL: () => unreadable(),
  FST_ERR_ASYNC_CONSTRAINT: () => unreadable(),
}

const unreadable = (): Refusal => new Refusal('invalid-input', backOfficeKernelWords.requestUnreadable)

/** Returns the refusal of a call that did nothing because the server is busy. */
const tooBusy = (): Refusal => new Refusal('too-many-requests', backOfficeKernelWords.busy, { retryAfterSeconds: 2 })

/** Returns the refusal of a call that did nothing because a newer version has migrated the database. */
export const beingUpdated = (): Refusal =>
  new Refusal('too-many-requests', backOfficeKernelWords.beingUpdated, { retryAfterSeconds: 30 })

/**
 * Returns the refusal of a call that a timeout of the database ended, or that the fence of the schema refused, and logs
 * the reason; undefined for any other error. Only for a call that reads, or that is one transaction: it certainly did
 * nothing.
 */
export const toTimeoutRefusal = (error: unknown, log: Log, call?: string): Refusal | undefined => {
  if (isNewerSchema(error)) {
    log('error', 'database.newer-schema', { call })
    return beingUpdated()
  }
  const code = timeoutCodeOf(error)
  if (code === undefined) return undefined
  log('warning', 'database.timed-out', { code, call })
  return tooBusy()
}

/**
 * Returns the refusal for a `Refusal`, for too much work, or for a web-server error below 500; undefined for any other
 * error.
 */
export const toRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error
  if (error instanceof TooMuchWork) return tooBusy()
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = byFastifyCode[code]
  if (known !== undefined) return known()
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  return status >= 400 && status < 500 ? unreadable() : undefined
}
