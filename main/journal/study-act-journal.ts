import { z } from 'zod'
import type { Failure } from '#contract/reply.ts'
import type { WaitingActKind } from '#domain/study/waiting-act.ts'
import type { Instant } from '#domain/values/instant.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import type { Database } from '#runtime/encrypted-database.ts'
import { toMark } from './request-mark.ts'
import { readStoredFailure, type StoredForm, storedFailureForm, storedForm } from './stored-form.ts'

/**
 * `waiting`: it has not left this workstation and is to be sent. `open`: the back office was asked, outcome not known. `done`
 * and `refused`: the back office has said so. `withdrawn`: it never left and is not to; it may be asked for again under its key.
 */
type StudyActState = 'open' | 'waiting' | 'done' | 'refused' | 'withdrawn'

/** What a note says. */
export type StoredNote = { readonly category: string; readonly content: string }
export const noteForm: StoredForm<StoredNote> = storedForm(
  z.strictObject({ category: z.string(), content: z.string() }),
)

/** A check-in: the appointment that the desk saw, and why a stop was passed. */
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

/** A check-in or a note between this desk and the back office. */
export type StoredStudyAct = {
  readonly idempotencyKey: string
  /** User id of who did it; only their session may send it. */
  readonly author: string
  /** Full name of who did it; empty where it is not known. */
  readonly authorName: string
  readonly studyID: string
  readonly kind: WaitingActKind
  /** A {@link noteForm} or {@link checkInForm}: the call's body, the same each time it is sent; of a note that needs it no more its mark alone. */
  readonly request: string
  readonly state: StudyActState
  /** Why the back office refused it; null otherwise. */
  readonly failure: Failure | null
  /** When it was done at the desk, epoch seconds. */
  readonly doneAt: number
}

export type NewStudyAct = Omit<StoredStudyAct, 'state' | 'failure'>

export type StudyActJournal = {
  /** Writes down what was done and waits to be sent; returns when it is on disk. False when the key is known already. */
  begin(act: NewStudyAct): boolean
  read(idempotencyKey: string): StoredStudyAct | null
  /** Moves one that has not ended. */
  move(idempotencyKey: string, to: 'open' | 'waiting'): void
  /** Has a withdrawn one wait again, for what is asked now: under its key nothing was ever asked. */
  reopen(act: NewStudyAct): void
  /** `isSeen`: the desk needs no notice of how it ended, and what a note said is not kept. */
  settle(
    idempotencyKey: string,
    outcome: {
      readonly state: 'done' | 'refused' | 'withdrawn'
      readonly failure: Failure | null
      readonly isSeen: boolean
      readonly settledAt: number
    },
  ): void
  /** The desk has read a refusal. False where there was nothing to read: not ended, or read already. */
  acknowledge(idempotencyKey: string): boolean
  /** A person's that have not ended, oldest first. */
  unsettled(author: string): readonly StoredStudyAct[]
  /** Anybody's at this workstation that have not ended or whose refusal nobody has read, oldest first. */
  unread(): readonly StoredStudyAct[]
  /** The same of one study. */
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

/** What is left of a request: rows stay for good, what a note says of a member must not. A check-in says nothing of anybody. */
const toRemains = ({ kind, request }: Pick<StoredStudyAct, 'kind' | 'request'>): string =>
  kind === 'note' ? toMark(request) : request

/** Check-ins and notes, written down before the back office is asked, so that neither being offline nor a crash loses one. */
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
      const request = isSeen ? toRemains(act) : act.request
      const json = failure === null ? null : storedFailureForm.write(failure)
      settle.run(state, json, isSeen ? 1 : 0, settledAt, request, idempotencyKey)
    },
    acknowledge: (idempotencyKey) => {
      const act = read(idempotencyKey)
      return act !== null && acknowledge.run(toRemains(act), idempotencyKey).changes === 1
    },
    unsettled: (author) => unsettled.all(author).map(toAct),
    unread: () => unread.all().map(toAct),
    ofStudy: (studyID) => ofStudy.all(studyID).map(toAct),
  }
}
