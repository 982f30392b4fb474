import { sql } from 'kysely'
import { paymentTypeRules } from '#domain/payments/payment-types.ts'
import type { CashUpCountTable, CashUpEventTable } from '../database/cash-up-tables.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import type { TransactionStepTable } from '../database/tables.ts'
import type { TransactionRow } from './transactions-repository.ts'

export type CashUpCountRow = Readonly<CashUpCountTable>
export type CashUpEventRow = Readonly<CashUpEventTable>

/**
 * Locks a location's counts and day closings until the end of this database transaction. On SQLite a write transaction
 * always runs alone.
 */
export const lockCashUp = async (db: Database, kind: DatabaseKind, locationID: string): Promise<void> => {
  if (kind === 'sqlite') return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cash-up:${locationID}`}, 0))`.execute(db)
}

/** A ledger entry, with the type and status of the entry that it reverses; both are null if it reverses none. */
export type DayEntryRow = TransactionRow & {
  readonly undone_type: TransactionRow['transaction_type'] | null
  readonly undone_status: TransactionRow['status'] | null
}

/** Returns payments and refunds written at a location in [from, to), epoch seconds. */
export const findDayEntries = async (
  db: Database,
  locationID: string,
  from: number,
  to: number,
): Promise<DayEntryRow[]> =>
  db
    .selectFrom('transaction')
    .leftJoin('transaction as undone', 'undone.transaction_id', 'transaction.linked_transaction')
    .selectAll('transaction')
    .select(['undone.transaction_type as undone_type', 'undone.status as undone_status'])
    .where('transaction.location_id', '=', locationID)
    .where('transaction.transaction_time', '>=', from)
    .where('transaction.transaction_time', '<', to)
    .where('transaction.transaction_type', 'in', ['payment', 'Refund'])
    .execute()

/** Returns all counts of a day, oldest first. */
export const findCounts = async (db: Database, locationID: string, date: string): Promise<CashUpCountRow[]> =>
  db
    .selectFrom('cash_up_count')
    .selectAll()
    .where('location_id', '=', locationID)
    .where('date', '=', date)
    .orderBy('place')
    .execute()

/** Stores a count after the earlier ones. The database transaction must hold {@link lockCashUp}. */
export const addCount = async (db: Database, row: Omit<CashUpCountRow, 'place'>): Promise<void> => {
  const last = await db
    .selectFrom('cash_up_count')
    .select('place')
    .where('location_id', '=', row.location_id)
    .where('date', '=', row.date)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst()
  await db
    .insertInto('cash_up_count')
    .values({ ...row, place: (last?.place ?? 0) + 1 })
    .execute()
}

/**
 * Returns, by user, the float of the last count of each person's drawer at a location, on or before a day. Reads only
 * the latest counts, so a drawer that was not counted for weeks has no proposed float.
 */
export const findFloats = async (
  db: Database,
  locationID: string,
  date: string,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom('cash_up_count')
    .select(['user_id', 'float_amount'])
    .where('location_id', '=', locationID)
    .where('date', '<=', date)
    .orderBy('date', 'desc')
    .orderBy('place', 'desc')
    .limit(200)
    .execute()
  const floats = new Map<string, number>()
  for (const { user_id, float_amount } of rows) {
    if (float_amount !== null && !floats.has(user_id)) floats.set(user_id, Number(float_amount))
  }
  return floats
}

/** Returns the day closings and reopenings of a date, oldest first. */
export const findCashUpEvents = async (db: Database, locationID: string, date: string): Promise<CashUpEventRow[]> =>
  db
    .selectFrom('cash_up_event')
    .selectAll()
    .where('location_id', '=', locationID)
    .where('date', '=', date)
    .orderBy('place')
    .execute()

/** Stores a day closing or a reopening. The database transaction must hold {@link lockCashUp}. */
export const addCashUpEvent = async (db: Database, row: CashUpEventRow): Promise<void> => {
  await db.insertInto('cash_up_event').values(row).execute()
}

/** Returns the latest end of the appointments that start in [from, to), epoch seconds; null if there is none. */
export const findLastAppointmentEnd = async (
  db: Database,
  locationID: string,
  from: number,
  to: number,
): Promise<number | null> => {
  const row = await db
    .selectFrom('study')
    .select(({ fn }) => fn.max('ends_at').as('end'))
    .where('location_id', '=', locationID)
    .where('cancelled', '=', 0)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .executeTakeFirst()
  return row?.end === null || row?.end === undefined ? null : Number(row.end)
}

