import { z } from 'zod'
import { type SchedulerPage, schedulerPurposes } from '#domain/consult/scheduling-url.ts'
import { crmIDSchema, type OpportunityCandidate } from '#domain/crm/crm.ts'
import type { Location } from '#domain/locations/location.ts'
import { emailSchema, type Member } from '#domain/members/member.ts'
import { type Practitioner, practitionerIDSchema, studyPractitionersSchema } from '#domain/people/practitioner.ts'
import { papers } from '#domain/study/papers.ts'
import type { LogEntry, Study } from '#domain/study/study.ts'
import { studyActs } from '#domain/study/study-acts.ts'
import type { WaitingAct } from '#domain/study/waiting-act.ts'
import type { Instant } from '#domain/values/instant.ts'
import { optionalLineOfText } from '#domain/values/plain-text.ts'
import { type Accepted, idempotencyKey, noInput, ofStudy, staffCommand } from '../command.ts'
import { consultActFields, consultEventFields } from '../consult/fields.ts'
import { opportunityChangeFields, opportunityLinkFields } from '../crm/fields.ts'
import type { crmRoutes } from '../crm/routes.ts'
import { practitionerChangeFields } from '../people/fields.ts'
import type { peopleRoutes } from '../people/routes.ts'
import type { QueuedMessage } from '../queue/bridge.ts'
import type { Failure, Nothing, Reply } from '../reply.ts'
import { markFields, noteFields, prescriptionTakenFields, reasonForScanFields } from './fields.ts'

export type StudyView = { readonly study: Study; readonly member: Member; readonly location: Location }

export type WaitingStudyAct = WaitingAct<Failure>

export type StudyPageView = StudyView & {
  /** Those whom {@link Study.details} names, as the directory has them; null where only the cache could be asked. */
  readonly practitioners: readonly Practitioner[] | null
  /** What this workstation has not been able to send yet, already seen in `study`. */
  readonly waiting: readonly WaitingStudyAct[]
  readonly source: 'cache' | 'back-office'
  readonly asOf: Instant
}

/** A practitioner after a change: `isProposed` where it waits for a decision and the entry is as before. */
type ChangedPractitioner = z.output<typeof peopleRoutes.changePractitioner.answer>

/** The study's side of the CRM (study spec §2 Sales). */
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
        ...markFields,
      })
      .refine(
        ({ act, value, confirmed }) => confirmed === undefined || (act === 'scanned' && value),
        'only a scan is confirmed',
      ),
  ),
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
 * One study from booking to feedback (study spec §2). `booking.studyChanged` says when to read again. Calls that act take a
 * key: the same key acts once. Common failures: `not-found`, `location-forbidden`, `insufficient-permissions`, `offline`.
 */
export interface StudyBridge {
  /** From the cache when offline. */
  read(input: Accepted<typeof studyCommands.read>): Promise<Reply<StudyPageView>>
  /** Oldest first, with the notes of this workstation that wait. */
  readLog(input: Accepted<typeof studyCommands.readLog>): Promise<Reply<readonly LogEntry[]>>
  /** Offline the note is kept here and sent later: `isWaiting`. */
  addNote(input: Accepted<typeof studyCommands.addNote>): Promise<Reply<{ entry: LogEntry; isWaiting: boolean }>>
  /**
   * Sets or takes back a flag. A check-in is kept here offline and sent later: `isWaiting`; every other act is refused as
   * `offline`. `confirmed`: what was open before the scan and was confirmed. Failures: `act-not-allowed` in words,
   * `scan-prohibited`, `already-cancelled`, `scan-not-confirmed` with what else is open in `details.fields`.
   * `settleReason`: why the member is checked in or marked as scanned over an open stop; `settle-reason-required` without it.
   */
  mark(input: Accepted<typeof studyCommands.mark>): Promise<Reply<{ study: Study; isWaiting: boolean }>>
  /** Acts of every person at this workstation that are not sent yet, or whose refusal is unread, oldest first. */
  waiting(input: Nothing): Promise<Reply<readonly WaitingStudyAct[]>>
  /** The author has read why the act was refused. Failures: `act-not-allowed` for a colleague's. */
  dismissWaiting(input: Accepted<typeof studyCommands.dismissWaiting>): Promise<Reply<Nothing>>

