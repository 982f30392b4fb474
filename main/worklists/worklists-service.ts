import type { WorklistsBridge } from '#contract/worklists/bridge.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'

/** Creates the service for the worklists. The server makes the lists; the workstation keeps no copy. */
export const createWorklistsService = ({ calls }: { readonly calls: StaffCalls }): WorklistsBridge => ({
  read: async ({ list, ...filter }) => await calls.call('readWorklist', { params: { list }, body: filter }),
  count: async () => await calls.call('countWorklists', {}),
})
