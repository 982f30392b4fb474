import { z } from 'zod'
import { isOpenAttempt, type PaymentAttempt } from '#domain/payments/payment-attempt.ts'
import { type AttemptID, attemptIDSchema, transactionIDSchema } from '#domain/payments/transaction.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { studyIDSchema } from '#domain/values/study-id.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import type { Database } from '#runtime/encrypted-database.ts'
import { type StoredForm, storedForm } from './stored-form.ts'

/** Payment attempts of this workstation, stored before the first call to any other system (decisions §5). */
export type PaymentJournal = {
  /**
   * Records a new attempt; it is on disk when this returns. `known`: an attempt with this id is already stored.
   * `in-progress`: another attempt on its study is open, and nothing was written.
   */
  begin(attempt: PaymentAttempt): 'begun' | 'known' | 'in-progress'
  read(attemptID: AttemptID): PaymentAttempt | null
  /** Replaces the stored state and marks it as not acknowledged; it is on disk when this returns. */
  save(attempt: PaymentAttempt): void
  /**
   * Returns the ids of open attempts whose rows cannot be read. The rows are kept, and {@link begin} returns
   * `in-progress` for their studies.
   */
  unreadable(): readonly string[]
  /** Returns the attempts that have not ended, or that succeeded but have no ledger transaction yet, oldest first. */
  open(): readonly PaymentAttempt[]
  /** Returns open attempts, and ended ones that no user has acknowledged, oldest first. */
  unacknowledged(): readonly PaymentAttempt[]
  /** Records that a user has seen the result. Returns false when the attempt is open, not stored, or seen already. */
  acknowledge(attemptID: AttemptID): boolean
}

const paymentAttemptForm: StoredForm<PaymentAttempt> = storedForm(
  z.object({
    attemptID: attemptIDSchema,
    studyID: studyIDSchema,
    locationID: locationIDSchema,
    kind: z.enum(['payment', 'refund']),
    route: z.enum(['stripe', 'serial', 'simulated', 'card-fields']),
    readerID: z.string().nullable(),
    amountMinor: z.number().int().positive(),
    currency: z.enum(['CAD', 'USD']),
    refundOf: transactionIDSchema.nullable(),
    memo: z.string(),
    state: z.enum(['created', 'sent', 'handed-off', 'processing', 'unknown', 'succeeded', 'declined', 'cancelled']),
    intentID: z.string().nullable(),
    isCancelAsked: z.boolean(),
    transactionID: transactionIDSchema.nullable(),
    terminalResult: z
      .object({
        outcome: z.enum(['approved', 'declined', 'cancelled', 'not-found']),
        referenceID: z.string(),
        cardType: z.string().nullable(),
        cardLastFour: z.string().nullable(),
        message: z.string(),
      })
      .nullable(),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    begunAt: instantSchema,
    handedOffAt: instantSchema.nullable(),
    settledAt: instantSchema.nullable(),
    author: z.string(),
  }),
)

type AttemptRow = { readonly attempt_id: string; readonly attempt: string }
/** Returns one attempt, or none when its row cannot be read. */
const toAttempts = (row: AttemptRow): readonly PaymentAttempt[] => {
  const read = paymentAttemptForm.read(row.attempt)
  return read.ok ? [read.value] : []
}

export const createPaymentJournal = (db: Database): PaymentJournal => {
  // One statement, so that a double click cannot begin two attempts on one study. A unique index on open attempts is
  // not possible: a late approval reopens its ended attempt, even if another attempt on the study has begun meanwhile,
  // and then two are open.
  const insert = db.prepare(`
    insert into payment_attempt (attempt_id, study_id, is_open, acknowledged, attempt, begun_at)
    select ?1, ?2, 1, 0, ?3, ?4
    where not exists (select 1 from payment_attempt where study_id = ?2 and is_open = 1) or exists
      (select 1 from payment_attempt where attempt_id = ?1)
    on conflict do nothing`)
  const one = db.prepare<[string], AttemptRow>('select attempt_id, attempt from payment_attempt where attempt_id = ?')
  const update = db.prepare(
    'update payment_attempt set attempt = ?, is_open = ?, acknowledged = 0 where attempt_id = ?',
  )
  const list = (where: string) =>
    db.prepare<[], AttemptRow>(
      `select attempt_id, attempt from payment_attempt where ${where} order by begun_at, rowid`,
    )
  const open = list('is_open = 1')
  const unacknowledged = list('is_open = 1 or acknowledged = 0')
  const acknowledge = db.prepare(
    'update payment_attempt set acknowledged = 1 where attempt_id = ? and is_open = 0 and acknowledged = 0',
  )
  const read = (attemptID: AttemptID): PaymentAttempt | null => {
    const row = one.get(attemptID)
    return row === undefined ? null : (toAttempts(row)[0] ?? null)
  }
  return {
    begin: (attempt) => {
      const { attemptID, studyID, begunAt } = attempt
      const row = { 1: attemptID, 2: studyID, 3: paymentAttemptForm.write(attempt), 4: begunAt }
      if (insert.run(row).changes === 1) return 'begun'
      return read(attemptID) === null ? 'in-progress' : 'known'
    },
    read,
    save: (attempt) => {
      update.run(paymentAttemptForm.write(attempt), isOpenAttempt(attempt) ? 1 : 0, attempt.attemptID)
    },
    unreadable: () => open.all().flatMap((row) => (toAttempts(row).length === 0 ? [row.attempt_id] : [])),
    open: () => open.all().flatMap(toAttempts),
    unacknowledged: () => unacknowledged.all().flatMap(toAttempts),
    acknowledge: (attemptID) => acknowledge.run(attemptID).changes === 1,
  }
}
