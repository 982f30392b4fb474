import { z } from 'zod'
import { settleReasonSchema } from '#domain/booking/booking-request.ts'
import { confirmedSchema } from '#domain/study/scan-questions.ts'
import { sedativeStatuses } from '#domain/study/sedative.ts'
import { reasonForScanMaxLength } from '#domain/study/study-details.ts'
import { lineOfText, linesOfText } from '#domain/values/plain-text.ts'

/** A line that a person writes into the activity log. */
export const noteFields = { category: lineOfText(60), content: linesOfText(4000) }

/** The fields of a check-in or scan that is marked despite open points. */
export const markFields = {
  /** The open points that the person confirmed before marking the scan. */
  confirmed: confirmedSchema.optional(),
  settleReason: settleReasonSchema.optional(),
}

/** The reason for the scan, trimmed. */
export const reasonForScanFields = { reasonForScan: z.string().trim().max(reasonForScanMaxLength) }

export const prescriptionTakenFields = { prescriptionTaken: z.boolean() }

/** Whether the member may receive messages, and may see the invoice; false suppresses them. */
export const suppressionFields = { customerEmailAvailable: z.boolean(), invoiceAvailable: z.boolean() }

export const sedativeStatusFields = { sedative: z.enum(sedativeStatuses) }
