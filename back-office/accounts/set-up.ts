import { timingSafeEqual } from 'node:crypto'
import type { RouteAnswer } from '#contract/back-office.ts'
import { codeLengths, maxSetupGuesses, parseCode } from '#domain/accounts/secret-code.ts'
import { inTransaction } from '../database/database.ts'
import type { HandlerContext, HandlerInput } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { hashToken } from '../kernel/session-token.ts'
import { hasAdministrator } from '../repositories/accounts-repository.ts'
import { countSetupGuess, takeSetupCode } from '../repositories/setup-repository.ts'
import { accountsServerWords as words } from './accounts-words.ts'
import { createFirstAdministrator } from './first-administrator.ts'
import { hashNewPassword, refuseWeakPassword } from './new-password.ts'

const codeNotValid = (): Refusal => new Refusal('code-not-valid', words.setupCodeNotValid)

/**
 * Creates the organisation and its first administrator for a caller who has the setup code that the command `init`
 * printed. Every guess is counted before it is compared; after ten guesses the code is void. Throws 409
 * `already-set-up`, 409 `code-not-valid` for a code that is wrong, used, expired or void, 400 with fields for a weak
 * password.
 */
export const setUp = async (
  body: HandlerInput<'setUp'>['body'],
  context: Pick<HandlerContext, 'db' | 'newId' | 'now' | 'setAuditSubject'>,
): Promise<RouteAnswer<'setUp'>> => {
  const { db, now } = context
  if (await hasAdministrator(db)) throw new Refusal('already-set-up', words.alreadySetUp)
  const { organisation, firstname, lastname, email, password } = body
  const ofAccount = [email, firstname, lastname, organisation]
  // The password is checked before the code is compared, because a weak password must not cost a guess.
  refuseWeakPassword(password, ofAccount)
  const expected = await countSetupGuess(db, { now, most: maxSetupGuesses })
  if (expected === undefined) throw codeNotValid()
  const actual = hashToken(parseCode(body.code, codeLengths.setup) ?? '')
  if (!timingSafeEqual(Buffer.from(actual), Buffer.from(expected))) throw codeNotValid()
  const passwordHash = await hashNewPassword(password, ofAccount)
  const userID = `u-${context.newId()}`
  await inTransaction(db, async (transaction) => {
    if (!(await takeSetupCode(transaction, expected, now))) throw codeNotValid()
    await createFirstAdministrator(transaction, { userID, organisation, firstname, lastname, email, passwordHash, now })
  })
  context.setAuditSubject({ userID, what: userID })
  return { ok: true }
}
