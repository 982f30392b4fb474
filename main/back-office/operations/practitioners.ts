import type { Practitioner, PractitionerContactChanges } from '#domain/study/practitioner.ts'
import { changePractitionerContact, findPractitioner } from '../repositories/catalogue-repository.ts'
import { inTransaction } from '../repositories/database.ts'
import type { HandlerContext, HandlerInput } from '../rest/handler.ts'
import { RouteFailure } from '../rest/route-failure.ts'

/**
 * Changes where the directory has a practitioner's reports sent, over the version that was read: 409 `stale` with the current
 * one. What is so already changes nothing, whatever version was read. 404 for no such practitioner, 400 `invalid-input` with the
 * fields for a practice that is none of theirs. The audit row's action names the practitioner and the fields that were to change,
 * never what stands in them.
 */
export const changePractitioner = async (
  practitionerID: string,
  { version, contact }: HandlerInput<'changePractitioner'>['body'],
  context: HandlerContext,
): Promise<Practitioner> =>
  inTransaction(context.db, async (db) => {
    context.setAuditSubject({ what: practitionerID })
    const seen = await findPractitioner(db, practitionerID)
    if (seen === undefined) throw new RouteFailure(404, 'not-found', 'The directory has no such practitioner.')
    checkPractices(seen, contact)
    const fields = changedFields(seen, contact)
    if (fields.length === 0) return seen
    context.setAuditSubject({ what: `${practitionerID}: ${fields.join(', ')}` })
    const changed = version === seen.version ? await changePractitionerContact(db, seen, contact) : undefined
    if (changed === undefined) {
      const currentVersion = (await findPractitioner(db, practitionerID))?.version ?? seen.version
      const message = 'Someone else has changed this practitioner. Look at them again before you change them.'
      throw new RouteFailure(409, 'stale', message, { currentVersion })
    }
    return changed
  })

/** Refuses the fax of a practice at which the directory does not have this practitioner. */
const checkPractices = ({ locations }: Practitioner, { practiceFaxNumbers = {} }: PractitionerContactChanges): void => {
  const message = 'This practitioner has no such practice.'
  const unknown = Object.keys(practiceFaxNumbers).filter((wanted) => !locations.some(({ id }) => id === wanted))
  if (unknown.length === 0) return
  const fields = Object.fromEntries(unknown.map((id) => [`contact.practiceFaxNumbers.${id}`, message]))
  throw new RouteFailure(400, 'invalid-input', message, { fields })
}

/** What would change: `faxNumber`, or with the practice `practiceFaxNumbers.pl-0001-1`. */
const changedFields = (
  seen: Practitioner,
  { practiceFaxNumbers = {}, ...contact }: PractitionerContactChanges,
): readonly string[] => [
  ...Object.entries(contact).flatMap(([field, value]) =>
    value !== undefined && seen.contact[field as keyof Practitioner['contact']] !== value ? [field] : [],
  ),
  ...Object.entries(practiceFaxNumbers).flatMap(([wanted, value]) =>
    seen.locations.some(({ id, practitionerContact }) => id === wanted && practitionerContact.faxNumber !== value)
      ? [`practiceFaxNumbers.${wanted}`]
      : [],
  ),
]
