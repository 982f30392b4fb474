import { isOutcomeUnknown } from '#contract/failures.ts'
import type { Failure } from '#contract/reply.ts'
import type { CashUpLine, CashUpTableName } from '#domain/finance/cash-up.ts'
import type { Money } from '#domain/values/money.ts'
import { plainAmount } from '../kit/amount-words.ts'

/** Over or short, by sign and word: `+5.00 over`, `-5.00 short`, `0.00 right`. */
export const describeDifference = (difference: Money): string => {
  if (difference === 0) return `${plainAmount(difference)} right`
  return difference > 0 ? `+${plainAmount(difference)} over` : `${plainAmount(difference)} short`
}

export const countLabel = (line: Pick<CashUpLine, 'isOutdated' | 'counted'>): string =>
  line.counted === null ? 'Count' : 'Count again'

/** What each exported table holds. */
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

/** The title over a failure: `refused` where it is certain that nothing was done, else that it is not known of `what`. */
export const failureTitle = (failure: Failure, refused: string, what: string): string =>
  isOutcomeUnknown('bridge', failure) ? `No answer came: ${what} or not` : refused
