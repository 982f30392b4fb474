import type { z } from 'zod'
import { type PaymentAttempt, paymentAttemptSchema } from '#domain/payments/payment-attempt.ts'

/** A card attempt that has just begun, on a simulated reader. In `changes`, ids and instants are plain text. */
export const anAttempt = (changes: Partial<z.input<typeof paymentAttemptSchema>> = {}): PaymentAttempt =>
  paymentAttemptSchema.parse({
    attemptID: 'attempt-0001',
    studyID: 'S-1',
    locationID: 'ca-bc-1',
    kind: 'payment',
    route: 'simulated',
    readerID: 'reader-1',
    amountMinor: 129_900,
    currency: 'CAD',
    refundOf: null,
    memo: '',
    state: 'created',
    intentID: null,
    isCancelAsked: false,
    transactionID: null,
    terminalResult: null,
    failure: null,
    begunAt: '2026-11-20T10:00:00Z',
    handedOffAt: null,
    settledAt: null,
    author: 'u-1',
    ...changes,
  })
