import { z } from 'zod'
import { studyPractitionersSchema } from '../people/practitioner.ts'
import { instantSchema } from '../values/time-schemas.ts'

/**
 * The nurse practitioner's consult (study spec §3 practitioners.consulting). The two statuses are text, as the scheduling
 * service and older records may say what §4 does not know; `consult-words.ts` has the labels.
 */
export const consultingSchema = z.object({
  requestedStatus: z.string(),
  requestedAt: instantSchema.nullable(),
  requestedBy: z.string().nullable(),
  scheduledStatus: z.string().nullable(),
  /** When and by whom it was booked. */
  scheduledAt: instantSchema.nullable(),
  scheduledBy: z.string().nullable(),
  /** The scheduling service's ids; null while nothing is booked. */
  eventID: z.string().nullable(),
  inviteeID: z.string().nullable(),
  /** When it takes place. */
  consultTime: instantSchema.nullable(),
  completedTime: instantSchema.nullable(),
  isPreferred: z.boolean(),
})
export type Consulting = z.infer<typeof consultingSchema>

const stars = z.number().int().min(0).max(5).nullable()
/** What the member thought of it (study spec §3 feedback): 1 to 5 stars each, null where nothing was said. */
export const feedbackSchema = z.object({
  prescan: stars,
  checkin: stars,
  mri: stars,
  radiology: stars,
  experience: stars,
  recommend: stars,
  feedback: z.string(),
})
export type Feedback = z.infer<typeof feedbackSchema>

export const publishedReadingSchema = z.object({
  reportType: z.enum(['structured', 'traditional']),
  version: z.number().int(),
})
export type PublishedReading = z.infer<typeof publishedReadingSchema>

export const reasonForScanMaxLength = 1000

/** What a study carries beside its booking and its flags (study spec §3 Study). */
export const studyDetailsSchema = z.object({
  practitioners: studyPractitionersSchema,
  consulting: consultingSchema,
  feedback: feedbackSchema.nullable(),
  readingPublished: z.array(publishedReadingSchema),
  traditionalReportAvailable: z.boolean(),
  memberConsentSigned: z.boolean(),
  technologistConsentSigned: z.boolean(),
  /** Why the member is scanned, as radiology reads it. */
  reasonForScan: z.string(),
})
export type StudyDetails = z.infer<typeof studyDetailsSchema>

export const noConsulting: Consulting = {
  requestedStatus: 'not requested',
  requestedAt: null,
  requestedBy: null,
  scheduledStatus: null,
  scheduledAt: null,
  scheduledBy: null,
  eventID: null,
  inviteeID: null,
  consultTime: null,
  completedTime: null,
  isPreferred: false,
}

export const noDetails: StudyDetails = {
  practitioners: { primary: null, referring: null, additional: [] },
  consulting: noConsulting,
  feedback: null,
  readingPublished: [],
  traditionalReportAvailable: false,
  memberConsentSigned: false,
  technologistConsentSigned: false,
  reasonForScan: '',
}

/**
 * How far the bill of a study is that is paid by invoice: none, or the least advanced step of its standing invoices
 * (booking spec §4 Invoice-type transaction steps).
 */
export const invoiceStepsOfStudy = ['none', 'not-issued', 'issued', 'deposited', 'paid'] as const
export type InvoiceStep = (typeof invoiceStepsOfStudy)[number]
