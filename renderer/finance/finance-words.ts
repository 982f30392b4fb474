import { isOutcomeUnknown } from '#contract/failures.ts'
import type { Failure } from '#contract/reply.ts'
import type { CashUpLine, CashUpTableName } from '#domain/finance/cash-up.ts'
import type { Money } from '#domain/values/money.ts'
import { plainAmount } from '../kit/amount-words.ts'

/** Describes a difference by sign and word: `+5.00 over`, `-5.00 short`, `0.00 right`. */
export const describeDifference = (difference: Money): string => {
  if (difference === 0) return `${plainAmount(difference)} right`
  return difference > 0 ? `+${plainAmount(difference)} over` : `${plainAmount(difference)} short`
}

export const countLabel = (line: Pick<CashUpLine, 'isOutdated' | 'counted'>): string =>
  line.counted === null ? 'Count' : 'Count again'

/** The names of the exported tables. */
export const tableNames: Readonly<Record<CashUpTableName, string>> = {
  takings: 'Takings',
  counts: 'Counts',
  closings: 'Closes and reopenings',
  'card-payments': 'Open card payments',
  invoices: 'Invoices not issued',
  'outstanding-invoices': 'Invoices issued and not paid',
  'paid-invoices': 'Invoices marked as paid',
  cheques: 'Cheques not deposited',
  overpayments: 'Paid beyond the price',
}

/**
 * Returns the title of a failure: `refused` where nothing was done for certain, else that the result of `what` is
 * unknown.
 */
export const failureTitle = (failure: Failure, refused: string, what: string): string =>
  isOutcomeUnknown('bridge', failure) ? `No answer came: ${what} or not` : refused