  /** Failures: `act-not-allowed`. */
  markConsult(input: Accepted<typeof studyCommands.markConsult>): Promise<Reply<Study>>
  /** Failures: `scheduler-not-valid` in the catalogue's words, `offline`. */
  openScheduler(input: Accepted<typeof studyCommands.openScheduler>): Promise<Reply<SchedulerPage>>
  /**
   * Writes down what the scheduling service says of an event now. Failures: `not-found` (it knows no such event),
   * `scheduler-unavailable`, `invalid-input` (the event is another study's).
   */
  syncConsult(input: Accepted<typeof studyCommands.syncConsult>): Promise<Reply<Study>>

  /** Failures: `stale`. */
  setPrescriptionTaken(input: Accepted<typeof studyCommands.setPrescriptionTaken>): Promise<Reply<Study>>
  /** Failures: `stale`. */
  changePractitioners(input: Accepted<typeof studyCommands.changePractitioners>): Promise<Reply<Study>>
  searchPractitioners(
    input: Accepted<typeof studyCommands.searchPractitioners>,
  ): Promise<Reply<readonly Practitioner[]>>
  /** Changes the directory, or proposes the change. `locationID`: the study's. Failures: `stale`, `invalid-input` with fields. */
  changePractitioner(input: Accepted<typeof studyCommands.changePractitioner>): Promise<Reply<ChangedPractitioner>>
  /** Failures: `stale`. */
  setReasonForScan(input: Accepted<typeof studyCommands.setReasonForScan>): Promise<Reply<Study>>

  /** Failures: `crm-unavailable`. An opportunity the study names and the CRM does not know is null. */
  readOpportunity(input: Accepted<typeof studyCommands.readOpportunity>): Promise<Reply<OpportunityView>>
  /** For linking it, with the person it is of, to be compared with the member. Failures: `not-found`, `crm-unavailable`. */
  lookUpOpportunity(input: Accepted<typeof studyCommands.lookUpOpportunity>): Promise<Reply<OpportunityCandidate>>
  /** `expected`: what was on the screen; where the CRM has something else by now it is `stale`. */
  changeOpportunity(input: Accepted<typeof studyCommands.changeOpportunity>): Promise<Reply<OpportunityView>>
  /** Ties study and opportunity together in both records. Failures: `opportunity-mismatch` in words, `not-found`, `crm-unavailable`. */
  linkOpportunity(input: Accepted<typeof studyCommands.linkOpportunity>): Promise<Reply<OpportunityView>>

  /**
   * Writes the e-mail down; the queue sends it once it can no longer be undone. Failures: `act-not-allowed` (messages
   * suppressed, no appointment), `email-not-confirmed` with `details.emailToConfirm`, `offline`.
   */
  resendConfirmation(input: Accepted<typeof studyCommands.resendConfirmation>): Promise<Reply<QueuedMessage>>
  /** Asks for feedback, or for a public review of it. Failures as {@link resendConfirmation}. */
  resendFeedback(input: Accepted<typeof studyCommands.resendFeedback>): Promise<Reply<QueuedMessage>>
  /**
   * Stores that a person confirmed the member's e-mail address with the member, for the study's location. Failures: `stale` where
   * the member has another address by now, with `details.emailToConfirm` where that one is to be confirmed.
   */
  confirmMemberEmail(input: Accepted<typeof studyCommands.confirmMemberEmail>): Promise<Reply<Nothing>>
  /** The member's own referral code, given now where there was none. */
  readReferralCode(input: Accepted<typeof studyCommands.readReferralCode>): Promise<Reply<{ refCode: string }>>

  /** Stamped with whose it is. Failures: `report-missing`, `pdf-refused`. */
  readPaper(input: Accepted<typeof studyCommands.readPaper>): Promise<Reply<Paper>>
  /** Failures: `act-not-allowed` while the study is not read, `report-missing`. */
  readSocialVideos(
    input: Accepted<typeof studyCommands.readSocialVideos>,
  ): Promise<Reply<{ readonly fileName: string; readonly contentType: string; readonly base64: string }>>
  /** The GraphQL mutation. Failures: `act-not-allowed`. */
  confirmBodyCompositionQC(input: Accepted<typeof studyCommands.confirmBodyCompositionQC>): Promise<Reply<Study>>
}
