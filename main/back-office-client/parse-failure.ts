import { z } from 'zod'
import { type Failure, failureCodes } from '#contract/reply.ts'
import { changedChequeSchema } from '#domain/finance/cheque-deposit.ts'
import { bookedStudySchema } from '#domain/locations/location-draft.ts'
import { emailToConfirmSchema } from '#domain/members/email-confirmation.ts'

const failureSchema = z.object({
  code: z.enum(failureCodes),
  message: z.string().max(1000),
  details: z
    .object({
      fields: z.record(z.string(), z.string()),
      errorID: z.string(),
      previousSlotFree: z.boolean(),
      currentVersion: z.number().int(),
      current: z.unknown(),
      bookings: z.array(bookedStudySchema),
      cheques: z.array(changedChequeSchema),
      retryAfterSeconds: z.number(),
      emailToConfirm: emailToConfirmSchema,
    })
    .partial()
    .optional(),
})

const unexpectedMessage = "The server couldn't do this. Try again."

/**
 * Parses `{code, message, details?}` (decisions §3). Anything else, such as a proxy's page, becomes a failure by its
 * HTTP status: 401 `signed-out`, 404 `not-found`, 429 `too-many-requests`, 502 to 504 `disconnected`, the rest
 * `unexpected`.
 */
export const parseFailure = (text: string, status: number): Failure => {
  const parsed = failureSchema.safeParse(readJson(text))
  if (parsed.success) {
    const { code, message, details } = parsed.data
    return details === undefined
      ? { code, message }
      : { code, message, details: details as NonNullable<Failure['details']> }
  }
  if (status === 401) return { code: 'signed-out', message: 'Sign in again.' }
  if (status === 404) return { code: 'not-found', message: "The server doesn't have this." }
  if (status === 429) return { code: 'too-many-requests', message: 'Too many requests. Wait a moment and try again.' }
  // A gateway answered: the back office may have received the call and acted on it.
  if (status >= 502 && status <= 504) {
    return { code: 'disconnected', message: "You're offline. The server can't be reached right now." }
  }
  return { code: 'unexpected', message: unexpectedMessage }
}

const graphqlErrorSchema = z.object({
  message: z.string().max(1000),
  extensions: z.looseObject({ code: z.string() }).optional(),
})

/** Parses one entry of a GraphQL answer's `errors`, whose `extensions` have code and details. */
export const parseGraphqlFailure = (error: unknown): Failure => {
  const parsed = graphqlErrorSchema.safeParse(error)
  if (!parsed.success) return { code: 'unexpected', message: unexpectedMessage }
  const { message, extensions } = parsed.data
  const known = failureSchema.safeParse({ ...extensions, message })
  if (known.success) return parseFailure(JSON.stringify({ ...extensions, message }), 400)
  return extensions === undefined
    ? { code: 'unexpected', message: unexpectedMessage }
    : { code: 'act-not-allowed', message }
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
