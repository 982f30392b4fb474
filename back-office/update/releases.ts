import type { RouteAnswer } from '#contract/back-office.ts'
import type { ReleaseVersion } from '#domain/update/release-version.ts'
import { nextRing, type ReleaseAct, refusalOfAct } from '#domain/update/rings.ts'
import { inTransaction } from '../database/database.ts'
import { type Caller, type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import {
  clearFailures,
  findNewestUpdateReleases,
  findUpdateReleaseForUpdate,
  toProgramRelease,
  type UpdateReleaseRow,
  writeUpdateRelease,
} from '../repositories/update-repository.ts'
import { updateServerWords as words } from './update-server-words.ts'

/** The maximum number of releases in the list; there is about one a month. */
const maxListed = 30

/** Returns the newest releases that workstations asked about, newest version first. */
export const listReleases = async ({
  db,
  now,
}: Pick<HandlerContext, 'db' | 'now'>): Promise<RouteAnswer<'listReleases'>> => {
  const releases: RouteAnswer<'listReleases'> = []
  for (const row of await findNewestUpdateReleases(db, maxListed)) releases.push(await toProgramRelease(db, row, now))
  return releases
}

const changeOf = (act: ReleaseAct, { ring }: UpdateReleaseRow, { userID, name }: Caller): Partial<UpdateReleaseRow> => {
  switch (act) {
    case 'halt':
      return { state: 'halted', halted_by: 'person', halted_by_user: userID, halted_by_name: name }
    case 'resume':
      return { state: 'rolling', halted_by: null, halted_by_user: null, halted_by_name: null }
    case 'widen':
      return { ring: nextRing(ring) ?? ring }
  }
}

/**
 * Halts or resumes a release, or gives it the next ring. Resuming a release resets the workstations that reported a
 * failure or whose report is overdue, see {@link clearFailures}. Throws 404 for a version that no workstation asked
 * about, 409 `stale` with the current release, 409 `act-not-allowed` for an act that the release's state does not
 * allow.
 */
export const steerRelease = async (
  version: ReleaseVersion,
  { act, lockVersion }: HandlerInput<'steerRelease'>['body'],
  context: Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'now' | 'setAuditSubject'>,
): Promise<RouteAnswer<'steerRelease'>> =>
  inTransaction(context.db, async (db) => {
    const { kind, now } = context
    const caller = requireCaller(context)
    context.setAuditSubject({ what: `${act} ${version}` })
    const row = await findUpdateReleaseForUpdate(db, kind, version)
    if (row === undefined) throw new Refusal('not-found', words.unknownRelease)
    const before = await toProgramRelease(db, row, now)
    if (row.lock_version !== lockVersion) throw new Refusal('stale', words.stale, { current: before })
    const refusal = refusalOfAct(act, row)
    if (refusal !== null) throw new Refusal('act-not-allowed', words.refusals[refusal])
    const changed = { ...row, ...changeOf(act, row, caller), since: now, lock_version: row.lock_version + 1 }
    const { version: _version, created_at: _createdAt, lock_version: _lockVersion, ...change } = changed
    await writeUpdateRelease(db, row, change)
    if (act === 'resume') await clearFailures(db, version, now)
    const after = await toProgramRelease(db, changed, now)
    context.setAuditSubject({ change: { before, after } })
    return after
  })
