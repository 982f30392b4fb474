import { formatMoney } from '../format/format-money.ts'
import { type Currency, joinToMoney, type Money, toMoney } from '../values/money.ts'

/**
 * The amounts that a field accepts. `max` lowers the general limit. For a negative amount both limits apply to its
 * absolute value.
 */
type TypedAmountRule = { readonly min: 'above-zero' | 'zero' | 'any'; readonly max?: Money }

export type TypedAmountProblem = 'empty' | 'not-a-number' | 'too-many-decimals' | 'negative' | 'zero' | 'too-large'

type TypedAmount =
  | { readonly ok: true; readonly amount: Money }
  | { readonly ok: false; readonly problem: TypedAmountProblem }

/** The largest amount any field accepts: 9,999,999.99. @internal Tests go up to the limit. */
export const largestTypedAmount = toMoney(999_999_999)

/**
 * Matches an optional sign (hyphen or minus sign), digits with or without commas between groups of three, and optional
 * decimals. Only ASCII digits match; exponents and other bases do not.
 */
const written = /^([-−]?)(\d+|[1-9]\d{0,2}(?:,\d{3})+)?(?:\.(\d*))?$/

/**
 * Reads an amount that a person typed (booking spec §5: 2 decimals, no negatives unless the rule is `any`). Spaces
 * around it are ignored. Ambiguous input is refused: `12,50`, `1e21`, `0x10`, digits of other scripts.
 */
export const parseTypedAmount = (text: string, rule: TypedAmountRule): TypedAmount => {
  const problem = (found: TypedAmountProblem): TypedAmount => ({ ok: false, problem: found })
  const trimmed = text.trim()
  if (trimmed === '') return problem('empty')
  const parts = written.exec(trimmed)
  if (parts === null) return problem('not-a-number')
  const [, sign = '', whole = '', decimals = ''] = parts
  const isNegative = sign !== ''
  if (whole === '' && decimals === '') return problem('not-a-number')
  if (decimals.length > 2) return problem('too-many-decimals')
  const digits = whole.replaceAll(',', '').replace(/^0+/, '')
  if (digits.length > 7) return problem(isNegative && rule.min !== 'any' ? 'negative' : 'too-large')
  const size = joinToMoney(digits, decimals)
  if (isNegative && size > 0 && rule.min !== 'any') return problem('negative')
  if (size === 0 && rule.min === 'above-zero') return problem('zero')
  if (size > Math.min(largestTypedAmount, rule.max ?? largestTypedAmount)) return problem('too-large')
  // Never -0: it equals 0, but Object.is and assertions distinguish the two.
  return { ok: true, amount: toMoney(isNegative && size > 0 ? -size : size) }
}

/** Returns the sentence beside the field. `max` is the rule's limit; null if the rule has no limit. */
export const describeTypedAmountProblem = (
  problem: TypedAmountProblem,
  max: Money | null,
  currency: Currency,
): string => {
  switch (problem) {
    case 'empty':
      return 'Enter an amount.'
    case 'not-a-number':
      return 'Enter an amount in digits, such as 1,250.00.'
    case 'too-many-decimals':
      return 'Enter at most 2 decimals.'
    case 'negative':
      return 'The amount cannot be below 0.'
    case 'zero':
      return 'The amount must be above 0.'
    case 'too-large':
      return `The amount can be at most ${formatMoney(max === null || max > largestTypedAmount ? largestTypedAmount : max, currency)}.`
  }
}
