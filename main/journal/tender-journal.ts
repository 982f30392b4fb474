import { z } from 'zod'
import type { Failure } from '#contract/reply.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import type { Database } from '#runtime/encrypted-database.ts'
import { readStoredFailure, type StoredForm, storedFailureForm, storedForm } from './stored-form.ts'

/**
 * `open`: sent or about to be sent, outcome not known. `waiting`: cash that the workstation still has to send, perhaps
 * again after a lost answer. `done` and `refused`: the back office has answered. `withdrawn`: the tender was never sent
 * and can be requested again under its key.
 */
type TenderState = 'open' | 'waiting' | 'done' | 'refused' | 'withdrawn'

const requestSchema = z.strictObject({
  studyID: z.string(),
  payment: z.strictObject({
    paymentType: z.enum(paymentTypes),
    /** In major units, as on the wire. */
    amount: z.number(),
    referenceID: z.string(),
    giftCardNumber: z.string(),
    invoicePayer: z.string().nullable(),
    isInvoiceTotal: z.boolean(),
  }),
})
/**
 * The payment to record. Each retry must send the same body. So a row with an unknown field counts as unreadable:
 * leaving out the field would change the body.
 */
export type StoredTenderRequest = z.infer<typeof requestSchema>
export const tenderRequestForm: StoredForm<StoredTenderRequest> = storedForm(requestSchema)

export type Tender = {
  readonly idempotencyKey: string
  /**
   * The idempotency key that is sent. It differs from {@link idempotencyKey} only after a temporary refusal: the back
   * office stores refusals under their key, and a refused call has recorded nothing.
   */
  readonly callKey: string
  /** User id of the staff member who took the payment; only that person's session may send it to the back office. */
  readonly author: string
  /**
   * Full name of the staff member who took the payment, shown to other users while the payment waits; empty when the
   * name is not known.
   */
  readonly authorName: string
  readonly studyID: string
  readonly paymentType: string
  /**
   * Whether the tender is an invoice for the whole balance at a whitelabel location. Such an invoice has its own call.
   */
  readonly isWhitelabel: boolean
  /** Integer minor units. */
  readonly amountMinor: number
  /** A {@link tenderRequestForm} until the tender has ended; afterwards only its request mark. */
  readonly request: string
  readonly state: TenderState
  /** The failure of a `refused` or `withdrawn` tender; null in the other states. */
  readonly failure: Failure | null
  /** Whether the user needs no further notice of the result. */
  readonly acknowledged: boolean
  /** Epoch seconds. */
  readonly begunAt: number
}

export type NewTender = Omit<Tender, 'state' | 'failure' | 'acknowledged' | 'callKey'>

export type TenderJournal = {
  /**
   * Records that a tender is about to be sent; the record is on disk when this returns. Returns false when the key is
   * already known.
   */
  begin(tender: NewTender): boolean
  read(idempotencyKey: string): Tender | null
  /** Changes the state of a tender that has not ended. With `callKey`, further calls use that idempotency key. */
  move(idempotencyKey: string, to: 'open' | 'waiting', callKey?: string): void
  /** Reopens a withdrawn tender with a new request. Its key was never sent, so the key may be used again. */
  reopen(tender: NewTender): void
  settle(
    idempotencyKey: string,
    outcome: {
      readonly state: 'done' | 'refused' | 'withdrawn'
      readonly failure: Failure | null
      readonly acknowledged: boolean
      readonly mark: string
      readonly settledAt: number
    },
  ): void
  /**
   * Records that a user has seen the result. Returns false when the tender has not ended, or its result was seen
   * before.
   */
  acknowledge(idempotencyKey: string): boolean
  /** Returns a user's tenders that have not ended, oldest first. */
  unsettled(author: string): readonly Tender[]
  /**
   * Returns all users' tenders at this workstation, on any study, that have not ended or whose refusal is unread,
   * oldest first.
   */
  unread(): readonly Tender[]
  /** Returns a study's tenders at this workstation that have not ended or whose refusal is unread, oldest first. */
  ofStudy(studyID: string): readonly Tender[]
}

