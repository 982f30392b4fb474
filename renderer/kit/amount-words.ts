import { type Currency, formatMoney, type Money, parseDecimalAmount, toMoney } from '#domain/values/money.ts'

/** Minor units of a decimal amount of the contract. */
export const centsOf = (amount: number): Money => parseDecimalAmount(amount) ?? toMoney(Math.round(amount * 100))

/** `CA$1,250.00`, of a decimal amount of the contract. */
export const amountWords = (amount: number, currency: Currency): string => formatMoney(centsOf(amount), currency)

/** `1,250.00`, where the currency is said beside it. */
export const plainAmount = (amount: Money): string => formatMoney(amount, 'CAD').replace('CA$', '')
