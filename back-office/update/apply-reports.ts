import type { ReleaseVersion } from '#domain/update/release-version.ts'
import { countReports, decideRing } from '#domain/update/rings.ts'
import { inTransaction } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import type { Leadership } from '../kernel/leadership.ts'
import { startRounds } from '../kernel/rounds.ts'
import {
  findRolloutGroups,
  findUnfinishedUpdateReleases,
  findUpdateReleaseForUpdate,
  writeUpdateRelease,
} from '../repositories/update-repository.ts'

export type ReportsContext = Pick<HandlerContext, 'db' | 'kind' | 'log' | 'now'>

/**
 * Halts a release or gives it the next ring, as {@link decideRing} decides. Several servers can do this at the same
 * time, because the release is locked meanwhile.
 */
export const applyReports = async (version: ReleaseVersion, { db, kind, log, now }: ReportsContext): Promise<void> => {
  const decision = await inTransaction(db, async (transaction) => {
    const release = await findUpdateReleaseForUpdate(transaction, kind, version)
    if (release === undefined) return null
    const counts = countReports(await findRolloutGroups(transaction, version, now))
    const decided = decideRing(release, counts, now)
    if (decided.kind === 'stay') return null
    const change =
      decided.kind === 'halt' ? ({ state: 'halted', halted_by: 'reports' } as const) : { ring: decided.ring }
    await writeUpdateRelease(transaction, release, { ...change, since: now })
    return decided
  })
  if (decision?.kind === 'halt') log('warning', 'update.release-halted', { version })
  if (decision?.kind === 'widen') log('info', 'update.release-widened', { version })
}

/**
 * Applies the reports of every release that reports can still halt or move to the next ring.
 * @internal Tests apply them without waiting for the timer.
 */
export const applyAllReports = async (context: ReportsContext): Promise<void> => {
  for (const version of await findUnfinishedUpdateReleases(context.db, context.now)) {
    await applyReports(version, context)
  }
}

type FollowOptions = Omit<ReportsContext, 'now'> & {
  /** Epoch seconds. */
  readonly now: () => number
  readonly everyMs?: number
  readonly leadership: Pick<Leadership, 'leads'>
}

/**
 * Once a minute, halts releases or gives them the next ring, as the reports and the number of overdue reports require.
 * Of several processes over one database, only the leading one does it. `stop` waits for a running round.
 */
export const startFollowingReports = (options: FollowOptions): { stop(): Promise<void> } => {
  const { log, leadership, everyMs = 60_000 } = options
  return startRounds({
    everyMs,
    sweep: 'reports',
    logFailure: (details) => log('error', 'update.reports-not-applied', details),
    leadership,
    work: () => applyAllReports({ ...options, now: options.now() }),
  })
}
