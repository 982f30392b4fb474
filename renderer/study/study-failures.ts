import type { Failure } from '#contract/reply.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { describeBookingFailure, type Problem } from './booking-failures.ts'

/**
 * Describes a failure of the study subject, in the same words on every screen: what happened, and what to do (study
 * spec §8, decisions §3).
 */
export const describeStudyFailure = (failure: Failure): Problem => {
  switch (failure.code) {
    case 'location-forbidden':
      return { title: 'Location not allowed', text: studyMessages.locationForbidden }
    case 'not-found':
      return { title: 'Not found', text: 'It may have been removed meanwhile.' }
    case 'offline':
      return { title: 'The back office cannot be reached', text: 'Please try again once the connection is back.' }
    case 'not-sent':
      return { title: 'Atrium cannot be reached', text: 'Nothing was sent. Please try again.' }
    case 'outcome-unknown':
    case 'disconnected':
    case 'timed-out':
      return { title: 'No answer came', text: 'It may be done or not: look at what is shown before trying again.' }
    case 'stale':
      return { title: 'Somebody changed this meanwhile', text: 'What is shown is now up to date: please try again.' }
    case 'insufficient-permissions':
    case 'act-not-allowed':
    // For an act, the message names the reason, which helps more than advice about bookings.
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
      return { title: 'That did not work', text: failure.message }
    case 'unexpected': {
      const { errorID } = failure.details ?? {}
      return {
        title: 'That did not work',
        text: studyMessages.generic + (errorID === undefined ? '' : ` (${errorID})`),
      }
    }
    default:
      return describeBookingFailure(failure)
  }
}
