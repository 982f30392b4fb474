import type { Member, MemberID } from '#domain/members/member.ts'
import { fullName } from '#domain/members/member.ts'
import type { MemberMerge } from '#domain/members/member-merge.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import type { MemberMergeTable } from '../database/member-merge-table.ts'
import type { MemberEmailChangeTable } from '../database/tables.ts'
import { indexNewMembers } from './member-index-repository.ts'
import type { MovedRows } from './member-moves-repository.ts'
import { toMember } from './members-repository.ts'

/** A row of the kept member that a merge replaced: its content before and after; null where there was none. */
export type JoinedRow =
  | {
      readonly table: 'message_opt_out'
      readonly channel: string
      readonly before: { readonly address: string | null; readonly at: number }
      readonly after: { readonly address: string | null; readonly at: number }
    }
  | {
      readonly table: 'member_email_change'
      readonly before: MemberEmailChangeTable | null
      readonly after: MemberEmailChangeTable | null
    }

/** The column `document` of a merge: the data that an undo needs. */
export type MergeDocument = {
  readonly kept: Member
  readonly merged: Member
  /** The kept record after the merge. */
  readonly after: Member
  readonly moved: readonly MovedRows[]
  readonly joined: readonly JoinedRow[]
}

export type MergeRow = Readonly<MemberMergeTable>

export const parseMergeDocument = (row: Pick<MergeRow, 'document'>): MergeDocument =>
  JSON.parse(row.document) as MergeDocument

/** Returns a merge as administrators see it. */
export const toMemberMerge = (row: MergeRow): MemberMerge => {
  const { kept, merged } = parseMergeDocument(row)
  const personOf = (member: Member) => ({ memberID: member.patientID, name: fullName(member), dob: member.dob })
  return {
    mergeID: row.merge_id as MemberMerge['mergeID'],
    kept: personOf(kept),
    merged: personOf(merged),
    reason: row.reason,
    by: row.by_name,
    at: toInstant(row.merged_at * 1000),
    undone:
      row.undone_at === null
        ? null
        : { by: row.undone_by_name ?? '', at: toInstant(row.undone_at * 1000), reason: row.undone_reason ?? '' },
  }
}

/** A member with the member into which it was merged; null for one who was not merged. */
export type MergeableMember = {
  readonly member: Member
  readonly mergedInto: string | null
  readonly isErased: boolean
}

/**
 * Returns members, each with the member into which it was merged, if any. With `isLocked` they are locked, in the order
 * of their ids.
 */
export const findMergeable = async (
  db: Database,
  kind: DatabaseKind,
  ids: readonly string[],
  isLocked = false,
): Promise<ReadonlyMap<string, MergeableMember>> => {
  const query = db.selectFrom('member').selectAll().where('patient_id', 'in', ids).orderBy('patient_id')
  const rows = await (isLocked && kind === 'postgresql' ? query.forNoKeyUpdate() : query).execute()
  return new Map(
    rows.map((row) => [
      row.patient_id,
      { member: toMember(row), mergedInto: row.merged_into ?? null, isErased: (row.erased_at ?? null) !== null },
    ]),
  )
}

/** Returns the member who replaced this one in a merge; the given id if none did. */
export const findKeptMember = async (db: Database, memberID: string): Promise<string> =>
  (await findKeptMembers(db, [memberID])).get(memberID) ?? memberID

/** Returns the id of the kept member for each of these members who was merged. */
export const findKeptMembers = async (
  db: Database,
  memberIDs: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (memberIDs.length === 0) return new Map()
  const rows = await db
    .selectFrom('member')
    .select(['patient_id', 'merged_into'])
    .where('patient_id', 'in', memberIDs)
    .where('merged_into', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.patient_id, row.merged_into ?? '']))
}

/** Returns a member's id and the ids of all members who were merged into that member. */
export const findIDsOfMember = async (db: Database, memberID: string): Promise<readonly string[]> => {
  const rows = await db.selectFrom('member').select('patient_id').where('merged_into', '=', memberID).execute()
  return [memberID, ...rows.map(({ patient_id }) => patient_id).sort()]
}

/**
 * The lookup key of a merged member's email address: it is not an address, so that the member's address is free for
 * another member.
 */
const keyOfMerged = (memberID: string): string => `merged ${memberID}`

/**
 * Marks a member as merged into another. The row stays, without its search words and without a claim to its email
 * address.
 */
export const markMerged = async (
  db: Database,
  { memberID, into, version }: { readonly memberID: string; readonly into: string; readonly version: number },
): Promise<void> => {
  await db
    .updateTable('member')
    .set({ merged_into: into, email_key: keyOfMerged(memberID), version })
    .where('patient_id', '=', memberID)
    .execute()
  await db.deleteFrom('member_word').where('member_id', '=', memberID).execute()
}

/** Makes a merged member a member again. Throws a violated unique constraint when the email address is in use. */
export const unmarkMerged = async (db: Database, member: Member, version: number): Promise<void> => {
  await db
    .updateTable('member')
    .set({ merged_into: null, email_key: member.email.toLowerCase(), version })
    .where('patient_id', '=', member.patientID)
    .execute()
  await indexNewMembers(db, [member])
}

/** Returns the member, other than these, who has this email address; undefined if there is none. */
export const findOtherWithEmail = async (
  db: Database,
  email: string,
  except: readonly string[],
): Promise<MemberID | undefined> => {
  const row = await db
    .selectFrom('member')
    .select('patient_id')
    .where('email_key', '=', email.trim().toLowerCase())
    .where('patient_id', 'not in', except)
    .executeTakeFirst()
  return row?.patient_id as MemberID | undefined
}

export const addMerge = async (db: Database, row: MergeRow): Promise<void> => {
  await db.insertInto('member_merge').values(row).execute()
}

export const findMerge = async (db: Database, mergeID: string): Promise<MergeRow | undefined> =>
  db.selectFrom('member_merge').selectAll().where('merge_id', '=', mergeID).executeTakeFirst()

/** Returns merges, the newest first: all, or those that have a member on either side. */
export const findMerges = async (db: Database, memberID: string | undefined, most: number): Promise<MergeRow[]> =>
  db
    .selectFrom('member_merge')
    .selectAll()
    .$if(memberID !== undefined, (query) =>
      query.where((is) => is.or([is('kept_id', '=', memberID ?? ''), is('merged_id', '=', memberID ?? '')])),
    )
    .orderBy('merged_at', 'desc')
    .orderBy('merge_id')
    .limit(most)
    .execute()

export const endMerge = async (
  db: Database,
  mergeID: string,
  undone: { readonly at: number; readonly by: string; readonly byName: string; readonly reason: string },
): Promise<void> => {
  await db
    .updateTable('member_merge')
    .set({ undone_at: undone.at, undone_by: undone.by, undone_by_name: undone.byName, undone_reason: undone.reason })
    .where('merge_id', '=', mergeID)
    .where('undone_at', 'is', null)
    .execute()
}
