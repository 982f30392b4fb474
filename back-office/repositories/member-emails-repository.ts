import type { Database } from '../database/database.ts'
import type { MemberEmailChangeTable, MemberEmailConfirmationTable } from '../database/tables.ts'

/** Returns the key under which an address is confirmed; case does not matter. */
const toEmailKey = (email: string): string => email.trim().toLowerCase()

/** Stores the last change that staff made to a member's email address, and replaces the change stored before. */
export const putEmailChange = async (db: Database, row: MemberEmailChangeTable): Promise<void> => {
  const { member_id: _memberID, ...columns } = row
  await db
    .insertInto('member_email_change')
    .values(row)
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(columns))
    .execute()
}

/** Deletes the stored last change: an address that the member entered needs no confirmation by staff. */
export const dropEmailChange = async (db: Database, memberID: string): Promise<void> => {
  await db.deleteFrom('member_email_change').where('member_id', '=', memberID).execute()
}

export const findEmailChange = async (db: Database, memberID: string): Promise<MemberEmailChangeTable | undefined> =>
  db.selectFrom('member_email_change').selectAll().where('member_id', '=', memberID).executeTakeFirst()

/** Returns the locations where a person confirmed this address of a member; an earlier address does not count. */
export const findEmailConfirmations = async (
  db: Database,
  memberID: string,
  email: string,
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('member_email_confirmation')
    .select('location_id')
    .where('member_id', '=', memberID)
    .where('email_key', '=', toEmailKey(email))
    .execute()
  return rows.map(({ location_id }) => location_id)
}

/**
 * Stores that a person at a location confirmed an address. Keeps the first confirmation, and returns false if there was
 * one.
 */
export const addEmailConfirmation = async (
  db: Database,
  { email, ...row }: Omit<MemberEmailConfirmationTable, 'email_key'> & { readonly email: string },
): Promise<boolean> => {
  const rows = await db
    .insertInto('member_email_confirmation')
    .values({ ...row, email_key: toEmailKey(email) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('member_id')
    .execute()
  return rows.length === 1
}
