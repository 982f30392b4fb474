import { z } from 'zod'
import { type PaymentType, paymentTypes } from '../payments/payment-types.ts'
import { transactionIDSchema } from '../payments/transaction.ts'
import { decimalAmountSchema, type Money, roundToMoney, toMoney } from '../values/money.ts'
import { studyIDSchema } from '../values/study-id.ts'
import { instantSchema } from '../values/time-schemas.ts'
import { isMoneyReceived } from './build-cash-up.ts'

/** A payment or refund of a day, with who took it and when. */
const cashUpTransactionSchema = z.object({
  transactionID: transactionIDSchema,
  studyID: studyIDSchema,
  userID: z.string(),
  userName: z.string(),
  paymentType: z.enum(paymentTypes),
  kind: z.enum(['payment', 'refund']),
  /** Above 0; null while its line is still to be counted blind. */
  amount: decimalAmountSchema.nullable(),
  isUncaptured: z.boolean(),
  at: instantSchema,
  /** The index, from 0, of the transaction's block in the list of closed blocks; null in the open block. */
  block: z.number().int().min(0).nullable(),
})
export type CashUpTransaction = z.infer<typeof cashUpTransactionSchema>

/** The member of a study that a list or transaction of the day names. */
const cashUpMemberSchema = z.object({
  studyID: studyIDSchema,
  name: z.string(),
  dob: z.string(),
  /** The study's latest transaction; null if it has none. */
  lastAt: instantSchema.nullable(),
})
export type CashUpMember = z.infer<typeof cashUpMemberSchema>

/** The transactions and members behind the figures and lists of a day. */
export const cashUpDetailsSchema = z.object({
  transactions: z.array(cashUpTransactionSchema),
  members: z.array(cashUpMemberSchema),
})
export type CashUpDetails = z.infer<typeof cashUpDetailsSchema>

/** A figure of the cash-up: its column, and the lines that it sums. */
export type CashUpFigure = {
  readonly column: 'taken' | 'refunded' | 'uncaptured' | 'expected'
  /** The index, from 0, in the list of closed blocks; null for the open block. */
  readonly block: number | null
  /** Null for a total over all persons. */
  readonly userID: string | null
  /** Null for a total over all payment types that bring the clinic money, or over all that do not. */
  readonly paymentType: PaymentType | null
  readonly isReceived: boolean
}

const inColumn = ({ kind, isUncaptured }: CashUpTransaction, column: CashUpFigure['column']): boolean => {
  if (column === 'taken') return kind === 'payment'
  if (column === 'refunded') return kind === 'refund'
  return column === 'uncaptured' ? isUncaptured : !isUncaptured
}

/** Returns the transactions that a figure sums, oldest first. */
export const transactionsOfFigure = (
  { transactions }: Pick<CashUpDetails, 'transactions'>,
  { column, block, userID, paymentType, isReceived }: CashUpFigure,
): readonly CashUpTransaction[] =>
  transactions
    .filter(
      (entry) =>
        entry.block === block &&
        (userID === null || entry.userID === userID) &&
        (paymentType === null
          ? isMoneyReceived(entry.paymentType) === isReceived
          : entry.paymentType === paymentType) &&
        inColumn(entry, column),
    )
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))

/**
 * Returns the amount that a transaction adds to a figure: a refund is below 0, except in the column of refunds. Null
 * while its line is to be counted blind.
 */
export const amountIn = ({ amount, kind }: CashUpTransaction, column: CashUpFigure['column']): Money | null => {
  if (amount === null) return null
  return toMoney(roundToMoney(amount) * (kind === 'refund' && column !== 'refunded' ? -1 : 1))
}

/** Returns the sum of a figure's transactions; null while one of them is hidden. */
export const sumOfFigure = (
  transactions: readonly CashUpTransaction[],
  column: CashUpFigure['column'],
): Money | null => {
  const amounts = transactions.map((entry) => amountIn(entry, column))
  return amounts.includes(null) ? null : toMoney(amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0))
}
