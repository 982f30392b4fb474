import type { PaymentView } from '#contract/payments/bridge.ts'
import { type Money, roundToMoney, toMoney } from '#domain/values/money.ts'

/**
 * Returns the balance less the provisional payments that were not refused, so that their amount is not asked for twice.
 * Never below 0.
 */
export const stillOwed = ({ payments, provisional }: Pick<PaymentView, 'payments' | 'provisional'>): Money => {
  const waiting = provisional.flatMap(({ failure, amount }) => (failure === null ? [roundToMoney(amount)] : []))
  const owed = waiting.reduce<number>((left, amount) => left - amount, roundToMoney(payments.totalBalance))
  return toMoney(Math.max(0, owed))
}
