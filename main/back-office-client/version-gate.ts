import type { RouteAnswer } from '#contract/back-office.ts'
import { findVersionGap, oldestServer, type VersionGap } from '#domain/update/supported-versions.ts'
import type { Log } from '#runtime/log.ts'
import type { BackOfficeClient } from './back-office-client.ts'

type VersionGateParts = {
  readonly client: Pick<BackOfficeClient, 'holdBack'>
  /** The version of this program; when absent, the program never counts as too old. */
  readonly version?: string | undefined
  readonly log: Log
}

/**
 * Compares this program with the server of a health answer (decision 259) and returns the gap; null for none. While
 * there is a gap, the client holds calls back, so that neither side receives work that it may misunderstand. A gap is
 * logged if it differs from `before`, the gap of the previous health answer.
 */
export const applyVersionGap = (
  { client, version, log }: VersionGateParts,
  health: Pick<RouteAnswer<'health'>, 'version' | 'oldestProgram'>,
  before: VersionGap | null,
): ReturnType<typeof findVersionGap> => {
  const server = { version: health.version, serves: health.oldestProgram }
  const gap = findVersionGap({ version, needs: oldestServer }, server)
  client.holdBack(gap !== null)
  if (gap !== null && gap.versionGap !== before) {
    const details = { version: gap.neededVersion }
    if (gap.versionGap === 'server-too-old') log('error', 'back-office.server-too-old', details)
    else log('error', 'back-office.program-too-old', details)
  }
  return gap
}
