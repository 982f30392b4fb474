import { type Insertable, sql } from 'kysely'
import { type Erasure, erasureSchema } from '#domain/members/erasure.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { ErasureTable } from '../database/data-duty-tables.ts'
import type { Database, DatabaseKind } from '../database/database.ts'

const toErasure = (row: ErasureTable): Erasure =>
  erasureSchema.parse({
    erasureID: row.erasure_id,
    memberID: row.member_id,
    at: toInstant(row.at * 1000),
    by: row.by_name,
    basis: row.basis,
    reason: row.reason,
  })

export const addErasure = async (db: Database, row: Insertable<ErasureTable>): Promise<void> => {
  await db.insertInto('erasure').values(row).execute()
}

/** Returns the latest erasures. */
export const findErasures = async (db: Database, limit: number): Promise<Erasure[]> => {
  const rows = await db
    .selectFrom('erasure')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('erasure_id')
    .limit(limit)
    .execute()
  return rows.map(toErasure)
}

/** Returns the erasures of members, the latest first. */
export const findErasuresOfMembers = async (db: Database, memberIDs: readonly string[]): Promise<Erasure[]> => {
  const rows = await db
    .selectFrom('erasure')
    .selectAll()
    .where('member_id', 'in', memberIDs)
    .orderBy('at', 'desc')
    .execute()
  return rows.map(toErasure)
}

/** Returns the erasures that are not yet in the list that is kept outside the database, the oldest first. */
export const findUnlistedErasures = async (db: Database): Promise<Erasure[]> => {
  const rows = await db
    .selectFrom('erasure')
    .selectAll()
    .where('listed_at', 'is', null)
    .orderBy('at')
    .orderBy('erasure_id')
    .limit(500)
    .execute()
  return rows.map(toErasure)
}

export const markListed = async (db: Database, erasureIDs: readonly string[], at: number): Promise<void> => {
  if (erasureIDs.length === 0) return
  await db.updateTable('erasure').set({ listed_at: at }).where('erasure_id', 'in', erasureIDs).execute()
}

/** The `kind` of the changes in the feed that make every workstation remove a member. */
export const erasedMember = 'erased-member'

/**
 * Notes an erasure in the feed of every location, because any workstation may have found the member by a search. Locks
 * the feeds in a fixed order, before other records of the member.
 */
export const noteErasure = async (db: Database, kind: DatabaseKind, memberID: string): Promise<void> => {
  if (kind === 'sqlite') {
    await sql`insert into change (location_id, kind, record_id, changed_at)
      select location_id, ${erasedMember}, ${memberID}, unixepoch() from location`.execute(db)
    return
  }
  const rows = await db.selectFrom('location').select('location_id').orderBy('location_id').execute()
  for (const { location_id } of rows) {
    await sql`select note_change(${location_id}, ${erasedMember}, ${memberID})`.execute(db)
  }
}

/** Returns the ids of all erased members, the latest first, for a workstation that copies everything again. */
export const findErasedMemberIDs = async (db: Database, limit: number): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('erasure')
    .select('member_id')
    .orderBy('at', 'desc')
    .orderBy('member_id')
    .limit(limit)
    .execute()
  return [...new Set(rows.map(({ member_id }) => member_id))]
}

/** Returns the ids of the studies of members, by member. */
export const findStudyIDsOfMembers = async (
  db: Database,
  memberIDs: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const found = new Map<string, string[]>()
  if (memberIDs.length === 0) return found
  const rows = await db
    .selectFrom('study')
    .select(['study_id', 'patient_id'])
    .where('patient_id', 'in', memberIDs)
    .execute()
  for (const { study_id, patient_id } of rows) found.set(patient_id, [...(found.get(patient_id) ?? []), study_id])
  return found
}

/**
 * Returns whether a member was erased. Locks the member against an erasure until the transaction ends, so that no
 * record of an erased member is added after its erasure.
 */
export const isErased = async (db: Database, kind: DatabaseKind, memberID: string): Promise<boolean> => {
  const query = db.selectFrom('member').select('erased_at').where('patient_id', '=', memberID)
  const row = await (kind === 'postgresql' ? query.forKeyShare() : query).executeTakeFirst()
  return (row?.erased_at ?? null) !== null
}
