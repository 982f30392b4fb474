import { type Failure, fail, type Reply } from '#contract/reply.ts'
import type { Study } from '#domain/study/study.ts'
import type { Log } from '#runtime/log.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import {
  type AttemptJournal,
  type BookingAttempt,
  bookingRequestForm,
  type StoredBookingRequest,
} from '../journal/attempt-journal.ts'
import { bookingPolicy } from '../keyed-calls/keyed-call-policies.ts'
import type { KeyedCallEnd, KeyedCallKind } from '../keyed-calls/keyed-calls.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import { type BookingNotices, isReportedAfterwards, unreadableMessage } from './booking-notices.ts'

type BookingCallsParts = {
  readonly calls: StaffCalls
  readonly attempts: AttemptJournal
  readonly keeper: RecordKeeper
  readonly notices: BookingNotices
  readonly log: Log
  nowMs(): number
}

export const unknownOutcomeMessage =
  "The connection was lost while this was being saved. Once you're back online, Atrium checks whether it was saved."
const repeatedlyUnexpectedMessage =
  "The server couldn't confirm that this was done. Check the calendar before you try again."

/**
 * Attempts that are resent from the journal share one queue: they are sent one at a time, oldest first. A call from a
 * window does not wait in this queue.
 */
const oneLine = 'bookings'

/** Converts the end of a keyed call into the reply that the window receives. */
export const toBookingReply = ({ decision, reply }: KeyedCallEnd<Study>): Reply<Study> => {
  if (decision === 'unreadable') return fail('outcome-unknown', unreadableMessage)
  if (decision === 'unknown') return fail('outcome-unknown', unknownOutcomeMessage)
  if (reply.ok || reply.failure.code !== 'unexpected') return reply
  return { ok: false, failure: { ...reply.failure, message: repeatedlyUnexpectedMessage } }
}

/** Creates the keyed calls for bookings, moves, cancellations and conversions. */
export const createBookingCalls = (
  parts: BookingCallsParts,
): KeyedCallKind<BookingAttempt, StoredBookingRequest, Study> => {
  const { calls, attempts, keeper, notices, log, nowMs } = parts

  /**
   * Only a window can confirm that the user has seen a result. A withdrawn attempt can be sent again, so it needs no
   * notice unless a window asked about it.
   */
  const settle = (attempt: BookingAttempt, state: 'done' | 'refused' | 'withdrawn', answer: Study | Failure): void => {
    const isSeen = state === 'withdrawn' && !notices.isAskedAbout(attempt.idempotencyKey)
    attempts.settle(attempt.idempotencyKey, {
      state,
      answer: JSON.stringify(answer),
      acknowledged: !isReportedAfterwards(attempt) || isSeen,
      settledAt: Math.floor(nowMs() / 1000),
    })
  }

  return {
    policyOf: () => bookingPolicy,
    unsettled: attempts.open,
    current: ({ author, idempotencyKey }) => {
      const attempt = attempts.read(author, idempotencyKey)
      return attempt?.state === 'open' ? attempt : null
    },
    lineOf: () => oneLine,
    turnOf: () => ({ state: 'open', mayHaveActed: true, isWatched: false }),
    prepare: ({ request }) => bookingRequestForm.read(request),
    call: (attempt, request) => callRoute(calls, attempt, request),
    record: (attempt, { hold }, turn, end) => {
      const { kind, idempotencyKey } = attempt
      const reply = toBookingReply(end)
      if (end.decision === 'unknown') {
        log('warning', 'booking.outcome-unknown', { kind })
        if (turn.state !== 'open') notices.publishOutcome(attempt, { kind: 'pending' })
      } else if (reply.ok) {
        // Writes the cache first. After a crash between the two writes the attempt is still open, and the retry fetches
        // the study again.
        keeper.keepStudy(reply.value, hold)
        settle(attempt, 'done', reply.value)
      } else {
        if (reply.failure.code === 'unexpected') log('error', 'booking.outcome-unclear', { kind })
        settle(attempt, end.decision === 'withdrawn' ? 'withdrawn' : 'refused', reply.failure)
      }
      notices.noteEnded(idempotencyKey)
    },
    noteUnreadable: ({ kind }) => log('error', 'booking.request-unreadable', { kind }),
    onSent: (attempt, end) => {
      if (end.decision === 'unknown' || end.decision === 'unreadable') return
      const reply = toBookingReply(end)
      log('info', 'booking.settled', { kind: attempt.kind, booked: reply.ok })
      notices.publishOutcome(
        attempt,
        reply.ok ? { kind: 'booked', study: reply.value } : { kind: 'refused', message: reply.failure.message },
      )
    },
  }
}

const callRoute = (
  calls: StaffCalls,
  { kind, idempotencyKey }: BookingAttempt,
  { studyID, body }: StoredBookingRequest,
): Promise<Reply<Study>> => {
  const options = { idempotencyKey }
  const studyId = studyID ?? ''
  // The booking service built the bodies for exactly these routes, and the back office checks the bodies again.
  const as = <Body>() => body as Body
  switch (kind) {
    case 'book':
      return calls.callExactly('createBooking', { body: as() }, options)
    case 'book-temporary-hold':
      return calls.callExactly('createTemporaryHoldBooking', { body: as() }, options)
    case 'reschedule':
      return calls.callExactly('changeAppointmentTime', { body: as() }, options)
    case 'hold-again':
      return calls.callExactly('addTemporaryHoldEvent', { body: as() }, options)
    case 'cancel':
      return calls.callExactly('cancelBooking', { params: { studyId }, body: as() }, options)
    case 'convert':
      return calls.callExactly('convertTemporaryHold', { body: as() }, options)
  }
}
