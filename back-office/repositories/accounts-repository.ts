import { sql } from 'kysely'
import { type Account, accountSchema, type InvitationMail } from '#domain/accounts/account.ts'
import type { MessageState } from '#domain/messages/message-state.ts'
import { hasRole, roleSchema, staffRoles } from '#domain/session/role.ts'
import { toInstant } from '#domain/values/instant.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import { removeInvitationMail } from './invitation-mails-repository.ts'
import type { UserRow } from './users-repository.ts'

const parseList = (json: string | null): unknown[] => {
  const list: unknown = JSON.parse(json ?? '[]')
  return Array.isArray(list) ? list : []
}

type AccountRow = Omit<UserRow, 'failed_sign_ins' | 'email_key' | 'password_changed_at'> & {
  readonly invitedUntil: number | null
  readonly mailState: MessageState | null
  readonly sessions: number
}

const toAccount = (row: AccountRow, now: number): Account =>
  accountSchema.parse({
    userID: row.user_id,
    email: row.email,
    firstname: row.firstname,
    lastname: row.lastname,
    roles: parseList(row.roles).flatMap((name) => roleSchema.safeParse(String(name).toLowerCase()).data ?? []),
    allowedLocations:
      row.allowed_locations === null
        ? 'all'
        : parseList(row.allowed_locations).flatMap((id) => locationIDSchema.safeParse(id).data ?? []),
    homeLocation: locationIDSchema.safeParse(row.home_location).data ?? null,
    state: row.active === 0 ? 'deactivated' : row.password_hash === null ? 'invited' : 'active',
    invitedUntil: row.invitedUntil === null ? null : toInstant(row.invitedUntil * 1000),
    invitationMail: row.mailState === null ? null : toInvitationMail(row.mailState),
    lockedUntil: row.locked_until !== null && row.locked_until > now ? toInstant(row.locked_until * 1000) : null,
    sessions: Number(row.sessions),
    version: row.version,
  })

const toInvitationMail = (state: MessageState): InvitationMail => {
  switch (state) {
    case 'planned':
    case 'claimed':
    case 'handed-over':
      return 'waiting'
    case 'withdrawn':
      return 'failed'
    default:
      return state
  }
}

/** Members have accounts in the same table, with only the role `user`. */
const isOfStaff = sql<boolean>`(${sql.join(
  staffRoles.map((role) => sql`lower("user".roles) like ${`%"${role}"%`}`),
  sql` or `,
)})`

const selectAccounts = (db: Database, now: number) =>
  db
    .selectFrom('user')
    .select(['user_id', 'email', 'firstname', 'lastname', 'roles', 'allowed_locations', 'home_location'])
    .select(['password_hash', 'locked_until', 'active', 'version'])
    .select((query) => [
      query
        .selectFrom('account_invitation')
        .select(({ fn }) => fn.max('expires_at').as('invitedUntil'))
        .whereRef('account_invitation.user_id', '=', 'user.user_id')
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .as('invitedUntil'),
      query
        .selectFrom('invitation_mail')
        .select('invitation_mail.state')
        .whereRef('invitation_mail.user_id', '=', 'user.user_id')
        .where('expires_at', '>', now)
        .as('mailState'),
      query
        .selectFrom('session')
        .select(({ fn }) => fn.countAll<number>().as('sessions'))
        .whereRef('session.user_id', '=', 'user.user_id')
        .where('session.expires_at', '>', now)
        .$asScalar()
        .$notNull()
        .as('sessions'),
    ])
    .where(isOfStaff)

/**
 * Returns all accounts of the staff, including deactivated ones, in the order of their names. `now` is in epoch
 * seconds.
 */
export const readStaffAccounts = async (db: Database, now: number): Promise<Account[]> => {
  const rows = await selectAccounts(db, now).orderBy('lastname').orderBy('firstname').orderBy('user_id').execute()
  return rows.map((row) => toAccount(row, now))
}

/** Returns the active accounts with the role `radiologist`, in the order of their names. `now` is in epoch seconds. */
export const readRadiologistAccounts = async (db: Database, now: number): Promise<Account[]> => {
  const accounts = await readStaffAccounts(db, now)
  return accounts.filter(({ state, roles }) => state === 'active' && hasRole(roles, 'radiologist'))
}

/** Returns an account of the staff; undefined if the account does not exist or is a member's. */
export const findAccount = async (db: Database, userID: string, now: number): Promise<Account | undefined> => {
  const row = await selectAccounts(db, now).where('user.user_id', '=', userID).executeTakeFirst()
  return row === undefined ? undefined : toAccount(row, now)
}

const administrators = (db: Database) =>
  db
    .selectFrom('user')
    .select('user_id')
    .where(sql<boolean>`lower(roles) like '%"admin"%'`)
    .where('active', '=', 1)
    .where('password_hash', 'is not', null)

/** Returns whether there is any account. */
export const hasAccounts = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('user').select('user_id').limit(1).executeTakeFirst()) !== undefined

/** Returns whether there is an administrator: an active account with the role `admin` and a password. */
export const hasAdministrator = async (db: Database): Promise<boolean> =>
  (await administrators(db).limit(1).executeTakeFirst()) !== undefined

