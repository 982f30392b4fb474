import type { Database } from '../database/database.ts'
import type { IdempotencyKeyTable } from '../database/tables.ts'

/** Keys are stored for 30 days (decisions §3). */
const idempotencyKeySeconds = 30 * 86_400

type KeyClaim = Pick<IdempotencyKeyTable, 'idempotency_key' | 'user_id' | 'route' | 'body_hash' | 'created_at'>

/**
 * Claims a key for the transaction `db`: returns undefined when the caller may continue, else the row of the first
 * claim. While the first transaction is still open, this call waits for its end. A duplicate in flight therefore gets
 * the same answer, not a second booking.
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

/** Returns the row of a claimed key that has not expired; undefined when a claim would succeed. */
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

/** Stores the answer under the claimed key, for repeated calls. */
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

/** Removes keys older than 30 days. */
export const removeOldIdempotencyKeys = async (db: Database, now: number): Promise<void> => {
  await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<=', now - idempotencyKeySeconds)
    .execute()
}
