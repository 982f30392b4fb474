import type { CollectOutcome, ProcessorLink } from './card-terminal.ts'

/** The test payment method of a card that must be present for a refund. */
export const INTERAC_CARD = 'pm_card_interac'

/** Converts the simulated processor's answer to a presented card into the outcome of the payment. */
export const judgeConfirmation = (
  reply: Awaited<ReturnType<ProcessorLink['confirmSimulated']>>,
  paymentMethod: string,
): CollectOutcome => {
  if (!reply.ok) {
    return reply.isOutcomeUnknown
      ? { outcome: 'unknown', reason: reply.reason }
      : { outcome: 'not-started', failure: { code: 'unavailable', reason: reply.reason } }
  }
  const { id, status, error } = reply.value
  // The status decides: if an intent is already paid, a second request for it returns an error.
  if (status === 'canceled') return { outcome: 'cancelled' }
  if (error !== null && status === 'requires_payment_method') {
    return { outcome: 'declined', step: 'process', code: error.declineCode ?? error.code, reason: error.message }
  }
  if (status !== 'succeeded') return { outcome: 'unknown', reason: `The payment is ${status}.` }
  const isInterac = paymentMethod === INTERAC_CARD
  return { outcome: 'approved', referenceID: id, card: { cardType: null, cardLastFour: null, isInterac } }
}
