import { type Currency, type Money, roundToMoney, toDecimalAmount } from '../values/money.ts'

const minus = '−'

const withSeparators = (amount: Money): string => {
  const [whole = '0', cents = '00'] = toDecimalAmount(Math.abs(amount) as Money)
    .toFixed(2)
    .split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`
}

const withSign = (amount: Money, text: string): string => (amount < 0 ? `${minus}${text}` : text)

/** Returns an amount with its currency: `CA$1,250.00`, `−US$20.00` with a true minus sign (decisions §6 Formats). */
export const formatMoney = (amount: Money, currency: Currency): string =>
  withSign(amount, `${currency === 'CAD' ? 'CA$' : 'US$'}${withSeparators(amount)}`)

/** Returns a decimal amount of the contract with its currency, as {@link formatMoney} does. */
export const formatAmount = (amount: number, currency: Currency): string => formatMoney(roundToMoney(amount), currency)

/** Returns an amount for a table whose head names the currency: `1,250.00`, `−20.00`. */
export const formatTableAmount = (amount: Money): string => withSign(amount, withSeparators(amount))

/** Returns an amount for a table, with a plus sign if it is above 0: `+5.00`, `−5.00`, `0.00`. */
export const formatSignedAmount = (amount: Money): string => `${amount > 0 ? '+' : ''}${formatTableAmount(amount)}`

/** Returns an amount as the first text of an amount field: `1,250.00`. An amount field can also read this text back. */
export const toFieldAmount = (amount: Money): string => `${amount < 0 ? '-' : ''}${withSeparators(amount)}`

/** Returns a decimal amount for CSV files, which programs read: `1250.00`, `-20.00`. */
export const toCsvAmount = (amount: number): string => amount.toFixed(2)
