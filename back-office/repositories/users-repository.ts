import { type Selectable, sql } from 'kysely'
import type { AccountColumns } from '../database/account-tables.ts'
import type { Database } from '../database/database.ts'
import type { UserTable } from '../database/tables.ts'

/** A row of a user as a query returns it, including the account columns that have defaults. */
export type UserRow = Selectable<UserTable & AccountColumns>

export const findUserByEmail = (db: Database, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('user').selectAll().where('email_key', '=', email.trim().toLowerCase()).executeTakeFirst()

/**
 * Counts one wrong password, in one statement so that concurrent guesses all count. When the count reaches `allowed`,
 * locks the account until `lockedUntil` (epoch seconds) and restarts the count.
 */
export const countFailedSignIn = async (
  db: Database,
  input: { userID: string; allowed: number; lockedUntil: number },
): Promise<void> => {
  await db
    .updateTable('user')
    .set({
      failed_sign_ins: sql<number>`case when failed_sign_ins + 1 >= ${input.allowed} then 0 else failed_sign_ins + 1 end`,
      locked_until: sql<
        number | null
      >`case when failed_sign_ins + 1 >= ${input.allowed} then ${input.lockedUntil} else locked_until end`,
    })
    .where('user_id', '=', input.userID)
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
