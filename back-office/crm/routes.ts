import { createHash } from 'node:crypto'
import type { CrmOpportunity, CrmOpportunityChanges, CrmPerson, CrmPersonChanges } from '#domain/crm/crm.ts'
import { toInstant } from '#domain/time/instant.ts'
import { type Database, inTransaction } from '../database/database.ts'
import { type Caller, type HandlerContext, type Handlers, mayWorkAt, requireCaller } from '../kernel/handler.ts'
import { locationForbidden, noSuchStudy } from '../kernel/route-access.ts'
import { RouteFailure } from '../kernel/route-failure.ts'
import { checkMemberInReach, noteFound } from '../members/reach.ts'
import {
  findCrmPerson,
  findCrmPersonOfMember,
  findOpportunity,
  findOpportunityOfMember,
  writeCrmPerson,
  writeOpportunity,
} from '../repositories/crm-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import { findStudyScope } from '../repositories/scope-repository.ts'

const noSuchRecord = (what: string): RouteFailure => new RouteFailure(404, 'not-found', `The CRM has no such ${what}.`)

const failureSwitch = 'ATRIUM_CRM'

/**
 * The CRM is a service of its own and can be away. Set to `down` the switch makes it so, for exercises and tests. Throws 503
 * `crm-unavailable`.
 */
export const insistOnCrm = (): void => {
  if (process.env[failureSwitch] === 'down') {
    throw new RouteFailure(503, 'crm-unavailable', 'The CRM cannot be reached.')
  }
}

/** CRM ids are 18 letters and digits; made from ours, so that the same lead asked for twice is one. */
const toCrmID = (prefix: string, seed: string): string =>
  `${prefix}${createHash('sha256').update(seed).digest('hex').slice(0, 15).toUpperCase()}`

/** Only the fields that are there: an absent one must not blank what the CRM has. */
const defined = <Changes extends object>(
  changes: Changes,
): { [Key in keyof Changes]?: Exclude<Changes[Key], undefined> } =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Changes]?: Exclude<Changes[Key], undefined>
  }

/** A study linked to an opportunity must be one the caller may see, like any study a call names. */
const checkLinkedStudy = async (db: Database, studyID: string | null | undefined, caller: Caller): Promise<void> => {
  if (studyID === null || studyID === undefined || studyID === '') return
  const scope = await findStudyScope(db, studyID)
  if (scope === undefined) throw noSuchStudy()
  if (!mayWorkAt(caller, scope.locationID)) throw locationForbidden()
}

/** A person in the CRM who is a member is within reach as that member is; one who is none yet belongs to no location. */
const checkPersonInReach = async (
  db: Database,
  person: CrmPerson | undefined,
  context: HandlerContext,
): Promise<void> => {
  if (person?.atriumID != null && person.atriumID !== '') await checkMemberInReach(db, person.atriumID, context)
}

