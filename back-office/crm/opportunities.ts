import type { RouteAnswer } from '#contract/back-office.ts'
import type { CrmOpportunity, CrmOpportunityChanges, CrmPerson } from '#domain/crm/crm.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type Caller, type HandlerContext, type HandlerInput, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { locationForbidden, noSuchStudy } from '../kernel/route-access.ts'
import { noteFound } from '../members/reach.ts'
import {
  findCrmPerson,
  findOpportunity,
  findOpportunityOfMember,
  writeOpportunity,
} from '../repositories/crm-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import { findStudyScope } from '../repositories/scope-repository.ts'
import { findOrMakePerson } from './crm-people.ts'
import { checkPersonInReach, noSuchRecord, requireCrm, toCrmID, withoutUndefinedFields } from './crm-records.ts'

type OpportunitiesContext = Pick<HandlerContext, 'caller' | 'db' | 'newId' | 'now' | 'setAuditSubject'>

/** Throws unless the caller may see the study linked to an opportunity, as for any study that a call names. */
const checkLinkedStudy = async (db: Database, studyID: string | null | undefined, caller: Caller): Promise<void> => {
  if (studyID === null || studyID === undefined || studyID === '') return
  const scope = await findStudyScope(db, studyID)
  if (scope === undefined) throw noSuchStudy()
  if (!mayWorkAt(caller, scope.locationID)) throw locationForbidden()
}

/**
 * Returns whether a change links an opportunity to a study of the opportunity's own member, as a new booking does. The
 * former study may be at another location, so for such a change the caller needs access only to the new study.
 */
const linksOwnStudy = async (
  db: Database,
  before: CrmOpportunity,
  changes: CrmOpportunityChanges,
): Promise<boolean> => {
  const studyID = changes.Study_ID__c
  if (studyID === null || studyID === undefined || studyID === '') return false
  const [person, scope] = [await findCrmPerson(db, before.personID), await findStudyScope(db, studyID)]
  return scope !== undefined && scope.patientID === person?.atriumID
}

const changeOpportunity = async (
  find: (db: Database) => Promise<CrmOpportunity>,
  changes: CrmOpportunityChanges,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>,
): Promise<CrmOpportunity> => {
  requireCrm()
  return inTransaction(context.db, async (db) => {
    await checkLinkedStudy(db, changes.Study_ID__c, requireCaller(context))
    const before = await find(db)
    if (!(await linksOwnStudy(db, before, changes))) {
      await checkPersonInReach(db, await findCrmPerson(db, before.personID), context)
      await checkLinkedStudy(db, before.Study_ID__c, requireCaller(context))
    }
    const after: CrmOpportunity = { ...before, ...withoutUndefinedFields(changes) }
    if (after.Study_ID__c === '') after.Study_ID__c = null
    await writeOpportunity(db, after)
    context.setAuditSubject({ studyID: after.Study_ID__c })
    return after
  })
}

const findByID =
  (opportunityID: string) =>
  async (db: Database): Promise<CrmOpportunity> => {
    const found = await findOpportunity(db, opportunityID)
    if (found === undefined) throw noSuchRecord('opportunity')
    return found
  }

const findByMember =
  (memberID: string) =>
  async (db: Database): Promise<CrmOpportunity> => {
    const found = await findOpportunityOfMember(db, memberID)
    if (found === undefined) throw noSuchRecord('opportunity')
    return found
  }

const newOpportunity = (
  opportunityID: string,
  personID: string,
  context: Pick<HandlerContext, 'caller' | 'now'>,
): CrmOpportunity => ({
  opportunityID,
  personID,
  Study_ID__c: null,
  Scan_Type__c: null,
  StageName: 'New',
  LeadSource: 'Atrium',
  Type: 'New Member',
  Campaign__c: null,
  OwnerId: requireCaller(context).userID,
  CreatedDate: toInstant(context.now * 1000),
})

/** Returns a function that finds the member's newest opportunity; if there is none, it returns a new one to store. */
const findOrMakeOfMember =
  (memberID: string, context: Pick<HandlerContext, 'caller' | 'newId' | 'now'>) =>
  async (db: Database): Promise<CrmOpportunity> => {
    const found = await findOpportunityOfMember(db, memberID)
    if (found !== undefined) return found
    const person = await findOrMakePerson(db, memberID)
    return newOpportunity(toCrmID('006', context.newId()), person.personID, context)
  }

/** Changes an opportunity by its id. Throws 404 for an unknown id, 503 `crm-unavailable`. */
export const changeOpportunityByID = (
  opportunityID: string,
  changes: CrmOpportunityChanges,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>,
): Promise<CrmOpportunity> => changeOpportunity(findByID(opportunityID), changes, context)

/** Changes the newest opportunity of a member. Throws 404 when there is none, 503 `crm-unavailable`. */
export const changeOpportunityOfMember = (
  memberID: string,
  changes: CrmOpportunityChanges,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>,
): Promise<CrmOpportunity> => changeOpportunity(findByMember(memberID), changes, context)

/**
 * Changes the newest opportunity of a member, and makes one if there is none. Throws 404 for an unknown member, 503
 * `crm-unavailable`.
 */
export const createOpportunityOfMember = (
  memberID: string,
  changes: CrmOpportunityChanges,
  context: OpportunitiesContext,
): Promise<CrmOpportunity> => changeOpportunity(findOrMakeOfMember(memberID, context), changes, context)

/**
 * Throws unless the caller may see the person of an opportunity. If the opportunity has no study, it is about to be
 * booked: {@link noteFound} records that the caller opened its member from the CRM, which gives access. For a booked
 * opportunity, the caller must have access already.
 */
const openPerson = async (
  person: CrmPerson | undefined,
  opportunity: Pick<CrmOpportunity, 'Study_ID__c'>,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>,
): Promise<void> => {
  const atriumID = person?.atriumID ?? ''
  if (opportunity.Study_ID__c === null && atriumID !== '') await noteFound(context.db, [atriumID], context)
  await checkPersonInReach(context.db, person, context)
}

/**
 * Returns the person and the opportunity that a booking is opened from, with the member if there is one. Throws 404 for
 * an unknown id, 409 `opportunity-mismatch` for another person's opportunity, 503 `crm-unavailable`.
 */
export const readCrmBooking = async (
  { personId, opportunityId }: HandlerInput<'readCrmBooking'>['params'],
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>,
): Promise<RouteAnswer<'readCrmBooking'>> => {
  requireCrm()
  const person = await findCrmPerson(context.db, personId)
  const opportunity = await findOpportunity(context.db, opportunityId)
  if (person === undefined) throw noSuchRecord('person')
  if (opportunity === undefined) throw noSuchRecord('opportunity')
  if (opportunity.personID !== person.personID) {
    throw new Refusal('opportunity-mismatch', 'In the CRM, this opportunity belongs to another person.')
  }
  context.setAuditSubject({ memberID: person.atriumID, studyID: opportunity.Study_ID__c })
  await openPerson(person, opportunity, context)
  const member = person.atriumID === null ? undefined : await findMember(context.db, person.atriumID)
  return { person, opportunity, member: member ?? null }
}

/** Returns an opportunity whose person is in the caller's reach. Throws 404 if it is unknown, 503 `crm-unavailable`. */
export const readOpportunity = async (
  opportunityID: string,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>,
): Promise<CrmOpportunity> => {
  requireCrm()
  const opportunity = await findByID(opportunityID)(context.db)
  await openPerson(await findCrmPerson(context.db, opportunity.personID), opportunity, context)
  return opportunity
}
