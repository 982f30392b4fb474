import type { PaymentType } from './payment-types.ts'

const everyday: readonly PaymentType[] = ['card', 'physicalTerminal', 'cash']

/**
 * Returns the payment types that staff can choose with one press: card, card terminal, cash, and the type of the last
 * payment that was recorded in this window. The spec still sets the type that a panel starts with.
 */
export const quickTenders = (input: {
  readonly offered: readonly PaymentType[]
  readonly lastUsed: PaymentType | null
}): readonly PaymentType[] =>
  input.offered.filter((paymentType) => everyday.includes(paymentType) || paymentType === input.lastUsed)
