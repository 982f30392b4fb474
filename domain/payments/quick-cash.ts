import { type Currency, type Money, toMoney } from '../values/money.ts'

/**
 * The notes in use, in minor units, from the smallest. Members usually pay with the fewest notes that cover the amount.
 */
const notes: Readonly<Record<Currency, readonly number[]>> = {
  CAD: [5_00, 10_00, 20_00, 50_00, 100_00],
  USD: [1_00, 5_00, 10_00, 20_00, 50_00, 100_00],
}

/** The maximum number of sums that fit beside one field. */
const maxSums = 4

/**
 * Returns the sums of cash that a member is likely to hand over: the exact amount, then the amount rounded up to each
 * note of the currency. For CA$42.50: 42.50, 45, 50, 60. Empty if nothing is owed.
 */
export const quickCash = (amount: Money, currency: Currency): readonly Money[] => {
  if (amount <= 0) return []
  const sums = [amount, ...notes[currency].map((note) => toMoney(Math.ceil(amount / note) * note))]
  return [...new Set(sums)].sort((a, b) => a - b).slice(0, maxSums)
}
