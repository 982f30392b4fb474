import type { RouteAnswer } from '#contract/back-office.ts'
import { type Account, isAdministrator } from '#domain/accounts/account.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext, HandlerInput } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import {
  endInvitations,
  findAccount,
  lockAdministrators,
  readStaffAccounts,
  writeAccount,
  writePassword,
} from '../repositories/accounts-repository.ts'
import { readLocations } from '../repositories/locations-repository.ts'
import { removeSessionsOf } from '../repositories/sessions-repository.ts'
import { addUser, clearFailedSignIns, findUserByEmail } from '../repositories/users-repository.ts'
import { accountsServerWords as words } from './accounts-words.ts'
import { invite } from './invitations.ts'

type AccountsContext = Pick<HandlerContext, 'db' | 'kind' | 'mailer' | 'newId' | 'now' | 'setAuditSubject'>

/** Returns all accounts of the staff. */
export const readAccounts = ({ db, now }: Pick<HandlerContext, 'db' | 'now'>): Promise<RouteAnswer<'readAccounts'>> =>
  readStaffAccounts(db, now)

const noAccount = (): Refusal => new Refusal('not-found', words.noAccount)

const find = async (db: Database, userID: string, now: number): Promise<Account> => {
  const account = await findAccount(db, userID, now)
  if (account === undefined) throw noAccount()
  return account
}

type Places = { readonly allowedLocations: 'all' | readonly LocationID[]; readonly homeLocation: LocationID | null }

/** Throws 400 for a location that does not exist, and for a home location that is not allowed. */
const checkPlaces = async (db: Database, { allowedLocations, homeLocation }: Places): Promise<void> => {
  const known = new Set<string>((await readLocations(db)).map(({ locationID }) => locationID))
  const named = allowedLocations === 'all' ? [] : allowedLocations
  const fields: Record<string, string> = {}
  if (!named.every((locationID) => known.has(locationID))) fields.allowedLocations = words.locationUnknown
  if (homeLocation !== null && !known.has(homeLocation)) fields.homeLocation = words.locationUnknown
  else if (homeLocation !== null && allowedLocations !== 'all' && !allowedLocations.includes(homeLocation)) {
    fields.homeLocation = words.homeNotAllowed
  }
  const [first] = Object.entries(fields)
  if (first !== undefined) throw new Refusal('invalid-input', `${first[0]} ${first[1]}`, { fields })
}

/**
 * Creates an account that has no password yet, and the invitation to set one. Throws 409 `account-exists`; 400 with
 * fields.
 */
export const inviteAccount = async (
  body: HandlerInput<'inviteAccount'>['body'],
  context: AccountsContext,
): Promise<RouteAnswer<'inviteAccount'>> => {
  const { db, now } = context
  await checkPlaces(db, body)
  if ((await findUserByEmail(db, body.email)) !== undefined) {
    throw new Refusal('account-exists', words.emailUsed, { fields: { email: words.emailUsedField } })
  }
  const userID = `u-${context.newId()}`
  const { allowedLocations } = body
  await addUser(db, {
    user_id: userID,
    email: body.email,
    email_key: body.email.toLowerCase(),
    password_hash: null,
    failed_sign_ins: 0,
    locked_until: null,
    firstname: body.firstname,
    lastname: body.lastname,
    roles: JSON.stringify(body.roles),
    allowed_locations: allowedLocations === 'all' ? null : JSON.stringify(allowedLocations),
    home_location: body.homeLocation,
  })
  const invitation = await invite(userID, context)
  const account = await find(db, userID, now)
  context.setAuditSubject({ what: userID, change: { before: null, after: account } })
  return { account, ...invitation }
}

/** Throws 409 `last-administrator` when the account is the only administrator. */
const refuseLast = (administrators: readonly string[], userID: string): void => {
  if (administrators.length === 1 && administrators[0] === userID) {
    throw new Refusal('last-administrator', words.lastAdministrator)
  }
}

/**
 * Changes names, roles and locations of an account, and deactivates or reactivates it. A deactivated account loses its
 * sessions and open invitations. Throws 409 `stale` with the current account, `last-administrator`; 400 with fields;
 * 404 for an unknown account.
 */
export const changeAccount = async (
  userID: string,
  { version, isActive, ...fields }: HandlerInput<'changeAccount'>['body'],
  context: AccountsContext,
): Promise<RouteAnswer<'changeAccount'>> => {
  const { db, kind, now } = context
  context.setAuditSubject({ what: userID })
  const administrators = await lockAdministrators(db, kind)
  const before = await find(db, userID, now)
  const stale = (current: Account): Refusal =>
    new Refusal('stale', words.stale, { currentVersion: current.version, current })
  if (before.version !== version) throw stale(before)
  await checkPlaces(db, fields)
  const state = isActive ? before.state : 'deactivated'
  if (!isAdministrator({ state, roles: [...fields.roles] })) refuseLast(administrators, userID)
  if (!(await writeAccount(db, userID, version, { ...fields, active: isActive ? 1 : 0 }))) {
    throw stale(await find(db, userID, now))
  }
  if (!isActive) {
    await removeSessionsOf(db, userID)
    await endInvitations(db, userID, now)
  }
  const after = await find(db, userID, now)
  context.setAuditSubject({ what: userID, change: { before, after } })
  return after
}

/** Ends all sessions of an account. */
export const endAccountSessions = async (
  userID: string,
  { db, now, setAuditSubject }: Pick<HandlerContext, 'db' | 'now' | 'setAuditSubject'>,
): Promise<RouteAnswer<'endAccountSessions'>> => {
  const before = await find(db, userID, now)
  await removeSessionsOf(db, userID)
  const after = await find(db, userID, now)
  setAuditSubject({ what: userID, change: { before, after } })
  return after
}

/** Unlocks an account that was locked after wrong passwords. */
export const unlockAccount = async (
  userID: string,
  { db, now, setAuditSubject }: Pick<HandlerContext, 'db' | 'now' | 'setAuditSubject'>,
): Promise<RouteAnswer<'unlockAccount'>> => {
  const before = await find(db, userID, now)
  await clearFailedSignIns(db, userID)
  const after = await find(db, userID, now)
  setAuditSubject({ what: userID, change: { before, after } })
  return after
}

/**
 * Removes the password of an account, ends its sessions and returns a new invitation code. Throws 409
 * `last-administrator`, 409 `act-not-allowed` for a deactivated account, 404 for an unknown one.
 */
export const resetAccountPassword = async (
  userID: string,
  context: AccountsContext,
): Promise<RouteAnswer<'resetAccountPassword'>> => {
  const { db, kind, now } = context
  context.setAuditSubject({ what: userID })
  const administrators = await lockAdministrators(db, kind)
  const before = await find(db, userID, now)
  if (before.state === 'deactivated') throw new Refusal('act-not-allowed', words.deactivated)
  refuseLast(administrators, userID)
  await writePassword(db, userID, { passwordHash: null, now })
  await removeSessionsOf(db, userID)
  const invitation = await invite(userID, context)
  const account = await find(db, userID, now)
  context.setAuditSubject({ what: userID, change: { before, after: account } })
  return { account, ...invitation }
}
