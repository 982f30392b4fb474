import { type Money, toMoney } from '../values/money.ts'

/** The meaning of a study's balance for staff. `amount` is the amount owed, or the amount to return to the member. */
export type BalanceState = {
  readonly kind: 'owed' | 'covered' | 'paid' | 'billed' | 'overpaid' | 'not-collected' | 'refund-due'
  readonly amount: Money
}

type BalanceInput = {
  /** Never below 0. */
  readonly balance: Money
  /** The balance less the provisional payments, which are not recorded yet; never below 0. */
  readonly stillOwed: Money
  readonly overpaid: Money
  /** Payments less refunds. */
  readonly paid: Money
  /** Whether an unpaid invoice covers the balance. */
  readonly isBilled: boolean
  readonly isCancelled: boolean
}

/**
 * Returns the meaning of a balance. The balance of a cancelled appointment is not collected, and money that was paid
 * for it must be refunded (decision 87). An amount that a provisional payment covers is not requested again.
 */
export const toBalanceState = (input: BalanceInput): BalanceState => {
  const { balance, stillOwed, overpaid, paid, isBilled, isCancelled } = input
  if (isCancelled) return paid > 0 ? { kind: 'refund-due', amount: paid } : { kind: 'not-collected', amount: balance }
  if (overpaid > 0) return { kind: 'overpaid', amount: overpaid }
  if (stillOwed > 0) return { kind: 'owed', amount: stillOwed }
  if (balance > 0) return { kind: 'covered', amount: toMoney(0) }
  return { kind: isBilled ? 'billed' : 'paid', amount: toMoney(0) }
}
