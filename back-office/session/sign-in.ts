import { setTimeout as sleep } from 'node:timers/promises'
import type { RouteAnswer } from '#contract/back-office.ts'
import { countOf } from '#domain/format/format-count.ts'
import { type StaffUser, staffUserSchema } from '#domain/session/staff-user.ts'
import { type LocationID, locationIDSchema } from '#domain/values/location-id.ts'
import { inTransaction } from '../database/database.ts'
import type { UserTable } from '../database/tables.ts'
import { type HandlerContext, type HandlerInput, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { serializeByKey } from '../kernel/serialize-by-key.ts'
import { createSessionToken, toCaller } from '../kernel/session-token.ts'
import { addSession, removeSession } from '../repositories/sessions-repository.ts'
import { clearFailedSignIns, countGuess, findUserByEmail, lockAfterGuesses } from '../repositories/users-repository.ts'
import { isNamedForPreferredConsult } from '../study-access/permissions.ts'
import { isPassword } from './password.ts'

/** Failed passwords in a row that lock an account, and the seconds of the lock (decisions §2). */
const allowedFailures = 5
const lockSeconds = 15 * 60

/** Returns the account's home location; null if there is none, or the user may not work there. */
const toHome = (user: UserTable, caller: ReturnType<typeof toCaller>): LocationID | null => {
  const home = locationIDSchema.safeParse(user.home_location).data ?? null
  return home !== null && mayWorkAt(caller, home) ? home : null
}

const toStaffUser = (
  caller: ReturnType<typeof toCaller>,
  user: UserTable,
  context: Pick<HandlerContext, 'preferredConsultUsers'>,
): StaffUser =>
  staffUserSchema.parse({
    user_id: caller.userID,
    atriumID: caller.userID,
    email: caller.email,
    firstname: user.firstname,
    lastname: user.lastname,
    fullname: caller.name,
    roles: caller.roles,
    allowedLocations: caller.allowedLocations,
    homeLocation: toHome(user, caller),
    isNamedForPreferredConsult: caller.isStaff && isNamedForPreferredConsult(caller, context),
  })

const wrongCredentials = (): Refusal => new Refusal('bad-credentials', 'Incorrect email or password.')

/** Throws 429 `account-locked` while wrong passwords lock the account. */
export const refuseWhileLocked = (user: Pick<UserTable, 'locked_until'> | undefined, now: number): void => {
  const seconds = (user?.locked_until ?? 0) - now
  if (seconds <= 0) return
  throw new Refusal(
    'account-locked',
    `Too many wrong passwords. This account is locked for ${countOf(Math.ceil(seconds / 60), 'more minute')}.`,
    { retryAfterSeconds: seconds },
  )
}

/** How long a guess waits for other guesses that are being compared, and how often it checks. */
const maxWaitMs = 3_000
const guessPollMs = 100

/**
 * Compares a password with an account's. Each guess is counted before it is compared, so that several server processes
 * together allow no more guesses than one process; the fifth wrong one locks the account. A guess that a killed process
 * did not finish counts as wrong. After a right password its guess stays counted: see `clearFailedSignIns`. Throws 429
 * `account-locked`.
 */
export const isRightPassword = async (
  password: string,
  { user_id: userID, email, password_hash: hash }: Pick<UserTable, 'email' | 'password_hash' | 'user_id'>,
  { db, now }: Pick<HandlerContext, 'db' | 'now'>,
): Promise<boolean> => {
  const guess = { userID, allowed: allowedFailures, now, lockedUntil: now + lockSeconds }
  const giveUpMs = performance.now() + maxWaitMs
  while (!(await countGuess(db, guess))) {
    if (performance.now() > giveUpMs) await lockAfterGuesses(db, guess)
    const present = await findUserByEmail(db, email)
    if (present === undefined) return false
    refuseWhileLocked(present, now)
    await sleep(guessPollMs)
  }
  const isRight = await isPassword(password, hash)
  if (!isRight) await lockAfterGuesses(db, guess)
  return isRight
}

const inTurn = serializeByKey()

const openSession = async (
  body: HandlerInput<'signIn'>['body'],
  context: Pick<HandlerContext, 'db' | 'now' | 'preferredConsultUsers' | 'setAuditSubject'>,
): Promise<RouteAnswer<'signIn'>> => {
  const user = await findUserByEmail(context.db, body.email)
  // The audit row of a refused sign-in names the account, so that repeated guesses at one account can be found.
  if (user !== undefined) context.setAuditSubject({ userID: user.user_id })
  refuseWhileLocked(user, context.now)
  if (user === undefined) {
    // Takes as long as a wrong password, so that the time does not show which accounts exist.
    await isPassword(body.password, null)
    throw wrongCredentials()
  }
  const known = { ...user, password_hash: user.active === 1 ? user.password_hash : null }
  if (!(await isRightPassword(body.password, known, context))) throw wrongCredentials()
  const { token, tokenHash } = createSessionToken()
  await inTransaction(context.db, async (db) => {
    // While this password was hashed, concurrent guesses may have locked the account, or an administrator may have
    // deactivated it.
    const present = await findUserByEmail(db, body.email)
    refuseWhileLocked(present, context.now)
    if (present?.active !== 1 || present.password_hash !== user.password_hash) throw wrongCredentials()
    await clearFailedSignIns(db, user.user_id)
    await addSession(db, { tokenHash, userID: user.user_id, now: context.now })
  })
  return { token, user: toStaffUser(toCaller(user, tokenHash), user, context) }
}

/**
 * Signs in (decisions §2). Runs one call at a time per account: concurrent guesses would otherwise all be tried before
 * the first is counted. Throws 401 `bad-credentials`, 429 `account-locked`.
 */
export const signIn = (
  body: HandlerInput<'signIn'>['body'],
  context: Pick<HandlerContext, 'db' | 'now' | 'preferredConsultUsers' | 'setAuditSubject'>,
): Promise<RouteAnswer<'signIn'>> => inTurn(body.email.trim().toLowerCase(), () => openSession(body, context))

/** Ends the caller's session. */
export const signOut = async (context: Pick<HandlerContext, 'caller' | 'db'>): Promise<RouteAnswer<'signOut'>> => {
  await removeSession(context.db, requireCaller(context).sessionHash)
  return { ok: true }
}

/** Returns the account of the caller's session. Throws 404 if the account no longer exists. */
export const readCurrentUser = async (
  context: Pick<HandlerContext, 'caller' | 'db' | 'preferredConsultUsers'>,
): Promise<RouteAnswer<'readCurrentUser'>> => {
  const caller = requireCaller(context)
  const user = await findUserByEmail(context.db, caller.email)
  if (user === undefined) throw new Refusal('not-found', 'This account no longer exists.')
  return toStaffUser(caller, user, context)
}
