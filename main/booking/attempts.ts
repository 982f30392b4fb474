import type { SettledBooking } from '#contract/booking/bridge.ts'
import { isNotSent, isOutcomeUnknown, mayBeDone } from '#contract/failures.ts'
import { type Failure, fail, ok, type Reply } from '#contract/reply.ts'
import type { SlotHold } from '#domain/booking/machine-time.ts'
import { type Study, studySchema } from '#domain/study/study.ts'
import type { Log } from '#runtime/log.ts'
import { offlineMessage, type StaffCalls } from '../back-office-client/staff-calls.ts'
import type { WorkstationDatabase } from '../database/open-workstation-database.ts'
import {
  type AttemptKind,
  type AttemptState,
  type BookingAttempt,
  bookingRequestForm,
  isRequestOf,
  type StoredBookingRequest,
} from '../journal/attempt-journal.ts'
import { parseJson, readStoredFailure } from '../journal/stored-form.ts'
import type { Publish } from '../publish.ts'
import type { SessionHolder } from '../session/session-service.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'

/** One call that books, moves or cancels. */
type AttemptRequest = {
  readonly kind: AttemptKind
  readonly idempotencyKey: string
  /** The draft it was made from; null for calls without a form. */
  readonly draftID: string | null
  /** The study in the path, for calls that have one there. */
  readonly studyID: string | null
  readonly body: Readonly<Record<string, unknown>>
  /** The slot hold it uses up. */
  readonly hold: SlotHold | null
}

export type BookingAttempts = {
  /**
   * Writes the attempt down, makes the call, and writes down what came of it. The same key never makes a second call that
   * could act twice. Failures: the back office's, `idempotency-key-reused`, `offline`, and `outcome-unknown`: that attempt is
   * settled later and `booking.settled` says how.
   */
  attempt(request: AttemptRequest): Promise<Reply<Study>>
  /** Asks again, under the same keys, for everything whose outcome is unknown. */
  settleOpen(): Promise<void>
  /** Whether anything of the signed-in person's is still to be settled. */
  hasOpen(): boolean
  /** What the signed-in person has not acknowledged: under way, or ended whether or not a window was answered. */
  settled(): readonly SettledBooking[]
  /** The desk has seen how one ended; the other windows hear of it. One that has not ended stays. */
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
  /** How long a window has to acknowledge an answer before every window is told of it; 2 s unless a test says otherwise. */
  readonly noticeAfterMs?: number | undefined
}

const defaultNoticeAfterMs = 2000

/** A person is told of these afterwards; a cancel or conversion shows on the study itself. */
const toldAfterwards: readonly AttemptKind[] = ['book', 'book-temporary-hold', 'reschedule']
const unknownOutcomeMessage =
  'The connection broke while this was being saved. Atrium will find out whether it stands as soon as the back office answers.'
const signInMessage = 'Please sign in first.'
const repeatedlyUnexpectedMessage =
  'The back office could not say whether this was done. Please look at the calendar before trying again.'

/** A request of an open attempt that cannot be read is not sent, and its row is kept. */
const unreadableMessage =
  'Atrium can no longer read what it wrote down of this booking. Look at the calendar before trying again, and ask support.'
const isReadable = ({ request }: Pick<BookingAttempt, 'request'>): boolean => bookingRequestForm.read(request).ok

