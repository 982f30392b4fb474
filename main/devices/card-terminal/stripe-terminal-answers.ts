import { z } from 'zod'
import { type ProviderError, toProviderError } from '#contract/provider-window.ts'
import type { Card, CollectOutcome, TerminalFailure } from './card-terminal.ts'

/**
 * What the reader's page answers, read and judged. The page runs next to a script that is not ours, so nothing it says is
 * taken as it stands.
 */
const errorSchema = z.object({
  error: z.object({
    code: z.string().max(100),
    message: z.string().max(1000),
    declineCode: z.string().max(100).nullable(),
    intent: z.object({ id: z.string().max(100), status: z.string().max(60) }).nullable(),
  }),
})

export const foundReadersSchema = z.object({
  readers: z
    .array(
      z.object({
        id: z.string().min(1).max(200),
        label: z.string().max(200),
        isOnline: z.boolean(),
      }),
    )
    .max(200),
})
export type FoundReader = z.infer<typeof foundReadersSchema>['readers'][number]

export const doneSchema = z.object({ ok: z.literal(true) })
export const connectionSchema = z.object({ isConnected: z.boolean() })
const cardSchema = z.object({
  brand: z.string().max(40).nullable(),
  lastFour: z
    .string()
    .regex(/^\d{4}$/)
    .nullable(),
  isInterac: z.boolean(),
})
export const processedSchema = z.object({
  intent: z.object({ id: z.string().min(1).max(100), status: z.string().max(60), card: cardSchema.nullable() }),
})
export const refundedSchema = z.object({
  refund: z.object({ id: z.string().min(1).max(100), status: z.string().max(60) }),
})

export type PageAnswer<Value> = { readonly value: Value } | { readonly error: ProviderError }

/** An answer that did not come, or is none of those agreed upon, counts as `no-answer`: nobody knows what was done. */
export const readAnswer = <Value>(schema: z.ZodType<Value>, answer: unknown): PageAnswer<Value> => {
  const good = schema.safeParse(answer)
  if (good.success) return { value: good.data }
  const bad = errorSchema.safeParse(answer)
  return bad.success ? { error: bad.data.error } : { error: toProviderError('no-answer', 'The reader did not answer.') }
}

/** Errors after which it is open what was done. */
const lostCodes: ReadonlySet<string> = new Set([
  'no-answer',
  'script-failed',
  'network_error',
  'network_timeout',
  // The intent is further than we thought, by a question whose answer was lost: it is asked, not judged.
  'payment_intent_unexpected_state',
])

const unknown = (reason: string): CollectOutcome => ({ outcome: 'unknown', reason })

/** Why a reader could not be found or taken. */
export const toFailure = (error: ProviderError): TerminalFailure => {
  if (error.code === 'command_already_in_progress' || /in[_ ]use/i.test(`${error.code} ${error.message}`)) {
    return { code: 'busy', reason: error.message }
  }
  if (error.code === 'no_established_connection') return { code: 'not-connected', reason: error.message }
  return { code: 'unavailable', reason: error.message }
}

/** How asking for the card failed. Nothing was charged by it, as charging is a step of its own. */
export const judgeCollectError = (error: ProviderError): CollectOutcome => {
  if (error.code === 'canceled') return { outcome: 'cancelled' }
  if (lostCodes.has(error.code)) return unknown(error.message)
  if (error.code === 'command_already_in_progress' || error.code === 'no_established_connection') {
    return { outcome: 'not-started', failure: toFailure(error) }
  }
  return { outcome: 'declined', step: 'payment-method', code: error.code, reason: error.message }
}

/**
 * How charging failed. Only an intent that waits for another card says that it was declined; without an intent the charge
 * may have been made.
 */
export const judgeProcessError = (error: ProviderError): CollectOutcome => {
  if (error.intent?.status === 'requires_payment_method') {
    return { outcome: 'declined', step: 'process', code: error.declineCode ?? error.code, reason: error.message }
  }
  if (error.intent?.status === 'canceled') return { outcome: 'cancelled' }
  return unknown(error.message)
}

/** How a refund failed that was under way. A refund that was declined moved nothing; one that was lost may have. */
export const judgeRefundError = (error: ProviderError): CollectOutcome => {
  if (error.code === 'canceled') return { outcome: 'cancelled' }
  return error.declineCode === null
    ? unknown(error.message)
    : { outcome: 'declined', step: 'process', code: error.declineCode, reason: error.message }
}

export const toCard = (card: z.infer<typeof cardSchema> | null, isInterac: boolean): Card => ({
  cardType: card?.brand ?? null,
  cardLastFour: card?.lastFour ?? null,
  isInterac: card?.isInterac ?? isInterac,
})
