import { sql } from 'kysely'
import { type Currency, type Money, toMoney } from '#domain/values/money.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import type { MemberCreditTable } from '../database/tables.ts'
import { findIDsOfMember } from './member-merges-repository.ts'

/**
 * Locks these members' credits for this transaction. Callers lock the study first, and members in the order of their
 * ids, so that two calls can neither spend the same credit nor deadlock. On SQLite a writing transaction always runs
 * alone.
 */
export const lockCredits = async (db: Database, kind: DatabaseKind, patientIDs: readonly string[]): Promise<void> => {
  if (kind === 'sqlite') return
  for (const id of [...new Set(patientIDs)].sort()) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`credits:${id}`}, 0))`.execute(db)
  }
}

/**
 * Returns a member's available Share Health Credits in a currency, in minor units. They include the credits of the
 * members who were merged into the member, because a merge never changes the entries of the credit ledger.
 */
export const findAvailableCredits = async (db: Database, patientID: string, currency: Currency): Promise<Money> => {
  const row = await db
    .selectFrom('member_credit')
    .select((credit) => credit.fn.sum<number | string | null>('amount').as('total'))
    .where('patient_id', 'in', await findIDsOfMember(db, patientID))
    .where('currency', '=', currency)
    .executeTakeFirst()
  return toMoney(Number(row?.total ?? 0))
}

export const addCredit = async (db: Database, row: Readonly<MemberCreditTable>): Promise<void> => {
  await db.insertInto('member_credit').values(row).execute()
}
