import type { Database } from '../database/database.ts'
import type { MemberEmailChangeTable, MemberEmailConfirmationTable } from '../database/tables.ts'

/** The key under which an address is confirmed: its case does not count. */
const toEmailKey = (email: string): string => email.trim().toLowerCase()

/** Stores the last change of a member's address over the one before. */
export const putEmailChange = async (db: Database, row: MemberEmailChangeTable): Promise<void> => {
  const { member_id: _memberID, ...columns } = row
  await db
    .insertInto('member_email_change')
    .values(row)
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(columns))
    .execute()
}

/** Deletes what is stored about the last change: a member's own change needs no confirmation. */
export const dropEmailChange = async (db: Database, memberID: string): Promise<void> => {
  await db.deleteFrom('member_email_change').where('member_id', '=', memberID).execute()
}

export const findEmailChange = async (db: Database, memberID: string): Promise<MemberEmailChangeTable | undefined> =>
  db.selectFrom('member_email_change').selectAll().where('member_id', '=', memberID).executeTakeFirst()

/** Returns the locations where a person confirmed this very address of a member. */
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

/** Stores that a person at a location confirmed an address. The first confirmation stays; false where there was one already. */
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
