import type { Gender } from '#domain/members/member.ts'
import type { Answers } from '#domain/safety/question.ts'
import {
  emptySafetyRecord,
  type SafetyRecord,
  type SafetyRevision,
  type SignOff,
  type SignOffBasis,
} from '#domain/safety/safety-record.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import type { SafetyRecordTable, SafetyRevisionTable, SafetySignOffTable } from '../database/tables.ts'
import { findSafetyDrafts, toSharedDraft } from './safety-draft-repository.ts'
import { findSettleReasons } from './settle-reasons-repository.ts'
import type { StudyRow } from './studies-repository.ts'

type SafetyRecordRow = Readonly<SafetyRecordTable>

/** The writer of a row. `at` in epoch seconds. */
export type SafetyWriter = { readonly name: string; readonly userID: string | null; readonly at: number }

type Owner = Pick<StudyRow, 'study_id' | 'patient_id'>

/**
 * Limits a record's history to the `most` latest revisions. If the changes of these revisions have more than
 * `characters` characters in total, the oldest revisions are omitted until the rest fits. The latest revision is
 * always included. Many saves of long texts must not make a response too large for the workstation.
 */
export type RevisionBounds = { readonly most: number; readonly characters: number }
const boundsOfOne: RevisionBounds = { most: 200, characters: 1_000_000 }

const latestWithin = <Row extends { readonly changes: string }>(rows: readonly Row[], characters: number): Row[] => {
  let left = characters
  const end = rows.findIndex((row, place) => {
    left -= row.changes.length
    return left < 0 && place > 0
  })
  return rows.slice(0, end === -1 ? rows.length : end)
}

export const findSafetyRow = async (db: Database, studyID: string): Promise<SafetyRecordRow | undefined> =>
  db.selectFrom('safety_record').selectAll().where('study_id', '=', studyID).executeTakeFirst()

export const parseAnswersOf = (row: Pick<SafetyRecordRow, 'answers'>): Answers => JSON.parse(row.answers) as Answers

/**
 * Returns the safety records of these studies, by study id, with `lastVisit` null. A study with neither saved answers
 * nor a draft has no entry. Runs at most six queries for any number of studies. `bounds` limits the revisions to the
 * latest.
 */
export const findSafetyRecords = async (
  db: Database,
  studies: readonly Owner[],
  bounds: RevisionBounds = boundsOfOne,
): Promise<Map<string, SafetyRecord>> => {
  const ids = studies.map((study) => study.study_id)
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('safety_record').selectAll().where('study_id', 'in', ids).execute()
  const drafts = await findSafetyDrafts(db, ids)
  if (rows.length === 0 && drafts.size === 0) return new Map()
  const byStudy = new Map(rows.map((row) => [row.study_id, row]))
  const answered = [...byStudy.keys()]
  // The queries run one after the other, because a transaction has one connection.
  const revisions =
    answered.length === 0
      ? []
      : await db
          .selectFrom('safety_revision as revision')
          .innerJoin('safety_record as record', 'record.study_id', 'revision.study_id')
          .selectAll('revision')
          .where('revision.study_id', 'in', answered)
          .where((row) => row('revision.version', '>', row('record.version', '-', bounds.most)))
          .orderBy('revision.version', 'desc')
          .execute()
  const signOffs =
    answered.length === 0
      ? []
      : await db
          .selectFrom('safety_sign_off')
          .selectAll()
          .where('study_id', 'in', answered)
          .orderBy('signed_at', 'desc')
          .orderBy('version', 'desc')
          .execute()
  const settleReasons = await findSettleReasons(db, ids)
  const revisionsOf = Map.groupBy(revisions, (row) => row.study_id)
  const signOffsOf = Map.groupBy(signOffs, (row) => row.study_id)
  return new Map(
    studies.flatMap((owner) => {
      const studyID = owner.study_id
      const row = byStudy.get(studyID)
      const draftRow = drafts.get(studyID)
      if (row === undefined && draftRow === undefined) return []
      const empty = {
        ...emptySafetyRecord(studyID as StudyID, owner.patient_id as SafetyRecord['patientID']),
        draft: draftRow === undefined ? null : toSharedDraft(draftRow),
        settleReasons: settleReasons.get(studyID) ?? [],
      }
      if (row === undefined) return [[studyID, empty] as const]
      const record: SafetyRecord = {
        ...empty,
        SafetyQuestions: parseAnswersOf(row),
        version: row.version,
        savedAt: toInstant(row.saved_at * 1000),
        savedBy: row.saved_by,
        signOffs: sortSignOffs((signOffsOf.get(studyID) ?? []).map(toSignOff)),
        revisions: latestWithin(revisionsOf.get(studyID) ?? [], bounds.characters).map(toRevision),
      }
      return [[studyID, record] as const]
    }),
  )
}

