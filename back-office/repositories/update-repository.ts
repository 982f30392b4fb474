import { type ProgramRelease, programReleaseSchema } from '#domain/update/program-release.ts'
import { compareVersions, type ReleaseVersion } from '#domain/update/release-version.ts'
import {
  countReports,
  latestOverdue,
  type RolloutGroup,
  reportWithinSeconds,
  type UpdateOutcome,
} from '#domain/update/rings.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import type { UpdateReleaseTable, UpdateWorkstationTable } from '../database/update-tables.ts'

export type UpdateReleaseRow = Readonly<UpdateReleaseTable>
export type UpdateWorkstationRow = Readonly<UpdateWorkstationTable>

/** Adds a release in the first ring, unless its version is already stored in any ring. */
export const addUpdateRelease = async (db: Database, version: ReleaseVersion, now: number): Promise<void> => {
  await db
    .insertInto('update_release')
    .values({
      ...{ version, ring: 1, state: 'rolling', since: now, created_at: now, lock_version: 1 },
      ...{ halted_by: null, halted_by_user: null, halted_by_name: null },
    })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute()
}

export const findUpdateRelease = async (db: Database, version: ReleaseVersion): Promise<UpdateReleaseRow | undefined> =>
  db.selectFrom('update_release').selectAll().where('version', '=', version).executeTakeFirst()

/** Returns a release, locked for this transaction. */
export const findUpdateReleaseForUpdate = async (
  db: Database,
  kind: DatabaseKind,
  version: ReleaseVersion,
): Promise<UpdateReleaseRow | undefined> => {
  const query = db.selectFrom('update_release').selectAll().where('version', '=', version)
  return (kind === 'postgresql' ? query.forNoKeyUpdate() : query).executeTakeFirst()
}

/** Returns how many releases were added after `since` (epoch seconds). */
export const countUpdateReleasesSince = async (db: Database, since: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('update_release')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('created_at', '>', since)
        .executeTakeFirstOrThrow()
    ).count,
  )

/** Returns the releases that were added last, newest version first. */
export const findNewestUpdateReleases = async (db: Database, most: number): Promise<readonly UpdateReleaseRow[]> =>
  (await db.selectFrom('update_release').selectAll().orderBy('created_at', 'desc').limit(most).execute()).toSorted(
    (one, other) => compareVersions(other.version, one.version),
  )

/**
 * Returns the versions of the releases that workstations' reports can still halt or move to the next ring. These are
 * rolling releases for which at least one is true: the release is not in the last ring, or a workstation has not
 * reported yet and its permission to install is not older than twice {@link reportWithinSeconds}. `now` is in epoch
 * seconds.
 */
export const findUnfinishedUpdateReleases = async (db: Database, now: number): Promise<readonly ReleaseVersion[]> => {
  const rows = await db
    .selectFrom('update_release')
    .select('version')
    .where('state', '=', 'rolling')
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('ring', '<', 100),
        exists(
          selectFrom('update_workstation')
            .select('workstation_id')
            .whereRef('update_workstation.version', '=', 'update_release.version')
            .where('outcome', 'is', null)
            .where('told_at', '>', now - 2 * reportWithinSeconds),
        ),
      ]),
    )
    .execute()
  return rows.map(({ version }) => version)
}

type ReleaseChange = Partial<Omit<UpdateReleaseRow, 'version' | 'created_at' | 'lock_version'>>

/**
 * Writes a change of a release. Returns false, and writes nothing, when the release's `lock_version` is no longer the
 * given one.
 */
