import { fail } from '#contract/reply.ts'
import { isLocationAllowed } from '#domain/locations/location-rules.ts'
import { decideCheckIn } from '#domain/safety/check-in-rule.ts'
import { knownSafety } from '#domain/safety/known-safety.ts'
import { assessSafety, toSafetyCase } from '#domain/safety/safety-assessment.ts'
import { sharedAnswersOf } from '#domain/safety/safety-record.ts'
import type { Study } from '#domain/study/study.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { ActRefusal } from './outbox.ts'

export type CopyRefusalsParts = {
  readonly database: WorkstationDatabase
  readonly session: SessionHolder
  now(): Instant
  supportPhone(): string | null
}

/** The checks that refuse an act from this workstation's copy of a study, without the back office. */
type CopyRefusals = {
  copyOf(studyID: StudyID): Study | null
  refuseCopy(study: Study | null): ActRefusal | null
  /**
   * Refuses when the safety answers forbid the scan. The text is taken from the notice that forbids it. It is a general
   * text when this workstation does not have the answers.
   */
  refuseProhibited(study: Study): ActRefusal | null
  /**
   * Refuses a check-in with open stops. Online the back office decides; offline this workstation must not keep a
   * check-in that the back office would refuse.
   */
  refuseOpenStops(study: Study, settleReason: string | undefined): ActRefusal | null
}

const noCopyMessage = "You're offline, and this computer has no copy of this study."
const prohibitedMessage = "The safety answers forbid the scan, so the member can't be checked in."

export const createCopyRefusals = (parts: CopyRefusalsParts): CopyRefusals => {
  const { database, session, now, supportPhone } = parts

  const copyOf = (studyID: StudyID): Study | null => database.withCache((cache) => cache.calendar.study(studyID))

  const refuseCopy = (study: Study | null): ActRefusal | null => {
    const user = session.user()
    if (user === null) return fail('signed-out', 'Sign in first.')
    if (study === null) return fail('offline', noCopyMessage)
    return isLocationAllowed(user, study.locationID)
      ? null
      : fail('location-forbidden', studyMessages.locationForbidden)
  }

  const refuseProhibited = (study: Study): ActRefusal | null => {
    if (!knownSafety(study.safety).isProhibited) return null
    const notice = database.withCache((cache) => {
      const record = cache.safety.record(study.studyID)
      if (record === null) return undefined
      const safetyCase = toSafetyCase({
        gender: cache.members.member(study.patientID)?.gender,
        appointment: study.booking,
        now: now(),
        supportPhone: supportPhone(),
      })
      const { notices } = assessSafety(sharedAnswersOf(record), safetyCase)
      return notices.find(({ isProhibitive }) => isProhibitive)
    })
    return fail('scan-prohibited', notice?.text ?? prohibitedMessage)
  }

  const refuseOpenStops = (study: Study, settleReason: string | undefined): ActRefusal | null => {
    const { block, reasonsFor } = decideCheckIn(study.safety)
    if (block === null) {
      return reasonsFor.length === 0 || settleReason !== undefined
        ? null
        : fail(
            'settle-reason-required',
            'Another booking of this member has a stop. Enter a reason to check the member in.',
          )
    }
    return block.kind === 'forbidden' ? refuseProhibited(study) : fail('act-not-allowed', block.text)
  }

  return { copyOf, refuseCopy, refuseProhibited, refuseOpenStops }
}
