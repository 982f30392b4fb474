import { ok, type Reply } from '#contract/reply.ts'
import type { StudyPageView, StudyView } from '#contract/study/bridge.ts'
import type { StudyID } from '#domain/booking/study-id.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import type { EmailToConfirm } from '#domain/members/email-confirmation.ts'
import type { Study } from '#domain/study/study.ts'
import type { Instant } from '#domain/time/instant.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import { locationForbidden } from '../locations/locations-service.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'

export type ReadStudy = Omit<StudyPageView, 'waiting'>

/** A study as the back office has it now, with what a person confirms before anything is sent to the member. */
export type FreshStudy = ReadStudy & { readonly emailToConfirm: EmailToConfirm | null }

export type StudyReader = {
  /** A study with its member and location: the back office's word where it can be had, the cache's otherwise. */
  read(studyID: StudyID): Promise<Reply<ReadStudy>>
  /** The back office's word alone; what it says is kept. */
  readFresh(studyID: StudyID): Promise<Reply<FreshStudy>>
  /** The cache's alone, whoever asks; null where it lacks a part. */
  cached(studyID: StudyID): StudyView | null
}

export type StudyReaderParts = {
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly keeper: RecordKeeper
  readonly session: SessionHolder
  now(): Instant
  /** A study with what waits on it at this workstation. */
  withWaiting(study: Study): Study
}

/** One study as this workstation sees it, what waits here included. */
export const createStudyReader = (parts: StudyReaderParts): StudyReader => {
  const { calls, database, keeper, session, now, withWaiting } = parts

  const readFresh: StudyReader['readFresh'] = async (studyID) => {
    const reply = await calls.call('readStudyDetailed', { params: { studyId: studyID } })
    if (!reply.ok) return reply
    const { study, member, location, practitioners, emailToConfirm } = reply.value
    keeper.keepStudy(study)
    keeper.keepMembers([member])
    const view = { study: withWaiting(study), member, location, practitioners }
    return ok({ ...view, source: 'back-office', asOf: now(), emailToConfirm })
  }

  const cached: StudyReader['cached'] = (studyID) =>
    database.withCache((cache) => {
      const study = cache.calendar.study(studyID)
      const member = study === null ? null : cache.members.member(study.patientID)
      const location = study === null ? null : cache.catalogue.location(study.locationID)
      if (study === null || member === null || location === null) return null
      return { study: withWaiting(study), member, location }
    })

  return {
    readFresh,
    cached,
    read: async (studyID) => {
      const reply = await readFresh(studyID)
      if (reply.ok || reply.failure.code !== 'offline') return reply
      const found = cached(studyID)
      if (found === null) return reply
      // People of different locations share a workstation.
      const user = session.user()
      const { locationID } = found.study
      if (user === null || !isLocationAllowed(user, locationID)) return locationForbidden()
      const asOf = database.withCache((cache) => cache.sync.read(locationID)).asOf ?? now()
      return ok({ ...found, practitioners: null, source: 'cache', asOf })
    },
  }
}
