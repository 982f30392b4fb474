import { z } from 'zod'
import { type SchedulerPage, schedulerPurposes } from '#domain/consult/scheduling-url.ts'
import { crmIDSchema, type OpportunityCandidate } from '#domain/crm/crm.ts'
import type { Location } from '#domain/locations/location.ts'
import { emailSchema, type Member } from '#domain/members/member.ts'
import { type Practitioner, practitionerIDSchema, studyPractitionersSchema } from '#domain/people/practitioner.ts'
import type { OfferedConsentText } from '#domain/settings/consent-text.ts'
import { papers } from '#domain/study/papers.ts'
import type { LogEntry, Study } from '#domain/study/study.ts'
import { studyActs } from '#domain/study/study-acts.ts'
import type { WaitingAct } from '#domain/study/waiting-act.ts'
import type { Instant } from '#domain/values/instant.ts'
import { optionalLineOfText } from '#domain/values/plain-text.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import { type Accepted, idempotencyKey, noInput, ofStudy, staffCommand } from '../command.ts'
import { consultActFields, consultEventFields } from '../consult/fields.ts'
import { opportunityChangeFields, opportunityLinkFields } from '../crm/fields.ts'
import type { crmRoutes } from '../crm/routes.ts'
import { practitionerChangeFields } from '../people/fields.ts'
import type { peopleRoutes } from '../people/routes.ts'
import type { QueuedMessage } from '../queue/bridge.ts'
import type { Failure, Nothing, Reply } from '../reply.ts'
import {
  assignmentFields,
  feedbackFields,
  frontDeskNoteFields,
  markFields,
  noteFields,
  prescriptionFields,
  prescriptionTakenFields,
  reasonForScanFields,
} from './fields.ts'
import type { studyRoutes } from './routes.ts'

export type StudyView = { readonly study: Study; readonly member: Member; readonly location: Location }

export type WaitingStudyAct = WaitingAct<Failure>

export type StudyPageView = StudyView & {
  /** The directory entries of the practitioners in {@link Study.details}; null if only the cache could be read. */
  readonly practitioners: readonly Practitioner[] | null
  /** The acts that this workstation has not sent yet; `study` already shows them. */
  readonly waiting: readonly WaitingStudyAct[]
  readonly source: 'cache' | 'back-office'
  readonly asOf: Instant
}

/** A practitioner after a change. With `isProposed` the change waits for a decision and the entry is unchanged. */
type ChangedPractitioner = z.output<typeof peopleRoutes.changePractitioner.answer>

/** The study's CRM data (study spec §2 Sales). */
export type OpportunityView = z.output<typeof crmRoutes.readStudyOpportunity.answer>

export type Paper = { readonly fileName: string; readonly base64: string; readonly pages: number }

export const studyCommands = {
  read: staffCommand(ofStudy),
  readLog: staffCommand(ofStudy),
  addNote: staffCommand(ofStudy.extend({ ...noteFields, idempotencyKey })),
  mark: staffCommand(
    ofStudy
      .extend({
        act: z.enum(studyActs),
        value: z.boolean(),
        idempotencyKey,
        /** The appointment that the screen showed at the check-in, null for none; absent if it is not known. */
        utcStart: instantSchema.nullable().optional(),
        ...markFields,
      })
      .refine(
        ({ act, value, utcStart }) => utcStart === undefined || (act === 'checkin' && value),
        'applies only to a check-in',
      )
      .refine(
        ({ act, value, confirmed }) => confirmed === undefined || (act === 'scanned' && value),
        'applies only to a scan',
      )
      .refine(
        ({ act, value, consentTextID }) => consentTextID === undefined || (act === 'consent' && value),
        'applies only to a consent',
      ),
  ),
  readConsentTexts: staffCommand(ofStudy),
  waiting: staffCommand(noInput),
  dismissWaiting: staffCommand(z.strictObject({ idempotencyKey })),
  markConsult: staffCommand(ofStudy.extend({ ...consultActFields, idempotencyKey })),
  openScheduler: staffCommand(ofStudy.extend({ purpose: z.enum(schedulerPurposes) })),
  syncConsult: staffCommand(ofStudy.extend({ ...consultEventFields, idempotencyKey })),
  setPrescriptionTaken: staffCommand(ofStudy.extend(prescriptionTakenFields)),
  changePractitioners: staffCommand(
    ofStudy.extend({ version: z.number().int().min(0), practitioners: studyPractitionersSchema }),
  ),
  searchPractitioners: staffCommand(z.strictObject({ text: optionalLineOfText(200) })),
  changePractitioner: staffCommand(
    z.strictObject({
      practitionerID: practitionerIDSchema,
      version: z.number().int().min(0),
      ...practitionerChangeFields,
    }),
  ),
  setReasonForScan: staffCommand(ofStudy.extend({ version: z.number().int().min(0), ...reasonForScanFields })),
  recordPrescription: staffCommand(ofStudy.extend({ version: z.number().int().min(0), ...prescriptionFields })),
  writeFrontDeskNote: staffCommand(ofStudy.extend(frontDeskNoteFields)),
  recordFeedback: staffCommand(ofStudy.extend({ version: z.number().int().min(0), ...feedbackFields })),
  assignStudy: staffCommand(ofStudy.extend(assignmentFields)),
  readRadiologists: staffCommand(ofStudy),
  readOpportunity: staffCommand(ofStudy),
  lookUpOpportunity: staffCommand(ofStudy.extend({ opportunityID: crmIDSchema })),
  changeOpportunity: staffCommand(ofStudy.extend(opportunityChangeFields)),
  linkOpportunity: staffCommand(ofStudy.extend({ ...opportunityLinkFields, idempotencyKey })),
  resendConfirmation: staffCommand(ofStudy.extend({ idempotencyKey })),
  resendFeedback: staffCommand(ofStudy.extend({ message: z.enum(['reminder', 'amplification']), idempotencyKey })),
  confirmMemberEmail: staffCommand(ofStudy.extend({ email: emailSchema })),
  readReferralCode: staffCommand(ofStudy),
  readPaper: staffCommand(ofStudy.extend({ paper: z.enum(papers) })),
  readSocialVideos: staffCommand(ofStudy),
  confirmBodyCompositionQC: staffCommand(ofStudy),
}

