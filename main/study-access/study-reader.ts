import { ok, type Reply } from '#contract/reply.ts'
import type { StudyPageView, StudyView } from '#contract/study/bridge.ts'
import type { EmailToConfirm } from '#domain/members/email-confirmation.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { StudyRecords } from './study-records.ts'

type ReadStudy = Omit<StudyPageView, 'waiting'>

/** A study as the back office has it now, with what a person confirms before anything is sent to the member. */
type FreshStudy = ReadStudy & { readonly emailToConfirm: EmailToConfirm | null }

export type StudyReader = {
  /** A study with its member and location: the back office's word where it can be had, the cache's otherwise. */
  read(studyID: StudyID): Promise<Reply<ReadStudy>>
  /** The back office's word alone; what it says is kept. */
  readFresh(studyID: StudyID): Promise<Reply<FreshStudy>>
  /** The cache's alone, whoever asks; null where it lacks a part. */
  cached(studyID: StudyID): StudyView | null
}

type StudyReaderParts = {
  readonly records: StudyRecords
  readonly database: WorkstationDatabase
  now(): Instant
  /** A study with what waits on it at this workstation. */
  withWaiting(study: Study): Study
}

/** One study as this workstation sees it, what waits here included. */
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
