import { z } from 'zod'
import { type ProviderError, toProviderError } from '#contract/provider-window.ts'
import type { Card, CollectOutcome, TerminalFailure } from './card-terminal.ts'

/**
 * Schemas and rules for the answers of the reader's page. The page runs beside a third-party script, so no answer is
 * trusted without a check.
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

/** Parses an answer. A missing or malformed answer counts as `no-answer`: the result is unknown. */
export const readAnswer = <Value>(schema: z.ZodType<Value>, answer: unknown): PageAnswer<Value> => {
  const good = schema.safeParse(answer)
  if (good.success) return { value: good.data }
  const bad = errorSchema.safeParse(answer)
  return bad.success
    ? { error: bad.data.error }
    : { error: toProviderError('no-answer', 'The reader did not respond.') }
}

/** Errors after which the result is unknown. */
const lostCodes: ReadonlySet<string> = new Set([
  'no-answer',
  'script-failed',
  'network_error',
  'network_timeout',
  // An answer was lost, so the intent has a later state than the workstation knows. Only the processor has that state.
  'payment_intent_unexpected_state',
])

const unknown = (reason: string): CollectOutcome => ({ outcome: 'unknown', reason })

/** Classifies why a reader could not be found or connected. */
export const toFailure = (error: ProviderError): TerminalFailure => {
  if (error.code === 'command_already_in_progress' || /in[_ ]use/i.test(`${error.code} ${error.message}`)) {
    return { code: 'busy', reason: error.message }
  }
  if (error.code === 'no_established_connection') return { code: 'not-connected', reason: error.message }
  return { code: 'unavailable', reason: error.message }
}

/** Classifies why collecting the card failed. Nothing was charged, because charging is a separate step. */
export const judgeCollectError = (error: ProviderError): CollectOutcome => {
  if (error.code === 'canceled') return { outcome: 'cancelled' }
  if (lostCodes.has(error.code)) return unknown(error.message)
  if (error.code === 'command_already_in_progress' || error.code === 'no_established_connection') {
    return { outcome: 'not-started', failure: toFailure(error) }
  }
  return { outcome: 'declined', step: 'payment-method', code: error.code, reason: error.message }
}

/**
 * Classifies why charging failed. Only an intent that waits for another card proves a decline; without an intent the
 * charge may have been made.
 */
export const judgeProcessError = (error: ProviderError): CollectOutcome => {
  if (error.intent?.status === 'requires_payment_method') {
    return { outcome: 'declined', step: 'process', code: error.declineCode ?? error.code, reason: error.message }
  }
  if (error.intent?.status === 'canceled') return { outcome: 'cancelled' }
  return unknown(error.message)
}

/** Classifies why a refund failed. Without a decline code the refund may have been made. */
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
