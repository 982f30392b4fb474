import type { RouteAnswer } from '#contract/back-office.ts'
import { findVersionGap, oldestServer } from '#domain/update/supported-versions.ts'
import type { Log } from '#runtime/log.ts'
import type { BackOfficeClient } from './back-office-client.ts'

type Gap = ReturnType<typeof findVersionGap>

/**
 * Returns what compares this program with the server of a health answer (decision 259). While there is a gap the client
 * is held back, so that neither side receives work that it may misunderstand. A gap is logged when it appears.
 */
export const createVersionGate = (parts: {
  readonly client: Pick<BackOfficeClient, 'holdBack'>
  /** The version of this program; never too old when absent. */
  readonly version?: string | undefined
  readonly log: Log
}): ((health: Pick<RouteAnswer<'health'>, 'version' | 'oldestProgram'>) => Gap) => {
  const { client, log } = parts
  let before: Gap = null
  return ({ version, oldestProgram }) => {
    const gap = findVersionGap({ version: parts.version, needs: oldestServer }, { version, serves: oldestProgram })
    client.holdBack(gap !== null)
    if (gap !== null && gap.versionGap !== before?.versionGap) {
      const details = { version: gap.neededVersion }
      if (gap.versionGap === 'server-too-old') log('error', 'back-office.server-too-old', details)
      else log('error', 'back-office.program-too-old', details)
    }
    before = gap
    return gap
  }
}
