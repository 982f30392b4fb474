import { z } from 'zod'
import { type SlotHold, slotHoldSchema } from '#domain/booking/machine-time.ts'
import type { Database } from '#runtime/encrypted-database.ts'
import { toMark } from './request-mark.ts'
import { type StoredForm, storedForm } from './stored-form.ts'

/**
 * The request of an open attempt. Its body never changes: the back office may have received the request, and it
 * compares a repeated call with the first. A new version of Atrium therefore never rewrites the body, and the back
 * office keeps accepting the fields of earlier versions.
 */
export type StoredBookingRequest = {
  /** The study in the route's path; null when the path has none. */
  readonly studyID: string | null
  readonly body: Readonly<Record<string, unknown>>
  /** The slot hold that the request uses. */
  readonly hold: SlotHold | null
}

export const bookingRequestForm: StoredForm<StoredBookingRequest> = storedForm(
  z.object({
    studyID: z.string().nullable(),
    body: z.record(z.string(), z.unknown()),
    hold: slotHoldSchema.nullable(),
  }),
)

/** The change that a recorded call requests from the back office. */
export type AttemptKind = 'book' | 'book-temporary-hold' | 'reschedule' | 'hold-again' | 'cancel' | 'convert'

/**
 * `open`: sent or about to be sent, outcome not known. `done`: the back office has executed the call. `refused`: the
 * back office has refused the call, or the answer to a later retry was unclear. `withdrawn`: the call was never sent,
 * or its author has seen that the back office's answer was unclear. The call can then be requested again under its key.
 */
type AttemptState = 'open' | 'done' | 'refused' | 'withdrawn'

export type BookingAttempt = {
  readonly idempotencyKey: string
  /** User id of the author; only the author's session may repeat the call. */
  readonly author: string
  readonly kind: AttemptKind
  readonly draftID: string | null
  /**
   * A {@link bookingRequestForm}, which includes health data, while the attempt is open; afterwards only its request
   * mark, which `isRequestOf` compares.
   */
  readonly request: string
  readonly state: AttemptState
  /** JSON of the study, or of the failure; null before the first result. */
  readonly answer: string | null
  readonly acknowledged: boolean
  /** Epoch seconds. */
  readonly begunAt: number
}

export type AttemptJournal = {
  /**
   * Records that a call is about to be made; the record is on disk when this returns. Returns false when the key is
   * already known.
   */
  begin(
    attempt: Pick<BookingAttempt, 'idempotencyKey' | 'author' | 'kind' | 'draftID' | 'request' | 'begunAt'>,
  ): boolean
  read(author: string, idempotencyKey: string): BookingAttempt | null
  /** Reopens a withdrawn attempt, for the same request under the same key. */
  reopen(idempotencyKey: string, request: string): void
  /**
   * Records the result and replaces the request with its mark. If the result is `done`, also discards the attempt's
   * draft, in the same transaction.
   */
  settle(idempotencyKey: string, outcome: Settlement): void
  /** Records that the user has seen the result. Returns false when the attempt has not ended or was seen before. */
  acknowledge(author: string, idempotencyKey: string): boolean
  /** Returns a user's attempts whose result is unknown, oldest first. */
  open(author: string): readonly BookingAttempt[]
  /** Returns a user's attempts whose results the user has not acknowledged, oldest first. */
  unacknowledged(author: string): readonly BookingAttempt[]
}

type Settlement = {
  readonly state: Exclude<AttemptState, 'open'>
  readonly answer: string | null
  /** True when the user needs no notice of the result. */
  readonly acknowledged: boolean
  readonly settledAt: number
}

type AttemptRow = {
  readonly idempotency_key: string
  readonly author: string
  readonly kind: AttemptKind
  readonly draft_id: string | null
  readonly request: string
  readonly state: AttemptState
  readonly answer: string | null
  readonly acknowledged: number
  readonly begun_at: number
}
const toAttempt = (row: AttemptRow): BookingAttempt => ({
  idempotencyKey: row.idempotency_key,
  author: row.author,
  kind: row.kind,
  draftID: row.draft_id,
  request: row.request,
  state: row.state,
  answer: row.answer,
  acknowledged: row.acknowledged === 1,
  begunAt: row.begun_at,
})

/**
 * Creates the journal of booking calls. Each call is recorded before it is made (decisions §5), so that a call that a
 * crash interrupted can be resolved afterwards.
 */
export const createAttemptJournal = (db: Database): AttemptJournal => {
  const insert = db.prepare(`
    insert or ignore into booking_attempt (idempotency_key, author, kind, draft_id, request, state, begun_at)
    values (?, ?, ?, ?, ?, 'open', ?)`)
  const one = db.prepare<[string, string], AttemptRow>(
    'select * from booking_attempt where author = ? and idempotency_key = ?',
  )
  const reopen = db.prepare(
    `update booking_attempt set state = 'open', request = ?, acknowledged = 0, settled_at = null
     where idempotency_key = ?`,
  )
  const openRequest = db
    .prepare<[string], string>("select request from booking_attempt where idempotency_key = ? and state = 'open'")
    .pluck(true)
  const settle = db.prepare(`
    update booking_attempt set state = ?, answer = ?, acknowledged = ?, settled_at = ?, request = ?
    where idempotency_key = ? and state = 'open'`)
  const dropDraft = db.prepare(`
    delete from draft where (author, draft_id) in
      (select author, draft_id from booking_attempt where idempotency_key = ? and draft_id is not null)`)
  const acknowledge = db.prepare(
    `update booking_attempt set acknowledged = 1
     where author = ? and idempotency_key = ? and state <> 'open' and acknowledged = 0`,
  )
  const list = (where: string) =>
    db.prepare<[string], AttemptRow>(
      `select * from booking_attempt where author = ? and ${where} order by begun_at, idempotency_key`,
    )
  const open = list("state = 'open' and acknowledged = 0")
  const unacknowledged = list('acknowledged = 0')

  const settleAll = db.transaction((key: string, outcome: Settlement): void => {
    const request = openRequest.get(key)
    if (request === undefined) return
    const { state, answer, acknowledged, settledAt } = outcome
    settle.run(state, answer, acknowledged ? 1 : 0, settledAt, toMark(request), key)
    if (state === 'done') dropDraft.run(key)
  })

  return {
    begin: (attempt) => {
      const { idempotencyKey, author, kind, draftID, request, begunAt } = attempt
      return insert.run(idempotencyKey, author, kind, draftID, request, begunAt).changes === 1
    },
    read: (author, idempotencyKey) => {
      const row = one.get(author, idempotencyKey)
      return row === undefined ? null : toAttempt(row)
    },
    reopen: (idempotencyKey, request) => {
      reopen.run(request, idempotencyKey)
    },
    settle: (idempotencyKey, outcome) => settleAll.immediate(idempotencyKey, outcome),
    acknowledge: (author, idempotencyKey) => acknowledge.run(author, idempotencyKey).changes === 1,
    open: (author) => open.all(author).map(toAttempt),
    unacknowledged: (author) => unacknowledged.all(author).map(toAttempt),
  }
}
