import type { DirectoryBridge } from '#contract/people/bridge.ts'
import { ok } from '#contract/reply.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'

/**
 * Creates the service that reads the directory changes that concern a location, marks them as seen, and decides
 * proposals to the directory. The workstation keeps no copy.
 */
export const createDirectoryService = ({ calls }: { readonly calls: StaffCalls }): DirectoryBridge => ({
  readChanges: async ({ locationID }) => await calls.call('readDirectoryChanges', { query: { locationID } }),

  decide: async ({ changeID, isConfirmed, idempotencyKey }) => {
    const reply = await completeCall(() =>
      calls.callExactly('decideDirectoryProposal', { params: { changeID }, body: { isConfirmed } }, { idempotencyKey }),
    )
    return reply.ok ? ok({}) : reply
  },

  see: async ({ changeID, locationID }) => {
    const reply = await completeCall(() =>
      calls.call('seeDirectoryChange', { params: { changeID }, body: { locationID } }),
    )
    return reply.ok ? ok({}) : reply
  },
})