/** Sorts sign-offs, latest first. Times are whole seconds, so of two within one second the valid one comes first. */
const sortSignOffs = (signOffs: readonly SignOff[]): SignOff[] =>
  signOffs.toSorted((a, b) =>
    a.at === b.at ? Number(a.withdrawn !== null) - Number(b.withdrawn !== null) : a.at < b.at ? 1 : -1,
  )

const toRevision = (row: SafetyRevisionTable): SafetyRevision => ({
  version: row.version,
  at: toInstant(row.saved_at * 1000),
  by: row.saved_by,
  changes: JSON.parse(row.changes) as SafetyRevision['changes'],
})

const toSignOff = (row: SafetySignOffTable): SignOff => ({
  signOffID: row.sign_off_id,
  version: row.version,
  by: row.signed_by,
  at: toInstant(row.signed_at * 1000),
  reason: row.reason,
  ground: JSON.parse(row.ground) as SignOffBasis,
  withdrawn:
    row.withdrawn_at === null || row.withdrawn_by === null
      ? null
      : { by: row.withdrawn_by, at: toInstant(row.withdrawn_at * 1000), reason: row.withdrawn_reason ?? '' },
})

/** Returns a study's safety record with `lastVisit` null. The record of a study without answers is empty. */
export const findSafetyRecord = async (db: Database, study: Owner): Promise<SafetyRecord> => {
  const record = (await findSafetyRecords(db, [study])).get(study.study_id)
  if (record !== undefined) return record
  // A booking can be made with a reason before all questions are answered.
  const settleReasons = (await findSettleReasons(db, [study.study_id])).get(study.study_id) ?? []
  return {
    ...emptySafetyRecord(study.study_id as StudyID, study.patient_id as SafetyRecord['patientID']),
    settleReasons,
  }
}

/** Returns a study's sign-offs, latest first; of two within one second the valid one comes first. */
export const findSignOffs = async (db: Database, studyID: string): Promise<SignOff[]> => {
  const rows = await db
    .selectFrom('safety_sign_off')
    .selectAll()
    .where('study_id', '=', studyID)
    .orderBy('signed_at', 'desc')
    .orderBy('version', 'desc')
    .execute()
  return sortSignOffs(rows.map(toSignOff))
}

/**
 * Writes answers under an optimistic lock, version 0 for the first save, and stores the differences as a revision.
 * Returns false, and writes nothing, when the version is stale.
 */
export const saveSafetyAnswers = async (
  db: Database,
  studyID: string,
  readVersion: number,
  answers: Answers,
  changes: SafetyRevision['changes'],
  writer: SafetyWriter,
): Promise<boolean> => {
  const columns = {
    answers: JSON.stringify(answers),
    version: readVersion + 1,
    saved_at: writer.at,
    saved_by: writer.name,
    saved_by_user: writer.userID,
  }
  const written =
    readVersion === 0
      ? await db
          .insertInto('safety_record')
          .values({ study_id: studyID, ...columns })
          .onConflict((conflict) => conflict.column('study_id').doNothing())
          .returning('version')
          .executeTakeFirst()
      : await db
          .updateTable('safety_record')
          .set(columns)
          .where('study_id', '=', studyID)
          .where('version', '=', readVersion)
          .returning('version')
          .executeTakeFirst()
  if (written === undefined) return false
  await db
    .insertInto('safety_revision')
    .values({
      study_id: studyID,
      version: readVersion + 1,
      saved_at: writer.at,
      saved_by: writer.name,
      changes: JSON.stringify(changes),
    })
    .execute()
  return true
}

