import type { Bridge } from '#contract/bridge.ts'
import { isFinalAttempt, type PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'

type AttemptCards = {
  /** Stores the test payment method of a payment that is starting. */
  readonly keep: (attemptID: AttemptID, testPaymentMethod: string) => void
  readonly forget: (attemptID: AttemptID) => void
  /**
   * Sends the card as soon as the processor has the payment. Deletes the card from this memory when the card is sent,
   * or when the attempt has ended.
   */
  readonly follow: (attempt: PaymentAttempt) => void
  /** Whether a card is stored, or on its way to the processor. */
  readonly has: (attemptID: AttemptID) => boolean
  readonly clear: () => void
}

/**
 * Creates the memory of the cards that users type into the stand-in for the provider's fields. A stored card is only
 * the name of a test payment method, never a card number. The name stays in this memory until the processor has the
 * payment. `take` receives the attempt after the card was sent. `onRefused` is called if the call that sends the card
 * fails.
 */
export const createAttemptCards = (
  payments: Pick<Bridge['payments'], 'cardFieldsDone'>,
  take: (attempt: PaymentAttempt) => void,
  onRefused: () => void,
): AttemptCards => {
  const cards = new Map<AttemptID, string>()
  /** Cards on their way to the processor. */
  const handing = new Set<AttemptID>()
  return {
    keep: (attemptID, testPaymentMethod) => void cards.set(attemptID, testPaymentMethod),
    forget: (attemptID) => void cards.delete(attemptID),
    follow: ({ attemptID, state }) => {
      const testPaymentMethod = cards.get(attemptID)
      if (testPaymentMethod === undefined) return
      if (isFinalAttempt(state)) cards.delete(attemptID)
      if (state !== 'handed-off') return
      cards.delete(attemptID)
      handing.add(attemptID)
      void payments.cardFieldsDone({ attemptID, testPaymentMethod }).then((reply) => {
        handing.delete(attemptID)
        if (reply.ok) take(reply.value)
        else onRefused()
      })
    },
    has: (attemptID) => cards.has(attemptID) || handing.has(attemptID),
    clear: () => cards.clear(),
  }
}
