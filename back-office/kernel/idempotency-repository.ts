import type { Database } from '../database/database.ts'
import type { IdempotencyKeyTable } from '../database/tables.ts'

/** Keys are kept 30 days (decisions §3). */
const idempotencyKeySeconds = 30 * 86_400

type KeyClaim = Pick<IdempotencyKeyTable, 'idempotency_key' | 'user_id' | 'route' | 'body_hash' | 'created_at'>

/**
 * Claims a key for the transaction `db` is: undefined when the caller may go on, else the row of whoever came first. While
 * that one's transaction is still open this waits for its end, so a duplicate in flight gets the same answer, not a second
 * booking.
 */
export const claimIdempotencyKey = async (db: Database, claim: KeyClaim): Promise<IdempotencyKeyTable | undefined> => {
  await db
    .deleteFrom('idempotency_key')
    .where('user_id', '=', claim.user_id)
    .where('idempotency_key', '=', claim.idempotency_key)
    .where('created_at', '<=', claim.created_at - idempotencyKeySeconds)
    .execute()
  const inserted = await db
    .insertInto('idempotency_key')
    .values({ ...claim, status: null, answer: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('idempotency_key')
    .executeTakeFirst()
  if (inserted !== undefined) return undefined
  return db
    .selectFrom('idempotency_key')
    .selectAll()
    .where('user_id', '=', claim.user_id)
    .where('idempotency_key', '=', claim.idempotency_key)
    .executeTakeFirstOrThrow()
}

/** The row of a key that was claimed and is not forgotten yet; undefined where a claim would go through. */
export const findIdempotencyKey = async (
  db: Database,
  claim: Pick<KeyClaim, 'idempotency_key' | 'user_id' | 'created_at'>,
): Promise<IdempotencyKeyTable | undefined> =>
  db
    .selectFrom('idempotency_key')
    .selectAll()
    .where('user_id', '=', claim.user_id)
    .where('idempotency_key', '=', claim.idempotency_key)
    .where('created_at', '>', claim.created_at - idempotencyKeySeconds)
    .executeTakeFirst()

/** Keeps the answer under the key claimed before, for whoever asks again. */
export const keepAnswer = async (
  db: Database,
  claim: Pick<KeyClaim, 'idempotency_key' | 'user_id'>,
  answer: { status: number; json: string },
): Promise<void> => {
  await db
    .updateTable('idempotency_key')
    .set({ status: answer.status, answer: answer.json })
    .where('user_id', '=', claim.user_id)
    .where('idempotency_key', '=', claim.idempotency_key)
    .execute()
}

/** Forgets keys older than 30 days; called now and then. */
export const removeOldIdempotencyKeys = async (db: Database, now: number): Promise<void> => {
  await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<=', now - idempotencyKeySeconds)
    .execute()
}
