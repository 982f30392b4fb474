import { type SqlBool, sql } from 'kysely'
import type { OutstandingPapers } from '#domain/finance/outstanding.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import type { Database } from '../database/database.ts'
import type { TransactionStepTable } from '../database/tables.ts'
import type { TransactionRow } from './transactions-repository.ts'

/** A bill or cheque that has not been fully refunded. */
export type OpenBillOrCheque = {
  readonly row: TransactionRow
  /** The amount of the bill or cheque minus its refunds, in minor units. */
  readonly left: number
}

/** A bill or cheque that waits for finance. */
type OutstandingPaper = OpenBillOrCheque & {
  /** The number of its steps and refunds. */
  readonly version: number
}

/** A bill with the step that marked it as paid. */
export type PaidBill = OpenBillOrCheque & { readonly step: Readonly<TransactionStepTable> }

const isBill = ({ transaction_type, payment_type }: TransactionRow): boolean =>
  transaction_type === 'payment' && ruleOfPaymentType(payment_type).isBill

/**
 * Returns the first bills or cheques, oldest first, that were recorded at a location before `to` (epoch seconds) and
 * still wait for finance: bills not issued, bills issued but not paid, or cheques not deposited.
 */
export const findOutstandingPapers = async (
  db: Database,
  locationID: string,
  { list, to, rows }: { readonly list: OutstandingPapers; readonly to: number; readonly rows: number },
): Promise<readonly OutstandingPaper[]> => {
  const found = await db
    .selectFrom('outstanding_item as item')
    .innerJoin('transaction', 'transaction.transaction_id', 'item.transaction_id')
    .selectAll('transaction')
    .select(['item.amount_left', 'item.version'])
    .where('item.location_id', '=', locationID)
    .where('item.list', '=', list)
    .where('item.transaction_time', '<', to)
    .orderBy('item.transaction_time')
    .orderBy('item.transaction_id')
    .limit(rows)
    .execute()
  return found.map(({ amount_left, version, ...row }) => ({ row, left: amount_left, version }))
}

/** The number of items of a list, and their sum in minor units. */
type Total = { readonly count: number; readonly sum: number }

/** Returns the totals of the lists of {@link findOutstandingPapers}; a list without items is missing. */
export const sumOutstandingPapers = async (
  db: Database,
  locationID: string,
  to: number,
): Promise<ReadonlyMap<OutstandingPapers, Total>> => {
  const rows = await db
    .selectFrom('outstanding_item')
    .select(({ fn }) => ['list', fn.countAll().as('count'), fn.sum('amount_left').as('sum')] as const)
    .where('location_id', '=', locationID)
    .where('transaction_time', '<', to)
    .groupBy('list')
    .execute()
  return new Map(rows.map(({ list, count, sum }) => [list, { count: Number(count), sum: Number(sum) }]))
}

/**
 * Returns the bills of a location that were marked as paid in [from, to), epoch seconds, and still are, oldest first.
 * Without fully refunded bills.
 */
export const findPaidBills = async (
  db: Database,
  locationID: string,
  from: number,
  to: number,
): Promise<readonly PaidBill[]> => {
  const steps = await db
    .selectFrom('transaction_step as step')
    .selectAll('step')
    .where(isPaidStep)
    .where('step.at', '>=', from)
    .where('step.at', '<', to)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transaction_step as later')
            .select('later.step_id')
            .whereRef('later.transaction_id', '=', 'step.transaction_id')
            .whereRef('later.place', '>', 'step.place')
            .where('later.step', '=', 'paid'),
        ),
      ),
    )
    .execute()
  if (steps.length === 0) return []
  const ofBill = new Map(steps.map((step) => [step.transaction_id, step]))
  // Only by their ids: with more conditions SQLite would search all past days of the location instead.
  const found = await db
    .selectFrom('transaction')
    .selectAll()
    .where('transaction_id', 'in', [...ofBill.keys()])
    .execute()
  const rows = found
    .filter((row) => row.location_id === locationID && isBill(row) && row.transaction_time < to)
    .toSorted((a, b) => a.transaction_time - b.transaction_time || (a.transaction_id < b.transaction_id ? -1 : 1))
  const refunded = await sumRefunds(db, rows)
  return rows.flatMap((row) => {
    const step = ofBill.get(row.transaction_id)
    const left = row.amount - (refunded.get(row.transaction_id) ?? 0)
    return step === undefined || left <= 0 ? [] : [{ row, left, step }]
  })
}

/** The condition of the index of paid steps. With parameters instead of literals SQLite would not use the index. */
const isPaidStep = sql<SqlBool>`step.step = 'paid' and step.is_done = 1`

const sumRefunds = async (db: Database, rows: readonly TransactionRow[]): Promise<ReadonlyMap<string, number>> => {
  if (rows.length === 0) return new Map()
  const refunds = await db
    .selectFrom('transaction')
    .select(({ fn }) => ['linked_transaction', fn.sum('amount').as('sum')] as const)
    .where(
      'linked_transaction',
      'in',
      rows.map((row) => row.transaction_id),
    )
    .groupBy('linked_transaction')
    .execute()
  return new Map(refunds.map(({ linked_transaction, sum }) => [linked_transaction ?? '', Number(sum)]))
}

/** The condition of the index of overpaid studies. */
const isOverpaid = sql<SqlBool>`balance < 0`

/** Returns the first of a location's overpaid studies: `balance` below 0, minor units. */
export const findOverpaidStudies = async (
  db: Database,
  locationID: string,
  rows: number,
): Promise<{ readonly study_id: string; readonly balance: number }[]> =>
  db
    .selectFrom('study')
    .select(['study_id', 'balance'])
    .where('location_id', '=', locationID)
    .where(isOverpaid)
    .orderBy('study_id')
    .limit(rows)
    .execute()

/** Returns the number of a location's overpaid studies. */
export const countOverpaidStudies = async (db: Database, locationID: string): Promise<number> => {
  const { count } = await db
    .selectFrom('study')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('location_id', '=', locationID)
    .where(isOverpaid)
    .executeTakeFirstOrThrow()
  return Number(count)
}
