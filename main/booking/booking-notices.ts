import type { UnseenBooking } from '#contract/booking/bridge.ts'
import { type Failure, ok, type Reply } from '#contract/reply.ts'
import { type Study, studySchema } from '#domain/study/study.ts'
import {
  type AttemptJournal,
  type AttemptKind,
  type BookingAttempt,
  bookingRequestForm,
} from '../journal/attempt-journal.ts'
import { parseJson, readStoredFailure } from '../journal/stored-form.ts'
import type { Publish } from '../publish.ts'

/** Notifies windows of the results of booking attempts. */
export type BookingNotices = {
  /** Publishes a result if its author is signed in. Otherwise the author receives it at the next sign-in. */
  publishOutcome(attempt: BookingAttempt, outcome: UnseenBooking['outcome']): void
  /**
   * Publishes the result unless a window acknowledges it in time: the window that asked may be closed or on another
   * page.
   */
  publishUnlessSeen(attempt: BookingAttempt): void
  /** Records that a window, perhaps not the one that waits for the answer, has asked about a call under way. */
  noteAskedAbout(idempotencyKey: string): void
  isAskedAbout(idempotencyKey: string): boolean
  /** Records that the call has ended. */
  noteEnded(idempotencyKey: string): void
  /** Stops all timers; publishes nothing more. */
  stop(): void
}

type BookingNoticesParts = {
  readonly attempts: AttemptJournal
  readonly publish: Publish
  isSignedIn(author: string): boolean
  /**
   * How long a window has to acknowledge an answer before it is published to all windows; 2 s unless a test sets it.
   */
  readonly noticeAfterMs?: number | undefined
}

const defaultNoticeAfterMs = 2000

export const createBookingNotices = (parts: BookingNoticesParts): BookingNotices => {
  const { attempts, publish, isSignedIn, noticeAfterMs = defaultNoticeAfterMs } = parts
  const askedAbout = new Set<string>()
  const timers = new Set<ReturnType<typeof setTimeout>>()

  const publishOutcome: BookingNotices['publishOutcome'] = (attempt, outcome) => {
    const settled = toUnseenOutcome(attempt, outcome)
    if (settled !== null && isSignedIn(attempt.author)) publish('booking.settled', settled)
  }

  return {
    publishOutcome,
    publishUnlessSeen: ({ author, idempotencyKey }) => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        const now = attempts.read(author, idempotencyKey)
        if (now !== null && now.state !== 'open' && !now.acknowledged) publishOutcome(now, outcomeOf(now))
      }, noticeAfterMs).unref()
      timers.add(timer)
    },
    noteAskedAbout: (idempotencyKey) => void askedAbout.add(idempotencyKey),
    isAskedAbout: (idempotencyKey) => askedAbout.has(idempotencyKey),
    noteEnded: (idempotencyKey) => void askedAbout.delete(idempotencyKey),
    stop: () => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

/**
 * Kinds of attempts whose result the user is notified of afterwards. The study itself shows a cancellation or
 * conversion.
 */
const reportedAfterwards: readonly AttemptKind[] = ['book', 'book-temporary-hold', 'reschedule', 'hold-again']

/**
 * Returns whether the user is notified of an attempt's result afterwards: only if the attempt was made from a form and
 * books or moves an appointment.
 */
export const isReportedAfterwards = (
  attempt: BookingAttempt,
): attempt is BookingAttempt & { readonly draftID: string } =>
  attempt.draftID !== null && reportedAfterwards.includes(attempt.kind)

/** Converts an attempt and its result into the notice for windows; null when no window needs it. */
export const toUnseenOutcome = (attempt: BookingAttempt, outcome: UnseenBooking['outcome']): UnseenBooking | null =>
  isReportedAfterwards(attempt) ? { draftID: attempt.draftID, idempotencyKey: attempt.idempotencyKey, outcome } : null

/** Shown for an open attempt whose stored request cannot be read. The attempt is not sent, and its row is kept. */
export const unreadableMessage =
  'Atrium can no longer read its record of this booking. Check the calendar before you try again, and contact support.'

/** Returns the result of an attempt from the journal. */
export const outcomeOf = (attempt: BookingAttempt): UnseenBooking['outcome'] => {
  if (attempt.state === 'open') {
    const isReadable = bookingRequestForm.read(attempt.request).ok
    return isReadable ? { kind: 'pending' } : { kind: 'refused', message: unreadableMessage }
  }
  const answer = answerOf(attempt)
  if (answer.ok) return { kind: 'booked', study: answer.value }
  return { kind: 'refused', message: answer.failure.message }
}

/** Returns the answer of an attempt that has ended. Fails with `unexpected` if it cannot be read. */
export const answerOf = (attempt: BookingAttempt): Reply<Study> => {
  const study = attempt.state === 'done' ? studySchema.safeParse(parseJson(attempt.answer ?? 'null')) : null
  return study?.success === true ? ok(study.data) : { ok: false, failure: failureOf(attempt) }
}

const failureOf = (attempt: BookingAttempt): Failure => {
  const isFailure = attempt.state === 'refused' || attempt.state === 'withdrawn'
  const stored = isFailure ? readStoredFailure(attempt.answer) : null
  return (
    stored ?? {
      code: 'unexpected',
      message: 'Atrium can no longer read the result of this booking. Check the calendar before you try again.',
    }
  )
}