/** Whether an opportunity is linked to a new study of the same member: they were booked again, perhaps at another location. */
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
  context: HandlerContext,
): Promise<CrmOpportunity> => {
  insistOnCrm()
  return inTransaction(context.db, async (db) => {
    await checkLinkedStudy(db, changes.Study_ID__c, requireCaller(context))
    const before = await find(db)
    if (!(await linksOwnStudy(db, before, changes))) {
      await checkPersonInReach(db, await findCrmPerson(db, before.personID), context)
      await checkLinkedStudy(db, before.Study_ID__c, requireCaller(context))
    }
    const after: CrmOpportunity = { ...before, ...defined(changes) }
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

const newOpportunity = (opportunityID: string, personID: string, context: HandlerContext): CrmOpportunity => ({
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

/** The member's own opportunity, made when the member has none yet. */
const findOrMakeOfMember =
  (memberID: string, context: HandlerContext) =>
  async (db: Database): Promise<CrmOpportunity> => {
    const found = await findOpportunityOfMember(db, memberID)
    if (found !== undefined) return found
    const person = await findOrMakePerson(db, memberID)
    return newOpportunity(toCrmID('006', context.newId()), person.personID, context)
  }

/** The CRM's person for a member: found, or made from the member's record. Throws 404 when there is no such member. */
const findOrMakePerson = async (db: Database, memberID: string): Promise<CrmPerson> => {
  const found = await findCrmPersonOfMember(db, memberID)
  if (found !== undefined) return found
  const member = await findMember(db, memberID)
  if (member === undefined) throw new RouteFailure(404, 'not-found', 'There is no such member.')
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
  context: HandlerContext,
): Promise<CrmPerson> => {
  await checkPersonInReach(db, before, context)
  const after: CrmPerson = { ...before, ...defined(changes) }
  if (after.atriumID === '') after.atriumID = null
  if (after.atriumID !== null && (await findMember(db, after.atriumID)) === undefined) {
    throw new RouteFailure(400, 'invalid-input', 'Please check atriumID.', { fields: { atriumID: 'is no member' } })
  }
  if (after.atriumID !== before.atriumID) await checkPersonInReach(db, after, context)
  await writeCrmPerson(db, after)
  context.setAuditSubject({ memberID: after.atriumID })
  return after
}

type CrmRouteName =
  | 'createOpportunity'
  | 'changeOpportunity'
  | 'createOpportunityOfMember'
  | 'changeOpportunityOfMember'
  | 'readCrmBooking'
  | 'readOpportunity'
  | 'changeCrmPerson'
  | 'createLead'

/** CRM (booking spec §7 CRM, §8 CRM load failure). Both verbs change what is there; POST by member makes what is not. */
export const crmHandlers: Handlers<CrmRouteName> = {
  createOpportunity: async ({ params, body }, context) => changeOpportunity(findByID(params.id), body, context),
  changeOpportunity: async ({ params, body }, context) => changeOpportunity(findByID(params.id), body, context),
  createOpportunityOfMember: async ({ params, body }, context) =>
    changeOpportunity(findOrMakeOfMember(params.id, context), body, context),
  changeOpportunityOfMember: async ({ params, body }, context) =>
    changeOpportunity(findByMember(params.id), body, context),

  readCrmBooking: async ({ params }, context) => {
    insistOnCrm()
    const person = await findCrmPerson(context.db, params.personId)
    const opportunity = await findOpportunity(context.db, params.opportunityId)
    if (person === undefined) throw noSuchRecord('person')
    if (opportunity === undefined) throw noSuchRecord('opportunity')
    if (opportunity.personID !== person.personID) {
      throw new RouteFailure(409, 'opportunity-mismatch', 'This opportunity belongs to somebody else in the CRM.')
    }
    context.setAuditSubject({ memberID: person.atriumID, studyID: opportunity.Study_ID__c })
    // Without a study it is being booked; a booked one is the business of the locations that know the member.
    const { atriumID } = person
    const isMember = atriumID !== null && atriumID !== ''
    if (opportunity.Study_ID__c === null && isMember) await noteFound(context.db, [atriumID], context)
    await checkPersonInReach(context.db, person, context)
    const member = person.atriumID === null ? undefined : await findMember(context.db, person.atriumID)
    return { person, opportunity, member: member ?? null }
  },

  readOpportunity: async ({ params }, context) => {
    insistOnCrm()
    const opportunity = await findByID(params.id)(context.db)
    await checkPersonInReach(context.db, await findCrmPerson(context.db, opportunity.personID), context)
    return opportunity
  },

  changeCrmPerson: async ({ params, body }, context) => {
    insistOnCrm()
    return inTransaction(context.db, async (db) => {
      const before = await findCrmPerson(db, params.id)
      if (before === undefined) throw noSuchRecord('person')
      return changePerson(db, before, body, context)
    })
  },

  createLead: async ({ params, body }, context) => {
    insistOnCrm()
    return inTransaction(context.db, async (db) => {
      const person = await findOrMakePerson(db, params.id)
      return changePerson(db, person, body, context)
    })
  },
}
