import { sessionSeconds } from '#domain/session/session-life.ts'
import type { Database } from '../database/database.ts'
import { createSharedReads, type ReadUrgency } from '../database/shared-reads.ts'
import type { UserTable } from '../database/tables.ts'

/** The time in `last_used_at` is replaced only after this number of seconds, so that not every call writes. */
const lastUsedSteps = 300

/** The user of a session, with the session's times in epoch seconds. */
type SessionUser = UserTable & { readonly lastUsedAt: number; readonly expiresAt: number }

/** Polls alone begin at most 500 of these reads in a second, whatever their number. */
const sessionsPaceMs = 2

/** The largest number of sessions in one statement. */
const sessionsATime = 1_024

/** Repeats the last key up to a power of two, so that the database prepares few statements. */
const padToPowerOfTwo = (keys: readonly string[]): readonly string[] => {
  const size = 2 ** Math.ceil(Math.log2(keys.length))
  return [...keys, ...Array.from({ length: size - keys.length }, () => keys.at(-1) ?? '')]
}

const findSessionUsers = async (
  db: Database,
  tokenHashes: readonly string[],
): Promise<readonly (readonly [string, SessionUser])[]> => {
  const rows = await db
    .selectFrom('session')
    .innerJoin('user', 'user.user_id', 'session.user_id')
    .selectAll('user')
    .select([
      'session.token_hash as tokenHash',
      'session.last_used_at as lastUsedAt',
      'session.expires_at as expiresAt',
    ])
    .where('session.token_hash', 'in', padToPowerOfTwo(tokenHashes))
    .where('user.active', '=', 1)
    .execute()
  return rows.map((row) => [row.tokenHash, row])
}

/** Reads the sessions of all calls that wait. */
const readSessionUsers = createSharedReads(
  async (db: Database, tokenHashes: readonly string[]): Promise<ReadonlyMap<string, SessionUser>> => {
    const found: (readonly [string, SessionUser])[] = []
    for (let from = 0; from < tokenHashes.length; from += sessionsATime) {
      found.push(...(await findSessionUsers(db, tokenHashes.slice(from, from + sessionsATime))))
    }
    return new Map(found)
  },
  { paceMs: sessionsPaceMs },
)

/**
 * Returns the user of a session; undefined if the session is unknown or has expired, or if the account is deactivated.
 * `now` is in epoch seconds. Concurrent calls share one statement. It begins after the call, so a session that was
 * ended before, in any process, is not returned.
 */
export const findSessionUser = async (
  db: Database,
  tokenHash: string,
  now: number,
  urgency: ReadUrgency = 'urgent',
): Promise<UserTable | undefined> => {
  const found = await readSessionUsers(db, tokenHash, urgency)
  if (found === undefined || found.expiresAt <= now) return undefined
  if (now - found.lastUsedAt > lastUsedSteps) {
    await db.updateTable('session').set({ last_used_at: now }).where('token_hash', '=', tokenHash).execute()
  }
  return found
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
