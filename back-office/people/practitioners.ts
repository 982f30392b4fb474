import type { RouteAnswer } from '#contract/back-office.ts'
import { type DirectoryField, decideDirectoryChange } from '#domain/people/directory-change.ts'
import type { Practitioner, PractitionerContactChanges } from '#domain/people/practitioner.ts'
import { inTransaction } from '../database/database.ts'
import { type Caller, type HandlerContext, type HandlerInput, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { locationForbidden } from '../kernel/route-access.ts'
import { changePractitionerContact, findPractitioner } from '../repositories/catalogue-repository.ts'
import { addDirectoryChange, type DirectoryChangeRow } from '../repositories/directory-repository.ts'
import { findLocationsNaming } from '../repositories/studies-repository.ts'

type PractitionersContext = Pick<HandlerContext, 'caller' | 'db' | 'newId' | 'now' | 'setAuditSubject'>

/**
 * Changes the addresses to which a practitioner's reports are sent. If all values are already stored, nothing changes,
 * even for a stale version. Throws 409 `stale` with the current version; 404 for an unknown practitioner; 400
 * `invalid-input`, with the fields concerned, for a practice that is not the practitioner's. A change that the caller
 * may only propose is stored as a proposal (decisions section 6). Any other change applies immediately, is stored with
 * the old values and is announced to the other locations with studies that name the practitioner. The audit row names
 * the practitioner and the fields, never their values.
 */
export const changePractitioner = async (
  practitionerID: string,
  { version, contact, locationID }: HandlerInput<'changePractitioner'>['body'],
  context: PractitionersContext,
): Promise<RouteAnswer<'changePractitioner'>> =>
  inTransaction(context.db, async (db) => {
    context.setAuditSubject({ what: practitionerID })
    if (locationID !== undefined && !mayWorkAt(requireCaller(context), locationID)) throw locationForbidden()
    const seen = await findPractitioner(db, practitionerID)
    if (seen === undefined) throw new Refusal('not-found', 'This practitioner is not in the directory.')
    checkPractices(seen, contact)
    const fields = changedContactFields(seen, contact)
    if (fields.length === 0) return { ...seen, isProposed: false }
    const caller = requireCaller(context)
    const naming = await findLocationsNaming(db, practitionerID)
    const decision = decideDirectoryChange(
      caller.roles,
      naming.some((locationID) => mayWorkAt(caller, locationID)),
    )
    const names = fields.map(({ field }) => field).join(', ')
    const what = `${practitionerID}: ${names}`
    context.setAuditSubject({ what: decision === 'proposal' ? `${what} proposed` : what })
    const isCounted = decision === 'counts'
    const changed =
      version !== seen.version ? undefined : isCounted ? await changePractitionerContact(db, seen, contact) : seen
    if (changed === undefined) {
      const currentVersion = (await findPractitioner(db, practitionerID))?.version ?? seen.version
      const message = 'Someone else changed this practitioner. Check the latest values, then try again.'
      throw new Refusal('stale', message, { currentVersion })
    }
    const row: DirectoryChangeRow = {
      change_id: context.newId(),
      practitioner_id: practitionerID,
      state: isCounted ? 'counted' : 'proposed',
      fields: JSON.stringify(fields),
      by_user: caller.userID,
      by_name: caller.name,
      at: context.now,
      decided_by_name: null,
      decided_at: null,
      location_id: locationID ?? null,
    }
    await addDirectoryChange(db, row, isCounted ? othersOf(naming, caller) : [])
    return { ...changed, isProposed: !isCounted }
  })

/**
 * Returns which of these locations to notify: those where the caller has no right to work, or all of them if the caller
 * works everywhere.
 */
export const othersOf = (naming: readonly string[], caller: Caller): readonly string[] =>
  caller.allowedLocations === 'all' ? naming : naming.filter((locationID) => !mayWorkAt(caller, locationID))

/** Refuses a fax number for a practice that is not one of this practitioner's practices. */
const checkPractices = ({ locations }: Practitioner, { practiceFaxNumbers = {} }: PractitionerContactChanges): void => {
  const message = "This practice isn't one of the practitioner's practices."
  const unknown = Object.keys(practiceFaxNumbers).filter((wanted) => !locations.some(({ id }) => id === wanted))
  if (unknown.length === 0) return
  const fields = Object.fromEntries(unknown.map((id) => [`contact.practiceFaxNumbers.${id}`, message]))
  throw new Refusal('invalid-input', message, { fields })
}

/**
 * Returns a directory field's value, such as `faxNumber` or `practiceFaxNumbers.pl-0001-1`; undefined for an unknown
 * field.
 */
export const directoryValueOf = ({ contact, locations }: Practitioner, field: string): string | undefined => {
  const [own, practiceID] = field.split(/\.(.*)/s)
  if (practiceID !== undefined) {
    return locations.find(({ id }) => id === practiceID)?.practitionerContact.faxNumber
  }
  return contact[own as keyof Practitioner['contact']]
}

type ChangedField = Pick<DirectoryField, 'field' | 'before' | 'after'>

/** Returns the fields that would change, with the values before and after. */
export const changedContactFields = (
  seen: Practitioner,
  { practiceFaxNumbers = {}, ...contact }: PractitionerContactChanges,
): readonly ChangedField[] =>
  [
    ...Object.entries(contact),
    ...Object.entries(practiceFaxNumbers).map(([id, value]) => [`practiceFaxNumbers.${id}`, value] as const),
  ].flatMap(([field, after]) => {
    const before = directoryValueOf(seen, field)
    return after === undefined || before === undefined || before === after ? [] : [{ field, before, after }]
  })
