import { z } from 'zod'
import { auditHeadSchema, headStates, maxComparedHeads } from '#domain/audit/audit-head.ts'
import { memberIDSchema } from '#domain/members/member.ts'

/** The sequence of the last row of a page; the next page has only rows before that row. */
export const cursorSchema = z.number().int().positive().max(999_999_999_999_999)

export const headsFields = { heads: z.array(auditHeadSchema).max(maxComparedHeads) }

export const checkedHeadSchema = z.object({
  /** Epoch seconds. */
  at: z.number().int(),
  rows: z.number().int(),
  state: z.enum(headStates),
})
export type CheckedHead = z.infer<typeof checkedHeadSchema>

const epochSeconds = z.number().int().min(0).max(99_999_999_999)

/** A workstation's last report about the heads that it keeps. Times are epoch seconds. */
const keptHeadsSchema = z.object({
  workstationID: z.string(),
  comparedAt: z.number().int(),
  /** The time of the newest head that the log confirmed; null if there was none. */
  confirmedAt: z.number().int().nullable(),
  /** The time of the newest head that the log did not confirm, and the kind of the difference. */
  problemAt: z.number().int().nullable(),
  problem: z.enum(headStates).nullable(),
  /** Whether a difference waits for review by an administrator. */
  isOpen: z.boolean(),
})
export const keptHeadsAnswer = z.object({ workstations: z.array(keptHeadsSchema) })
export type KeptHeads = z.infer<typeof keptHeadsSchema>

export const maxReviewReasonChars = 500

/** The review of differences up to the newest one that the screen showed. */
export const headReviewFields = {
  until: epochSeconds,
  reason: z.string().trim().min(1).max(maxReviewReasonChars),
}

const reportFormats = ['pdf', 'csv'] as const
const recordFormats = ['pdf', 'fhir'] as const
export const memberRecordFields = { memberID: memberIDSchema, format: z.enum(recordFormats) }

export const memberReportFields = { memberID: memberIDSchema, format: z.enum(reportFormats) }
