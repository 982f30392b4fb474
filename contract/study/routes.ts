import { z } from 'zod'
import { memberTypes, sedativeOptions } from '#domain/booking/booking-request.ts'
import { crmIDSchema } from '#domain/crm/crm.ts'
import { locationSchema } from '#domain/locations/location.ts'
import { emailToConfirmSchema } from '#domain/members/email-confirmation.ts'
import { memberIDSchema, memberSchema } from '#domain/members/member.ts'
import { practitionerSchema, studyPractitionersSchema } from '#domain/people/practitioner.ts'
import { offeredConsentTextSchema } from '#domain/settings/consent-text.ts'
import { logEntrySchema, studySchema } from '#domain/study/study.ts'
import { studyActs } from '#domain/study/study-acts.ts'
import { optionalLineOfText } from '#domain/values/plain-text.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import { messageIDSchema } from '../messages/fields.ts'
import { bare, noFields, type Route, staffAtStudy, studyPath, versionSchema } from '../route.ts'
import {
  assignmentFields,
  feedbackFields,
  frontDeskNoteFields,
  markFields,
  noteFields,
  prescriptionFields,
  prescriptionTakenFields,
  reasonForScanFields,
  sedativeStatusFields,
  suppressionFields,
} from './fields.ts'

/** A message to the member. The spec defines it as a GET; repeated calls with the same key send one message. */
const mailRoute = <Path extends string>(path: Path, audit: string) =>
  ({
    method: 'GET',
    path,
    access: staffAtStudy,
    idempotent: 'outside-optional',
    audit,
    params: studyPath,
    query: noFields,
    body: noFields,
    answer: z.object({ ok: z.literal(true), email: z.string(), onItsWay: messageIDSchema.optional() }),
  }) as const