/**
 * One study from booking to feedback (study spec §2). After `booking.studyChanged` the window reads the data again. A
 * call with an `idempotencyKey` is performed once for each key. Common failures: `not-found`, `location-forbidden`,
 * `insufficient-permissions`, `offline`.
 */
export interface StudyBridge {
  /** Reads a study; from the cache when offline. */
  read(input: Accepted<typeof studyCommands.read>): Promise<Reply<StudyPageView>>
  /** Returns the activity log, oldest first, with this workstation's waiting notes. */
  readLog(input: Accepted<typeof studyCommands.readLog>): Promise<Reply<readonly LogEntry[]>>
  /** Adds a note. When offline, the note is stored at this workstation and sent later: `isWaiting`. */
  addNote(input: Accepted<typeof studyCommands.addNote>): Promise<Reply<{ entry: LogEntry; isWaiting: boolean }>>
  /**
   * Sets or clears a flag. When offline, a check-in is stored at this workstation and sent later (`isWaiting`), and
   * every other act is refused as `offline`. `confirmed`: the open points that the user confirmed before the scan.
   * Failures: `act-not-allowed` with a reason, `scan-prohibited`, `already-cancelled`, `scan-not-confirmed` with the
   * other open points in `details.fields`. `settleReason`: why the member is checked in or marked as scanned despite an
   * open stop; `settle-reason-required` without it. `consentTextID`: the text that the member signed. `utcStart`: the
   * appointment on the screen at a check-in, which covers no other appointment.
   */
  mark(input: Accepted<typeof studyCommands.mark>): Promise<Reply<{ study: Study; isWaiting: boolean }>>
  /**
   * Returns the texts that a consent signed now may name: first the text in force, then the texts of the last 90 days.
   */
  readConsentTexts(
    input: Accepted<typeof studyCommands.readConsentTexts>,
  ): Promise<Reply<readonly OfferedConsentText[]>>
  /** Returns all acts at this workstation that are not sent yet, or whose refusal is unread, oldest first. */
  waiting(input: Nothing): Promise<Reply<readonly WaitingStudyAct[]>>
  /** Records that the author has read why the act was refused. Failures: `act-not-allowed` for another user's act. */
  dismissWaiting(input: Accepted<typeof studyCommands.dismissWaiting>): Promise<Reply<Nothing>>

  /** Failures: `act-not-allowed`. */
  markConsult(input: Accepted<typeof studyCommands.markConsult>): Promise<Reply<Study>>
  /** Failures: `scheduler-not-valid` in the error catalogue's words, `offline`. */
  openScheduler(input: Accepted<typeof studyCommands.openScheduler>): Promise<Reply<SchedulerPage>>
  /**
   * Reads an event's present state from the scheduling service and records it. Failures: `not-found` (unknown event),
   * `scheduler-unavailable`, `invalid-input` (an event of another study).
   */
  syncConsult(input: Accepted<typeof studyCommands.syncConsult>): Promise<Reply<Study>>

