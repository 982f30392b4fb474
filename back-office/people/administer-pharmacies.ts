import type { RouteAnswer } from '#contract/back-office.ts'
import { checkPharmacy, isSamePharmacy } from '#domain/people/check-pharmacy.ts'
import type { AdministeredPharmacy, PharmacyEntry } from '#domain/people/pharmacy.ts'
import { type Database, inTransaction } from '../database/database.ts'
import type { HandlerContext, HandlerInput } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { readLocations } from '../repositories/locations-repository.ts'
import { addPharmacy, changePharmacyRow, readPharmacyEntries } from '../repositories/pharmacies-repository.ts'

const words = {
  check: 'Check the fields of the pharmacy.',
  inDirectory: 'This pharmacy is already in the directory.',
  noSuchLocation: 'There is no such location.',
  noSuchPharmacy: 'This pharmacy is not in the directory.',
  stale: 'Someone else changed this pharmacy. Compare both versions.',
}

const stale = (current: AdministeredPharmacy): Refusal => new Refusal('stale', words.stale, { current })

/**
 * Returns the fields as they are stored. Throws 400 with the refused fields: those that break the country's rules, and
 * `locationIDs` for an unknown location. Also refuses `name` if `others` has the same pharmacy in use.
 */
const checkEntry = async (
  db: Database,
  typed: PharmacyEntry,
  others: readonly AdministeredPharmacy[],
): Promise<PharmacyEntry> => {
  const { fields, problems } = checkPharmacy(typed)
  const known = new Set<string>((await readLocations(db)).map(({ locationID }) => locationID))
  const refused = {
    ...problems,
    ...(fields.locationIDs.some((id) => !known.has(id)) && { locationIDs: words.noSuchLocation }),
    ...(others.some((other) => other.active && isSamePharmacy(other, fields)) && { name: words.inDirectory }),
  }
  const [first] = Object.values(refused)
  if (first === undefined) return fields
  const message = Object.keys(refused).length === 1 ? first : words.check
  throw new Refusal('invalid-input', message, { fields: refused })
}

/** Adds a pharmacy, with its fields as the country writes them. Throws what {@link checkEntry} throws. */
export const createPharmacy = async (
  body: HandlerInput<'createPharmacy'>['body'],
  context: Pick<HandlerContext, 'db' | 'newId' | 'setAuditSubject'>,
): Promise<RouteAnswer<'createPharmacy'>> =>
  inTransaction(context.db, async (db) => {
    const fields = await checkEntry(db, body, await readPharmacyEntries(db))
    const after = { pharmacyID: `ph-${context.newId()}`, ...fields, version: 1, active: true }
    await addPharmacy(db, after)
    context.setAuditSubject({ what: `pharmacy ${after.pharmacyID}`, change: { before: null, after } })
    return after
  })

/**
 * Changes a pharmacy, deactivates it, or activates it again. Safety answers that already name the pharmacy do not
 * change. Throws what {@link checkEntry} throws, 409 `stale` with the current record, 404 for an unknown pharmacy.
 */
export const changePharmacy = async (
  pharmacyID: string,
  { version, active, ...body }: HandlerInput<'changePharmacy'>['body'],
  context: Pick<HandlerContext, 'db' | 'setAuditSubject'>,
): Promise<RouteAnswer<'changePharmacy'>> =>
  inTransaction(context.db, async (db) => {
    const all = await readPharmacyEntries(db)
    const before = all.find((pharmacy) => pharmacy.pharmacyID === pharmacyID)
    if (before === undefined) throw new Refusal('not-found', words.noSuchPharmacy)
    if (before.version !== version) throw stale(before)
    // A deactivated pharmacy may be the same as one in use.
    const others = active ? all.filter((pharmacy) => pharmacy.pharmacyID !== pharmacyID) : []
    const changed = { ...before, ...(await checkEntry(db, body, others)), active }
    if (!(await changePharmacyRow(db, changed))) throw stale(before)
    const after = { ...changed, version: version + 1 }
    context.setAuditSubject({ what: `pharmacy ${pharmacyID}`, change: { before, after } })
    return after
  })
