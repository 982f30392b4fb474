import type { Location } from '#domain/locations/location.ts'
import type { Gender } from '#domain/members/member.ts'
import { noticeLevel } from '#domain/safety/notice-level.ts'
import { findOtherDangers } from '#domain/safety/other-bookings.ts'
import type { Answers } from '#domain/safety/question.ts'
import { assessSafety, type SafetyAssessment, toSafetyCase } from '#domain/safety/safety-assessment.ts'
import type { OtherBookingSafety, SafetySummary } from '#domain/safety/safety-record.ts'
import type { StudyStatus } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database } from '../database/database.ts'
import type { StudyTable } from '../database/tables.ts'
import { scanStartOf } from './study-appointment.ts'

type StudyRow = Readonly<StudyTable>

/** The content of the column `other_safety`. */
type StoredOthers = {
  readonly others: readonly OtherBookingSafety[]
  readonly reason: NonNullable<SafetySummary['othersReason']> | null
}

const noOthers: StoredOthers = { others: [], reason: null }

/** Reads the column. The result is empty if the study was never compared with other studies. */
export const parseOthers = ({ other_safety }: Pick<StudyRow, 'other_safety'>): StoredOthers =>
  other_safety === null ? noOthers : (JSON.parse(other_safety) as StoredOthers)

/**
 * Returns whether a study takes part in the comparison of safety answers between the member's bookings: a cancelled or
 * scanned study does not.
 */
const isOpen = (study: StudyRow): boolean =>
  study.cancelled === 0 && !(JSON.parse(study.status) as Pick<StudyStatus, 'scanned'>).scanned

/** Returns the answers of studies, by study id: for each study the saved answers first, then the draft's answers. */
const findAnswers = async (
  db: Database,
  studyIDs: readonly string[],
): Promise<ReadonlyMap<string, readonly Answers[]>> => {
  const saved = await db
    .selectFrom('safety_record')
    .select(['study_id', 'answers'])
    .where('study_id', 'in', studyIDs)
    .execute()
  const drafts = await db
    .selectFrom('safety_draft')
    .select(['study_id', 'answers'])
    .where('study_id', 'in', studyIDs)
    .execute()
  const parsed = [...saved, ...drafts].map(({ study_id, answers }) => ({
    studyID: study_id,
    answers: JSON.parse(answers) as Answers,
  }))
  return new Map(
    studyIDs.map((studyID) => [
      studyID,
      parsed.filter((each) => each.studyID === studyID).map(({ answers }) => answers),
    ]),
  )
}

const compareAt = (answers: readonly Answers[], study: StudyRow, gender: Gender | null): readonly SafetyAssessment[] =>
  answers.map((each) =>
    // `now` affects only the text of a notice, which is not used here.
    assessSafety(each, toSafetyCase({ gender, appointment: scanStartOf(study), now: toInstant(0) })),
  )

/**
 * The dangers that the member's other open bookings add for this study. `others` has one entry for each booking that
 * adds a danger. `stops` has each stop as a text, which is used only for a comparison with the stops of a stored
 * reason.
 */
type KnownOthers = { readonly others: readonly OtherBookingSafety[]; readonly stops: readonly string[] }

/** The member's open studies, with the data to compare their answers. */
type OpenStudies = {
  readonly rows: readonly StudyRow[]
  readonly open: readonly StudyRow[]
  readonly answersOf: ReadonlyMap<string, readonly Answers[]>
  readonly gender: Gender | null
  /** Names of locations by id. */
  readonly places: ReadonlyMap<string, string>
}

const compareWith = (study: StudyRow, { open, answersOf, gender, places }: OpenStudies): KnownOthers => {
  const own = compareAt(answersOf.get(study.study_id) ?? [], study, gender)
  const found = open.flatMap((other) => {
    if (other.study_id === study.study_id) return []
    const dangers = findOtherDangers(own, compareAt(answersOf.get(other.study_id) ?? [], study, gender))
    if (dangers.length === 0) return []
    const stops = dangers.filter(({ notice }) => noticeLevel(notice) !== 'note')
    const entry = {
      studyID: other.study_id,
      locationID: other.location_id,
      place: places.get(other.location_id) ?? null,
      utcStart: other.starts_at === null ? null : toInstant(other.starts_at * 1000),
      timezone: other.timezone,
      stops: stops.length,
      notes: dangers.length - stops.length,
      isProhibited: stops.some(({ notice }) => notice.isProhibitive),
    } as OtherBookingSafety
    return [{ entry, stops: stops.map(({ notice, ground }) => `${other.study_id} ${notice.key} ${ground}`) }]
  })
  return { others: found.map(({ entry }) => entry), stops: found.flatMap(({ stops }) => stops) }
}

