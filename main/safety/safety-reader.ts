import { ok, type Reply } from '#contract/reply.ts'
import type { SafetyView } from '#contract/safety/bridge.ts'
import type { StudyView } from '#contract/study/bridge.ts'
import { emptySafetyRecord, type SafetyRecord } from '#domain/safety/safety-record.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { StudyRecords } from '../study-access/study-records.ts'
import type { CacheSync } from '../sync/cache-sync.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'

export type SafetyReaderParts = {
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly keeper: RecordKeeper
  readonly sync: CacheSync
  readonly records: StudyRecords
  now(): Instant
  /** Returns a study with this workstation's waiting acts applied. */
  withWaiting(study: Study): Study
}

type SafetyReader = (studyID: StudyID) => Promise<Reply<SafetyView>>

/**
 * Creates the reader of a study with its safety answers. It reads from the back office or, while that is out of reach,
 * from the cache.
 */
export const createSafetyReader = (parts: SafetyReaderParts): SafetyReader => {
  const { calls, database, keeper, sync, records, now, withWaiting } = parts

  const readBoth = async (studyID: StudyID): Promise<Reply<StudyView & { readonly record: SafetyRecord }>> => {
    const [detailed, record] = await Promise.all([
      records.readFresh(studyID),
      calls.call('readSafetyQuestions', { query: { studyID } }),
    ])
    if (!detailed.ok) return detailed
    if (!record.ok) return record
    return ok({ ...detailed.value, record: record.value })
  }

  const readCached = (studyID: StudyID): SafetyView | null => {
    const found = records.cached(studyID)
    if (found === null) return null
    const { safety, patientID, locationID } = found.study
    return database.withCache((cache) => {
      const nobodyAnswered = safety.version === 0 ? emptySafetyRecord(studyID, patientID) : null
      const record = cache.safety.record(studyID) ?? nobodyAnswered
      const asOf = cache.sync.read(locationID).asOf ?? now()
      // The study's record shows whether there is a draft; the cached answers may still contain a draft that was
      // discarded since.
      return record === null
        ? null
        : {
            ...found,
            record: { ...record, draft: found.study.safety.draft == null ? null : (record.draft ?? null) },
            asOf,
            source: 'cache',
          }
    })
  }

  const read: SafetyReader = async (studyID) => {
    const reply = await readRecords(studyID)
    return reply.ok ? ok({ ...reply.value, study: withWaiting(reply.value.study) }) : reply
  }

  const readRecords = async (studyID: StudyID): Promise<Reply<SafetyView>> => {
    let reply = await readBoth(studyID)
    // The two calls return different versions when a save happened between them; a second read resolves it.
    if (reply.ok && reply.value.study.safety.version !== reply.value.record.version) reply = await readBoth(studyID)
    if (reply.ok) {
      // Follows the study's location even if the rest of the screen shows another one: changes by other workstations
      // must appear at once.
      sync.lookAt(reply.value.study.locationID)
      keeper.keepSafety(reply.value.study, reply.value.record)
      return ok({ ...reply.value, asOf: now(), source: 'back-office' })
    }
    if (reply.failure.code !== 'offline') return reply
    const cached = readCached(studyID)
    if (cached === null) return reply
    const refusal = records.refuseCopy(cached.study)
    if (refusal !== null) return refusal
    sync.lookAt(cached.study.locationID)
    return ok(cached)
  }

  return read
}
