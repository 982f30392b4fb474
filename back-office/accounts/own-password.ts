import type { RouteAnswer } from '#contract/back-office.ts'
import { inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { serializeByKey } from '../kernel/serialize-by-key.ts'
import { endInvitations, writePassword } from '../repositories/accounts-repository.ts'
import { removeSessionsOf } from '../repositories/sessions-repository.ts'
import { findOrganisation } from '../repositories/setup-repository.ts'
import { clearFailedSignIns, findUserByEmail } from '../repositories/users-repository.ts'
import { isRightPassword, refuseWhileLocked } from '../session/sign-in.ts'
import { accountsServerWords as words } from './accounts-words.ts'
import { hashNewPassword } from './new-password.ts'

type OwnPasswordContext = Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>

const inTurn = serializeByKey()

const change = async (
  { oldPassword, newPassword }: HandlerInput<'changeOwnPassword'>['body'],
  context: OwnPasswordContext,
): Promise<RouteAnswer<'changeOwnPassword'>> => {
  const { db, now } = context
  const { email, userID, sessionHash } = requireCaller(context)
  context.setAuditSubject({ what: userID })
  const user = await findUserByEmail(db, email)
  refuseWhileLocked(user, now)
  if (user === undefined || !(await isRightPassword(oldPassword, user, context))) {
    throw new Refusal('bad-credentials', words.wrongOldPassword)
  }
  await clearFailedSignIns(db, userID)
  const organisation = (await findOrganisation(db)) ?? ''
  const ofAccount = [email, user.firstname, user.lastname, organisation]
  const passwordHash = await hashNewPassword(newPassword, ofAccount, 'newPassword')
  await inTransaction(db, async (transaction) => {
    await writePassword(transaction, userID, { passwordHash, now })
    await endInvitations(transaction, userID, now)
    await removeSessionsOf(transaction, userID, sessionHash)
  })
  return { ok: true }
}

/**
 * Changes the caller's password, ends all other sessions of the account and voids its open invitations. A wrong old
 * password counts as a wrong sign-in. Throws 401 `bad-credentials`, 429 `account-locked`, 400 with fields for a weak
 * password.
 */
export const changeOwnPassword = (
  body: HandlerInput<'changeOwnPassword'>['body'],
  context: OwnPasswordContext,
): Promise<RouteAnswer<'changeOwnPassword'>> => inTurn(requireCaller(context).userID, () => change(body, context))
