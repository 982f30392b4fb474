import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { exportAuditEvents } from './audit-events.ts'
import { checkAuditHeads } from './check-heads.ts'
import { readKeptAuditHeads, reportAuditHeads, reviewAuditHeads } from './kept-heads.ts'
import { exportMemberRecord } from './member-record.ts'
import { exportMemberAccess } from './member-report.ts'
import { readAuditLog } from './read-audit-log.ts'

/** Maps the routes of the audit log. */
export const auditHandlers = {
  readAuditLog: ({ query }, context) => readAuditLog(query, context),
  checkAuditHeads: ({ body }, context) => checkAuditHeads(body.heads, context),
  reportAuditHeads: ({ body }, context) => reportAuditHeads(body.heads, context),
  readKeptAuditHeads: (_input, context) => readKeptAuditHeads(context),
  reviewAuditHeads: ({ body }, context) => reviewAuditHeads(body, context),
  exportMemberAccess: ({ params, query }, context) => exportMemberAccess(params.id, query.format, context),
  exportMemberRecord: ({ params, query }, context) => exportMemberRecord(params.id, query.format, context),
  exportAuditEvents: ({ query }, context) => exportAuditEvents(query, context),
} satisfies Partial<Handlers<RouteName>>
