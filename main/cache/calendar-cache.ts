import type { MachineTime } from '#domain/booking/machine-time.ts'
import type { MemberID } from '#domain/members/member.ts'
import { studyWords } from '#domain/members/search-words.ts'
import type { Study } from '#domain/study/study.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Database } from '#runtime/encrypted-database.ts'

/**
 * The effect of a write on a record. `before` is its earlier copy, or null when there was none. `changed` is false when
 * the write did not change the record.
 */
type Written<Value> = { readonly changed: boolean; readonly before: Value | null }

export type CalendarCache = {
  /** Returns the machine times of a location that overlap [from, to), sorted by start. */
  machineTimes(locationID: LocationID, from: Instant, to: Instant): readonly MachineTime[]
  putMachineTime(machineTime: MachineTime): Written<MachineTime>
  deleteMachineTime(eventID: string): Written<MachineTime>
  /** Returns every machine time of a study. */
  machineTimesOfStudy(studyID: StudyID): readonly MachineTime[]
  study(studyID: StudyID): Study | null
  studiesOfMember(memberID: MemberID): readonly Study[]
  /** Stores a study unless the cache has a later version. */
  putStudy(study: Study): Written<Study>
  /** Deletes a study with its safety answers. */
  deleteStudy(studyID: string): Written<Study>
  countStudies(): number
}

/** The maximum length of a machine time: a range query needs to look back only this far. */
const maxStretchSeconds = 86_400

type DocumentRow = { readonly document: string }
const parse = <Value>(row: DocumentRow): Value => JSON.parse(row.document) as Value
const toSeconds = (instant: Instant): number => toEpochMs(instant) / 1000

/** Creates the cache of machine times and studies by location and time. */
export const createCalendarCache = (db: Database): CalendarCache => {
  const generationOf = db
    .prepare<[string], number>('select generation from location_sync where location_id = ?')
    .pluck(true)
  const timesInRange = db.prepare<[string, number, number, number], DocumentRow>(`
    select document from machine_time
    where location_id = ? and starts_at >= ? and starts_at < ? and ends_at > ?
    order by starts_at, event_id`)
  const oneTime = db.prepare<[string], DocumentRow>('select document from machine_time where event_id = ?')
  const timesOfStudy = db.prepare<[string], DocumentRow>('select document from machine_time where study_id = ?')
  const putTime = db.prepare(`
    insert or replace into machine_time (event_id, location_id, study_id, starts_at, ends_at, generation, document)
    values (?, ?, ?, ?, ?, ?, ?)`)
  const deleteTime = db.prepare('delete from machine_time where event_id = ?')
  const oneStudy = db.prepare<[string], DocumentRow & { version: number }>(
    'select document, version from study where study_id = ?',
  )
  const ofMember = db.prepare<[string], DocumentRow>(
    'select document from study where member_id = ? order by starts_at',
  )
  const putStudy = db.prepare(`
    insert or replace into study (study_id, member_id, location_id, starts_at, version, generation, document)
    values (?, ?, ?, ?, ?, ?, ?)`)
  const keepStudy = db.prepare('update study set generation = ? where study_id = ?')
  const keepTime = db.prepare('update machine_time set generation = ? where event_id = ?')
  const deleteStudy = db.prepare('delete from study where study_id = ?')
  const deleteSafety = db.prepare('delete from safety_record where study_id = ?')
  const putWord = db.prepare("insert or ignore into search_word (word, kind, record_id) values (?, 'study', ?)")
  const deleteWords = db.prepare("delete from search_word where record_id = ? and kind = 'study'")
  const count = db.prepare<[], number>('select count(*) from study').pluck(true)

  const currentGeneration = (locationID: string): number => generationOf.get(locationID) ?? 0

  const write = {
    machineTime: db.transaction((entry: MachineTime): Written<MachineTime> => {
      const before = oneTime.get(entry.eventID)
      const generation = currentGeneration(entry.locationID)
      const document = JSON.stringify(entry)
      if (before?.document === document) {
        keepTime.run(generation, entry.eventID)
        return { changed: false, before: entry }
      }
      const { eventID, locationID, studyID } = entry
      const [from, to] = [toSeconds(entry.utcStart), toSeconds(entry.utcEnd)]
      putTime.run(eventID, locationID, studyID, from, to, generation, document)
      return { changed: true, before: before === undefined ? null : parse<MachineTime>(before) }
    }),
    study: db.transaction((study: Study): Written<Study> => {
      const before = oneStudy.get(study.studyID)
      const generation = currentGeneration(study.locationID)
      const document = JSON.stringify(study)
      if (before !== undefined && (before.document === document || before.version > study.version)) {
        keepStudy.run(generation, study.studyID)
        return { changed: false, before: parse<Study>(before) }
      }
      const startsAt = study.booking === null ? null : toSeconds(study.booking.utcStart)
      const { studyID, patientID, locationID, version } = study
      putStudy.run(studyID, patientID, locationID, startsAt, version, generation, document)
      if (before === undefined) for (const word of studyWords(studyID)) putWord.run(word, studyID)
      return { changed: true, before: before === undefined ? null : parse<Study>(before) }
    }),
    studyGone: db.transaction((studyID: string): Written<Study> => {
      const before = oneStudy.get(studyID)
      if (before === undefined) return { changed: false, before: null }
      deleteStudy.run(studyID)
      deleteSafety.run(studyID)
      deleteWords.run(studyID)
      return { changed: true, before: parse<Study>(before) }
    }),
  }

  return {
    machineTimes: (locationID, from, to) => {
      const [start, end] = [toSeconds(from), toSeconds(to)]
      return timesInRange.all(locationID, start - maxStretchSeconds, end, start).map(parse<MachineTime>)
    },
    putMachineTime: (machineTime) => write.machineTime(machineTime),
    deleteMachineTime: (eventID) => {
      const before = oneTime.get(eventID)
      if (before === undefined) return { changed: false, before: null }
      deleteTime.run(eventID)
      return { changed: true, before: parse<MachineTime>(before) }
    },
    machineTimesOfStudy: (studyID) => timesOfStudy.all(studyID).map(parse<MachineTime>),
    study: (studyID) => {
      const row = oneStudy.get(studyID)
      return row === undefined ? null : parse<Study>(row)
    },
    studiesOfMember: (memberID) => ofMember.all(memberID).map(parse<Study>),
    putStudy: (study) => write.study(study),
    deleteStudy: (studyID) => write.studyGone(studyID),
    countStudies: () => count.get() ?? 0,
  }
}
