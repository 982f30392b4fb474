import type { PaymentType } from './payment-types.ts'

/**
 * Returns the payment types that staff can choose with one press: the card terminal, and the type that was last
 * recorded at this desk. The type that a panel starts with is still the one that the spec sets.
 */
export const quickTenders = (input: {
  readonly offered: readonly PaymentType[]
  readonly lastUsed: PaymentType | null
}): readonly PaymentType[] => {
  const wanted: readonly (PaymentType | null)[] = ['physicalTerminal', input.lastUsed]
  return input.offered.filter((paymentType) => wanted.includes(paymentType))
}
