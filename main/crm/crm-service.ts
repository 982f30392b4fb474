import type { CrmBooking, CrmBridge } from '#contract/crm/bridge.ts'
import { ok, type Reply } from '#contract/reply.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'

/**
 * Creates the service for the CRM's people and opportunities, which it reads through the back office. The workstation
 * keeps no copy of them.
 */
export const createCrmService = (parts: { readonly calls: StaffCalls; readonly keeper: RecordKeeper }): CrmBridge => {
  const read = async (personID: string, opportunityID: string): Promise<Reply<CrmBooking>> => {
    const params = { personId: personID, opportunityId: opportunityID }
    const reply = await parts.calls.call('readCrmBooking', { params })
    if (!reply.ok) return reply
    if (reply.value.member !== null) parts.keeper.keepMembers([reply.value.member])
    return ok(reply.value)
  }
  return {
    findOpportunity: async ({ opportunityID }) => {
      const found = await parts.calls.call('readOpportunity', { params: { id: opportunityID } })
      return found.ok ? read(found.value.personID, opportunityID) : found
    },
    readBooking: ({ personID, opportunityID }) => read(personID, opportunityID),
  }
}
