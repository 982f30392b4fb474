import { sql } from 'kysely'
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

/** Returns the open attempt on a study; the database allows one at most. */
export const findOpenAttempt = async (db: Database, studyID: string): Promise<PaymentAttemptRow | undefined> =>
  db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('study_id', '=', studyID)
    .where('state', '=', 'open')
    .executeTakeFirst()

/** Returns all open attempts that began at or before `begunBy` (epoch seconds), oldest first. */
export const findOpenAttempts = async (db: Database, begunBy: number): Promise<PaymentAttemptRow[]> =>
  db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('state', '=', 'open')
    .where('begun_at', '<=', begunBy)
    .orderBy('begun_at')
    .execute()

/**
 * Counts the attempts that began before a time (epoch seconds) and whose result is not known: open ones, and those that
 * the server asks the processor about again.
 */
export const countUnknownAttempts = async (db: Database, begunBefore: number): Promise<number> => {
  const begun = db
    .selectFrom('payment_attempt')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('begun_at', '<', begunBefore)
  // Two counts, because each has an index of its own. SQLite uses such an index only if the query repeats its condition
  // exactly.
  const open = await begun.where('state', '=', sql.lit('open')).executeTakeFirstOrThrow()
  const asked = await begun
    .where('look_again_at', 'is not', null)
    .where('state', '!=', 'open')
    .executeTakeFirstOrThrow()
  return Number(open.count) + Number(asked.count)
}

/** Returns the attempts whose next check with the processor is due by `now` (epoch seconds), longest due first. */
export const findAttemptsToCheck = async (db: Database, now: number): Promise<PaymentAttemptRow[]> =>
  db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('look_again_at', '<=', now)
    .orderBy('look_again_at')
    .limit(100)
    .execute()

/** Returns a study's attempts that ended without the processor's result and for which a next check is planned. */
export const findUnprovenAttempts = async (db: Database, studyID: string): Promise<PaymentAttemptRow[]> =>
  db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('study_id', '=', studyID)
    .where('look_again_at', 'is not', null)
    .where('state', '!=', 'succeeded')
    .orderBy('begun_at')
    .execute()

/**
 * Sets the time of an attempt's next check; null means no further check. Ignores an attempt for which no check is
 * planned.
 */
export const setNextAttemptCheck = async (db: Database, attemptID: string, at: number | null): Promise<void> => {
  await db
    .updateTable('payment_attempt')
    .set({ look_again_at: at })
    .where('attempt_id', '=', attemptID)
    .where('look_again_at', 'is not', null)
    .execute()
}

/** Returns open attempts at a location that began before `to` (epoch seconds), oldest first. */
export const findOpenAttemptsAt = async (db: Database, locationID: string, to: number): Promise<PaymentAttemptRow[]> =>
  db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('location_id', '=', locationID)
    // With a parameter SQLite would not use the index of open attempts.
    .where('state', '=', sql.lit<'open'>('open'))
    .where('begun_at', '<', to)
    .orderBy('begun_at')
    .execute()

/**
 * Adds an attempt. Throws an error that `isUniqueViolation` recognises when the id exists or another attempt on the
 * study is open.
 */
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

/** Returns the refund in progress, which the rules subtract from the refundable amount. */
export const toPendingRefunds = (attempt: PaymentAttemptRow | undefined): readonly PendingRefund[] =>
  attempt === undefined || attempt.kind !== 'refund' || attempt.refund_of === null
    ? []
    : [{ transactionID: attempt.refund_of as TransactionID, amount: toMoney(attempt.amount) }]

/** Returns the attempt in the form that other workstations receive. */
export const toOpenAttempt = (row: PaymentAttemptRow): OpenAttempt => ({
  attemptID: row.attempt_id as OpenAttempt['attemptID'],
  kind: row.kind,
  amount: toDecimalAmount(toMoney(row.amount)),
  since: toInstant(row.begun_at * 1000),
  by: row.user_name,
  driver: row.route,
})

/** How an attempt ends without a transaction. */
export type AttemptEnd = {
  readonly state: 'declined' | 'cancelled'
  readonly failure: { readonly code: string; readonly message: string }
  /** Epoch seconds. */
  readonly at: number
  /** Epoch seconds of the next check; only for an attempt that ended without the processor's result. */
  readonly nextCheckAt?: number | null
}

/**
 * Ends an open attempt; with `onlyWithoutIntent`, only while no intent is stored for it. Returns false if no attempt
 * was ended.
 */
export const endOpenAttempt = async (
  db: Database,
  attemptID: string,
  { state, failure, at, nextCheckAt }: AttemptEnd,
  onlyWithoutIntent = false,
): Promise<boolean> => {
  let query = db
    .updateTable('payment_attempt')
    .set({ state, failure: JSON.stringify(failure), settled_at: at, look_again_at: nextCheckAt ?? null })
    .where('attempt_id', '=', attemptID)
    .where('state', '=', 'open')
  if (onlyWithoutIntent) query = query.where('intent_id', 'is', null)
  return (await query.returning('attempt_id').executeTakeFirst()) !== undefined
}

/**
 * Stores an open attempt's intent, before its secret is returned. Returns false when the attempt has ended in the
 * meantime.
 */
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
