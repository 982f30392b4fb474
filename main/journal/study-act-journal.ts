import { z } from 'zod'
import type { Failure } from '#contract/reply.ts'
import type { WaitingActKind } from '#domain/study/waiting-act.ts'
import type { Instant } from '#domain/values/instant.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import type { Database } from '#runtime/encrypted-database.ts'
import { toMark } from './request-mark.ts'
import { readStoredFailure, type StoredForm, storedFailureForm, storedForm } from './stored-form.ts'

/**
 * `waiting`: the act is still at this workstation and will be sent. `open`: sent to the back office, outcome not known.
 * `done` and `refused`: the back office has answered. `withdrawn`: the act was never sent, and is sent only if the user
 * requests it again under its key.
 */
type StudyActState = 'open' | 'waiting' | 'done' | 'refused' | 'withdrawn'

/** The fields of a note. */
export type StoredNote = { readonly category: string; readonly content: string }
export const noteForm: StoredForm<StoredNote> = storedForm(
  z.strictObject({ category: z.string(), content: z.string() }),
)

/**
 * A check-in: the appointment that the user saw, and the user's reason for checking in despite a safety stop in another
 * booking.
 */
export type StoredCheckIn = {
  readonly checkin: true
  readonly utcStart?: Instant | null | undefined
  readonly settleReason?: string | undefined
}
export const checkInForm: StoredForm<StoredCheckIn> = storedForm(
  z.strictObject({
    checkin: z.literal(true),
    utcStart: instantSchema.nullable().optional(),
    settleReason: z.string().optional(),
  }),
)

/** A check-in or a note that this workstation sends to the back office. */
export type StoredStudyAct = {
  readonly idempotencyKey: string
  /** User id of the act's author; only the author's session may send the act. */
  readonly author: string
  /** The author's full name; empty when it is not known. */
  readonly authorName: string
  readonly studyID: string
  readonly kind: WaitingActKind
  /**
   * A {@link noteForm} or {@link checkInForm}: the body of the call, identical each time it is sent. A note whose
   * result was seen keeps only its request mark.
   */
  readonly request: string
  readonly state: StudyActState
  /** Why the back office refused the act; null unless it did. */
  readonly failure: Failure | null
  /** When the user performed the act, in epoch seconds. */
  readonly doneAt: number
}

export type NewStudyAct = Omit<StoredStudyAct, 'state' | 'failure'>

export type StudyActJournal = {
  /**
   * Records an act that waits to be sent; the act is on disk when this returns. Returns false when the key is already
   * known.
   */
  begin(act: NewStudyAct): boolean
  read(idempotencyKey: string): StoredStudyAct | null
  /** Changes the state of an act that has not ended. */
  move(idempotencyKey: string, to: 'open' | 'waiting'): void
  /** Sets a withdrawn act to waiting, with a new request. Its key was never sent, so the key may be used again. */
  reopen(act: NewStudyAct): void
  /**
   * Records the result of an act. If `isSeen`, the user needs no further notice of it, and the text of a note is not
   * kept.
   */
  settle(
    idempotencyKey: string,
    outcome: {
      readonly state: 'done' | 'refused' | 'withdrawn'
      readonly failure: Failure | null
      readonly isSeen: boolean
      readonly settledAt: number
    },
  ): void
  /** Records that a user has read a refusal. Returns false when the act has not ended or was read before. */
  acknowledge(idempotencyKey: string): boolean
  /** Returns a user's acts that have not ended, oldest first. */
  unsettled(author: string): readonly StoredStudyAct[]
  /** Returns all users' acts at this workstation that have not ended or whose refusal is unread, oldest first. */
  unread(): readonly StoredStudyAct[]
  /**
   * Returns all users' acts on one study at this workstation that have not ended or whose refusal is unread, oldest
   * first.
   */
  ofStudy(studyID: string): readonly StoredStudyAct[]
}

