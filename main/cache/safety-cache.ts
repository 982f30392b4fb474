import type { SafetyRecord } from '#domain/safety/safety-record.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { Database } from '#runtime/encrypted-database.ts'

export type SafetyCache = {
  /**
   * Returns a study's safety answers; null if this workstation has none. Null does not mean that no answers were given.
   */
  record(studyID: StudyID): SafetyRecord | null
  /**
   * Stores a record unless the cache has a later one; returns true when it differs from the stored one. Works only for
   * a study that is in the cache. Omits the answers of an earlier visit, because readers of the cache may lack
   * permission to see them.
   */
  putRecord(record: SafetyRecord): boolean
  /** Deletes the answers of a study. */
  deleteRecord(studyID: string): void
}

type Row = { readonly document: string; readonly version: number; readonly sign_off_steps: number }

/**
 * Counts sign-offs and withdrawals. They do not change the version of the answers, but their count never decreases. It
 * therefore shows which of two copies of one version is later.
 */
const countSignOffSteps = ({ signOffs }: SafetyRecord): number =>
  signOffs.reduce((steps, { withdrawn }) => steps + (withdrawn === null ? 1 : 2), 0)

/** Creates the cache of safety answers by study. They are deleted with their study. */
export const createSafetyCache = (db: Database): SafetyCache => {
  const one = db.prepare<[string], Row>(
    'select document, version, sign_off_steps from safety_record where study_id = ?',
  )
  const put = db.prepare(`
    insert or replace into safety_record (study_id, version, sign_off_steps, document)
    select study_id, ?, ?, ? from study where study_id = ?`)
  const remove = db.prepare('delete from safety_record where study_id = ?')
  const write = db.transaction((record: SafetyRecord): boolean => {
    const before = one.get(record.studyID)
    const steps = countSignOffSteps(record)
    const document = JSON.stringify({ ...record, lastVisit: null } satisfies SafetyRecord)
    if (before !== undefined) {
      const isEarlier =
        before.version > record.version || (before.version === record.version && before.sign_off_steps > steps)
      if (isEarlier || before.document === document) return false
    }
    return put.run(record.version, steps, document, record.studyID).changes > 0
  })
  return {
    record: (studyID) => {
      const row = one.get(studyID)
      return row === undefined ? null : (JSON.parse(row.document) as SafetyRecord)
    },
    putRecord: (record) => write(record),
    deleteRecord: (studyID) => {
      remove.run(studyID)
    },
  }
}
