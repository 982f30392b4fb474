import type { BackOfficeClient } from '../back-office-client/back-office-client.ts'
import type { UpdaterParts } from './update-work.ts'

/**
 * Creates the updater's two calls to the server. They need no session, because updates are installed while no person is
 * signed in.
 */
export const createUpdateServer = (
  client: Pick<BackOfficeClient, 'call'>,
): Pick<UpdaterParts, 'readPlan' | 'report'> => ({
  readPlan: async (version) => {
    const reply = await client.call('readUpdatePlan', { query: { version } })
    return reply.ok ? reply.value : null
  },
  report: async ({ version, from, outcome }) => {
    const reply = await client.call('reportUpdate', { body: { version, from, outcome, code: '' } })
    // A server that knows no updates never accepts the report, so it is not repeated.
    return reply.ok || reply.failure.code === 'not-found'
  },
})
