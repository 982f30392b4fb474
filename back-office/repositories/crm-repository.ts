import { type CrmOpportunity, type CrmPerson, crmOpportunitySchema, crmPersonSchema } from '#domain/crm/crm.ts'
import type { Database } from '../database/database.ts'

export const findCrmPerson = async (db: Database, personID: string): Promise<CrmPerson | undefined> => {
  const row = await db.selectFrom('crm_person').select('document').where('person_id', '=', personID).executeTakeFirst()
  return row === undefined ? undefined : crmPersonSchema.parse(JSON.parse(row.document))
}

export const findCrmPersonOfMember = async (db: Database, memberID: string): Promise<CrmPerson | undefined> => {
  const row = await db
    .selectFrom('crm_person')
    .select('document')
    .where('atrium_id', '=', memberID)
    .orderBy('person_id')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : crmPersonSchema.parse(JSON.parse(row.document))
}

export const findOpportunity = async (db: Database, opportunityID: string): Promise<CrmOpportunity | undefined> => {
  const row = await db
    .selectFrom('crm_opportunity')
    .select('document')
    .where('opportunity_id', '=', opportunityID)
    .executeTakeFirst()
  return row === undefined ? undefined : crmOpportunitySchema.parse(JSON.parse(row.document))
}

/** Returns the member's newest opportunity in the CRM, for requests that give a member and no opportunity. */
export const findOpportunityOfMember = async (db: Database, memberID: string): Promise<CrmOpportunity | undefined> => {
  const rows = await db
    .selectFrom('crm_opportunity')
    .innerJoin('crm_person', 'crm_person.person_id', 'crm_opportunity.person_id')
    .select('crm_opportunity.document as document')
    .where('crm_person.atrium_id', '=', memberID)
    .execute()
  return rows
    .map((row) => crmOpportunitySchema.parse(JSON.parse(row.document)))
    .sort((a, b) => (a.CreatedDate === b.CreatedDate ? 0 : a.CreatedDate < b.CreatedDate ? 1 : -1))[0]
}

export const writeCrmPerson = async (db: Database, person: CrmPerson): Promise<void> => {
  const row = { atrium_id: person.atriumID, document: JSON.stringify(person) }
  await db
    .insertInto('crm_person')
    .values({ person_id: person.personID, ...row })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(row))
    .execute()
}

export const writeOpportunity = async (db: Database, opportunity: CrmOpportunity): Promise<void> => {
  const row = {
    person_id: opportunity.personID,
    study_id: opportunity.Study_ID__c,
    document: JSON.stringify(opportunity),
  }
  await db
    .insertInto('crm_opportunity')
    .values({ opportunity_id: opportunity.opportunityID, ...row })
    .onConflict((conflict) => conflict.column('opportunity_id').doUpdateSet(row))
    .execute()
}