/** Adds a valid sign-off. The study must have no other valid one. */
export const addSignOff = async (
  db: Database,
  signOff: {
    readonly signOffID: string
    readonly studyID: string
    readonly version: number
    readonly reason: string
    readonly ground: SignOffBasis
  },
  writer: SafetyWriter,
): Promise<void> => {
  await db
    .insertInto('safety_sign_off')
    .values({
      sign_off_id: signOff.signOffID,
      study_id: signOff.studyID,
      version: signOff.version,
      signed_at: writer.at,
      signed_by: writer.name,
      signed_by_user: writer.userID,
      reason: signOff.reason,
      ground: JSON.stringify(signOff.ground),
      withdrawn_at: null,
      withdrawn_by: null,
      withdrawn_reason: null,
    })
    .execute()
}

/** Withdraws the study's valid sign-off, if there is one. */
export const withdrawCurrentSignOff = async (
  db: Database,
  studyID: string,
  reason: string,
  writer: SafetyWriter,
): Promise<void> => {
  await db
    .updateTable('safety_sign_off')
    .set({ withdrawn_at: writer.at, withdrawn_by: writer.name, withdrawn_reason: reason })
    .where('study_id', '=', studyID)
    .where('withdrawn_at', 'is', null)
    .execute()
}

/**
 * Returns the member's answers for the latest earlier study that `isVisible` accepts; null if there is no such study.
 * If this study has an appointment, "earlier" means before this appointment, and another study has the time of its own
 * appointment, or, without one, the time at which its answers were saved. If this study has no appointment, "earlier"
 * means until `now` (epoch seconds), and every other study has the time at which its answers were saved.
 */
export const findLastVisit = async (
  db: Database,
  study: Pick<StudyRow, 'study_id' | 'patient_id' | 'starts_at'>,
  now: number,
  isVisible: (other: { readonly location_id: string }) => boolean,
): Promise<SafetyRecord['lastVisit']> => {
  const rows = await db
    .selectFrom('safety_record as record')
    .innerJoin('study', 'study.study_id', 'record.study_id')
    .select(['record.study_id', 'record.answers', 'record.saved_at', 'study.location_id', 'study.starts_at'])
    .where('study.patient_id', '=', study.patient_id)
    .where('record.study_id', '<>', study.study_id)
    .execute()
  const momentOf = (row: { readonly starts_at: number | null; readonly saved_at: number }): number =>
    study.starts_at === null ? row.saved_at : (row.starts_at ?? row.saved_at)
  const limit = study.starts_at ?? now + 1
  const last = rows
    .filter((row) => isVisible(row) && momentOf(row) < limit)
    .sort((a, b) => momentOf(b) - momentOf(a) || b.saved_at - a.saved_at)[0]
  if (last === undefined) return null
  return {
    studyID: last.study_id as StudyID,
    savedAt: toInstant(last.saved_at * 1000),
    SafetyQuestions: parseAnswersOf(last),
  }
}

/**
 * Returns a member's sex as the questions need it; undefined for an unknown member. `isKept` locks the member until the
 * transaction ends.
 */
export const findGender = async (
  db: Database,
  kind: DatabaseKind,
  memberID: string,
  isKept = false,
): Promise<Gender | undefined> => {
  const query = db.selectFrom('member').select('gender').where('patient_id', '=', memberID)
  // The lock is exclusive: two transactions with a shared lock that both write to the member would deadlock.
  const row = await (isKept && kind === 'postgresql' ? query.forNoKeyUpdate() : query).executeTakeFirst()
  return row === undefined ? undefined : (row.gender as Gender)
}
