import type { PaymentType } from './payment-types.ts'

/**
 * Returns the payment types that are one press away: the card terminal, and the type that was recorded last at this
 * desk. The type that a panel starts with stays the specified one.
 */
export const quickTenders = (input: {
  readonly offered: readonly PaymentType[]
  readonly lastUsed: PaymentType | null
}): readonly PaymentType[] => {
  const wanted: readonly (PaymentType | null)[] = ['physicalTerminal', input.lastUsed]
  return input.offered.filter((paymentType) => wanted.includes(paymentType))
}