type Row = {
  readonly idempotency_key: string
  readonly author: string
  readonly author_name: string
  readonly study_id: string
  readonly kind: WaitingActKind
  readonly request: string
  readonly state: StudyActState
  readonly failure: string | null
  readonly done_at: number
}

const toAct = (row: Row): StoredStudyAct => ({
  idempotencyKey: row.idempotency_key,
  author: row.author,
  authorName: row.author_name,
  studyID: row.study_id,
  kind: row.kind,
  request: row.request,
  state: row.state,
  failure: readStoredFailure(row.failure),
  doneAt: row.done_at,
})

/**
 * Returns the form in which a finished row keeps its request. Rows are never deleted, but the text of a note about a
 * member must not be kept. A check-in has no personal data.
 */
const toRetainedRequest = ({ kind, request }: Pick<StoredStudyAct, 'kind' | 'request'>): string =>
  kind === 'note' ? toMark(request) : request

/**
 * Creates the journal of check-ins and notes. Each is recorded before it is sent, so that neither an outage nor a crash
 * loses it.
 */
export const createStudyActJournal = (db: Database): StudyActJournal => {
  const insert = db.prepare(`
    insert or ignore into study_act (idempotency_key, author, author_name, study_id, kind, request, state, done_at)
    values (?, ?, ?, ?, ?, ?, 'waiting', ?)`)
  const one = db.prepare<[string], Row>('select * from study_act where idempotency_key = ?')
  const move = db.prepare("update study_act set state = ? where idempotency_key = ? and state in ('open', 'waiting')")
  const reopen = db.prepare(
    `update study_act set state = 'waiting', request = ?, done_at = ?, failure = null, acknowledged = 0, settled_at = null
     where idempotency_key = ? and state = 'withdrawn'`,
  )
  const settle = db.prepare(
    `update study_act set state = ?, failure = ?, acknowledged = ?, settled_at = ?, request = ?
     where idempotency_key = ? and state in ('open', 'waiting')`,
  )
  const acknowledge = db.prepare(
    `update study_act set acknowledged = 1, request = ?
     where idempotency_key = ? and state not in ('open', 'waiting') and acknowledged = 0`,
  )
  const order = 'order by done_at, rowid'
  const unsettled = db.prepare<[string], Row>(
    `select * from study_act where author = ? and state in ('open', 'waiting') and acknowledged = 0 ${order}`,
  )
  const unread = db.prepare<[], Row>(`select * from study_act where acknowledged = 0 ${order}`)
  const ofStudy = db.prepare<[string], Row>(`select * from study_act where study_id = ? and acknowledged = 0 ${order}`)

  const read = (idempotencyKey: string): StoredStudyAct | null => {
    const row = one.get(idempotencyKey)
    return row === undefined ? null : toAct(row)
  }
  return {
    begin: ({ idempotencyKey, author, authorName, studyID, kind, request, doneAt }) =>
      insert.run(idempotencyKey, author, authorName, studyID, kind, request, doneAt).changes === 1,
    read,
    move: (idempotencyKey, to) => {
      move.run(to, idempotencyKey)
    },
    reopen: ({ idempotencyKey, request, doneAt }) => {
      reopen.run(request, doneAt, idempotencyKey)
    },
    settle: (idempotencyKey, { state, failure, isSeen, settledAt }) => {
      const act = read(idempotencyKey)
      if (act === null) return
      const request = isSeen ? toRetainedRequest(act) : act.request
      const json = failure === null ? null : storedFailureForm.write(failure)
      settle.run(state, json, isSeen ? 1 : 0, settledAt, request, idempotencyKey)
    },
    acknowledge: (idempotencyKey) => {
      const act = read(idempotencyKey)
      return act !== null && acknowledge.run(toRetainedRequest(act), idempotencyKey).changes === 1
    },
    unsettled: (author) => unsettled.all(author).map(toAct),
    unread: () => unread.all().map(toAct),
    ofStudy: (studyID) => ofStudy.all(studyID).map(toAct),
  }
}