export const createBookingAttempts = (parts: BookingAttemptsParts): BookingAttempts => {
  const { calls, database, keeper, session, publish, log, nowMs, noticeAfterMs = defaultNoticeAfterMs } = parts
  const { attempts } = database.journal
  const inFlight = new Map<string, Promise<Reply<Study>>>()
  /** Of those, the ones a window has asked about meanwhile: it may not be the window that waits for the answer. */
  const askedAbout = new Set<string>()
  const notices = new Set<ReturnType<typeof setTimeout>>()
  let settling: Promise<void> | null = null

  const isSignedIn = (author: string): boolean => session.user()?.user_id === author

  const callRoute = (attempt: BookingAttempt, { studyID, body }: StoredBookingRequest): Promise<Reply<Study>> => {
    const options = { idempotencyKey: attempt.idempotencyKey }
    const studyId = studyID ?? ''
    // The bodies were built by the booking service for exactly these routes and are checked by the back office again.
    const as = <Body>() => body as Body
    switch (attempt.kind) {
      case 'book':
        return calls.callExactly('createBooking', { body: as() }, options)
      case 'book-temporary-hold':
        return calls.callExactly('createTemporaryHoldBooking', { body: as() }, options)
      case 'reschedule':
        return calls.callExactly('changeAppointmentTime', { body: as() }, options)
      case 'cancel':
        return calls.callExactly('cancelBooking', { params: { studyId }, body: as() }, options)
      case 'convert':
        return calls.callExactly('convertTemporaryHold', { body: as() }, options)
    }
  }

  /** Only the window can say that the desk has seen it; what may simply be sent again needs no notice where nobody asked. */
  const settle = (attempt: BookingAttempt, state: Exclude<AttemptState, 'open'>, answer: Study | Failure): void =>
    attempts.settle(attempt.idempotencyKey, {
      state,
      answer: JSON.stringify(answer),
      acknowledged: !isToldAfterwards(attempt) || (state === 'withdrawn' && !askedAbout.has(attempt.idempotencyKey)),
      settledAt: Math.floor(nowMs() / 1000),
    })

  /** Makes the call of an open attempt and records what is known afterwards. `before`: an earlier call may have done it. */
  const perform = async (attempt: BookingAttempt, isFirst: boolean, before: boolean): Promise<Reply<Study>> => {
    const request = bookingRequestForm.read(attempt.request)
    if (!request.ok) {
      log('error', 'booking.request-unreadable', { kind: attempt.kind })
      return fail('outcome-unknown', unreadableMessage)
    }
    const call = async (): Promise<Reply<Study>> =>
      isSignedIn(attempt.author) ? await callRoute(attempt, request.value) : fail('signed-out', signInMessage)
    let reply = await call()
    let mayHaveActed = before
    if (!reply.ok && reply.failure.code === 'unexpected') {
      // The same key cannot act twice, and a second answer often tells what the first one could not.
      mayHaveActed = true
      reply = await call()
    }
    if (reply.ok) {
      // The cache first: a crash between the two leaves the attempt open, and asking again brings the study once more.
      keeper.keepStudy(reply.value, request.value.hold)
      settle(attempt, 'done', reply.value)
      return reply
    }
    const { code } = reply.failure
    if (isNotSent('rest', code) && !mayHaveActed) {
      settle(attempt, 'withdrawn', reply.failure)
      return reply
    }
    if (code === 'unexpected') {
      log('error', 'booking.outcome-unclear', { kind: attempt.kind })
      const failure: Failure = { ...reply.failure, message: repeatedlyUnexpectedMessage }
      // Whoever is looking may press again, under the same key; for one who is told later this has to be the last word.
      settle(attempt, isFirst ? 'withdrawn' : 'refused', failure)
      return { ok: false, failure }
    }
    if (mayBeDone('rest', mayHaveActed, code)) {
      log('warning', 'booking.outcome-unknown', { kind: attempt.kind })
      if (isFirst) tell(attempt, { kind: 'pending' })
      return fail('outcome-unknown', unknownOutcomeMessage)
    }
    settle(attempt, 'refused', reply.failure)
    return reply
  }

  const tell = (attempt: BookingAttempt, outcome: SettledBooking['outcome']): void => {
    const settled = toSettled(attempt, outcome)
    // Whoever signed in meanwhile hears nothing of it; its author is told at the next sign-in.
    if (settled !== null && isSignedIn(attempt.author)) publish('booking.settled', settled)
  }

  /** The window that asked may be gone, reloaded or on another page: what nobody acknowledges in time is told to all. */
  const tellUnlessSeen = ({ author, idempotencyKey }: BookingAttempt): void => {
    const notice = setTimeout(() => {
      notices.delete(notice)
      const now = attempts.read(author, idempotencyKey)
      if (now !== null && now.state !== 'open' && !now.acknowledged) tell(now, outcomeOf(now))
    }, noticeAfterMs).unref()
    notices.add(notice)
  }

  const run = (attempt: BookingAttempt, isFirst: boolean, before = !isFirst): Promise<Reply<Study>> => {
    const work = perform(attempt, isFirst, before).finally(() => {
      inFlight.delete(attempt.idempotencyKey)
      askedAbout.delete(attempt.idempotencyKey)
    })
    inFlight.set(attempt.idempotencyKey, work)
    return work
  }

  /** What is known of an attempt under this key already, or null where the call is to be made. */
  const known = (attempt: BookingAttempt, request: string): Reply<Study> | null => {
    if (!isRequestOf(attempt, request)) {
      return fail('idempotency-key-reused', 'This was sent already with other details. Please start again.')
    }
    if (attempt.state === 'done') return parseStudy(attempt)
    if (attempt.state === 'refused') return { ok: false, failure: parseFailureOf(attempt) }
    return null
  }

  /** An earlier try from the same form may have booked already: it is settled before another one is made. */
  const settleEarlier = async (author: string, request: AttemptRequest): Promise<Reply<never> | null> => {
    if (request.draftID === null) return null
    const earlier = attempts
      .open(author)
      .filter((one) => one.draftID === request.draftID && one.idempotencyKey !== request.idempotencyKey)
    for (const attempt of earlier) {
      const reply = await (inFlight.get(attempt.idempotencyKey) ?? run(attempt, false))
      if (reply.ok) {
        tell(attempt, { kind: 'booked', study: reply.value })
        return fail('stale', 'An earlier try from this form has booked after all. Please look at that booking first.')
      }
      if (attempts.read(author, attempt.idempotencyKey)?.state === 'open') {
        return fail('outcome-unknown', isReadable(attempt) ? unknownOutcomeMessage : unreadableMessage)
      }
    }
    return null
  }

  const attempt = async (request: AttemptRequest): Promise<Reply<Study>> => {
    const author = session.user()?.user_id
    if (author === undefined) return fail('signed-out', signInMessage)
    const { idempotencyKey, kind, draftID, studyID, body, hold } = request
    const stored = bookingRequestForm.write({ studyID, body, hold })
    const running = inFlight.get(idempotencyKey)
    const before = attempts.read(author, idempotencyKey)
    if (running !== undefined && before?.request === stored) return await running
    let isFirst = true
    let mayHaveActed = false
    if (before !== null) {
      const answer = known(before, stored)
      if (answer !== null) return answer
      isFirst = before.state === 'withdrawn'
      // The stored code is the back office's own, in rows of every version.
      mayHaveActed = !isFirst || isOutcomeUnknown('rest', parseFailureOf(before))
    }
    if (session.token() === null) {
      return mayHaveActed ? fail('outcome-unknown', unknownOutcomeMessage) : fail('offline', offlineMessage)
    }
    const earlier = await settleEarlier(author, request)
    if (earlier !== null) return earlier
    // Somebody else may have signed in while an earlier try was settled: this one is not theirs.
    if (!isSignedIn(author)) return fail('signed-out', signInMessage)
    const row = { idempotencyKey, author, kind, draftID, request: stored, begunAt: Math.floor(nowMs() / 1000) }
    if (before === null && !attempts.begin(row)) {
      const twin = inFlight.get(idempotencyKey)
      if (twin !== undefined) return await twin
      return fail('idempotency-key-reused', 'This was sent already. Please start again.')
    }
    // Not before the call is certain to be made: an open attempt is sent again by itself.
    if (before !== null && attempts.read(author, idempotencyKey)?.state === 'withdrawn') {
      attempts.reopen(idempotencyKey, stored)
    }
    const begun: BookingAttempt = { ...row, state: 'open', answer: null, acknowledged: false }
    const reply = await run(begun, isFirst, mayHaveActed)
    tellUnlessSeen(begun)
    return reply
  }

  const settleAll = async (): Promise<void> => {
    const author = session.user()?.user_id
    if (author === undefined || session.token() === null) return
    for (const one of attempts.open(author)) {
      if (inFlight.has(one.idempotencyKey)) continue
      if (session.user()?.user_id !== author || session.token() === null) return
      const reply = await run(one, false)
      // Out of reach: the others wait as well. One that cannot be read holds up none.
      if (attempts.read(author, one.idempotencyKey)?.state === 'open') {
        if (isReadable(one)) return
        continue
      }
      log('info', 'booking.settled', { kind: one.kind, booked: reply.ok })
      tell(one, reply.ok ? { kind: 'booked', study: reply.value } : { kind: 'refused', message: reply.failure.message })
    }
  }

  return {
    attempt,
    settleOpen: () => {
      settling ??= settleAll().finally(() => {
        settling = null
      })
      return settling
    },
    hasOpen: () => {
      const author = session.user()?.user_id
      return author !== undefined && attempts.open(author).some(isReadable)
    },
    settled: () => {
      const author = session.user()?.user_id
      if (author === undefined) return []
      return attempts.unacknowledged(author).flatMap((one) => {
        if (inFlight.has(one.idempotencyKey)) askedAbout.add(one.idempotencyKey)
        return toSettled(one, outcomeOf(one)) ?? []
      })
    },
    acknowledge: (idempotencyKey) => {
      const author = session.user()?.user_id
      if (author !== undefined && attempts.acknowledge(author, idempotencyKey)) {
        publish('booking.acknowledged', { idempotencyKey })
      }
    },
    finish: async () => {
      await Promise.allSettled(inFlight.values())
      for (const notice of notices) clearTimeout(notice)
      notices.clear()
    },
  }
}

