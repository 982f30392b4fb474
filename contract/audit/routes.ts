import { z } from 'zod'
import { auditFilterFields } from '#domain/audit/audit-filter.ts'
import { auditRowSchema } from '#domain/audit/audit-row.ts'
import { administrators, bare, type Route, staffAnywhere } from '../route.ts'
import {
  checkedHeadSchema,
  cursorSchema,
  headReviewFields,
  headsFields,
  keptHeadsAnswer,
  memberRecordFields,
  memberReportFields,
} from './fields.ts'

const fileAnswer = z.object({ fileName: z.string(), base64: z.string() })

/** The audit log, for administrators. Each call that reads it adds a row to it. */
export const auditRoutes = {
  /** Returns a page of rows, the newest first. `next` is the cursor of the next page; null on the last one. */
  readAuditLog: {
    ...bare,
    method: 'GET',
    path: '/api/v1/audit',
    access: administrators,
    audit: 'audit.viewed',
    query: z.object({
      ...auditFilterFields,
      before: z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number)
        .optional(),
    }),
    answer: z.object({ rows: z.array(auditRowSchema), next: cursorSchema.nullable() }),
  },
  /** Compares heads that a workstation kept with the current log. */
  checkAuditHeads: {
    ...bare,
    method: 'POST',
    path: '/api/v1/audit/heads',
    access: administrators,
    audit: 'audit.heads-checked',
    body: z.strictObject(headsFields),
    answer: z.object({ heads: z.array(checkedHeadSchema) }),
  },
  /**
   * Compares heads that a workstation keeps with the log, and stores the result for administrators and alerts. Each
   * workstation makes this call automatically while a user is signed in. `reviewedUntil`: an administrator has reviewed
   * the differences of heads up to this time, in epoch seconds.
   */
  reportAuditHeads: {
    ...bare,
    method: 'POST',
    path: '/api/v1/audit/heads/kept',
    access: { ...staffAnywhere, workstation: 'named' },
    audit: 'audit.heads-compared',
    body: z.strictObject(headsFields),
    answer: z.object({ heads: z.array(checkedHeadSchema), reviewedUntil: z.number().int().nullable() }),
  },
  /** Returns each workstation's last report about its heads: first the open differences, then the latest reports. */
  readKeptAuditHeads: {
    ...bare,
    method: 'GET',
    path: '/api/v1/audit/heads/kept',
    access: administrators,
    audit: null,
    answer: keptHeadsAnswer,
  },
  /** Closes the differences of heads up to a time, with a reason, and returns the updated reports. */
  reviewAuditHeads: {
    ...bare,
    method: 'POST',
    path: '/api/v1/audit/heads/review',
    access: administrators,
    audit: 'audit.heads-reviewed',
    body: z.strictObject(headReviewFields),
    answer: keptHeadsAnswer,
  },
  /** Returns who saw or changed a member's record, as a file. 404 for an unknown member. */
  exportMemberAccess: {
    ...bare,
    method: 'GET',
    path: '/api/v1/audit/members/:id',
    access: administrators,
    audit: 'audit.member-report-exported',
    params: z.object({ id: memberReportFields.memberID }),
    query: z.object({ format: memberReportFields.format }),
    answer: fileAnswer,
  },
  /**
   * Returns all stored data of a member, as PDF for the member or as a FHIR Bundle with the files. `note` names the
   * files that are omitted; null if no file is omitted. 404 for an unknown member.
   */
  exportMemberRecord: {
    ...bare,
    method: 'GET',
    path: '/api/v1/audit/members/:id/record',
    access: administrators,
    audit: 'audit.member-record-exported',
    params: z.object({ id: memberRecordFields.memberID }),
    query: z.object({ format: memberRecordFields.format }),
    answer: fileAnswer.extend({ note: z.string().nullable() }),
  },
  /**
   * Returns the rows of a filter as FHIR AuditEvents, one in each line (NDJSON), the oldest first. 400 with field
   * `from` if there are more rows than one file may have.
   */
  exportAuditEvents: {
    ...bare,
    method: 'GET',
    path: '/api/v1/audit/events',
    access: administrators,
    audit: 'audit.events-exported',
    query: z.object(auditFilterFields),
    answer: fileAnswer,
  },
} as const satisfies Record<string, Route>
