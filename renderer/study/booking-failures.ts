import type { Failure } from '#contract/reply.ts'
import { slotUnavailableMessage } from '#domain/booking/booking-form.ts'
import { locationLockedReason } from '#domain/booking/location-lock.ts'
import { noticeLevelTitles } from '#domain/safety/notice-words.ts'

/** A failure in words: what happened, and what to do. */
export type Problem = { readonly title: string; readonly text: string }

const withErrorID = (failure: Failure): string =>
  failure.details?.errorID === undefined ? failure.message : `${failure.message} (${failure.details.errorID})`

/** Describes a failure of the booking subject (booking spec §8, decisions §3, §5). */
export const describeBookingFailure = (failure: Failure): Problem => {
  switch (failure.code) {
    case 'slot-taken':
      return { title: slotUnavailableMessage, text: 'Everything else you entered is kept.' }
    case 'slot-in-past':
      return { title: 'This time has gone by', text: 'Please choose a later one. Everything else is kept.' }
    case 'hold-lapsed':
      return { title: 'The hold on this time has run out', text: 'Please choose the time again if it is still free.' }
    case 'hold-of-someone-else':
      return {
        title: 'This time is held by another desk',
        text: 'Please choose a different one, or wait until it is free.',
      }
    case 'machine-does-not-support-sku':
      return { title: 'This machine does not do this scan', text: 'Please choose another machine or scan type.' }
    case 'outside-opening-hours':
      return { title: 'The location is closed then', text: 'Please choose a time within its opening hours.' }
    case 'location-not-bookable':
      return { title: 'This location takes no bookings', text: 'Please choose another location.' }
    case 'location-forbidden':
      return { title: 'Location not allowed', text: 'The location is not allowed to your account.' }
    case 'location-locked-by-payment':
      return { title: 'The location stays as it is', text: locationLockedReason }
    case 'already-cancelled':
      return { title: 'This appointment is cancelled already', text: 'Nothing more has to be done.' }
    case 'not-a-temporary-hold':
      return { title: 'This is no temporary hold any more', text: 'It was converted or released meanwhile.' }
    case 'balance-due':
      return { title: 'There is still a balance', text: 'A temporary hold becomes a booking once nothing is owed.' }
    case 'study-not-bookable':
      return { title: 'This study cannot be booked', text: withErrorID(failure) }
    case 'scan-prohibited':
      return { title: 'This member cannot be scanned', text: failure.message }
    case 'settle-reason-required':
      return { title: noticeLevelTitles.settle, text: failure.message }
    case 'stale':
      return {
        title: 'Somebody changed this meanwhile',
        text: 'What is shown is now up to date. Your choice is kept: check it and press again.',
      }
    case 'insufficient-permissions':
      return { title: 'Your account may not do this', text: 'Please ask an administrator.' }
    case 'offline':
      return {
        title: 'The back office cannot be reached',
        text: 'The week can still be read. What you entered is kept; try again once the connection is back.',
      }
    case 'not-sent':
      return {
        title: 'Atrium cannot be reached',
        text: 'Nothing was sent. What you entered is kept; please try again.',
      }
    case 'outcome-unknown':
    case 'disconnected':
    case 'timed-out':
      return { title: 'No answer came', text: 'What you entered is kept. Please try again in a moment.' }
    case 'signed-out':
    case 'locked':
    case 'answer-withheld':
      return { title: 'Nobody is signed in', text: 'Sign in again; what you entered is kept.' }
    case 'not-found':
      return { title: 'Not found', text: 'It may have been removed meanwhile.' }
    case 'idempotency-key-reused':
      return {
        title: 'An earlier try may have gone through',
        text: "Please look at the member's studies before booking again.",
      }
    case 'zone-rules-differ':
      return { title: 'The clock rules of this location are in doubt', text: failure.message }
    case 'invalid-input':
      return {
        title: 'Something is not right yet',
        text: Object.values(failure.details?.fields ?? {}).join('. ') || failure.message,
      }
    case 'too-many-requests':
      return { title: 'Too many tries', text: `Please wait ${failure.details?.retryAfterSeconds ?? 30} seconds.` }
    default:
      return { title: 'It did not work', text: withErrorID(failure) }
  }
}
