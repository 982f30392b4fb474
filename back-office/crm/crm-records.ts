import { createHash } from 'node:crypto'
import type { CrmPerson } from '#domain/crm/crm.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { checkMemberInReach } from '../members/reach.ts'

export const noSuchRecord = (what: string): Refusal => new Refusal('not-found', `The CRM has no such ${what}.`)

const failureSwitch = 'ATRIUM_CRM'

/**
 * The CRM is a service of its own and can be away. Set to `down` the switch makes it so, for exercises and tests. Throws 503
 * `crm-unavailable`.
 */
export const insistOnCrm = (): void => {
  if (process.env[failureSwitch] === 'down') {
    throw new Refusal('crm-unavailable', 'The CRM cannot be reached.')
  }
}

/** CRM ids are 18 letters and digits; made from ours, so that the same lead asked for twice is one. */
export const toCrmID = (prefix: string, seed: string): string =>
  `${prefix}${createHash('sha256').update(seed).digest('hex').slice(0, 15).toUpperCase()}`

/** Only the fields that are there: an absent one must not blank what the CRM has. */
export const withoutUndefinedFields = <Changes extends object>(
  changes: Changes,
): { [Key in keyof Changes]?: Exclude<Changes[Key], undefined> } =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Changes]?: Exclude<Changes[Key], undefined>
  }

/** A person in the CRM who is a member is within reach as that member is; one who is none yet belongs to no location. */
export const checkPersonInReach = async (
  db: Database,
  person: CrmPerson | undefined,
  context: Pick<HandlerContext, 'caller' | 'now' | 'setAuditSubject'>,
): Promise<void> => {
  if (person?.atriumID != null && person.atriumID !== '') await checkMemberInReach(db, person.atriumID, context)
}
