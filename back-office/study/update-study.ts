import type { Study } from '#domain/study/study.ts'
import { backOfficeBookingWords } from '../booking/booking-words.ts'
import { linkOpportunity } from '../booking/opportunity.ts'
import { refuseOtherPerson } from '../crm/study-candidate.ts'
import { inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { findOpportunity } from '../repositories/crm-repository.ts'
import { lockMachines } from '../repositories/machine-times-repository.ts'
import { changeStudy, parseStatus, type StudyRow } from '../repositories/studies-repository.ts'
import { toExtra } from '../repositories/study-details-column.ts'
import { checkMayChooseSedative, sedativeChoiceNote } from '../safety/sedative.ts'
import { studyAsSeenBy } from '../study-access/as-seen.ts'
import { checkVersion, staleOf } from '../study-access/checks.ts'
import { writeFlags } from '../study-access/flags.ts'
import { logForStudy } from '../study-access/log.ts'
import { checkStudyAction } from '../study-access/permissions.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { checkPractitioners, describePractitionerChange, practitionerIDsOf } from './details.ts'

type UpdateStudyContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'environment' | 'kind' | 'newId' | 'now' | 'preferredConsultUsers' | 'setAuditSubject'
>

/**
 * Changes the fields of a study that the booking screen shows, except its time (booking spec §7 updateObjRoot,
 * decisions §4 suppression toggles). Unchanged fields write nothing. Throws 409 `stale` if a version is named and
 * stale, or if another call changed the study meanwhile; 403 `insufficient-permissions` if a user without the role
 * frontdesk changes the sedative choice.
 */
export const updateStudy = async (
  studyID: string,
  changes: HandlerInput<'updateStudy'>['body'],
  context: UpdateStudyContext,
): Promise<Study> => {
  const caller = requireCaller(context)
  const seen = await findVisibleStudy(context.db, studyID, context)
  if (changes.version !== undefined) checkVersion(seen, changes.version)
  context.setAuditSubject({ memberID: seen.patient_id, locationID: seen.location_id })
  const { columns, notes } = toColumns(seen, changes, context)
  if (changes.status !== undefined) checkStudyAction(context, seen, 'suppress-messages')
  if (changes.practitioners !== undefined) checkStudyAction(context, seen, 'edit-practitioners')
  if (columns.sedative_taken !== undefined) checkMayChooseSedative(caller, changes.sedativeTaken ?? 'none')
  if (Object.keys(columns).length === 0) return studyAsSeenBy(caller, seen)
  return inTransaction(context.db, async (db) => {
    if (columns.extra !== undefined && changes.practitioners !== undefined) {
      await checkPractitioners(db, changes.practitioners)
    }
    // Locks the location's change feed before the study's row, in the same order as bookings do. The feed's trigger
    // would take this lock only after the row is written.
    await lockMachines(db, context.kind, [], [seen.location_id])
    const changed = await changeStudy(db, seen, columns)
    if (changed === undefined) throw await staleOf(db, studyID)
    await logForStudy(db, changed, 'Study', notes, context)
    if (columns.opportunity_id !== undefined && columns.opportunity_id !== null) {
      // This call cannot confirm that a person of the CRM with other details is the member. Only
      // `linkStudyOpportunity` can, from the screen that shows both.
      const opportunity = await findOpportunity(db, columns.opportunity_id)
      if (opportunity !== undefined) await refuseOtherPerson(db, opportunity.personID, seen.patient_id)
      await linkOpportunity(db, columns.opportunity_id, { studyID, patientID: seen.patient_id })
    }
    return studyAsSeenBy(caller, changed)
  })
}

type StudyColumns = { -readonly [Column in keyof StudyRow]?: StudyRow[Column] }

/** Returns the changed columns and a log line for each, without the value if it is health data. */
const toColumns = (
  study: StudyRow,
  changes: HandlerInput<'updateStudy'>['body'],
  context: Pick<HandlerContext, 'caller' | 'now'>,
): { columns: StudyColumns; notes: string[] } => {
  const columns: StudyColumns = {}
  const notes: string[] = []
  if (changes.sedativeTaken !== undefined && changes.sedativeTaken !== study.sedative_taken) {
    columns.sedative_taken = changes.sedativeTaken
    notes.push(sedativeChoiceNote)
  }
  if (changes.memberType !== undefined && changes.memberType !== study.member_type) {
    columns.member_type = changes.memberType
    notes.push(`Member type changed to ${changes.memberType ?? 'none'}`)
  }
  if (changes.referrer !== undefined && changes.referrer !== study.referrer) {
    columns.referrer = changes.referrer
    notes.push('Referrer changed')
  }
  if (changes.opportunityID !== undefined && changes.opportunityID !== study.opportunity_id) {
    columns.opportunity_id = changes.opportunityID
    notes.push(changes.opportunityID === null ? 'Opportunity removed' : `Opportunity ${changes.opportunityID} linked`)
  }
  const isProactive = changes.config?.proactiveBooking ?? study.proactive_booking === 1
  if (isProactive !== (study.proactive_booking === 1)) {
    columns.proactive_booking = isProactive ? 1 : 0
    notes.push(backOfficeBookingWords.log.proactive(isProactive))
  }
  const status = parseStatus(study)
  const { customerEmailAvailable = status.customerEmailAvailable, invoiceAvailable = status.invoiceAvailable } =
    changes.status ?? {}
  if (customerEmailAvailable !== status.customerEmailAvailable) {
    notes.push(`Messages to the member ${customerEmailAvailable ? 'allowed' : 'suppressed'}`)
  }
  if (invoiceAvailable !== status.invoiceAvailable) {
    notes.push(`Invoice ${invoiceAvailable ? 'shown to' : 'hidden from'} the member`)
  }
  const { practitioners } = changes
  const practitionersNote = practitioners === undefined ? undefined : describePractitionerChange(study, practitioners)
  let next = { ...status, customerEmailAvailable, invoiceAvailable }
  if (practitioners !== undefined && practitionersNote !== undefined) {
    columns.extra = toExtra(study, { practitioners })
    notes.push(practitionersNote)
    const isNamed = practitionerIDsOf(practitioners).length > 0
    if ((status.providerAdded === true) !== isNamed) next = { ...writeFlags(next, { providerAdded: isNamed }, context) }
  }
  const json = JSON.stringify(next)
  if (json !== JSON.stringify(status)) columns.status = json
  return { columns, notes }
}
