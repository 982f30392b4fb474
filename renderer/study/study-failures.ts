import type { Failure } from '#contract/reply.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { describeBookingFailure, type Problem } from './booking-failures.ts'
import { studyFailureWords as words } from './study-failure-words.ts'

/**
 * Describes a failure of the study subject, in the same words on every screen: what happened, and what to do (study
 * spec §8, decisions §3).
 */
export const describeStudyFailure = (failure: Failure): Problem => {
  switch (failure.code) {
    case 'location-forbidden':
      return { ...words.locationForbidden, text: studyMessages.locationForbidden }
    case 'not-found':
      return words.notFound
    case 'offline':
      return words.offline
    case 'not-sent':
      return words.notSent
    case 'outcome-unknown':
    case 'disconnected':
    case 'timed-out':
      return words.noAnswer
    case 'stale':
      return words.stale
    case 'insufficient-permissions':
    case 'act-not-allowed':
    // The message of these failures names the reason, which helps more than the booking subject's advice.
    case 'already-cancelled':
    case 'scan-prohibited':
    case 'scan-not-confirmed':
    case 'study-not-bookable':
    case 'report-missing':
    case 'scheduler-not-valid':
    case 'scheduler-unavailable':
    case 'crm-unavailable':
    case 'opportunity-mismatch':
    case 'mail-failed':
    case 'email-not-confirmed':
      return { ...words.refused, text: failure.message }
    case 'unexpected': {
      const { errorID } = failure.details ?? {}
      return {
        ...words.unexpected,
        text: errorID === undefined ? studyMessages.generic : words.withErrorID(studyMessages.generic, errorID),
      }
    }
    default:
      return describeBookingFailure(failure)
  }
}
