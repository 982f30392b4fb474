import type { RouteAnswer } from '#contract/back-office.ts'
import { type CrmOpportunity, crmOpportunitySchema } from '#domain/crm/crm.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { linkOpportunity } from '../booking/opportunity.ts'
import { type Database, inTransaction } from '../database/database.ts'
import type { HandlerContext, HandlerInput } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { noSuchStudy } from '../kernel/route-access.ts'
import { recordRelatedChange } from '../repositories/changes-repository.ts'
import { findOpportunity, writeOpportunity } from '../repositories/crm-repository.ts'
import { changeStudy, findStudy, type StudyRow } from '../repositories/studies-repository.ts'
import { staleOf } from '../study-access/checks.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'
import { checkStudyAction } from '../study-access/permissions.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { requireCrm } from './crm-records.ts'
import { refuseOtherPerson } from './study-candidate.ts'
import { findReferringMember, findSalesperson } from './study-names.ts'

type CrmStudyContext = Pick<
  HandlerContext,
  'caller' | 'crmUrl' | 'db' | 'environment' | 'kind' | 'newId' | 'now' | 'preferredConsultUsers' | 'setAuditSubject'
>

type StudyOpportunity = RouteAnswer<'readStudyOpportunity'>

const category = 'Sale'

/** Returns a study's opportunity with the names behind its ids (study spec §2 Sales). Throws 503 `crm-unavailable`. */
export const readStudyOpportunity = async (
  studyID: string,
  context: Pick<HandlerContext, 'caller' | 'crmUrl' | 'db' | 'setAuditSubject'>,
): Promise<StudyOpportunity> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id })
  requireCrm()
  return toStudyOpportunity(context.db, study, context)
}

const toStudyOpportunity = async (
  db: Database,
  study: StudyRow,
  context: Pick<HandlerContext, 'crmUrl'>,
): Promise<StudyOpportunity> => {
  const { opportunity_id: opportunityID } = study
  const opportunity = opportunityID === null ? undefined : await findOpportunity(db, opportunityID)
  const canBeOpened = context.crmUrl !== null && opportunity !== undefined
  return {
    opportunity: opportunity ?? null,
    opportunityID,
    salesperson: opportunity === undefined ? null : await findSalesperson(db, opportunity),
    referringMember: await findReferringMember(db, study),
    crmUrl: canBeOpened
      ? `${context.crmUrl}/lightning/r/Opportunity/${encodeURIComponent(opportunity.opportunityID)}/view`
      : null,
  }
}

/**
 * Changes type and lead source of a study's opportunity under an optimistic lock. Throws 409 `stale` when the CRM's
 * values differ from those the caller saw, `opportunity-mismatch` when the opportunity does not name this study in the
 * CRM; 404 when the study has no opportunity; 503 `crm-unavailable`.
 */
export const changeStudyOpportunity = async (
  studyID: string,
  { expected, changes }: HandlerInput<'changeStudyOpportunity'>['body'],
  context: CrmStudyContext,
): Promise<StudyOpportunity> => {
  const seen = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: seen.patient_id, locationID: seen.location_id })
  checkStudyAction(context, seen, 'change-opportunity')
  requireCrm()
  return inTransaction(context.db, async (db) => {
    const study = await findStudy(db, studyID)
    if (study === undefined) throw noSuchStudy()
    const row = await findLinkedRow(db, study)
    const before = crmOpportunitySchema.parse(JSON.parse(row.document))
    if (before.Study_ID__c !== studyID) {
      throw new Refusal('opportunity-mismatch', "In the CRM, this opportunity isn't linked to this study.")
    }
    if (before.Type !== expected.Type || before.LeadSource !== expected.LeadSource) throw staleOpportunity()
    const { Type = before.Type, LeadSource = before.LeadSource } = changes
    const notes = [
      ...(Type === before.Type ? [] : ['Opportunity type changed']),
      ...(LeadSource === before.LeadSource ? [] : ['Opportunity lead source changed']),
    ]
    if (notes.length === 0) return toStudyOpportunity(db, study, context)
    const document = JSON.stringify({ ...JSON.parse(row.document), Type, LeadSource })
    const { numUpdatedRows } = await db
      .updateTable('crm_opportunity')
      .set({ document })
      .where('opportunity_id', '=', row.opportunity_id)
      // Optimistic lock: of two concurrent changes only one succeeds.
      .where('document', '=', row.document)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw staleOpportunity()
    await logForStudy(db, study, category, notes, context)
    await recordRelatedChange(db, context.kind, study)
    return toStudyOpportunity(db, study, context)
  })
}

const findLinkedRow = async (db: Database, study: StudyRow) => {
  const row =
    study.opportunity_id === null
      ? undefined
      : await db
          .selectFrom('crm_opportunity')
          .selectAll()
          .where('opportunity_id', '=', study.opportunity_id)
          .executeTakeFirst()
  if (row === undefined) throw new Refusal('not-found', 'This study has no opportunity in the CRM.')
  return row
}

const staleOpportunity = (): Refusal =>
  new Refusal('stale', 'Someone changed this opportunity in the CRM. Check the latest values, then try again.')

/**
 * Links a study and an opportunity in both records, and unlinks the study's former opportunity. If no opportunity has
 * this id (it may be a person's id), throws 404 `not-found` with the message of study spec §8. Throws 409
 * `opportunity-mismatch` when the opportunity belongs to another member, or to another study that still has an
 * appointment or a hold. Also throws it when {@link refuseOtherPerson} finds that the opportunity's person may not be
 * this member, unless `isConfirmed` is true. Throws 503 `crm-unavailable`. A repeated link changes nothing.
 */
export const linkStudyOpportunity = async (
  studyID: string,
  { opportunityID, isConfirmed }: HandlerInput<'linkStudyOpportunity'>['body'],
  context: CrmStudyContext,
): Promise<StudyOpportunity> => {
  const seen = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: seen.patient_id, locationID: seen.location_id })
  checkStudyAction(context, seen, 'change-opportunity')
  requireCrm()
  return inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, studyID, context)
    const wanted = await findOpportunity(db, opportunityID)
    if (wanted === undefined) throw new Refusal('not-found', studyMessages.noOpportunity)
    if (study.opportunity_id === opportunityID && wanted.Study_ID__c === studyID) {
      return toStudyOpportunity(db, study, context)
    }
    if (isConfirmed !== true) await refuseOtherPerson(db, wanted.personID, study.patient_id)
    await linkOpportunity(db, opportunityID, { studyID, patientID: study.patient_id })
    await unlinkOpportunity(db, study, opportunityID)
    const changed = await changeStudy(db, study, { opportunity_id: opportunityID })
    if (changed === undefined) throw await staleOf(db, studyID)
    await logForStudy(db, changed, category, [`Opportunity ${opportunityID} linked`], context)
    return toStudyOpportunity(db, changed, context)
  })
}

/** Unlinks this study from every other opportunity that names it. */
const unlinkOpportunity = async (db: Database, study: StudyRow, opportunityID: string): Promise<void> => {
  const rows = await db
    .selectFrom('crm_opportunity')
    .select('document')
    .where('study_id', '=', study.study_id)
    .where('opportunity_id', '<>', opportunityID)
    .execute()
  for (const { document } of rows) {
    const former: CrmOpportunity = crmOpportunitySchema.parse(JSON.parse(document))
    await writeOpportunity(db, { ...former, Study_ID__c: null })
  }
}