/** A study, its flags, details, messages and activity log (booking spec §7, study spec §7). */
export const studyRoutes = {
  readStudy: {
    ...bare,
    method: 'GET',
    path: '/study/:studyId',
    access: { session: 'member', location: 'study' },
    audit: 'study.viewed',
    params: studyPath,
    query: z.object({ booking: z.enum(['true', 'false']).optional() }),
    answer: studySchema,
  },
  readStudyDetailed: {
    ...bare,
    method: 'POST',
    path: '/study/:studyId/detailed',
    access: staffAtStudy,
    audit: 'study.viewed',
    params: studyPath,
    answer: z.object({
      study: studySchema,
      member: memberSchema,
      location: locationSchema,
      /** The practitioners of the study's details that the directory knows. */
      practitioners: z.array(practitionerSchema),
      /**
       * The address that staff at the study's location must confirm before a message is sent to the member; null if
       * there is no address to confirm.
       */
      emailToConfirm: emailToConfirmSchema.nullable().default(null),
    }),
  },
  updateStudy: {
    ...bare,
    method: 'POST',
    path: '/study/:studyId/updateObjRoot',
    access: staffAtStudy,
    audit: 'study.changed',
    params: studyPath,
    body: z
      .object({
        version: versionSchema.optional(),
        sedativeTaken: z.enum(sedativeOptions).nullable().optional(),
        memberType: z.enum(memberTypes).nullable().optional(),
        referrer: optionalLineOfText(200).optional(),
        opportunityID: crmIDSchema.nullable().optional(),
        /** 400 `invalid-input` if the directory lacks any of the practitioners. */
        practitioners: studyPractitionersSchema.optional(),
        status: z.object(suppressionFields).partial().strict().optional(),
        config: z.strictObject({ proactiveBooking: z.boolean() }).optional(),
      })
      .strict(),
    answer: studySchema,
  },
  /**
   * Sets or clears one flag (study spec §7), with its Time and By. A flag that already has the value changes nothing.
   *
   * - `at`: the time of a check-in that is sent later. A time in the future is stored as now, and a time more than 7
   *   days ago as 7 days ago.
   * - `utcStart`: the appointment on the screen at the check-in, null for none; the check-in covers no other
   *   appointment.
   * - `confirmed`: the open points that the person confirmed before marking the scan. 409 `scan-not-confirmed` while
   *   another point is open, with each kind and its text in `details.fields`.
   * - 409 `act-not-allowed` with the rule's reason, also for a check-in that is sent later, if another check-in was
   *   undone after the `at` of this one, and for any check-in whose appointment has moved.
   * - 409 `already-cancelled` and, for a check-in, `scan-prohibited` while a notice forbids the scan.
   */
  updateStudyStatus: {
    ...bare,
    method: 'POST',
    path: '/study/:studyId/status',
    access: staffAtStudy,
    idempotent: true,
    audit: 'study.status-changed',
    params: studyPath,
    body: z
      .strictObject({
        ...(Object.fromEntries(studyActs.map((act) => [act, z.boolean().optional()])) as Record<
          (typeof studyActs)[number],
          z.ZodOptional<z.ZodBoolean>
        >),
        at: instantSchema.optional(),
        utcStart: instantSchema.nullable().optional(),
        ...markFields,
      })
      .refine((body) => studyActs.filter((act) => body[act] !== undefined).length === 1, 'must name exactly one flag')
      .refine((body) => body.confirmed === undefined || body.scanned === true, 'applies only to a scan')
      .refine(
        (body) => body.settleReason === undefined || body.scanned === true || body.checkin === true,
        'applies only to a scan or a check-in',
      )
      .refine((body) => body.consentTextID === undefined || body.consent === true, 'applies only to a consent'),
    answer: studySchema,
  },
  /**
   * Returns the texts that a consent signed now may name: first the text in force, then the texts of the last 90 days.
   */
  readOfferedConsentTexts: {
    ...bare,
    method: 'GET',
    path: '/api/v1/study/:studyId/consent-texts',
    access: staffAtStudy,
    audit: null,
    params: studyPath,
    answer: z.array(offeredConsentTextSchema),
  },
  readPrescriptionTaken: {
    ...bare,
    isPublicInterface: true,
    method: 'GET',
    path: '/api/v1/prescription/:studyId/prescriptionTaken',
    access: staffAtStudy,
    audit: 'study.sedative-viewed',
    params: studyPath,
    answer: z.object({ prescriptionTaken: z.boolean() }),
  },
  /** Sets the sedative choice of the booking (`sedativeTaken`). 400 if `atriumID` is not the study's member. */
  setPrescriptionTaken: {
    ...bare,
    method: 'PATCH',
    path: '/api/v1/prescription/:studyId/prescriptionTaken',
    access: { ...staffAtStudy, roles: ['frontdesk'] },
    audit: 'study.sedative-changed',
    params: studyPath,
    body: z.strictObject({ ...prescriptionTakenFields, atriumID: memberIDSchema }),
    answer: z.object({ prescriptionTaken: z.boolean(), study: studySchema }),
  },
  setReasonForScan: {
    ...bare,
    method: 'POST',
    path: '/admin/study/:studyId/reasonForScan',
    access: staffAtStudy,
    audit: 'study.changed',
    params: studyPath,
    query: z.object({ json: z.literal('true').optional() }),
    body: z.strictObject({
      ...reasonForScanFields,
      version: versionSchema.optional(),
    }),
    answer: studySchema,
  },
  /**
   * Writes the front desk's note about the visit; an empty note removes it. The same note again changes nothing. 409
   * `act-not-allowed` for a cancelled appointment; 409 `stale` if the note is no longer `from`.
   */
  writeFrontDeskNote: {
    ...bare,
    method: 'POST',
    path: '/study/:studyId/front-desk-note',
    access: staffAtStudy,
    audit: 'study.changed',
    params: studyPath,
    body: z.strictObject(frontDeskNoteFields),
    answer: studySchema,
  },
  /**
   * Records the member's feedback, or corrects it. Sets `feedbackReceived` when the feedback is recorded first. The
   * same feedback again changes nothing. 409 `act-not-allowed` before the scan and after amplification was done or
   * denied; 409 `stale` if `version` is stale.
   */
  recordFeedback: {
    ...bare,
    method: 'POST',
    path: '/study/:studyId/feedback',
    access: staffAtStudy,
    audit: 'study.changed',
    params: studyPath,
    body: z.strictObject({ ...feedbackFields, version: versionSchema.optional() }),
    answer: studySchema,
  },
  /**
   * Assigns a study to a radiologist, or to none. The same assignment again changes nothing. 409 `act-not-allowed` with
   * the reason of {@link assignmentReason}, or if the account is not that of an active radiologist who may work at the
   * study's location; 409 `stale` if the assignment is no longer `from`.
   */
  assignStudy: {
    ...bare,
    method: 'POST',
    path: '/study/:studyId/assignment',
    access: staffAtStudy,
    audit: 'study.changed',
    params: studyPath,
    body: z.strictObject(assignmentFields),
    answer: studySchema,
  },
  /** Returns the active radiologists who may work at a study's location, in the order of their names. */
  readRadiologists: {
    ...bare,
    method: 'GET',
    path: '/study/:studyId/radiologists',
    access: staffAtStudy,
    audit: null,
    params: studyPath,
    answer: z.array(z.object({ userID: z.string(), name: z.string() })),
  },
  /**
   * Sends the confirmation of the booking to the member again. 409 `act-not-allowed` with the reason that
   * `messageReason` returns, for example that messages are suppressed; 409 `email-not-confirmed` if staff must confirm
   * the address first; 503 `mail-failed`.
   */
  resendConfirmation: mailRoute('/admin/study/:studyId/resend-confirmation', 'study.confirmation-sent'),
  /**
   * 409 `act-not-allowed` if messages are suppressed, the member has no address, is not scanned yet or has already
   * given feedback; 409 `email-not-confirmed`; 503 `mail-failed`.
   */
  sendFeedbackReminder: mailRoute('/study/:studyId/feedback/reminder', 'study.feedback-asked'),
  /**
   * 409 `act-not-allowed` if messages are suppressed, the member has no address or has given no feedback, or
   * amplification was denied or is done; 409 `email-not-confirmed`; 503 `mail-failed`.
   */
  sendFeedbackAmplification: mailRoute('/study/:studyId/feedback/amplification', 'study.feedback-asked'),
  updatePrescriptionStatus: {
    ...bare,
    method: 'POST',
    path: '/study/:studyId/prescriptionStatus',
    access: staffAtStudy,
    audit: 'study.sedative-changed',
    params: studyPath,
    body: z.object({ ...sedativeStatusFields, version: versionSchema.optional() }),
    answer: studySchema,
  },
  /**
   * Records or corrects the prescription of the study's sedative; a sedative that was only requested becomes
   * prescribed. The same prescription again changes nothing. 409 `act-not-allowed` with the reason of {@link
   * prescriptionReason}; 409 `already-cancelled`; 409 `stale` if `version` is stale.
   */
  recordPrescription: {
    ...bare,
    method: 'POST',
    path: '/api/v1/prescription/:studyId',
    access: staffAtStudy,
    audit: 'prescription.recorded',
    params: studyPath,
    body: z.strictObject({ ...prescriptionFields, version: versionSchema.optional() }),
    answer: studySchema,
  },
  readLog: {
    ...bare,
    method: 'GET',
    path: '/study/:studyId/log',
    access: staffAtStudy,
    audit: 'study.log-viewed',
    params: studyPath,
    answer: z.array(logEntrySchema),
  },
  addLogEntry: {
    ...bare,
    method: 'POST',
    path: '/study/:studyId/log',
    access: staffAtStudy,
    idempotent: true,
    audit: 'study.log-added',
    params: studyPath,
    /** `at`: when the note was written, if it is sent later; limited as in {@link updateStudyStatus}. */
    body: z.object({ ...noteFields, at: instantSchema.optional() }),
    answer: logEntrySchema,
  },
} as const satisfies Record<string, Route>
