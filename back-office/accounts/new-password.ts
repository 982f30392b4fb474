import { findPasswordProblem } from '#domain/accounts/password-rules.ts'
import { Refusal } from '../kernel/refusal.ts'
import { hashPassword } from '../session/password.ts'
import { accountsServerWords as words } from './accounts-words.ts'
import { commonPasswords } from './common-passwords.ts'

/**
 * Returns why a new password is refused, or null. `ofAccount` has the words of the account: email, names,
 * organisation.
 */
const findNewPasswordProblem = (password: string, ofAccount: readonly string[]): string | null =>
  findPasswordProblem(password, { words: ofAccount, common: commonPasswords })

/**
 * Throws 400 `invalid-input` when the new password breaks a rule. `field` is the name under which the problem is
 * listed.
 */
export const refuseWeakPassword = (password: string, ofAccount: readonly string[], field = 'password'): void => {
  const problem = findNewPasswordProblem(password, ofAccount)
  if (problem !== null) throw new Refusal('invalid-input', words.checkPassword, { fields: { [field]: problem } })
}

/** Returns the stored form of a new password. Throws as {@link refuseWeakPassword} does. */
export const hashNewPassword = async (
  password: string,
  ofAccount: readonly string[],
  field = 'password',
): Promise<string> => {
  refuseWeakPassword(password, ofAccount, field)
  return hashPassword(password)
}
