import { z } from 'zod'
import { auditHeadSchema, mostComparedHeads } from '#domain/audit/audit-head.ts'
import { memberIDSchema } from '#domain/members/member.ts'

/** The sequence of the last row of a page: the next page begins before it. */
export const cursorSchema = z.number().int().positive().max(999_999_999_999_999)

export const headsFields = { heads: z.array(auditHeadSchema).max(mostComparedHeads) }

/**
 * The result for one head: the log still has it, it differs (rows were removed or written again), it was not given by
 * this server, or its signature is wrong.
 */
const headStates = ['same', 'differs', 'other-server', 'unknown-key', 'bad-signature'] as const
export const checkedHeadSchema = z.object({
  /** Epoch seconds. */
  at: z.number().int(),
  rows: z.number().int(),
  state: z.enum(headStates),
})
export type CheckedHead = z.infer<typeof checkedHeadSchema>

const reportFormats = ['pdf', 'csv'] as const
const recordFormats = ['pdf', 'fhir'] as const
export const memberRecordFields = { memberID: memberIDSchema, format: z.enum(recordFormats) }

export const memberReportFields = { memberID: memberIDSchema, format: z.enum(reportFormats) }
