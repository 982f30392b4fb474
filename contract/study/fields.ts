import { z } from 'zod'
import { settleReasonSchema } from '#domain/booking/booking-request.ts'
import { consentTextIDSchema } from '#domain/settings/consent-text.ts'
import { feedbackTextMaxLength, isFeedbackGiven } from '#domain/study/feedback.ts'
import { frontDeskNoteSchema } from '#domain/study/front-desk-note.ts'
import { confirmedSchema } from '#domain/study/scan-questions.ts'
import { prescriptionFieldsSchema, sedativeStatuses } from '#domain/study/sedative.ts'
import { feedbackSchema, reasonForScanMaxLength } from '#domain/study/study-details.ts'
import { lineOfText, linesOfText } from '#domain/values/plain-text.ts'

/** A line that a person writes into the activity log. */
export const noteFields = { category: lineOfText(60), content: linesOfText(4000) }

/** Further fields of some marks: a check-in or scan despite open points, and a consent. */
export const markFields = {
  /** The open points that the person confirmed before marking the scan. */
  confirmed: confirmedSchema.optional(),
  settleReason: settleReasonSchema.optional(),
  /** The text that the member signed; if absent, the text in force. */
  consentTextID: consentTextIDSchema.optional(),
}

/** The reason for the scan, trimmed. */
export const reasonForScanFields = { reasonForScan: z.string().trim().max(reasonForScanMaxLength) }

/** The front desk's note about a visit, and the note that the writer saw; empty for none. */
export const frontDeskNoteFields = { note: frontDeskNoteSchema, from: frontDeskNoteSchema }

export const prescriptionTakenFields = { prescriptionTaken: z.boolean() }

/** Whether the member may receive messages, and may see the invoice; false suppresses them. */
export const suppressionFields = { customerEmailAvailable: z.boolean(), invoiceAvailable: z.boolean() }

/** The prescription as a person types it. */
export const prescriptionFields = { prescription: prescriptionFieldsSchema }

export const sedativeStatusFields = { sedative: z.enum(sedativeStatuses) }

/** The member's feedback as staff record it: at least one rating or a text. */
export const feedbackFields = {
  feedback: feedbackSchema
    .extend({ feedback: linesOfText(feedbackTextMaxLength) })
    .strict()
    .refine(isFeedbackGiven, 'must have a rating or a text'),
}

const accountID = z.string().min(1).max(64)

/**
 * An assignment of a study: the account of the radiologist who will read the study, and the assignment on the screen.
 */
export const assignmentFields = {
  /** Null for no radiologist. */
  to: accountID.nullable(),
  /** Null for an unassigned study, or for an assignment that has only a name. */
  from: accountID.nullable(),
}
