import { z } from 'zod'
import { auditFilterFields, auditFilterSchema } from '#domain/audit/audit-filter.ts'
import type { SignedAuditHead } from '#domain/audit/audit-head.ts'
import type { AuditRow } from '#domain/audit/audit-row.ts'
import { type Accepted, noInput, staffCommand } from '../command.ts'
import type { Nothing, Reply } from '../reply.ts'
import {
  type CheckedHead,
  cursorSchema,
  headReviewFields,
  type KeptHeads,
  memberRecordFields,
  memberReportFields,
} from './fields.ts'

export const auditCommands = {
  read: staffCommand(z.strictObject({ ...auditFilterFields, before: cursorSchema.optional() })),
  checkHeads: staffCommand(noInput),
  readHeads: staffCommand(noInput),
  readKeptHeads: staffCommand(noInput),
  reviewHeads: staffCommand(z.strictObject(headReviewFields)),
  exportMember: staffCommand(z.strictObject(memberReportFields)),
  exportRecord: staffCommand(z.strictObject(memberRecordFields)),
  exportEvents: staffCommand(auditFilterSchema),
}

type File = { readonly fileName: string; readonly base64: string }

/** The audit log, for administrators; other users get `insufficient-permissions`. It is not available offline. */
export interface AuditBridge {
  /** Returns a page of rows, newest first. Failures: `invalid-input`. */
  read(
    input: Accepted<typeof auditCommands.read>,
  ): Promise<Reply<{ readonly rows: readonly AuditRow[]; readonly next: number | null }>>
  /** Sends the heads that this workstation keeps to the server, which compares them with its log. */
  checkHeads(input: Nothing): Promise<Reply<{ readonly heads: readonly CheckedHead[] }>>
  /** Returns the heads that this workstation keeps, for a file that `verify-audit --heads` reads. */
  readHeads(input: Nothing): Promise<Reply<{ readonly heads: readonly SignedAuditHead[] }>>
  /** Returns each workstation's last report about the heads that it keeps, open differences first. */
  readKeptHeads(input: Nothing): Promise<Reply<{ readonly workstations: readonly KeptHeads[] }>>
  /** Closes the differences up to a time, with a reason. Returns the updated reports. Failures: `invalid-input`. */
  reviewHeads(
    input: Accepted<typeof auditCommands.reviewHeads>,
  ): Promise<Reply<{ readonly workstations: readonly KeptHeads[] }>>
  /** Returns who saw or changed a member's record, as a file. Failures: `not-found`. */
  exportMember(input: Accepted<typeof auditCommands.exportMember>): Promise<Reply<File>>
  /**
   * Returns all stored data of a member, as a file; `note` names the files that are omitted. Failures: `not-found`.
   */
  exportRecord(
    input: Accepted<typeof auditCommands.exportRecord>,
  ): Promise<Reply<File & { readonly note: string | null }>>
  /**
   * Returns the rows of a filter as FHIR AuditEvents. Failures: `invalid-input` with field `from` if there are too many
   * rows.
   */
  exportEvents(input: Accepted<typeof auditCommands.exportEvents>): Promise<Reply<File>>
}
