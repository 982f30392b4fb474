import type { Failure } from '#contract/reply.ts'
import { standardLanguage, type TextLanguage } from '#domain/values/language.ts'
import { bookingFailureWordsIn } from './booking-failure-words.ts'

/** A failure in words: what happened, and what to do. */
export type Problem = { readonly title: string; readonly text: string }

/**
 * Describes a failure of the booking subject (booking spec §8, decisions §3, §5). The server's own message is shown only
 * in English.
 */
export const describeBookingFailure = (failure: Failure, language: TextLanguage = standardLanguage): Problem => {
  const words = bookingFailureWordsIn(language)
  const message = words.message(failure.message)
  const errorID = failure.details?.errorID
  const withErrorID = errorID === undefined ? message : words.withErrorID(message, errorID)
  switch (failure.code) {
    case 'slot-taken':
      return words.slotTaken
    case 'slot-in-past':
      return words.slotInPast
    case 'hold-lapsed':
      return words.holdLapsed
    case 'hold-of-someone-else':
      return words.holdOfOtherDesk
    case 'machine-does-not-support-sku':
      return words.machineWithoutScan
    case 'outside-opening-hours':
      return words.outsideOpeningHours
    case 'location-closed':
      return { ...words.locationClosed, text: message }
    case 'location-not-bookable':
      return words.locationNotBookable
    case 'location-forbidden':
      return words.locationForbidden
    case 'location-locked-by-payment':
      return words.locationLocked
    case 'already-cancelled':
      return words.alreadyCancelled
    case 'not-a-temporary-hold':
      return words.notTemporaryHold
    case 'balance-due':
      return words.balanceDue
    case 'study-not-bookable':
      return { ...words.studyNotBookable, text: withErrorID }
    case 'scan-prohibited':
      return { ...words.scanProhibited, text: message }
    case 'settle-reason-required':
      return { ...words.settleFirst, text: message }
    case 'stale':
      return words.stale
    case 'insufficient-permissions':
      return words.insufficientPermissions
    case 'offline':
      return words.offline
    case 'not-sent':
      return words.notSent
    case 'outcome-unknown':
    case 'disconnected':
    case 'timed-out':
      return words.noAnswer
    case 'signed-out':
      return words.signedOut
    case 'locked':
      return words.locked
    case 'answer-withheld':
      return words.answerWithheld
    case 'not-found':
      return words.notFound
    case 'idempotency-key-reused':
      return words.idempotencyKeyReused
    case 'zone-rules-differ':
      return { ...words.zoneRulesDiffer, text: message }
    case 'invalid-input':
      return {
        ...words.invalidInput,
        text: words.message(Object.values(failure.details?.fields ?? {}).join('. ') || failure.message),
      }
    case 'too-many-requests': {
      const { title, text } = words.tooManyRequests
      return { title, text: text(failure.details?.retryAfterSeconds ?? 30) }
    }
    default:
      return { ...words.other, text: withErrorID }
  }
}
