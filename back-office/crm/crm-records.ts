import { createHash } from 'node:crypto'
import type { CrmPerson } from '#domain/crm/crm.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { checkMemberInReach } from '../members/reach.ts'

export const noSuchRecord = (what: string): Refusal => new Refusal('not-found', `The CRM has no such ${what}.`)

const failureSwitch = 'ATRIUM_CRM'

/**
 * Throws 503 `crm-unavailable` while the environment variable ATRIUM_CRM is `down`, which simulates an unreachable CRM
 * for training and tests.
 */
export const requireCrm = (): void => {
  if (process.env[failureSwitch] === 'down') {
    throw new Refusal('crm-unavailable', "The CRM isn't responding. Try again later.")
  }
}

/** Returns a CRM id of 18 letters and digits, derived from our id `seed`: the same seed gives the same CRM id. */
export const toCrmID = (prefix: string, seed: string): string =>
  `${prefix}${createHash('sha256').update(seed).digest('hex').slice(0, 15).toUpperCase()}`

/** Returns only the defined fields: an undefined one must not clear the CRM's value. */
export const withoutUndefinedFields = <Changes extends object>(
  changes: Changes,
): { [Key in keyof Changes]?: Exclude<Changes[Key], undefined> } =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Changes]?: Exclude<Changes[Key], undefined>
  }

/** Throws unless the caller may see the member linked to the CRM person; everyone may see a person without a member. */
export const checkPersonInReach = async (
  db: Database,
  person: CrmPerson | undefined,
  context: Pick<HandlerContext, 'caller' | 'now' | 'setAuditSubject'>,
): Promise<void> => {
  if (person?.atriumID != null && person.atriumID !== '') await checkMemberInReach(db, person.atriumID, context)
}