/**
 * Returns the ids of the administrators, locked until the transaction ends. If two calls at once each remove one of the
 * last two administrators, the second call waits and then sees the first removal.
 */
export const lockAdministrators = async (db: Database, kind: DatabaseKind): Promise<readonly string[]> => {
  const query = administrators(db).orderBy('user_id')
  return (await (kind === 'postgresql' ? query.forUpdate() : query).execute()).map((row) => row.user_id)
}

type AccountChange = {
  readonly firstname: string
  readonly lastname: string
  readonly roles: readonly string[]
  readonly allowedLocations: 'all' | readonly string[]
  readonly homeLocation: string | null
  readonly active: 0 | 1
}

/** Writes a change made from `version`; returns false when the account has another version. */
export const writeAccount = async (
  db: Database,
  userID: string,
  version: number,
  change: AccountChange,
): Promise<boolean> => {
  const { allowedLocations } = change
  const written = await db
    .updateTable('user')
    .set({
      firstname: change.firstname,
      lastname: change.lastname,
      roles: JSON.stringify(change.roles),
      allowed_locations: allowedLocations === 'all' ? null : JSON.stringify(allowedLocations),
      home_location: change.homeLocation,
      active: change.active,
      version: version + 1,
    })
    .where('user_id', '=', userID)
    .where('version', '=', version)
    .executeTakeFirst()
  return written.numUpdatedRows > 0
}

/**
 * Stores a new password, or removes it with null, and unlocks the account. Increments the version, because
 * administrators see the account's state.
 */
export const writePassword = async (
  db: Database,
  userID: string,
  { passwordHash, now }: { readonly passwordHash: string | null; readonly now: number },
): Promise<void> => {
  await db
    .updateTable('user')
    .set(({ eb }) => ({
      password_hash: passwordHash,
      password_changed_at: now,
      failed_sign_ins: 0,
      locked_until: null,
      version: eb('version', '+', 1),
    }))
    .where('user_id', '=', userID)
    .execute()
}

/** Stores an invitation; earlier ones of the account become void. */
export const addInvitation = async (
  db: Database,
  invitation: { readonly tokenHash: string; readonly userID: string; readonly now: number; readonly expiresAt: number },
): Promise<void> => {
  await endInvitations(db, invitation.userID, invitation.now)
  await db
    .insertInto('account_invitation')
    .values({
      token_hash: invitation.tokenHash,
      user_id: invitation.userID,
      created_at: invitation.now,
      expires_at: invitation.expiresAt,
      used_at: null,
    })
    .execute()
}

/**
 * Adds the code of an email to an open invitation. The earlier codes stay valid; once one code is used, all codes of
 * the invitation are void.
 */
export const addMailedCode = async (
  db: Database,
  code: { readonly tokenHash: string; readonly userID: string; readonly now: number; readonly expiresAt: number },
): Promise<void> => {
  const { tokenHash, userID, now, expiresAt } = code
  await db
    .insertInto('account_invitation')
    .values({ token_hash: tokenHash, user_id: userID, created_at: now, expires_at: expiresAt, used_at: null })
    .execute()
}

/** Makes one code void. */
export const voidInvitation = async (db: Database, tokenHash: string, now: number): Promise<void> => {
  await db
    .updateTable('account_invitation')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .execute()
}

/**
 * Makes the open invitations of an account void, and removes their email. Removes the email first. If a server is
 * adding the code of that email, this call waits for it and then voids the new code too.
 */
export const endInvitations = async (db: Database, userID: string, now: number): Promise<void> => {
  await removeInvitationMail(db, userID)
  await db
    .updateTable('account_invitation')
    .set({ used_at: now })
    .where('user_id', '=', userID)
    .where('used_at', 'is', null)
    .execute()
}

type Invitee = {
  readonly userID: string
  readonly email: string
  readonly names: readonly string[]
  /** When the invitation expires, epoch seconds. */
  readonly expiresAt: number
}

/** Returns the account of an open invitation; undefined for a code that is unknown, used or expired. */
export const findInvited = async (db: Database, tokenHash: string, now: number): Promise<Invitee | undefined> => {
  const row = await db
    .selectFrom('account_invitation')
    .innerJoin('user', 'user.user_id', 'account_invitation.user_id')
    .select(['user.user_id', 'user.email', 'user.firstname', 'user.lastname', 'account_invitation.expires_at'])
    .where('account_invitation.token_hash', '=', tokenHash)
    .where('account_invitation.used_at', 'is', null)
    .where('account_invitation.expires_at', '>', now)
    .where('user.active', '=', 1)
    .executeTakeFirst()
  return (
    row && { userID: row.user_id, email: row.email, names: [row.firstname, row.lastname], expiresAt: row.expires_at }
  )
}

/** Marks an invitation as used; returns false when another call used it first, or when the invitation has expired. */
export const takeInvitation = async (db: Database, tokenHash: string, now: number): Promise<boolean> => {
  const taken = await db
    .updateTable('account_invitation')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0
}
