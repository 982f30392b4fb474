import { ok, type Reply } from '#contract/reply.ts'
import type { StudyPageView, StudyView } from '#contract/study/bridge.ts'
import type { EmailToConfirm } from '#domain/members/email-confirmation.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { StudyRecords } from './study-records.ts'

type ReadStudy = Omit<StudyPageView, 'waiting'>

/**
 * A study as the back office has it now, with this workstation's waiting acts applied. It includes the email address
 * that the user confirms before anything is sent to the member.
 */
type FreshStudy = ReadStudy & { readonly emailToConfirm: EmailToConfirm | null }

export type StudyReader = {
  /** Returns a study with its member and location: from the back office when reachable, otherwise from the cache. */
  read(studyID: StudyID): Promise<Reply<ReadStudy>>
  /** Returns the study from the back office only, and caches it. */
  readFresh(studyID: StudyID): Promise<Reply<FreshStudy>>
  /** Returns the cached study regardless of the user's permissions; null when the cache lacks a part. */
  cached(studyID: StudyID): StudyView | null
}

type StudyReaderParts = {
  readonly records: StudyRecords
  readonly database: WorkstationDatabase
  now(): Instant
  /** Returns a study with this workstation's waiting acts applied. */
  withWaiting(study: Study): Study
}

/** Creates the reader of a study as this workstation shows it, with the waiting acts. */
export const createStudyReader = (parts: StudyReaderParts): StudyReader => {
  const { records, database, now, withWaiting } = parts

  const readFresh: StudyReader['readFresh'] = async (studyID) => {
    const reply = await records.readFresh(studyID)
    if (!reply.ok) return reply
    const { study, member, location, practitioners, emailToConfirm } = reply.value
    const view = { study: withWaiting(study), member, location, practitioners }
    return ok({ ...view, source: 'back-office', asOf: now(), emailToConfirm })
  }

  const cached: StudyReader['cached'] = (studyID) => {
    const found = records.cached(studyID)
    return found === null ? null : { ...found, study: withWaiting(found.study) }
  }

  return {
    readFresh,
    cached,
    read: async (studyID) => {
      const reply = await readFresh(studyID)
      if (reply.ok || reply.failure.code !== 'offline') return reply
      const found = cached(studyID)
      if (found === null) return reply
      const refusal = records.refuseCopy(found.study)
      if (refusal !== null) return refusal
      const asOf = database.withCache((cache) => cache.sync.read(found.study.locationID)).asOf ?? now()
      return ok({ ...found, practitioners: null, source: 'cache', asOf })
    },
  }
}
