import { sql } from 'kysely'
import { type Database, type DatabaseKind, databaseClock } from '../database/database.ts'
import type { IdempotencyKeyTable } from '../database/server-identity-table.ts'
import { isRunGone } from './server-runs-repository.ts'

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

type NamedKey = Pick<KeyClaim, 'idempotency_key' | 'user_id'>

/**
 * Leases an unanswered key to a try, so that no other process acts under it, or renews the try's lease. Returns false
 * while a try of a running process has the lease, and when the key already has an answer. `by` is the process's run, a
 * space, and an id that is new for each try.
 */
export const leaseKey = async (
  db: Database,
  kind: DatabaseKind,
  claim: NamedKey,
  { by, seconds }: { readonly by: string; readonly seconds: number },
): Promise<boolean> => {
  const clock = databaseClock(kind)
  const row = await db
    .updateTable('idempotency_key')
    .set((set) => ({ leased_by: by, leased_until: set(clock, '+', seconds) }))
    .where('user_id', '=', claim.user_id)
    .where('idempotency_key', '=', claim.idempotency_key)
    .where('status', 'is', null)
    .where((key) =>
      key.or([
        key('leased_by', 'is', null),
        key('leased_by', '=', by),
        key('leased_until', '<=', clock),
        isRunGone(kind, sql<string>`split_part(idempotency_key.leased_by, ' ', 1)`),
      ]),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends a try's lease without an answer. */
export const endKeyLease = async (db: Database, claim: NamedKey, by: string): Promise<void> => {
  await db
    .updateTable('idempotency_key')
    .set({ leased_by: null, leased_until: null })
    .where('user_id', '=', claim.user_id)
    .where('idempotency_key', '=', claim.idempotency_key)
    .where('leased_by', '=', by)
    .execute()
}

/** Returns whether a try still has its lease, and locks the lease until the transaction ends. */
export const isKeyLeasedBy = async (db: Database, claim: NamedKey, by: string): Promise<boolean> => {
  const row = await db
    .selectFrom('idempotency_key')
    .select('user_id')
    .where('user_id', '=', claim.user_id)
    .where('idempotency_key', '=', claim.idempotency_key)
    .where('status', 'is', null)
    .where('leased_by', '=', by)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Removes keys older than 30 days. */
export const removeOldIdempotencyKeys = async (db: Database, now: number): Promise<void> => {
  await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<=', now - idempotencyKeySeconds)
    .execute()
}
