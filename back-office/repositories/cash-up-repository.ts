import { sql } from 'kysely'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import type { CashUpCountTable, CashUpEventTable } from '../database/cash-up-tables.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
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

/** A time span [from, to), epoch seconds. */
export type Span = { readonly from: number; readonly to: number }

/** Returns payments and refunds written at a location in any of the spans, of all payment types or of some. */
export const findDayEntries = async (
  db: Database,
  locationID: string,
  spans: readonly Span[],
  paymentTypes?: readonly PaymentType[],
): Promise<DayEntryRow[]> =>
  db
    .selectFrom('transaction')
    .leftJoin('transaction as undone', 'undone.transaction_id', 'transaction.linked_transaction')
    .selectAll('transaction')
    .select(['undone.transaction_type as undone_type', 'undone.status as undone_status'])
    // Each span names the location: SQLite uses the index of the day only for conditions of one span.
    .where(({ or, and, eb }) =>
      or(
        spans.map(({ from, to }) =>
          and([
            eb('transaction.location_id', '=', locationID),
            eb('transaction.transaction_time', '>=', from),
            eb('transaction.transaction_time', '<', to),
          ]),
        ),
      ),
    )
    .where('transaction.transaction_type', 'in', ['payment', 'Refund'])
    .$if(paymentTypes !== undefined, (query) => query.where('transaction.payment_type', 'in', paymentTypes ?? []))
    .execute()

/** Returns all counts of days, oldest first. */
export const findCounts = async (
  db: Database,
  locationID: string,
  dates: readonly string[],
): Promise<CashUpCountRow[]> =>
  db
    .selectFrom('cash_up_count')
    .selectAll()
    .where('location_id', '=', locationID)
    .where('date', 'in', dates)
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

/** An event without what a close froze of the lists. */
export type BareEventRow = Pick<CashUpEventRow, 'date' | 'place' | 'kind' | 'at' | 'transactions'>

/** Returns the day closings and reopenings of dates, oldest first, without the frozen lists. */
export const findEventsOfDays = async (
  db: Database,
  locationID: string,
  dates: readonly string[],
): Promise<BareEventRow[]> =>
  db
    .selectFrom('cash_up_event')
    .select(['date', 'place', 'kind', 'at', 'transactions'])
    .where('location_id', '=', locationID)
    .where('date', 'in', dates)
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
