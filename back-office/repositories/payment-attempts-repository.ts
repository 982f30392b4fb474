import type { PendingRefund } from '#domain/payments/ledger.ts'
import type { OpenAttempt } from '#domain/payments/payment-view.ts'
import type { TransactionID } from '#domain/payments/transaction.ts'
import { toInstant } from '#domain/values/instant.ts'
import { toDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { Database } from '../database/database.ts'
import type { PaymentAttemptTable } from '../database/tables.ts'

export type PaymentAttemptRow = Readonly<PaymentAttemptTable>

export const findAttempt = async (db: Database, attemptID: string): Promise<PaymentAttemptRow | undefined> =>
  db.selectFrom('payment_attempt').selectAll().where('attempt_id', '=', attemptID).executeTakeFirst()

export const findAttemptOfIntent = async (db: Database, intentID: string): Promise<PaymentAttemptRow | undefined> =>
  db.selectFrom('payment_attempt').selectAll().where('intent_id', '=', intentID).executeTakeFirst()

/** The attempt on a study that has not ended; the database keeps one at most. */
export const findOpenAttempt = async (db: Database, studyID: string): Promise<PaymentAttemptRow | undefined> =>
  db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('study_id', '=', studyID)
    .where('state', '=', 'open')
    .executeTakeFirst()

/** Attempts that have not ended anywhere, begun at or before `begunBy` (epoch seconds), the oldest first. */
export const findOpenAttempts = async (db: Database, begunBy: number): Promise<PaymentAttemptRow[]> =>
  db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('state', '=', 'open')
    .where('begun_at', '<=', begunBy)
    .orderBy('begun_at')
    .execute()

/** Attempts of which the processor is to be asked again by `now` (epoch seconds), the longest due first. */
export const findAttemptsToLookAt = async (db: Database, now: number): Promise<PaymentAttemptRow[]> =>
  db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('look_again_at', '<=', now)
    .orderBy('look_again_at')
    .limit(100)
    .execute()

/** Attempts on a study that ended without an entry, on less than the processor's word. */
export const findUnprovenAttempts = async (db: Database, studyID: string): Promise<PaymentAttemptRow[]> =>
  db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('study_id', '=', studyID)
    .where('look_again_at', 'is not', null)
    .where('state', '!=', 'succeeded')
    .orderBy('begun_at')
    .execute()

/** When an attempt that is to be looked at again is next, null for never; leaves one alone that is not. */
export const setNextLook = async (db: Database, attemptID: string, at: number | null): Promise<void> => {
  await db
    .updateTable('payment_attempt')
    .set({ look_again_at: at })
    .where('attempt_id', '=', attemptID)
    .where('look_again_at', 'is not', null)
    .execute()
}

/** Attempts at a location that have not ended, begun before `to` (epoch seconds), the oldest first. */
export const findOpenAttemptsAt = async (db: Database, locationID: string, to: number): Promise<PaymentAttemptRow[]> =>
  db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('location_id', '=', locationID)
    .where('state', '=', 'open')
    .where('begun_at', '<', to)
    .orderBy('begun_at')
    .execute()

/** Throws what `isUniqueViolation` knows when the id is taken or another attempt on the study is open. */
export const addAttempt = async (db: Database, row: PaymentAttemptRow): Promise<void> => {
  await db.insertInto('payment_attempt').values(row).execute()
}

export const changeAttempt = async (
  db: Database,
  attemptID: string,
  changes: Partial<Omit<PaymentAttemptRow, 'attempt_id'>>,
): Promise<void> => {
  await db.updateTable('payment_attempt').set(changes).where('attempt_id', '=', attemptID).execute()
}

/** What the rules count as gone: a refund that is under way. */
export const toPendingRefunds = (attempt: PaymentAttemptRow | undefined): readonly PendingRefund[] =>
  attempt === undefined || attempt.kind !== 'refund' || attempt.refund_of === null
    ? []
    : [{ transactionID: attempt.refund_of as TransactionID, amount: toMoney(attempt.amount) }]

/** The attempt as other desks see it. */
export const toOpenAttempt = (row: PaymentAttemptRow): OpenAttempt => ({
  attemptID: row.attempt_id as OpenAttempt['attemptID'],
  kind: row.kind,
  amount: toDecimalAmount(toMoney(row.amount)),
  since: toInstant(row.begun_at * 1000),
  by: row.user_name,
  driver: row.route,
})

/** How an attempt ended without an entry. */
export type AttemptEnd = {
  readonly state: 'declined' | 'cancelled'
  readonly failure: { readonly code: string; readonly message: string }
  /** Epoch seconds. */
  readonly at: number
  /** Epoch seconds; where it ended on less than the processor's own word. */
  readonly lookAgainAt?: number | null
}

/**
 * Ends an attempt if it has not ended; with `onlyWithoutIntent` only while nobody was given an intent to pay. False where there
 * was nothing to end.
 */
export const endOpenAttempt = async (
  db: Database,
  attemptID: string,
  { state, failure, at, lookAgainAt }: AttemptEnd,
  onlyWithoutIntent = false,
): Promise<boolean> => {
  let query = db
    .updateTable('payment_attempt')
    .set({ state, failure: JSON.stringify(failure), settled_at: at, look_again_at: lookAgainAt ?? null })
    .where('attempt_id', '=', attemptID)
    .where('state', '=', 'open')
  if (onlyWithoutIntent) query = query.where('intent_id', 'is', null)
  return (await query.returning('attempt_id').executeTakeFirst()) !== undefined
}

/** Writes an open attempt's intent down, before anybody is told of it. False where the attempt has ended meanwhile. */
export const keepIntent = async (db: Database, attemptID: string, intentID: string): Promise<boolean> => {
  const kept = await db
    .updateTable('payment_attempt')
    .set({ intent_id: intentID })
    .where('attempt_id', '=', attemptID)
    .where('state', '=', 'open')
    .returning('attempt_id')
    .executeTakeFirst()
  return kept !== undefined
}
