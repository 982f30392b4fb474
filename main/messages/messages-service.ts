import type { MessagesBridge } from '#contract/messages/bridge.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'

/** Creates the service for the messages to members. The workstation keeps no copy of them. */
export const createMessagesService = ({ calls }: { readonly calls: StaffCalls }): MessagesBridge => ({
  read: async ({ studyID }) => await calls.call('readMessages', { params: { studyId: studyID } }),
  decide: async ({ studyID, messageID, ...body }) =>
    await calls.call('decideMessage', { params: { studyId: studyID, messageId: messageID }, body }),
  readOpen: async ({ locationID, state, rows }) =>
    await calls.call('readOpenMessages', {
      query: { state, rows: String(rows), ...(locationID !== undefined && { locationID }) },
    }),
  countOpen: async () => await calls.call('countOpenMessages', {}),
  readSettings: async () => await calls.call('readMessageSettings', {}),
  changeSettings: async ({ locationID, ...body }) =>
    await calls.call('changeMessageSettings', { params: { locationID }, body }),
})
