import type { Money } from '#domain/money/money.ts'
import type { SimulatedOutcome } from './simulated-state.ts'

const declined = (code: string, declineCode: string | null, message: string): SimulatedOutcome => ({
  outcome: 'declined',
  error: { code, declineCode, message },
})

/** What a test payment method does with an amount, as in Stripe's testing tables. */
export const simulatedOutcomeOf = (paymentMethod: string, _amount: Money): SimulatedOutcome => {
  switch (paymentMethod) {
    case 'pm_card_visa':
      return { outcome: 'approved', card: { brand: 'visa', last4: '4242', isInterac: false } }
    case 'pm_card_interac':
      return { outcome: 'approved', card: { brand: 'interac', last4: '0007', isInterac: true } }
    case 'pm_card_chargeDeclined':
      return declined('card_declined', 'generic_decline', 'Your card was declined.')
    default:
      return declined('resource_missing', null, 'There is no such test card.')
  }
}
