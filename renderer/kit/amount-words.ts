import { type Currency, formatMoney, type Money, roundToMoney } from '#domain/values/money.ts'

/** Formats a decimal amount of the contract with its currency: `CA$1,250.00`. */
export const amountWords = (amount: number, currency: Currency): string => formatMoney(roundToMoney(amount), currency)

/** Formats an amount without its currency, for text that names it elsewhere: `1,250.00`. */
export const plainAmount = (amount: Money): string => formatMoney(amount, 'CAD').replace('CA$', '')
