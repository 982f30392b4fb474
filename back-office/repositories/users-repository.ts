import type { Selectable } from 'kysely'
import type { AccountColumns } from '../database/account-tables.ts'
import type { Database } from '../database/database.ts'
import type { UserTable } from '../database/tables.ts'

/** A row of a user as a query returns it, including the account columns that have defaults. */
export type UserRow = Selectable<UserTable & AccountColumns>

export const findUserByEmail = (db: Database, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('user').selectAll().where('email_key', '=', email.trim().toLowerCase()).executeTakeFirst()

/**
 * Counts a guess at a password before it is compared, so that concurrent guesses at several processes never exceed
 * `allowed`. Returns false, and counts nothing, while `allowed` guesses are counted or the account is locked.
 */
export const countGuess = async (
  db: Database,
  { userID, allowed, now }: { readonly userID: string; readonly allowed: number; readonly now: number },
): Promise<boolean> => {
  const row = await db
    .updateTable('user')
    .set((set) => ({ failed_sign_ins: set('failed_sign_ins', '+', 1) }))
    .where('user_id', '=', userID)
    .where('failed_sign_ins', '<', allowed)
    .where((user) => user.or([user('locked_until', 'is', null), user('locked_until', '<=', now)]))
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Locks an account until `lockedUntil` (epoch seconds) and restarts the count, if `allowed` guesses are counted. */
export const lockAfterGuesses = async (
  db: Database,
  { userID, allowed, lockedUntil }: { readonly userID: string; readonly allowed: number; readonly lockedUntil: number },
): Promise<void> => {
  await db
    .updateTable('user')
    .set({ failed_sign_ins: 0, locked_until: lockedUntil })
    .where('user_id', '=', userID)
    .where('failed_sign_ins', '>=', allowed)
    .execute()
}

export const clearFailedSignIns = async (db: Database, userID: string): Promise<void> => {
  await db.updateTable('user').set({ failed_sign_ins: 0, locked_until: null }).where('user_id', '=', userID).execute()
}

export const addUser = async (db: Database, user: UserTable): Promise<void> => {
  await db.insertInto('user').values(user).execute()
}

/** Updates the account's address after a change of the member's address, if the member has an account. */
export const renameUser = async (db: Database, userID: string, email: string): Promise<void> => {
  await db.updateTable('user').set({ email, email_key: email.toLowerCase() }).where('user_id', '=', userID).execute()
}

/** Returns an account's home location; null if none is set. */
export const findHomeLocation = async (db: Database, userID: string): Promise<string | null> => {
  const row = await db.selectFrom('user').select('home_location').where('user_id', '=', userID).executeTakeFirst()
  return row?.home_location ?? null
}