  /** Failures: `stale`. */
  setPrescriptionTaken(input: Accepted<typeof studyCommands.setPrescriptionTaken>): Promise<Reply<Study>>
  /** Failures: `stale`. */
  changePractitioners(input: Accepted<typeof studyCommands.changePractitioners>): Promise<Reply<Study>>
  searchPractitioners(
    input: Accepted<typeof studyCommands.searchPractitioners>,
  ): Promise<Reply<readonly Practitioner[]>>
  /**
   * Changes the directory, or proposes the change. `locationID` is the study's. Failures: `stale`, `invalid-input` with
   * fields.
   */
  changePractitioner(input: Accepted<typeof studyCommands.changePractitioner>): Promise<Reply<ChangedPractitioner>>
  /** Failures: `stale`. */
  setReasonForScan(input: Accepted<typeof studyCommands.setReasonForScan>): Promise<Reply<Study>>
  /** Records or corrects the sedative's prescription. Failures: `act-not-allowed` with a reason, `stale`. */
  recordPrescription(input: Accepted<typeof studyCommands.recordPrescription>): Promise<Reply<Study>>
  /** Writes the front desk's note; an empty note removes it. Failures: `act-not-allowed` if cancelled, `stale`. */
  writeFrontDeskNote(input: Accepted<typeof studyCommands.writeFrontDeskNote>): Promise<Reply<Study>>
  /** Records or corrects the member's feedback. Failures: `act-not-allowed` with a reason, `stale`. */
  recordFeedback(input: Accepted<typeof studyCommands.recordFeedback>): Promise<Reply<Study>>
  /** Assigns the study to a radiologist, or to none. Failures: `act-not-allowed` with a reason, `stale`. */
  assignStudy(input: Accepted<typeof studyCommands.assignStudy>): Promise<Reply<Study>>
  /** Returns the radiologists to whom the study can be assigned, in the order of their names. */
  readRadiologists(
    input: Accepted<typeof studyCommands.readRadiologists>,
  ): Promise<Reply<z.output<typeof studyRoutes.readRadiologists.answer>>>

  /**
   * Returns the study's CRM data. `opportunity` is null if the study names no opportunity, or an opportunity that the
   * CRM does not know. Failures: `crm-unavailable`.
   */
  readOpportunity(input: Accepted<typeof studyCommands.readOpportunity>): Promise<Reply<OpportunityView>>
  /**
   * Returns an opportunity to link, with its person for comparison with the member. Failures: `not-found`,
   * `crm-unavailable`.
   */
  lookUpOpportunity(input: Accepted<typeof studyCommands.lookUpOpportunity>): Promise<Reply<OpportunityCandidate>>
  /** Changes the opportunity. `expected` has the values on the screen; `stale` if the CRM's values differ. */
  changeOpportunity(input: Accepted<typeof studyCommands.changeOpportunity>): Promise<Reply<OpportunityView>>
  /**
   * Links study and opportunity in both records. Failures: `opportunity-mismatch` with a reason, `not-found`,
   * `crm-unavailable`.
   */
  linkOpportunity(input: Accepted<typeof studyCommands.linkOpportunity>): Promise<Reply<OpportunityView>>

  /**
   * Stores the email; the queue sends it after the time to undo has passed. Failures: `act-not-allowed` (messages
   * suppressed, no appointment), `email-not-confirmed` with `details.emailToConfirm`, `offline`.
   */
  resendConfirmation(input: Accepted<typeof studyCommands.resendConfirmation>): Promise<Reply<QueuedMessage>>
  /**
   * Asks the member for feedback, or asks the member to share the feedback in a public review. Fails as {@link
   * resendConfirmation} does.
   */
  resendFeedback(input: Accepted<typeof studyCommands.resendFeedback>): Promise<Reply<QueuedMessage>>
  /**
   * Records that staff confirmed the member's email address with the member, for the study's location. Failures:
   * `stale` if the member now has another address, with `details.emailToConfirm` if that address must be confirmed.
   */
  confirmMemberEmail(input: Accepted<typeof studyCommands.confirmMemberEmail>): Promise<Reply<Nothing>>
  /** Returns the member's own referral code, created on the first call. */
  readReferralCode(input: Accepted<typeof studyCommands.readReferralCode>): Promise<Reply<{ refCode: string }>>

  /** Returns a paper with the member's stamp. Failures: `report-missing`, `pdf-refused`. */
  readPaper(input: Accepted<typeof studyCommands.readPaper>): Promise<Reply<Paper>>
  /** Failures: `act-not-allowed` until the study is marked as read, `report-missing`. */
  readSocialVideos(
    input: Accepted<typeof studyCommands.readSocialVideos>,
  ): Promise<Reply<{ readonly fileName: string; readonly contentType: string; readonly base64: string }>>
  /** Confirms the quality check of the body composition. Failures: `act-not-allowed`. */
  confirmBodyCompositionQC(input: Accepted<typeof studyCommands.confirmBodyCompositionQC>): Promise<Reply<Study>>
}
