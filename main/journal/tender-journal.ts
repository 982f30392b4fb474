import { z } from 'zod'
import type { Failure } from '#contract/reply.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import type { Database } from '#runtime/encrypted-database.ts'
import { readStoredFailure, type StoredForm, storedFailureForm, storedForm } from './stored-form.ts'

/**
 * `open`: asked for, outcome not known. `waiting`: taken while the back office was out of reach, to be sent. `done` and
 * `refused`: the back office has said so. `withdrawn`: it never left this workstation and may be asked for again under its key.
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
/** The payment to be recorded. Each retry sends the same body, so an unknown field makes the row unreadable. */
export type StoredTenderRequest = z.infer<typeof requestSchema>
export const tenderRequestForm: StoredForm<StoredTenderRequest> = storedForm(requestSchema)

export type Tender = {
  readonly idempotencyKey: string
  /**
   * The key the back office is asked under. Another one than {@link idempotencyKey} only after a refusal that was for the
   * moment: the back office keeps refusals under their key, and one that was refused has recorded nothing.
   */
  readonly callKey: string
  /** User id of who took it; only their session may record it. */
  readonly author: string
  /** Full name of who took it, for whoever is at the desk while it waits; empty where it is not known. */
  readonly authorName: string
  readonly studyID: string
  readonly paymentType: string
  /** Whether it is an invoice over the whole balance of a whitelabel location, which has a call of its own. */
  readonly isWhitelabel: boolean
  /** Integer minor units. */
  readonly amountMinor: number
  /** A {@link tenderRequestForm} while it is to be sent; its mark alone once it was answered. */
  readonly request: string
  readonly state: TenderState
  /** JSON of the failure with `refused` and `withdrawn`; null otherwise: the ledger has the rest. */
  readonly failure: Failure | null
  /** Whether the desk needs no notice of how it ended. */
  readonly acknowledged: boolean
  /** Epoch seconds. */
  readonly begunAt: number
}

export type NewTender = Omit<Tender, 'state' | 'failure' | 'acknowledged' | 'callKey'>

export type TenderJournal = {
  /** Writes down that something is about to be recorded; returns when it is on disk. False when the key is known already. */
  begin(tender: NewTender): boolean
  read(idempotencyKey: string): Tender | null
  /** Moves one that has not ended; `callKey` where it is to be asked under another from now on. */
  move(idempotencyKey: string, to: 'open' | 'waiting', callKey?: string): void
  /** Opens a withdrawn one again, for what is asked now: under its key nothing was ever asked. */
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
  /** False where there was nothing to acknowledge: not ended, or seen already. */
  acknowledge(idempotencyKey: string): boolean
  /** A person's that have not ended, oldest first. */
  unsettled(author: string): readonly Tender[]
  /** Those of anybody at this workstation, on any study, that have not ended or whose refusal nobody has read, oldest first. */
  unread(): readonly Tender[]
  /** A study's, of anybody at this workstation, that have not ended or whose refusal nobody has read, oldest first. */
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

/** What was taken by anything but a card, written down before the back office is asked to record it. */
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