type TenderRow = {
  readonly idempotency_key: string
  readonly call_key: string
  readonly author: string
  readonly author_name: string
  readonly study_id: string
  readonly payment_type: string
  readonly is_whitelabel: number
  readonly amount_minor: number
  readonly request: string
  readonly state: TenderState
  readonly failure: string | null
  readonly acknowledged: number
  readonly begun_at: number
}

const toTender = (row: TenderRow): Tender => ({
  idempotencyKey: row.idempotency_key,
  callKey: row.call_key,
  author: row.author,
  authorName: row.author_name,
  studyID: row.study_id,
  paymentType: row.payment_type,
  isWhitelabel: row.is_whitelabel === 1,
  amountMinor: row.amount_minor,
  request: row.request,
  state: row.state,
  failure: readStoredFailure(row.failure),
  acknowledged: row.acknowledged === 1,
  begunAt: row.begun_at,
})

/** Creates the journal of payments by anything but a card. Each is recorded before it is sent to the back office. */
export const createTenderJournal = (db: Database): TenderJournal => {
  const insert = db.prepare(`
    insert or ignore into tender
      (idempotency_key, call_key, author, author_name, study_id, payment_type, is_whitelabel, amount_minor, request, state,
       begun_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?)`)
  const one = db.prepare<[string], TenderRow>('select * from tender where idempotency_key = ?')
  const move = db.prepare(
    `update tender set state = ?, call_key = coalesce(?, call_key)
     where idempotency_key = ? and state in ('open', 'waiting')`,
  )
  const reopen = db.prepare(
    `update tender set state = 'open', payment_type = ?, is_whitelabel = ?, amount_minor = ?, request = ?, begun_at = ?,
       failure = null, acknowledged = 0, settled_at = null
     where idempotency_key = ? and state = 'withdrawn'`,
  )
  const settle = db.prepare(
    `update tender set state = ?, failure = ?, acknowledged = ?, settled_at = ?, request = ?
     where idempotency_key = ? and state in ('open', 'waiting')`,
  )
  const acknowledge = db.prepare(
    `update tender set acknowledged = 1
     where idempotency_key = ? and state not in ('open', 'waiting') and acknowledged = 0`,
  )
  const list = (where: string) =>
    db.prepare<[string], TenderRow>(`select * from tender where ${where} order by begun_at, rowid`)
  const unsettled = list("author = ? and state in ('open', 'waiting') and acknowledged = 0")
  const unread = db.prepare<[], TenderRow>('select * from tender where acknowledged = 0 order by begun_at, rowid')
  const ofStudy = list('study_id = ? and acknowledged = 0')
  return {
    begin: ({
      idempotencyKey: key,
      author,
      authorName,
      studyID,
      paymentType,
      isWhitelabel,
      amountMinor,
      request,
      begunAt,
    }) =>
      insert.run(
        key,
        key,
        author,
        authorName,
        studyID,
        paymentType,
        isWhitelabel ? 1 : 0,
        amountMinor,
        request,
        begunAt,
      ).changes === 1,
    read: (idempotencyKey) => {
      const row = one.get(idempotencyKey)
      return row === undefined ? null : toTender(row)
    },
    move: (idempotencyKey, to, callKey) => {
      move.run(to, callKey ?? null, idempotencyKey)
    },
    reopen: ({ idempotencyKey, paymentType, isWhitelabel, amountMinor, request, begunAt }) => {
      reopen.run(paymentType, isWhitelabel ? 1 : 0, amountMinor, request, begunAt, idempotencyKey)
    },
    settle: (idempotencyKey, { state, failure, acknowledged, mark, settledAt }) => {
      const json = failure === null ? null : storedFailureForm.write(failure)
      settle.run(state, json, acknowledged ? 1 : 0, settledAt, mark, idempotencyKey)
    },
    acknowledge: (idempotencyKey) => acknowledge.run(idempotencyKey).changes === 1,
    unsettled: (author) => unsettled.all(author).map(toTender),
    unread: () => unread.all().map(toTender),
    ofStudy: (studyID) => ofStudy.all(studyID).map(toTender),
  }
}
