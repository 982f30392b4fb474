import { type Currency, formatMoney, type Money, roundToMoney } from '#domain/values/money.ts'

/** `CA$1,250.00`, of a decimal amount of the contract. */
export const amountWords = (amount: number, currency: Currency): string => formatMoney(roundToMoney(amount), currency)

/** `1,250.00`, where the currency is said beside it. */
export const plainAmount = (amount: Money): string => formatMoney(amount, 'CAD').replace('CA$', '')