export const writeUpdateRelease = async (
  db: Database,
  { version, lock_version }: Pick<UpdateReleaseRow, 'version' | 'lock_version'>,
  change: ReleaseChange,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('update_release')
    .set({ ...change, lock_version: lock_version + 1 })
    .where('version', '=', version)
    .where('lock_version', '=', lock_version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Counts the workstations that were permitted to install a release, grouped by their report and by whether the time to
 * report is over.
 */
export const findRolloutGroups = async (
  db: Database,
  version: ReleaseVersion,
  now: number,
): Promise<readonly RolloutGroup[]> => {
  const told = db
    .selectFrom('update_workstation')
    .select(['outcome', ({ fn }) => fn.countAll().as('count')])
    .where('version', '=', version)
    .groupBy('outcome')
  const groupsOf = (rows: readonly { outcome: UpdateOutcome | null; count: unknown }[], isOverdue: boolean) =>
    rows.map(({ outcome, count }) => ({ outcome, isOverdue, workstations: Number(count) }))
  const overdue = await told.where('told_at', '<=', latestOverdue(now)).execute()
  const inTime = await told.where('told_at', '>', latestOverdue(now)).execute()
  return [...groupsOf(overdue, true), ...groupsOf(inTime, false)]
}

/** Returns a release as an administrator sees it. `now` is in epoch seconds. */
export const toProgramRelease = async (db: Database, row: UpdateReleaseRow, now: number): Promise<ProgramRelease> =>
  programReleaseSchema.parse({
    version: row.version,
    ring: row.ring,
    state: row.state,
    haltedBy:
      row.halted_by === 'person' ? { userID: row.halted_by_user ?? '', name: row.halted_by_name ?? '' } : row.halted_by,
    since: toInstant(row.since * 1000),
    ...countReports(await findRolloutGroups(db, row.version, now)),
    lockVersion: row.lock_version,
  })

export type AskingWorkstation = Pick<UpdateWorkstationRow, 'version' | 'workstation_id' | 'place'>

export const findUpdateWorkstation = async (
  db: Database,
  { version, workstation_id }: Omit<AskingWorkstation, 'place'>,
): Promise<UpdateWorkstationRow | undefined> =>
  db
    .selectFrom('update_workstation')
    .selectAll()
    .where('version', '=', version)
    .where('workstation_id', '=', workstation_id)
    .executeTakeFirst()

/** Returns how many workstations asked about a release or reported on it. */
export const countUpdateWorkstations = async (db: Database, version: ReleaseVersion): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('update_workstation')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('version', '=', version)
        .executeTakeFirstOrThrow()
    ).count,
  )

/** Adds a workstation that asks about a release, unless it is already stored for this release. */
export const addUpdateWorkstation = async (db: Database, workstation: AskingWorkstation): Promise<void> => {
  await db
    .insertInto('update_workstation')
    .values({ ...workstation, told_at: null, outcome: null, code: '', from_version: null, reported_at: null })
    .onConflict((conflict) => conflict.columns(['version', 'workstation_id']).doNothing())
    .execute()
}

/** Returns whether no workstation with a smaller place asked about the release. */
export const isSmallestPlace = async (
  db: Database,
  { version, place }: Pick<AskingWorkstation, 'version' | 'place'>,
): Promise<boolean> =>
  (await db
    .selectFrom('update_workstation')
    .select('workstation_id')
    .where('version', '=', version)
    .where('place', '<', place)
    .limit(1)
    .executeTakeFirst()) === undefined

/**
 * Stores `now` (epoch seconds) as the time when a workstation was permitted to install a release. Writes nothing if the
 * workstation has reported.
 */
export const recordInstallPermission = async (
  db: Database,
  { version, workstation_id }: Omit<AskingWorkstation, 'place'>,
  now: number,
): Promise<void> => {
  await db
    .updateTable('update_workstation')
    .set({ told_at: now })
    .where('version', '=', version)
    .where('workstation_id', '=', workstation_id)
    .where('outcome', 'is', null)
    .execute()
}

type UpdateReport = Pick<UpdateWorkstationRow, 'outcome' | 'code' | 'from_version'>

/**
 * Writes a workstation's report in place of an earlier one. If the workstation never got permission, its release was
 * installed by hand, and `now` is stored as the time of the permission. `now` is in epoch seconds.
 */
export const writeUpdateReport = async (
  db: Database,
  { version, workstation_id }: Omit<AskingWorkstation, 'place'>,
  report: UpdateReport,
  now: number,
): Promise<void> => {
  await db
    .updateTable('update_workstation')
    .set(({ fn, ref, val }) => ({
      ...report,
      reported_at: now,
      told_at: fn.coalesce(ref('told_at'), val(now)),
    }))
    .where('version', '=', version)
    .where('workstation_id', '=', workstation_id)
    .execute()
}

/**
 * Resets a release's workstations that reported a failure or whose report is overdue. They count again only after they
 * get permission again or report again. `now` is in epoch seconds.
 */
export const clearFailures = async (db: Database, version: ReleaseVersion, now: number): Promise<void> => {
  await db
    .updateTable('update_workstation')
    .set({ told_at: null, outcome: null, code: '', from_version: null, reported_at: null })
    .where('version', '=', version)
    .where(({ and, eb, or }) =>
      or([
        eb('outcome', 'in', ['failed', 'rolled-back']),
        and([eb('outcome', 'is', null), eb('told_at', '<=', latestOverdue(now))]),
      ]),
    )
    .execute()
}