const isToldAfterwards = (attempt: BookingAttempt): attempt is BookingAttempt & { readonly draftID: string } =>
  attempt.draftID !== null && toldAfterwards.includes(attempt.kind)

const toSettled = (attempt: BookingAttempt, outcome: SettledBooking['outcome']): SettledBooking | null =>
  isToldAfterwards(attempt) ? { draftID: attempt.draftID, idempotencyKey: attempt.idempotencyKey, outcome } : null

const outcomeOf = (attempt: BookingAttempt): SettledBooking['outcome'] => {
  if (attempt.state === 'open') {
    return isReadable(attempt) ? { kind: 'pending' } : { kind: 'refused', message: unreadableMessage }
  }
  const study = attempt.state === 'done' ? parseStudy(attempt) : null
  if (study?.ok) return { kind: 'booked', study: study.value }
  return { kind: 'refused', message: parseFailureOf(attempt).message }
}

const parseStudy = (attempt: BookingAttempt): Reply<Study> => {
  const parsed = studySchema.safeParse(parseJson(attempt.answer ?? 'null'))
  return parsed.success ? ok(parsed.data) : { ok: false, failure: parseFailureOf(attempt) }
}

const parseFailureOf = (attempt: BookingAttempt): Failure => {
  const isFailure = attempt.state === 'refused' || attempt.state === 'withdrawn'
  const stored = isFailure ? readStoredFailure(attempt.answer) : null
  return stored ?? { code: 'unexpected', message: 'What came of this booking cannot be read any more.' }
}