const readOpen = async (db: Database, patientID: string): Promise<OpenStudies> => {
  const rows = await db.selectFrom('study').selectAll().where('patient_id', '=', patientID).execute()
  const open = rows.filter(isOpen)
  // The usual case is one booking at a time.
  if (open.length < 2) return { rows, open, answersOf: new Map(), gender: null, places: new Map() }
  const answersOf = await findAnswers(
    db,
    open.map(({ study_id }) => study_id),
  )
  const member = await db.selectFrom('member').select('gender').where('patient_id', '=', patientID).executeTakeFirst()
  const locations = await db
    .selectFrom('location')
    .select(['location_id', 'document'])
    .where('location_id', 'in', [...new Set(open.map(({ location_id }) => location_id))])
    .execute()
  const places = new Map(
    locations.map(({ location_id, document }) => [
      location_id,
      (JSON.parse(document) as Pick<Location, 'address'>).address.name,
    ]),
  )
  return { rows, open, answersOf, gender: (member?.gender ?? null) as Gender | null, places }
}

/**
 * Returns the members who have more than one booking that starts at or after `since` (epoch seconds), if at least one
 * of these bookings was never compared with the others.
 */
export const findMembersWithSeveral = async (db: Database, since: number): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('study')
    .select('patient_id')
    .where('cancelled', '=', 0)
    .where('starts_at', '>=', since)
    .groupBy('patient_id')
    .having((row) => row(row.fn.countAll<number>(), '>', 1))
    .having((row) => row(row.fn.countAll<number>(), '>', row.fn.count<number>('other_safety')))
    .execute()
  return rows.map(({ patient_id }) => patient_id)
}

/** Returns the dangers that the member's other open bookings add for a study now. Writes nothing. */
export const findKnownOthers = async (db: Database, study: StudyRow): Promise<KnownOthers> => {
  return compareWith(study, await readOpen(db, study.patient_id))
}

/**
 * Returns the latest reason that covers all of these stops; null if `stops` is empty or no reason covers all of them.
 */
const findReasonFor = async (
  db: Database,
  studyID: string,
  stops: readonly string[],
): Promise<StoredOthers['reason']> => {
  if (stops.length === 0) return null
  const rows = await db
    .selectFrom('act_reason')
    .select(['others', 'given_by', 'given_at'])
    .where('study_id', '=', studyID)
    .orderBy('given_at', 'desc')
    .execute()
  const row = rows.find(({ others }) => {
    const otherStops = new Set(JSON.parse(others) as string[])
    return stops.every((stop) => otherStops.has(stop))
  })
  return row === undefined ? null : { by: row.given_by, at: toInstant(row.given_at * 1000) }
}

/**
 * Writes into each study of a member the dangers known from the member's other open bookings. The version of a study
 * does not change, because its own answers are the same: a workstation that is editing the study must not be refused.
 */
export const updateOtherSafety = async (db: Database, patientID: string): Promise<void> => {
  const read = await readOpen(db, patientID)
  const { open } = read
  for (const study of read.rows) {
    const known: KnownOthers =
      open.length > 1 && open.includes(study) ? compareWith(study, read) : { others: [], stops: [] }
    const reason = await findReasonFor(db, study.study_id, known.stops)
    // After a comparison the column is not null, even if the list is empty. The column of a member's only study can
    // stay null.
    const isCompared = read.rows.length > 1 || study.other_safety !== null
    const next = isCompared ? JSON.stringify({ others: known.others, reason }) : null
    if (next === study.other_safety) continue
    await db.updateTable('study').set({ other_safety: next }).where('study_id', '=', study.study_id).execute()
  }
}