/** Returns the cash and cheque entries of these studies, including those of days that are not counted yet. */
export const findCountedMoney = async (db: Database, studyIDs: readonly string[]): Promise<TransactionRow[]> =>
  studyIDs.length === 0
    ? []
    : db
        .selectFrom('transaction')
        .selectAll()
        .where('study_id', 'in', studyIDs)
        .where('payment_type', 'in', ['cash', 'cheque'])
        .where('transaction_type', 'in', ['payment', 'Refund'])
        .execute()

/** A bill or cheque that has not been fully refunded. */
export type OpenBillOrCheque = {
  readonly row: TransactionRow
  /** The amount of the bill or cheque minus its refunds, in minor units. */
  readonly left: number
  /** The number of its steps and refunds. */
  readonly version: number
}

/** A bill with the step that marked it as paid. */
export type PaidBill = OpenBillOrCheque & { readonly step: Readonly<TransactionStepTable> }

const billTypes = paymentTypeRules.filter(({ isBill }) => isBill).map(({ paymentType }) => paymentType)

/**
 * Returns the bills and cheques recorded at a location before `to` (epoch seconds) that still wait for finance: bills
 * not issued, bills issued but not paid, cheques not deposited. Also returns the bills marked as paid in [from, to).
 * Each list is sorted oldest first.
 */
export const findOpenBillsAndCheques = async (
  db: Database,
  locationID: string,
  from: number,
  to: number,
): Promise<{
  readonly unissued: readonly OpenBillOrCheque[]
  readonly outstanding: readonly OpenBillOrCheque[]
  readonly paid: readonly PaidBill[]
  readonly undeposited: readonly OpenBillOrCheque[]
}> => {
  const rows = await db
    .selectFrom('transaction')
    .selectAll()
    .where('location_id', '=', locationID)
    .where('transaction_type', '=', 'payment')
    .where('payment_type', 'in', [...billTypes, 'cheque'])
    .where('transaction_time', '<', to)
    .orderBy('transaction_time')
    .orderBy('transaction_id')
    .execute()
  const [refunds, steps] = await Promise.all([
    db
      .selectFrom('transaction')
      .innerJoin('transaction as original', 'original.transaction_id', 'transaction.linked_transaction')
      .select(['transaction.linked_transaction', 'transaction.amount'])
      .where('original.location_id', '=', locationID)
      .where('original.payment_type', 'in', [...billTypes, 'cheque'])
      .execute(),
    db
      .selectFrom('transaction_step')
      .innerJoin('transaction as original', 'original.transaction_id', 'transaction_step.transaction_id')
      .selectAll('transaction_step')
      .where('original.location_id', '=', locationID)
      .orderBy('transaction_step.place')
      .execute(),
  ])
  const refunded = new Map<string, number>()
  const versions = new Map<string, number>()
  const countChange = (id: string): Map<string, number> => versions.set(id, (versions.get(id) ?? 0) + 1)
  for (const { linked_transaction: id, amount } of refunds) {
    if (id === null) continue
    refunded.set(id, (refunded.get(id) ?? 0) + amount)
    countChange(id)
  }
  for (const { transaction_id: id } of steps) countChange(id)
  // The steps are sorted from oldest to newest, so the map keeps the latest toggle of each step.
  const latest = new Map(steps.map((step) => [`${step.transaction_id}\n${step.step}`, step]))
  const stepOf = (row: TransactionRow, step: string) => latest.get(`${row.transaction_id}\n${step}`)
  const lacks = (row: TransactionRow, step: string): boolean => stepOf(row, step)?.is_done !== 1
  const unrefunded = rows
    .map((row) => ({
      row,
      left: row.amount - (refunded.get(row.transaction_id) ?? 0),
      version: versions.get(row.transaction_id) ?? 0,
    }))
    .filter(({ left }) => left > 0)
  const bills = unrefunded.filter(({ row }) => row.payment_type !== 'cheque')
  return {
    unissued: bills.filter(({ row }) => lacks(row, 'issued')),
    outstanding: bills.filter(({ row }) => !lacks(row, 'issued') && lacks(row, 'paid')),
    paid: bills.flatMap((bill) => {
      const step = stepOf(bill.row, 'paid')
      return step?.is_done === 1 && step.at >= from && step.at < to ? [{ ...bill, step }] : []
    }),
    undeposited: unrefunded.filter(({ row }) => row.payment_type === 'cheque' && lacks(row, 'deposit')),
  }
}

/** Returns a location's overpaid studies: `balance` below 0, minor units. */
export const findOverpaidStudies = async (
  db: Database,
  locationID: string,
): Promise<{ readonly study_id: string; readonly balance: number }[]> =>
  db
    .selectFrom('study')
    .select(['study_id', 'balance'])
    .where('location_id', '=', locationID)
    .where('balance', '<', 0)
    .orderBy('study_id')
    .execute()
