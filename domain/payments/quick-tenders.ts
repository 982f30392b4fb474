import type { PaymentType } from './payment-types.ts'

const everyday: readonly PaymentType[] = ['card', 'physicalTerminal', 'cash']

/**
 * Returns the payment types that staff can choose with one press: card, card terminal and cash, and the type that was
 * last recorded at this desk. The type that a panel starts with is still the one that the spec sets.
 */
export const quickTenders = (input: {
  readonly offered: readonly PaymentType[]
  readonly lastUsed: PaymentType | null
}): readonly PaymentType[] =>
  input.offered.filter((paymentType) => everyday.includes(paymentType) || paymentType === input.lastUsed)
