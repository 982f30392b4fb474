import type { RouteAnswer } from '#contract/back-office.ts'
import type { Reply } from '#contract/reply.ts'
import type { StudyView } from '#contract/study/bridge.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import type { Study } from '#domain/study/study.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import { refuseLocation } from '../locations/locations-service.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'

/** Studies as stored at the back office and in this workstation's cache, without waiting acts. */
export type StudyRecords = {
  /**
   * Reads a study with its member and location from the back office, and caches them. Failures: every failure of
   * the back office, and `offline`.
   */
  readFresh(studyID: StudyID): Promise<Reply<RouteAnswer<'readStudyDetailed'>>>
  /** Returns the cached study regardless of the user's permissions; null when a part is missing. */
  cached(studyID: StudyID): StudyView | null
  /** Returns `location-forbidden` when the signed-in user may not see the cached study, else null. */
  refuseCopy(study: Study): Reply<never> | null
}

export const createStudyRecords = (parts: {
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly keeper: RecordKeeper
  readonly session: SessionHolder
}): StudyRecords => {
  const { calls, database, keeper, session } = parts
  return {
    readFresh: async (studyID) => {
      const reply = await calls.call('readStudyDetailed', { params: { studyId: studyID } })
      if (reply.ok) {
        keeper.keepStudy(reply.value.study)
        keeper.keepMembers([reply.value.member])
      }
      return reply
    },
    cached: (studyID) =>
      database.withCache((cache) => {
        const study = cache.calendar.study(studyID)
        const member = study === null ? null : cache.members.member(study.patientID)
        const location = study === null ? null : cache.catalogue.location(study.locationID)
        return study === null || member === null || location === null ? null : { study, member, location }
      }),
    refuseCopy: ({ locationID }) => {
      // Users of different locations share a workstation.
      const user = session.user()
      return user === null || !isLocationAllowed(user, locationID) ? refuseLocation() : null
    },
  }
}
