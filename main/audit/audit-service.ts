import type { AuditBridge } from '#contract/audit/bridge.ts'
import { ok } from '#contract/reply.ts'
import { chooseHeads } from '#domain/audit/audit-head.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { AuditHeads } from '../sync/audit-heads.ts'

/**
 * Creates the service through which administrators read the server's audit log. The workstation keeps no copy of the
 * log, only its heads.
 */
export const createAuditService = ({
  calls,
  heads,
}: {
  readonly calls: Pick<StaffCalls, 'call'>
  readonly heads: Pick<AuditHeads, 'read'>
}): AuditBridge => ({
  read: async ({ before, ...filter }) =>
    await calls.call('readAuditLog', {
      query: { ...filter, ...(before === undefined ? {} : { before: String(before) }) },
    }),

  checkHeads: async () => await calls.call('checkAuditHeads', { body: { heads: [...chooseHeads(heads.read())] } }),

  readKeptHeads: async () => await calls.call('readKeptAuditHeads', {}),

  reviewHeads: async (body) => await calls.call('reviewAuditHeads', { body }),

  readHeads: async () => ok({ heads: heads.read() }),

  exportMember: async ({ memberID, format }) =>
    await calls.call('exportMemberAccess', { params: { id: memberID }, query: { format } }),

  exportRecord: async ({ memberID, format }) =>
    await calls.call('exportMemberRecord', { params: { id: memberID }, query: { format } }),

  exportEvents: async (filter) => await calls.call('exportAuditEvents', { query: filter }),
})
