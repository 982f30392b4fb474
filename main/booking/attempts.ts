import type { UnseenBooking } from '#contract/booking/bridge.ts'
import { isOutcomeUnknown } from '#contract/failures.ts'
import { fail, type Reply } from '#contract/reply.ts'
import type { SlotHold } from '#domain/booking/machine-time.ts'
import type { Study } from '#domain/study/study.ts'
import type { Log } from '#runtime/log.ts'
import { offlineMessage, type StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import { type AttemptKind, type BookingAttempt, bookingRequestForm } from '../journal/attempt-journal.ts'
import { isRequestOf } from '../journal/request-mark.ts'
import { createAuthorGate } from '../keyed-calls/author-gate.ts'
import { decideResubmission } from '../keyed-calls/decide-keyed-call.ts'
import { bookingPolicy } from '../keyed-calls/keyed-call-policies.ts'
import { createKeyedCalls } from '../keyed-calls/keyed-calls.ts'
import type { Publish } from '../publish.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import { createBookingCalls, toBookingReply, unknownOutcomeMessage } from './booking-calls.ts'
import { answerOf, createBookingNotices, outcomeOf, toUnseenOutcome, unreadableMessage } from './booking-notices.ts'

/** One call that books, moves, cancels or converts an appointment. */
type AttemptRequest = {
  readonly kind: AttemptKind
  readonly idempotencyKey: string
  /** The draft from which the call was made; null for calls without a form. */
  readonly draftID: string | null
  /** The study in the route's path; null for routes without one. */
  readonly studyID: string | null
  readonly body: Readonly<Record<string, unknown>>
  /** The slot hold that the call uses. */
  readonly hold: SlotHold | null
}

export type BookingAttempts = {
  /**
   * Records the attempt, makes the call and records its result. A second request with the same key never has a second
   * effect. Failures: the back office's, `signed-out`, `stale`, `idempotency-key-reused`, `offline` and
   * `outcome-unknown`. An attempt with an unknown outcome is resolved later, and the event `booking.settled` then has
   * the result of a booking or move.
   */
  attempt(request: AttemptRequest): Promise<Reply<Study>>
  /** Repeats, under the same keys, every call of the signed-in user whose result is unknown. */
  settleOpen(): Promise<void>
  /** Returns whether any readable attempt of the signed-in user is still open. */
  hasOpen(): boolean
  /**
   * Returns the signed-in user's unacknowledged bookings and moves: those under way, and those that ended, even if a
   * window already received the answer.
   */
  settled(): readonly UnseenBooking[]
  /** Records that the user has seen the result, and notifies the windows. Ignores an open attempt. */
  acknowledge(idempotencyKey: string): void
  /** Resolves when no call is under way. Nothing is published afterwards. */
  finish(): Promise<void>
}

export type BookingAttemptsParts = {
  readonly calls: StaffCalls
  readonly database: WorkstationDatabase
  readonly keeper: RecordKeeper
  readonly session: SessionHolder
  readonly publish: Publish
  readonly log: Log
  nowMs(): number
  /**
   * How long a window has to acknowledge an answer before it is published to all windows; 2 s unless a test sets it.
   */
  readonly noticeAfterMs?: number | undefined
}

const signInMessage = 'Sign in first.'
const reusedMessage = 'This was already sent with other details. Start again.'

export const createBookingAttempts = (parts: BookingAttemptsParts): BookingAttempts => {
  const { session, publish, nowMs } = parts
  const { attempts } = parts.database.journal
  const gate = createAuthorGate(session)
  const notices = createBookingNotices({ ...parts, attempts, isSignedIn: gate.isSignedIn })
  const keyed = createKeyedCalls(session, createBookingCalls({ ...parts, attempts, notices }))

  /** Resolves earlier attempts from the same form before a new one is made: an earlier attempt may have booked. */
  const settleEarlier = async (author: string, request: AttemptRequest): Promise<Reply<never> | null> => {
    if (request.draftID === null) return null
    const earlier = attempts
      .open(author)
      .filter((one) => one.draftID === request.draftID && one.idempotencyKey !== request.idempotencyKey)
    for (const attempt of earlier) {
      const end = await keyed.run(attempt)
      if (end.reply.ok) {
        notices.publishOutcome(attempt, { kind: 'booked', study: end.reply.value })
        return fail(
          'stale',
          'This form already made a booking: an earlier attempt succeeded. Check that booking first.',
        )
      }
      // Reads the row again, because the attempt may have ended while another attempt was resolved.
      if (attempts.read(author, attempt.idempotencyKey)?.state === 'open') {
        const isReadable = bookingRequestForm.read(attempt.request).ok
        return fail('outcome-unknown', isReadable ? unknownOutcomeMessage : unreadableMessage)
      }
    }
    return null
  }

  /** Returns the known reply for a submission's key or, if there is none, the facts that its call needs. */
  const readKnown = (before: BookingAttempt | null, request: string) => {
    if (before === null) return { reply: null, state: 'new', mayHaveActed: false } as const
    const { state } = before
    const match = isRequestOf(before, request) ? 'same' : 'other'
    switch (decideResubmission(state, match, bookingPolicy)) {
      case 'reused':
        return { reply: fail('idempotency-key-reused', reusedMessage) }
      case 'answer':
        return { reply: answerOf(before) }
      case 'begin': {
        // The row stores the failure as main received it from the back office, so the hop is `rest`, not `bridge`.
        const answer = answerOf(before)
        return { reply: null, state, mayHaveActed: !answer.ok && isOutcomeUnknown('rest', answer.failure) }
      }
      case 'ask-again':
        return { reply: null, state, mayHaveActed: true }
    }
  }

  const attempt = async (request: AttemptRequest): Promise<Reply<Study>> => {
    const author = gate.author()
    if (author === null) return fail('signed-out', signInMessage)
    const { idempotencyKey, kind, draftID, studyID, body, hold } = request
    const stored = bookingRequestForm.write({ studyID, body, hold })
    const running = keyed.running(idempotencyKey)
    const before = attempts.read(author, idempotencyKey)
    if (running !== undefined && before?.request === stored) return toBookingReply(await running)
    const known = readKnown(before, stored)
    if (known.reply !== null) return known.reply
    if (session.token() === null) {
      return known.mayHaveActed ? fail('outcome-unknown', unknownOutcomeMessage) : fail('offline', offlineMessage)
    }
    const earlier = await settleEarlier(author, request)
    if (earlier !== null) return earlier
    // Another user may have signed in while an earlier attempt was resolved: this attempt is not theirs.
    if (!gate.isSignedIn(author)) return fail('signed-out', signInMessage)
    const row = { idempotencyKey, author, kind, draftID, request: stored, begunAt: Math.floor(nowMs() / 1000) }
    if (before === null && !attempts.begin(row)) {
      const twin = keyed.running(idempotencyKey)
      if (twin !== undefined) return toBookingReply(await twin)
      return fail('idempotency-key-reused', 'This was already sent. Start again.')
    }
    // A withdrawn attempt is reopened only when its call is certain to be made, because open attempts are sent again
    // automatically.
    if (before !== null && attempts.read(author, idempotencyKey)?.state === 'withdrawn') {
      attempts.reopen(idempotencyKey, stored)
    }
    const begun: BookingAttempt = { ...row, state: 'open', answer: null, acknowledged: false }
    const { state, mayHaveActed } = known
    const end = await keyed.run(begun, { state, mayHaveActed, isWatched: true })
    notices.publishUnlessSeen(begun)
    return toBookingReply(end)
  }

  return {
    attempt,
    settleOpen: keyed.settleOpen,
    hasOpen: keyed.hasOpen,
    settled: () => {
      const author = gate.author()
      if (author === null) return []
      return attempts.unacknowledged(author).flatMap((one) => {
        if (keyed.running(one.idempotencyKey) !== undefined) notices.noteAskedAbout(one.idempotencyKey)
        return toUnseenOutcome(one, outcomeOf(one)) ?? []
      })
    },
    acknowledge: (idempotencyKey) => {
      const author = gate.author()
      if (author !== null && attempts.acknowledge(author, idempotencyKey)) {
        publish('booking.acknowledged', { idempotencyKey })
      }
    },
    finish: async () => {
      await keyed.finish()
      notices.stop()
    },
  }
}
