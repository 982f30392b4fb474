import { describeDecline, lastFourOf, simulatedOutcome, testCardOf } from '#domain/payments/test-cards.ts'
import type { Money } from '#domain/values/money.ts'
import type { ProcessorError } from '../../outside/processor/card-processor.ts'
import type { SimulatedOutcome } from './simulated-state.ts'

/** Adds a brand to Stripe's older names of declining test cards, which have none. */
const withBrand = (paymentMethod: string): string =>
  testCardOf(paymentMethod) === undefined
    ? paymentMethod.replace(/^pm_card_(?=chargeDeclined)/, 'pm_card_visa_')
    : paymentMethod

/** The card whose PIN is always wrong. The testing tables lack it: there, a wrong PIN depends only on the amount. */
const wrongPin = 'pm_card_chargeDeclinedIncorrectPin'

const declined = (code: string, declineCode: string | null, message: string): SimulatedOutcome => {
  const error: ProcessorError = { code, declineCode, message }
  return { outcome: 'declined', error }
}

/**
 * Returns the outcome of a test payment method and an amount, at a reader or in the card fields, as in the domain's
 * testing tables.
 */
export const simulatedOutcomeOf = (paymentMethod: string, amount: Money, isCardPresent: boolean): SimulatedOutcome => {
  if (paymentMethod === wrongPin && isCardPresent) {
    return declined('incorrect_pin', 'incorrect_pin', describeDecline('incorrect_pin'))
  }
  const name = withBrand(paymentMethod)
  const found = simulatedOutcome({ paymentMethod: name, amount, isCardPresent })
  const card = testCardOf(name)
  if (found === undefined || card === undefined) {
    return declined('resource_missing', null, 'Only test card numbers work with the simulated processor.')
  }
  return found.kind === 'approved'
    ? { outcome: 'approved', card: { brand: card.brand, last4: lastFourOf(card), isInterac: card.isInterac } }
    : declined(found.code, found.declineCode, describeDecline(found.declineCode))
}
