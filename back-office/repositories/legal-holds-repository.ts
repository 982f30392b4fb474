import { holdNameKey, type LegalHold, legalHoldSchema } from '#domain/members/legal-hold.ts'
import { fullName } from '#domain/members/member.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { LegalHoldTable } from '../database/data-duty-tables.ts'
import type { Database, DatabaseKind } from '../database/database.ts'

/** The maximum number of holds in one list. */
const maxListed = 500

const select = (db: Database) =>
  db
    .selectFrom('legal_hold')
    .innerJoin('member', 'member.patient_id', 'legal_hold.member_id')
    .selectAll('legal_hold')
    .select(['member.firstname', 'member.middlename', 'member.lastname', 'member.dob'])

type Row = LegalHoldTable & { firstname: string; middlename: string; lastname: string; dob: string }

const toLegalHold = (row: Row): LegalHold =>
  legalHoldSchema.parse({
    holdID: row.hold_id,
    memberID: row.member_id,
    member: { name: fullName(row), dob: row.dob },
    name: row.name,
    reason: row.reason,
    placedAt: toInstant(row.placed_at * 1000),
    placedBy: row.placed_by,
    liftedAt: row.lifted_at === null ? null : toInstant(row.lifted_at * 1000),
    liftedBy: row.lifted_by,
    liftedReason: row.lifted_reason,
  })

/** Returns the holds in force, the oldest first. */
export const findHoldsInForce = async (db: Database): Promise<LegalHold[]> => {
  const rows = await select(db)
    .where('legal_hold.lifted_at', 'is', null)
    .orderBy('legal_hold.placed_at')
    .orderBy('legal_hold.hold_id')
    .limit(maxListed)
    .execute()
  return rows.map(toLegalHold)
}

/** Returns all holds of members, those in force first, then the latest. */
export const findHoldsOfMembers = async (db: Database, memberIDs: readonly string[]): Promise<LegalHold[]> => {
  const rows = await select(db)
    .where('legal_hold.member_id', 'in', memberIDs)
    .orderBy('legal_hold.placed_at', 'desc')
    .orderBy('legal_hold.hold_id')
    .execute()
  const isLifted = (row: Row): number => (row.lifted_at === null ? 0 : 1)
  return rows.sort((a, b) => isLifted(a) - isLifted(b)).map(toLegalHold)
}

export const findHold = async (db: Database, holdID: string): Promise<LegalHold | undefined> => {
  const row = await select(db).where('legal_hold.hold_id', '=', holdID).executeTakeFirst()
  return row === undefined ? undefined : toLegalHold(row)
}

/**
 * Locks a member for this transaction: an erasure and a new hold of the same member run one after the other. Returns
 * whether the member was erased; undefined for an unknown member. With `change`, the lock does not wait for calls about
 * the member's studies. These calls share a lock on the member's key and may wait for a lock that the change takes
 * later, so waiting for them could deadlock.
 */
export const lockMember = async (
  db: Database,
  kind: DatabaseKind,
  memberID: string,
  why: 'erasure' | 'change' = 'erasure',
): Promise<boolean | undefined> => {
  const query = db.selectFrom('member').select('erased_at').where('patient_id', '=', memberID)
  const locked = why === 'change' ? query.forNoKeyUpdate() : query.forUpdate()
  const row = await (kind === 'postgresql' ? locked : query).executeTakeFirst()
  return row === undefined ? undefined : (row.erased_at ?? null) !== null
}

export const addHold = async (
  db: Database,
  hold: Pick<
    LegalHoldTable,
    'hold_id' | 'member_id' | 'name' | 'reason' | 'placed_at' | 'placed_by' | 'placed_by_user'
  >,
): Promise<void> => {
  await db
    .insertInto('legal_hold')
    .values({ ...hold, name_key: holdNameKey(hold.name), lifted_at: null, lifted_by: null, lifted_reason: null })
    .execute()
}

/** Lifts a hold that is in force. Returns false if it was lifted meanwhile. */
export const liftHold = async (
  db: Database,
  holdID: string,
  lifted: { readonly at: number; readonly by: string; readonly reason: string },
): Promise<boolean> => {
  const result = await db
    .updateTable('legal_hold')
    .set({ lifted_at: lifted.at, lifted_by: lifted.by, lifted_reason: lifted.reason })
    .where('hold_id', '=', holdID)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Counts the holds that are in force for these members. */
export const countHoldsInForce = async (db: Database, memberIDs: readonly string[]): Promise<number> => {
  const row = await db
    .selectFrom('legal_hold')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('member_id', 'in', memberIDs)
    .where('lifted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
