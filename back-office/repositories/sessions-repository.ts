import type { Database } from '../database/database.ts'
import type { UserTable } from '../database/tables.ts'

/** A session lasts a working day; the workstation's own lock is much shorter (decisions §5 Locks). */
const sessionSeconds = 12 * 3600
/** How stale `last_used_at` may get, so that reading a page does not write. */
const lastUsedSteps = 300

/** The user whose session this is; undefined when it does not exist or has expired. `now` in epoch seconds. */
export const findSessionUser = async (db: Database, tokenHash: string, now: number): Promise<UserTable | undefined> => {
  const found = await db
    .selectFrom('session')
    .innerJoin('user', 'user.user_id', 'session.user_id')
    .selectAll('user')
    .select(['session.last_used_at as lastUsedAt'])
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', now)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { lastUsedAt, ...user } = found
  if (now - lastUsedAt > lastUsedSteps) {
    await db.updateTable('session').set({ last_used_at: now }).where('token_hash', '=', tokenHash).execute()
  }
  return user
}

/** Keeps a new session, and forgets the ones that have expired. */
export const addSession = async (
  db: Database,
  session: { tokenHash: string; userID: string; now: number },
): Promise<void> => {
  await db.deleteFrom('session').where('expires_at', '<=', session.now).execute()
  await db
    .insertInto('session')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userID,
      created_at: session.now,
      last_used_at: session.now,
      expires_at: session.now + sessionSeconds,
    })
    .execute()
}

export const removeSession = async (db: Database, tokenHash: string): Promise<void> => {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}
