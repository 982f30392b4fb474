import { parseTypedAmount } from '#domain/payments/typed-amount.ts'
import { type Money, toMoney } from '#domain/values/money.ts'
import { takePaymentWords } from './take-payment-words.ts'

/**
 * The typed cash received, compared with the amount. `due`: minor units to give back, 0 or more; `missing`: above 0.
 */
type CashReceived =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable'; readonly message: string }
  | { readonly kind: 'short'; readonly missing: Money }
  | { readonly kind: 'enough'; readonly due: Money }

/** Compares the cash received with the amount to record. An empty field is allowed; a typed sum must be enough. */
export const readCashReceived = (received: string, amount: Money): CashReceived => {
  if (received.trim() === '') return { kind: 'empty' }
  const typed = parseTypedAmount(received, { min: 'zero' })
  if (!typed.ok) return { kind: 'unreadable', message: takePaymentWords.cash.unreadable }
  return typed.amount < amount
    ? { kind: 'short', missing: toMoney(amount - typed.amount) }
    : { kind: 'enough', due: toMoney(typed.amount - amount) }
}
