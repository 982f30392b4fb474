import type { Answers } from '#domain/safety/question.ts'
import type { SharedSafetyDraft } from '#domain/safety/safety-record.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import type { SafetyDraftTable } from '../database/tables.ts'
import type { StudyRow } from './studies-repository.ts'

type SafetyDraftRow = Readonly<SafetyDraftTable>

/** Returns a study's answers that are not completed; undefined if there are none. */
export const findSafetyDraft = async (db: Database, studyID: string): Promise<SafetyDraftRow | undefined> =>
  db.selectFrom('safety_draft').selectAll().where('study_id', '=', studyID).executeTakeFirst()

/** Returns the drafts of these studies by study id, in one query. */
export const findSafetyDrafts = async (
  db: Database,
  studyIDs: readonly string[],
): Promise<ReadonlyMap<string, SafetyDraftRow>> => {
  const rows = await db.selectFrom('safety_draft').selectAll().where('study_id', 'in', studyIDs).execute()
  return new Map(rows.flatMap((row) => (row.study_id === null ? [] : [[row.study_id, row] as const])))
}

/** Converts a draft to the contract's form. */
export const toSharedDraft = (row: SafetyDraftRow): SharedSafetyDraft => ({
  SafetyQuestions: JSON.parse(row.answers) as Answers,
  version: row.version,
  by: row.saved_by,
  byUser: row.saved_by_user,
  at: toInstant(row.saved_at * 1000),
  ...(row.saved_by_user === row.member_id && { isByMember: true }),
})

/** Stores the draft of a study, replacing an earlier one. The caller has the study's lock. */
export const putSafetyDraft = async (
  db: Database,
  study: Pick<StudyRow, 'study_id' | 'patient_id' | 'location_id'>,
  draft: Pick<SafetyDraftRow, 'answers' | 'version' | 'base_version' | 'saved_at' | 'saved_by' | 'saved_by_user'>,
): Promise<void> => {
  const columns = { member_id: study.patient_id, location_id: study.location_id, ...draft }
  await db
    .insertInto('safety_draft')
    .values({ draft_id: study.study_id, study_id: study.study_id, ...columns })
    .onConflict((conflict) => conflict.column('draft_id').doUpdateSet(columns))
    .execute()
}

/** Removes the draft of a study; returns whether there was one. */
export const removeSafetyDraft = async (db: Database, studyID: string): Promise<boolean> => {
  const { numDeletedRows } = await db.deleteFrom('safety_draft').where('study_id', '=', studyID).executeTakeFirst()
  return numDeletedRows > 0n
}
