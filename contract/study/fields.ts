import { z } from 'zod'
import { settleReasonSchema } from '#domain/booking/booking-request.ts'
import { confirmedSchema } from '#domain/study/scan-questions.ts'
import { sedativeStatuses } from '#domain/study/sedative.ts'
import { reasonForScanMaxLength } from '#domain/study/study-details.ts'
import { lineOfText, linesOfText } from '#domain/values/plain-text.ts'

/** A line that a person writes into the activity log. */
export const noteFields = { category: lineOfText(60), content: linesOfText(4000) }

/** What comes with a check-in or a scan that is marked over something open. */
export const markFields = {
  /** What was open before a scan was marked, and was confirmed by the person who marks it. */
  confirmed: confirmedSchema.optional(),
  settleReason: settleReasonSchema.optional(),
}

/** The reason for the scan, without space around it. */
export const reasonForScanFields = { reasonForScan: z.string().trim().max(reasonForScanMaxLength) }

export const prescriptionTakenFields = { prescriptionTaken: z.boolean() }

/** Which messages to the member are allowed. */
export const suppressionFields = { customerEmailAvailable: z.boolean(), invoiceAvailable: z.boolean() }

export const sedativeStatusFields = { sedative: z.enum(sedativeStatuses) }
