import type { CrmBridge } from '#contract/crm/bridge.ts'
import { ok } from '#contract/reply.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'

/**
 * Creates the service for people and opportunities of the CRM, through the back office. The workstation keeps no copy
 * of them.
 */
export const createCrmService = (parts: { readonly calls: StaffCalls; readonly keeper: RecordKeeper }): CrmBridge => ({
  readBooking: async ({ personID, opportunityID }) => {
    const params = { personId: personID, opportunityId: opportunityID }
    const reply = await parts.calls.call('readCrmBooking', { params })
    if (!reply.ok) return reply
    if (reply.value.member !== null) parts.keeper.keepMembers([reply.value.member])
    return ok(reply.value)
  },
})
