import type { CrmOpportunity } from '#domain/crm/crm.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findCrmPerson, writeCrmPerson } from '../repositories/crm-repository.ts'
import { backOfficeBookingWords } from './booking-words.ts'

/**
 * Writes the study into its opportunity's `Study_ID__c` (booking spec §2 CRM booking), in the booking's own
 * transaction. A CRM person who was not a member yet is linked to the booking's member. Throws 404 for an unknown
 * opportunity; 409 `opportunity-mismatch` when it belongs to another member, or to another study that still has an
 * appointment or a hold. A study that was cancelled, or whose temporary hold ended after 48 hours, frees its
 * opportunity.
 */
export const linkOpportunity = async (
  db: Database,
  opportunityID: string,
  study: { readonly studyID: string; readonly patientID: string },
): Promise<void> => {
  const row = await db
    .selectFrom('crm_opportunity')
    .innerJoin('crm_person', 'crm_person.person_id', 'crm_opportunity.person_id')
    .leftJoin('study', 'study.study_id', 'crm_opportunity.study_id')
    .where('crm_opportunity.opportunity_id', '=', opportunityID)
    .select([
      'crm_opportunity.document',
      'crm_opportunity.study_id',
      'crm_person.person_id',
      'crm_person.atrium_id',
      'study.starts_at',
      'study.temporary_hold',
    ])
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('not-found', backOfficeBookingWords.opportunityNotFound)
  if (row.atrium_id !== null && row.atrium_id !== study.patientID) {
    throw mismatch(backOfficeBookingWords.opportunityOfAnother)
  }
  if (row.study_id !== null && row.study_id !== study.studyID && (row.starts_at !== null || row.temporary_hold === 1)) {
    throw mismatch(backOfficeBookingWords.opportunityBooked)
  }
  const document: CrmOpportunity = { ...(JSON.parse(row.document) as CrmOpportunity), Study_ID__c: study.studyID }
  const { numUpdatedRows } = await db
    .updateTable('crm_opportunity')
    .set({ study_id: study.studyID, document: JSON.stringify(document) })
    .where('opportunity_id', '=', opportunityID)
    // Optimistic lock: of two concurrent links to one opportunity, the second is refused.
    .where('document', '=', row.document)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw mismatch(backOfficeBookingWords.opportunityChanged)
  if (row.atrium_id !== null) return
  const person = await findCrmPerson(db, row.person_id)
  if (person !== undefined) await writeCrmPerson(db, { ...person, atriumID: study.patientID })
}

const mismatch = (message: string): Refusal => new Refusal('opportunity-mismatch', message)
