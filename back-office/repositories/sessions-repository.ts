import { sessionSeconds } from '#domain/session/session-life.ts'
import type { Database } from '../database/database.ts'
import type { UserTable } from '../database/tables.ts'

/** The time in `last_used_at` is replaced only after this number of seconds, so that not every call writes. */
const lastUsedSteps = 300

/**
 * Returns the user of a session; undefined if the session is unknown or has expired, or if the account is deactivated.
 * `now` is in epoch seconds.
 */
export const findSessionUser = async (db: Database, tokenHash: string, now: number): Promise<UserTable | undefined> => {
  const found = await db
    .selectFrom('session')
    .innerJoin('user', 'user.user_id', 'session.user_id')
    .selectAll('user')
    .select(['session.last_used_at as lastUsedAt'])
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', now)
    .where('user.active', '=', 1)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { lastUsedAt, ...user } = found
  if (now - lastUsedAt > lastUsedSteps) {
    await db.updateTable('session').set({ last_used_at: now }).where('token_hash', '=', tokenHash).execute()
  }
  return user
}

/** Stores a new session and removes expired ones. */
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

/** Ends every session. Returns their number. */
export const removeAllSessions = async (db: Database): Promise<number> =>
  Number((await db.deleteFrom('session').executeTakeFirst()).numDeletedRows)

export const removeSession = async (db: Database, tokenHash: string): Promise<void> => {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

/**
 * Ends all sessions of an account, after a new password, a reset or a deactivation. The session `exceptHash` stays.
 * Returns the number of ended sessions.
 */
export const removeSessionsOf = async (
  db: Database,
  userID: string,
  exceptHash: string | null = null,
): Promise<number> => {
  const sessions = db.deleteFrom('session').where('user_id', '=', userID)
  const ended = await (exceptHash === null
    ? sessions
    : sessions.where('token_hash', '!=', exceptHash)
  ).executeTakeFirst()
  return Number(ended.numDeletedRows)
}
