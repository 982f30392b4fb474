import type { CrmPerson, CrmPersonChanges } from '#domain/crm/crm.ts'
import { type Database, inTransaction } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findCrmPerson, findCrmPersonOfMember, writeCrmPerson } from '../repositories/crm-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import { checkPersonInReach, noSuchRecord, requireCrm, toCrmID, withoutUndefinedFields } from './crm-records.ts'

/** Finds a member's person in the CRM, or makes one from the member's record. Throws 404 for an unknown member. */
export const findOrMakePerson = async (db: Database, memberID: string): Promise<CrmPerson> => {
  const found = await findCrmPersonOfMember(db, memberID)
  if (found !== undefined) return found
  const member = await findMember(db, memberID)
  if (member === undefined) throw new Refusal('not-found', 'Member not found.')
  const person: CrmPerson = {
    personID: toCrmID('003', memberID),
    firstname: member.firstname,
    lastname: member.lastname,
    email: member.email,
    phone_number: member.phone_number,
    dob: member.dob,
    gender: member.gender,
    address: member.address,
    city: member.city,
    state: member.state,
    postalCode: member.postalCode,
    country: member.country,
    atriumID: member.atriumID,
  }
  await writeCrmPerson(db, person)
  return person
}

const changePerson = async (
  db: Database,
  before: CrmPerson,
  changes: CrmPersonChanges,
  context: Pick<HandlerContext, 'caller' | 'now' | 'setAuditSubject'>,
): Promise<CrmPerson> => {
  await checkPersonInReach(db, before, context)
  const after: CrmPerson = { ...before, ...withoutUndefinedFields(changes) }
  if (after.atriumID === '') after.atriumID = null
  if (after.atriumID !== null && (await findMember(db, after.atriumID)) === undefined) {
    throw new Refusal('invalid-input', 'Check this field: atriumID.', { fields: { atriumID: 'is not a known member' } })
  }
  if (after.atriumID !== before.atriumID) await checkPersonInReach(db, after, context)
  await writeCrmPerson(db, after)
  context.setAuditSubject({ memberID: after.atriumID })
  return after
}

/** Changes a person of the CRM. Throws 404 for an unknown person, 503 `crm-unavailable`. */
export const changeCrmPerson = async (
  personID: string,
  changes: CrmPersonChanges,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>,
): Promise<CrmPerson> => {
  requireCrm()
  return inTransaction(context.db, async (db) => {
    const before = await findCrmPerson(db, personID)
    if (before === undefined) throw noSuchRecord('person')
    return changePerson(db, before, changes, context)
  })
}

/**
 * Changes a member's person in the CRM, and makes one if there is none. Throws 404 for an unknown member, 503
 * `crm-unavailable`.
 */
export const createLead = async (
  memberID: string,
  changes: CrmPersonChanges,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>,
): Promise<CrmPerson> => {
  requireCrm()
  return inTransaction(context.db, async (db) => {
    const person = await findOrMakePerson(db, memberID)
    return changePerson(db, person, changes, context)
  })
}
