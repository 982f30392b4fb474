import type { MemberID } from '#domain/members/member.ts'
import type { BookingSafetyDraft } from '#domain/safety/booking-safety-draft.ts'
import type { Answers } from '#domain/safety/question.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Database } from '../database/database.ts'
import type { SafetyDraftTable } from '../database/tables.ts'

export type BookingSafetyDraftRow = Readonly<SafetyDraftTable>

/**
 * Returns a record's key. A booking draft may have answers about several members, each member in a record of its own.
 * The key of a study's draft is the study id, which contains no colon, so the two kinds of key never collide.
 */
const keyOf = (draftID: string, memberID: string): string => `${draftID}:${memberID}`

/** Returns a booking draft's answers about a member; undefined if there are none. */
export const findBookingSafetyDraft = async (
  db: Database,
  draftID: string,
  memberID: string,
): Promise<BookingSafetyDraftRow | undefined> =>
  db
    .selectFrom('safety_draft')
    .selectAll()
    .where('draft_id', '=', keyOf(draftID, memberID))
    .where('study_id', 'is', null)
    .executeTakeFirst()

/** Returns a member's answers that belong to no study yet and were saved at `since` or later, the latest first. */
export const findBookingSafetyDrafts = async (
  db: Database,
  memberID: string,
  since: number,
): Promise<readonly BookingSafetyDraftRow[]> =>
  db
    .selectFrom('safety_draft')
    .selectAll()
    .where('member_id', '=', memberID)
    .where('study_id', 'is', null)
    .where('saved_at', '>=', since)
    .orderBy('saved_at', 'desc')
    .orderBy('draft_id')
    .execute()

/** Converts a record to the contract's form. */
export const toBookingSafetyDraft = (row: BookingSafetyDraftRow): BookingSafetyDraft => ({
  draftID: row.draft_id.slice(0, row.draft_id.lastIndexOf(':')),
  patientID: row.member_id as MemberID,
  locationID: row.location_id as LocationID,
  SafetyQuestions: JSON.parse(row.answers) as Answers,
  version: row.version,
  by: row.saved_by,
  isByMember: row.saved_by_user === row.member_id,
  at: toInstant(row.saved_at * 1000),
})

/** Stores a booking draft's answers about a member, replacing earlier ones. */
export const putBookingSafetyDraft = async (
  db: Database,
  name: { readonly draftID: string; readonly memberID: string },
  draft: Pick<BookingSafetyDraftRow, 'location_id' | 'answers' | 'version' | 'saved_at' | 'saved_by' | 'saved_by_user'>,
): Promise<void> => {
  // Without a study there are no saved answers to start from.
  const columns = { ...draft, base_version: 0 }
  await db
    .insertInto('safety_draft')
    .values({
      draft_id: keyOf(name.draftID, name.memberID),
      study_id: null,
      member_id: name.memberID,
      ...columns,
    })
    .onConflict((conflict) => conflict.column('draft_id').doUpdateSet(columns))
    .execute()
}

/** Removes records by their key, the column `draft_id`. Does not remove the draft of a study. */
export const removeBookingSafetyDrafts = async (db: Database, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return
  await db.deleteFrom('safety_draft').where('draft_id', 'in', keys).where('study_id', 'is', null).execute()
}

/** Removes answers without a booking that were saved before this time, in epoch seconds. Returns their members. */
export const removeOldBookingSafetyDrafts = async (
  db: Database,
  before: number,
): Promise<readonly Pick<BookingSafetyDraftRow, 'member_id' | 'location_id'>[]> =>
  db
    .deleteFrom('safety_draft')
    .where('study_id', 'is', null)
    .where('saved_at', '<', before)
    .returning(['member_id', 'location_id'])
    .execute()
