import type { WorklistsBridge } from '#contract/worklists/bridge.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'

/** Creates the service of the worklists. The server makes the lists; the workstation keeps no copy. */
export const createWorklistsService = ({ calls }: { readonly calls: StaffCalls }): WorklistsBridge => ({
  read: async ({ list, locationID, assigned, rows }) =>
    await calls.call('readWorklist', {
      params: { list },
      query: { assigned, rows: String(rows), ...(locationID === undefined ? {} : { locationID }) },
    }),
  count: async () => await calls.call('countWorklists', {}),
})
