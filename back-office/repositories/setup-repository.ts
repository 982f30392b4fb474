import type { Database } from '../database/database.ts'

/** The id of the one organisation of a database. */
const onlyOrganisation = 1

/**
 * Stores the clinic group's name and locks its row until the transaction ends, so that only one of two concurrent calls
 * can create the first administrator.
 */
export const writeOrganisation = async (db: Database, name: string, now: number): Promise<void> => {
  await db
    .insertInto('organisation')
    .values({ organisation_id: onlyOrganisation, name, created_at: now })
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet({ name }))
    .execute()
}

/** Returns the clinic group's name; null before it was stored. */
export const findOrganisation = async (db: Database): Promise<string | null> =>
  (await db.selectFrom('organisation').select('name').executeTakeFirst())?.name ?? null

/** Stores a setup code in place of an earlier one. */
export const replaceSetupCode = async (
  db: Database,
  code: { readonly codeHash: string; readonly now: number; readonly expiresAt: number },
): Promise<void> => {
  await db.deleteFrom('setup_code').execute()
  await db
    .insertInto('setup_code')
    .values({ code_hash: code.codeHash, created_at: code.now, expires_at: code.expiresAt, used_at: null, guesses: 0 })
    .execute()
}

/**
 * Counts a guess before it is compared, so that simultaneous guesses all count. Returns the hash of the valid code;
 * undefined if there is no valid code, or if the code already had `most` guesses.
 */
export const countSetupGuess = async (
  db: Database,
  { now, most }: { readonly now: number; readonly most: number },
): Promise<string | undefined> => {
  const row = await db
    .updateTable('setup_code')
    .set(({ eb }) => ({ guesses: eb('guesses', '+', 1) }))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('guesses', '<', most)
    .returning('code_hash')
    .executeTakeFirst()
  return row?.code_hash
}

/** Marks a setup code as used; returns false when another call was first. */
export const takeSetupCode = async (db: Database, codeHash: string, now: number): Promise<boolean> => {
  const taken = await db
    .updateTable('setup_code')
    .set({ used_at: now })
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0
}
