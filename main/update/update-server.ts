import type { UpdateReport } from '#domain/update/update-state.ts'
import { type BackOfficeClient, isOutOfReach } from '../back-office-client/back-office-client.ts'
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
    if (reply.ok) return reply.value
    // Null means only that the server is out of reach. A server that refuses the question has not released the version.
    return isOutOfReach(reply.failure.code) ? null : { mayInstall: false, reason: 'ring' }
  },
  report: async ({ version, from, outcome, code }) => {
    const send = async (body: Omit<UpdateReport, 'at'>) => {
      const reply = await client.call('reportUpdate', { body })
      // A server that does not know the version never accepts the report, so it is not repeated.
      return reply.ok || reply.failure.code === 'not-found'
    }
    if (outcome !== 'rolled-back') return await send({ version, from, outcome, code })
    // A rollback counts as a failure of the newer version, `from`, and can halt it. The older version is reported as
    // installed, and the rollback is reported for the newer version.
    const isSent = await send({ version, from, outcome: 'installed', code })
    return isSent && (await send({ version: from, from, outcome, code }))
  },
})
