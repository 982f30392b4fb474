import { sql } from 'kysely'
import type { ChequeDepositItemTable, ChequeDepositTable } from '../database/cash-up-tables.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import type { TransactionRow } from './transactions-repository.ts'

export type ChequeDepositRow = Readonly<ChequeDepositTable>
type ChequeDepositItemRow = Readonly<ChequeDepositItemTable>

/**
 * Locks the deposits of a location until the end of this database transaction, so that their numbers have no gaps. On
 * SQLite a write transaction always runs alone.
 */
export const lockChequeDeposits = async (db: Database, kind: DatabaseKind, locationID: string): Promise<void> => {
  if (kind === 'sqlite') return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cheque-deposits:${locationID}`}, 0))`.execute(db)
}

/** Returns those of the given transactions that are cheques received at a location, oldest first. */
export const findChequesAt = async (
  db: Database,
  locationID: string,
  transactionIDs: readonly string[],
): Promise<TransactionRow[]> =>
  db
    .selectFrom('transaction')
    .selectAll()
    .where('transaction_id', 'in', transactionIDs)
    .where('location_id', '=', locationID)
    .where('transaction_type', '=', 'payment')
    .where('payment_type', '=', 'cheque')
    .orderBy('transaction_time')
    .orderBy('transaction_id')
    .execute()

/**
 * Stores a deposit under the next number of its location, with its cheques. The database transaction must hold
 * {@link lockChequeDeposits}.
 */
export const addChequeDeposit = async (
  db: Database,
  row: Omit<ChequeDepositRow, 'number'>,
  items: readonly Omit<ChequeDepositItemRow, 'deposit_id' | 'place'>[],
): Promise<ChequeDepositRow> => {
  const last = await db
    .selectFrom('cheque_deposit')
    .select('number')
    .where('location_id', '=', row.location_id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const deposit = { ...row, number: (last?.number ?? 0) + 1 }
  await db.insertInto('cheque_deposit').values(deposit).execute()
  await db
    .insertInto('cheque_deposit_item')
    .values(items.map((item, index) => ({ ...item, deposit_id: row.deposit_id, place: index + 1 })))
    .execute()
  return deposit
}

/** Returns a location's deposits with a number below `before`, newest first. */
export const findChequeDeposits = async (
  db: Database,
  locationID: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<ChequeDepositRow[]> => {
  const all = db.selectFrom('cheque_deposit').selectAll().where('location_id', '=', locationID)
  const wanted = before === undefined ? all : all.where('number', '<', before)
  return wanted.orderBy('number', 'desc').limit(limit).execute()
}

export const findChequeDeposit = async (
  db: Database,
  locationID: string,
  depositID: string,
): Promise<ChequeDepositRow | undefined> =>
  db
    .selectFrom('cheque_deposit')
    .selectAll()
    .where('location_id', '=', locationID)
    .where('deposit_id', '=', depositID)
    .executeTakeFirst()

/**
 * A cheque of a deposit with its transaction. `takenBack` is the first step after the deposit that set the cheque back
 * to not deposited; null if there is none.
 */
export type DepositItem = ChequeDepositItemRow &
  Pick<TransactionRow, 'study_id' | 'currency' | 'details' | 'transaction_time'> & {
    readonly takenBack: { readonly by: string | null; readonly at: number } | null
  }

/** Returns the cheques of deposits in their order. */
export const findDepositItems = async (
  db: Database,
  depositIDs: readonly string[],
): Promise<readonly DepositItem[]> => {
  if (depositIDs.length === 0) return []
  const items = await db
    .selectFrom('cheque_deposit_item as item')
    .innerJoin('transaction as cheque', 'cheque.transaction_id', 'item.transaction_id')
    .selectAll('item')
    .select(['cheque.study_id', 'cheque.currency', 'cheque.details', 'cheque.transaction_time'])
    .where('item.deposit_id', 'in', depositIDs)
    .orderBy('item.deposit_id')
    .orderBy('item.place')
    .execute()
  const steps = await db
    .selectFrom('transaction_step as step')
    .innerJoin('cheque_deposit_item as item', 'item.transaction_id', 'step.transaction_id')
    .select(['item.deposit_id', 'step.transaction_id', 'step.processed_by', 'step.at'])
    .where('item.deposit_id', 'in', depositIDs)
    .where('step.step', '=', 'deposit')
    .where('step.is_done', '=', 0)
    .whereRef('step.place', '>', 'item.step_place')
    .orderBy('step.place', 'desc')
    .execute()
  // The latest steps come first, so the map keeps the earliest step of each cheque.
  const back = new Map(steps.map((step) => [`${step.deposit_id} ${step.transaction_id}`, step]))
  return items.map((item) => {
    const step = back.get(`${item.deposit_id} ${item.transaction_id}`)
    return { ...item, takenBack: step === undefined ? null : { by: step.processed_by, at: step.at } }
  })
}
