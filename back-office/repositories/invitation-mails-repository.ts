import type { MessageState } from '#domain/messages/message-state.ts'
import type { InvitationMailTable } from '../database/account-tables.ts'
import type { Database } from '../database/database.ts'

type InvitationMailRow = Readonly<InvitationMailTable>

/** Plans the email of an account's invitation, in place of the email of an earlier one. */
export const putInvitationMail = async (
  db: Database,
  { userID, now, expiresAt }: { readonly userID: string; readonly now: number; readonly expiresAt: number },
): Promise<void> => {
  const row: InvitationMailTable = {
    user_id: userID,
    state: 'planned',
    attempts: 0,
    claim: null,
    lease_until: null,
    due_at: now,
    failure: null,
    token_hash: null,
    expires_at: expiresAt,
    state_at: now,
  }
  const { user_id: _id, ...changes } = row
  await db
    .insertInto('invitation_mail')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changes))
    .execute()
}

export const findInvitationMail = async (db: Database, userID: string): Promise<InvitationMailRow | undefined> =>
  db.selectFrom('invitation_mail').selectAll().where('user_id', '=', userID).executeTakeFirst()

/** Removes the email of an invitation that was used or became void. */
export const removeInvitationMail = async (db: Database, userID: string): Promise<void> => {
  await db.deleteFrom('invitation_mail').where('user_id', '=', userID).execute()
}

/**
 * Changes an email that is still in one of these states and, if `claim` is given, still has that claim. Returns false
 * when another server or a later invitation changed it first.
 */
export const changeInvitationMail = async (
  db: Database,
  which: { readonly userID: string; readonly states: readonly MessageState[]; readonly claim?: string },
  changes: Partial<InvitationMailTable>,
): Promise<boolean> => {
  const query = db
    .updateTable('invitation_mail')
    .set(changes)
    .where('user_id', '=', which.userID)
    .where('state', 'in', [...which.states])
  const { numUpdatedRows } = await (which.claim === undefined
    ? query
    : query.where('claim', '=', which.claim)
  ).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns the accounts whose email is due, the longest waiting first. */
export const findDueInvitationMails = async (db: Database, now: number, most: number): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('invitation_mail')
    .select('user_id')
    .where('state', '=', 'planned')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Returns the emails whose server did not report before its lease expired. */
export const findExpiredInvitationMails = async (db: Database, now: number): Promise<readonly InvitationMailRow[]> =>
  db
    .selectFrom('invitation_mail')
    .selectAll()
    .where('lease_until', '<', now)
    .where('state', 'in', ['claimed', 'handed-over'])
    .execute()

/**
 * Marks the emails of a restored backup that the server may have sent after the backup as uncertain, so that none is
 * sent a second time. Returns their number.
 */
export const holdInvitationMails = async (db: Database, now: number): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('invitation_mail')
    .set({ state: 'uncertain', failure: 'restored', state_at: now, claim: null, lease_until: null })
    .where('state', 'in', ['planned', 'claimed', 'handed-over'])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
