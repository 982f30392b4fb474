import { isOtherPerson, type OpportunityCandidate } from '#domain/crm/crm.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findCrmPerson, findOpportunity } from '../repositories/crm-repository.ts'
import { findMember } from '../repositories/members-repository.ts'
import { checkStudyAction } from '../study-access/permissions.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { requireCrm } from './crm-records.ts'

type StudyCandidateContext = Pick<
  HandlerContext,
  'addAuditSubject' | 'caller' | 'db' | 'environment' | 'preferredConsultUsers' | 'setAuditSubject'
>

/**
 * Returns an opportunity and its person, to check before linking it to a study. The audit row names the person if they
 * are a member. Throws 404 `not-found` for an unknown opportunity, with the message that study spec §8 fixes; 503
 * `crm-unavailable`.
 */
export const readOpportunityCandidate = async (
  studyID: string,
  opportunityID: string,
  context: StudyCandidateContext,
): Promise<OpportunityCandidate> => {
  const study = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id })
  checkStudyAction(context, study, 'change-opportunity')
  requireCrm()
  const opportunity = await findOpportunity(context.db, opportunityID)
  const found = opportunity === undefined ? undefined : await findCrmPerson(context.db, opportunity.personID)
  if (opportunity === undefined || found === undefined) {
    throw new Refusal('not-found', studyMessages.noOpportunity)
  }
  const { firstname, lastname, dob, email, atriumID } = found
  const isOtherMember = atriumID !== null && atriumID !== study.patient_id
  if (isOtherMember) context.addAuditSubject({ memberID: atriumID })
  return { opportunity, person: { firstname, lastname, dob, email }, isOtherMember }
}

/**
 * Throws 409 `opportunity-mismatch` when a CRM person who is not a member shares neither email nor birth date with the
 * member: linking the opportunity also links its person to the member, so the CRM would treat two people as one.
 */
export const refuseOtherPerson = async (db: Database, personID: string, memberID: string): Promise<void> => {
  const [person, member] = await Promise.all([findCrmPerson(db, personID), findMember(db, memberID)])
  if (person === undefined || person.atriumID !== null || member === undefined) return
  if (!isOtherPerson(person, member)) return
  throw new Refusal(
    'opportunity-mismatch',
    "In the CRM, this opportunity's person has a different email address and birth date from this member's. Before you link the opportunity, make sure that the person is this member.",
  )
}
