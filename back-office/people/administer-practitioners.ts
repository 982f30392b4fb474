import type { RouteAnswer } from '#contract/back-office.ts'
import type { AdministeredPractitioner } from '#domain/people/administered-practitioner.ts'
import type { PracticeLocation } from '#domain/people/practitioner.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import {
  addPractitioner,
  changePractitionerRow,
  findAdministeredPractitioner,
  readPractitionerEntries,
  repointPractitioner,
} from '../repositories/administered-practitioners-repository.ts'
import { addDirectoryChange } from '../repositories/directory-repository.ts'
import { findLocationsNaming } from '../repositories/studies-repository.ts'
import { administerPractitionersWords as words } from './administer-practitioners-words.ts'
import { changedContactFields, othersOf } from './practitioners.ts'

type AdministrationContext = Pick<HandlerContext, 'caller' | 'db' | 'newId' | 'now' | 'setAuditSubject'>
type Practices = HandlerInput<'createPractitioner'>['body']['practices']

const refused = (field: string, message: string): Refusal =>
  new Refusal('invalid-input', message, { fields: { [field]: message } })

const stale = (current: AdministeredPractitioner): Refusal => new Refusal('stale', words.stale, { current })

const toPractices = (practices: Practices, newId: () => string): PracticeLocation[] =>
  practices.map(({ id, practiceName, locationName, faxNumber }) => ({
    id: id ?? `pl-${newId()}`,
    locationName,
    practice: { practiceName },
    practitionerContact: { faxNumber },
  }))

const find = async (db: Database, id: string): Promise<AdministeredPractitioner> => {
  const found = await findAdministeredPractitioner(db, id)
  if (found === undefined) throw new Refusal('not-found', words.noSuchPractitioner)
  return found
}

/** Returns every entry of the directory, including deactivated and merged ones. */
export const readAdministeredPractitioners = async (
  context: Pick<HandlerContext, 'db'>,
): Promise<RouteAnswer<'readAdministeredPractitioners'>> => await readPractitionerEntries(context.db)

/** Adds a practitioner with their practices. */
export const createPractitioner = async (
  { practices, ...fields }: HandlerInput<'createPractitioner'>['body'],
  context: AdministrationContext,
): Promise<RouteAnswer<'createPractitioner'>> =>
  inTransaction(context.db, async (db) => {
    if (practices.some(({ id }) => id !== null)) throw refused('practices', words.practiceGone)
    const after: AdministeredPractitioner = {
      id: `p-${context.newId()}`,
      ...fields,
      locations: toPractices(practices, context.newId),
      version: 1,
      active: true,
      mergedInto: null,
    }
    await addPractitioner(db, after)
    context.setAuditSubject({ what: after.id, change: { before: null, after } })
    return after
  })

/**
 * Changes an entry, deactivates it, or activates it again. `practices` must contain every saved practice, because
 * studies may name it. Changed addresses are stored with their old values and announced like other changes of the
 * directory (decisions section 6). Throws 409 `stale` with the current record; 400 with field `practices`, or with
 * field `active` for a merged entry; 404 if unknown.
 */
export const administerPractitioner = async (
  practitionerID: string,
  { version, active, practices, ...fields }: HandlerInput<'administerPractitioner'>['body'],
  context: AdministrationContext,
): Promise<RouteAnswer<'administerPractitioner'>> =>
  inTransaction(context.db, async (db) => {
    const before = await find(db, practitionerID)
    if (before.version !== version) throw stale(before)
    if (before.mergedInto !== null) throw refused('active', words.alreadyMerged)
    const named = new Set(practices.flatMap(({ id }) => (id === null ? [] : [id])))
    const isWhole = before.locations.every(({ id }) => named.has(id)) && named.size === before.locations.length
    if (!isWhole) throw refused('practices', words.practiceGone)
    const changed = { ...before, ...fields, active, locations: toPractices(practices, context.newId) }
    if (!(await changePractitionerRow(db, changed))) throw stale(before)
    const after = { ...changed, version: version + 1 }
    context.setAuditSubject({ what: practitionerID, change: { before, after } })
    await noteContactChange(db, before, after, context)
    return after
  })

const noteContactChange = async (
  db: Database,
  before: AdministeredPractitioner,
  after: AdministeredPractitioner,
  context: AdministrationContext,
): Promise<void> => {
  const faxOf = (location: PracticeLocation) => [location.id, location.practitionerContact.faxNumber] as const
  const fields = changedContactFields(before, {
    ...after.contact,
    practiceFaxNumbers: Object.fromEntries(after.locations.map(faxOf)),
  })
  if (fields.length === 0) return
  const caller = requireCaller(context)
  const row = {
    change_id: context.newId(),
    practitioner_id: before.id,
    state: 'counted',
    fields: JSON.stringify(fields),
    by_user: caller.userID,
    by_name: caller.name,
    at: context.now,
    decided_by_name: null,
    decided_at: null,
    location_id: null,
  } as const
  await addDirectoryChange(db, row, othersOf(await findLocationsNaming(db, before.id), caller))
}

/**
 * Merges an entry into another: studies, deliveries and practices of the merged entry become those of the other. The
 * merged entry is deactivated and kept as history. Throws 409 `stale` with the current record of the entry that
 * changed, or of the entry to merge if one of its studies changed; 400 with field `into`; 404 for an unknown entry.
 */
export const mergePractitioners = async (
  practitionerID: string,
  { version, into, intoVersion }: HandlerInput<'mergePractitioners'>['body'],
  context: AdministrationContext,
): Promise<RouteAnswer<'mergePractitioners'>> =>
  inTransaction(context.db, async (db) => {
    if (into === practitionerID) throw refused('into', words.sameEntry)
    const [from, kept] = [await find(db, practitionerID), await find(db, into)]
    if (from.version !== version) throw stale(from)
    if (kept.version !== intoVersion) throw stale(kept)
    if (from.mergedInto !== null) throw refused('into', words.alreadyMerged)
    if (!kept.active) throw refused('into', words.intoInactive)
    const merged = { ...from, active: false, mergedInto: into }
    const joined = { ...kept, locations: [...kept.locations, ...from.locations] }
    if (!(await changePractitionerRow(db, merged))) throw stale(from)
    if (!(await changePractitionerRow(db, joined))) throw stale(kept)
    const studies = await repointPractitioner(db, practitionerID, into)
    if (studies === undefined) throw new Refusal('stale', words.studyChanged, { current: from })
    const after = { from: { ...merged, version: version + 1 }, into: { ...joined, version: intoVersion + 1 } }
    context.setAuditSubject({
      what: `${practitionerID} into ${into}, ${studies} studies`,
      change: { before: { from, into: kept }, after },
    })
    return after.into
  })
