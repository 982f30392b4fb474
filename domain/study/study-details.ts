import { z } from 'zod'
import { consultingSchema, noConsulting } from '../consult/consulting.ts'
import { studyPractitionersSchema } from '../people/practitioner.ts'
import { consentVersionSchema } from '../settings/consent-text.ts'
import { frontDeskNoteSchema } from './front-desk-note.ts'

const stars = z.number().int().min(0).max(5).nullable()
/** The member's feedback (study spec §3 feedback): 0 to 5 stars for each question, null for no answer, and a text. */
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

/** The fields of a study besides its booking and flags (study spec §3 Study). */
export const studyDetailsSchema = z.object({
  practitioners: studyPractitionersSchema,
  consulting: consultingSchema,
  feedback: feedbackSchema.nullable(),
  readingPublished: z.array(publishedReadingSchema),
  traditionalReportAvailable: z.boolean(),
  memberConsentSigned: z.boolean(),
  technologistConsentSigned: z.boolean(),
  /** The version of the text that the member signed; null without a consent, and for older records. */
  consentText: consentVersionSchema.nullable().default(null),
  /** The reason for the scan, printed on reports and forms. */
  reasonForScan: z.string(),
  /** The front desk's note about the visit, shown on the day's board and printed on its sheet. */
  frontDeskNote: frontDeskNoteSchema.default(''),
})
export type StudyDetails = z.infer<typeof studyDetailsSchema>

export const noDetails: StudyDetails = {
  practitioners: { primary: null, referring: null, additional: [] },
  consulting: noConsulting,
  feedback: null,
  readingPublished: [],
  traditionalReportAvailable: false,
  memberConsentSigned: false,
  technologistConsentSigned: false,
  consentText: null,
  reasonForScan: '',
  frontDeskNote: '',
}

/**
 * The invoice step of a study: the step of the least advanced of the study's invoices, or `none` (booking spec §4
 * Invoice-type transaction steps). Fully refunded invoices do not count.
 */
export const invoiceStepsOfStudy = ['none', 'not-issued', 'issued', 'deposited', 'paid'] as const
export type StudyInvoiceStep = (typeof invoiceStepsOfStudy)[number]
