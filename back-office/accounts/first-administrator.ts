import type { Database } from '../database/database.ts'
import { Refusal } from '../kernel/refusal.ts'
import { hasAdministrator } from '../repositories/accounts-repository.ts'
import { writeOrganisation } from '../repositories/setup-repository.ts'
import { addUser, findUserByEmail } from '../repositories/users-repository.ts'
import { accountsServerWords as words } from './accounts-words.ts'

type FirstAdministrator = {
  readonly userID: string
  readonly organisation: string
  readonly firstname: string
  readonly lastname: string
  readonly email: string
  readonly passwordHash: string
  readonly now: number
}

/**
 * Creates the organisation and its first administrator. Runs in the caller's transaction; of two concurrent calls, only
 * one succeeds. Throws 409 `already-set-up` when there is an administrator, 409 `account-exists` when another account
 * has the address.
 */
export const createFirstAdministrator = async (db: Database, first: FirstAdministrator): Promise<void> => {
  await writeOrganisation(db, first.organisation, first.now)
  if (await hasAdministrator(db)) throw new Refusal('already-set-up', words.alreadySetUp)
  if ((await findUserByEmail(db, first.email)) !== undefined) {
    throw new Refusal('account-exists', words.emailUsed, { fields: { email: words.emailUsedField } })
  }
  await addUser(db, {
    user_id: first.userID,
    email: first.email,
    email_key: first.email.toLowerCase(),
    password_hash: first.passwordHash,
    failed_sign_ins: 0,
    locked_until: null,
    firstname: first.firstname,
    lastname: first.lastname,
    roles: JSON.stringify(['admin']),
    allowed_locations: null,
    home_location: null,
  })
}
