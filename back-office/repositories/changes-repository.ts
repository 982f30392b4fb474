import { sql } from 'kysely'
import type { Database, DatabaseKind } from '../database/database.ts'
import { createSharedReads } from '../database/shared-reads.ts'
import type { ChangeTable } from '../database/tables.ts'
import type { MachineTimeRow } from './machine-times-repository.ts'
import type { StudyRow } from './studies-repository.ts'

/** Twice the age at which a cursor expires, so that the changes after every accepted cursor are still stored. */
const keptSeconds = 14 * 86_400

/**
 * Gives the feed a new identity, so that no workstation can continue with an earlier cursor: each copies everything
 * again.
 */
export const renewFeedEpoch = async (db: Database, epoch: string): Promise<void> => {
  await db.updateTable('change_feed').set({ epoch }).execute()
}

type FeedHeads = { readonly epoch: string; readonly latestOf: ReadonlyMap<string, number> }

/** Polls begin at most 500 of these reads in a second, whatever their number. */
const headsPaceMs = 2

/** Reads the heads of all locations, for all polls that wait. */
const readFeedHeads = createSharedReads(
  async (db: Database): Promise<ReadonlyMap<'all', FeedHeads>> => {
    const rows = await db
      .selectFrom('change_feed')
      .leftJoin('location', (join) => join.onTrue())
      .select((row) => [
        'epoch',
        'location_id',
        row
          .selectFrom('change')
          .select((change) => change.fn.max('sequence').as('latest'))
          .whereRef('change.location_id', '=', 'location.location_id')
          .as('latest'),
      ])
      .execute()
    const latestOf = new Map(rows.map(({ location_id, latest }) => [location_id ?? '', Number(latest ?? 0)]))
    return new Map<'all', FeedHeads>([['all', { epoch: rows[0]?.epoch ?? '', latestOf }]])
  },
  { paceMs: headsPaceMs },
)

/**
 * Returns the identity of the feed and the latest sequence of a location, which is 0 without changes. All changes up to
 * it are committed, and it includes every change that was committed before the call. Concurrent calls share one
 * statement, because every poll of every workstation calls this function.
 */
export const readFeedHead = async (
  db: Database,
  locationID: string,
): Promise<{ readonly epoch: string; readonly latest: number }> => {
  const heads = await readFeedHeads(db, 'all', 'patient')
  if (heads === undefined) throw new Error('The database has no change feed.')
  return { epoch: heads.epoch, latest: heads.latestOf.get(locationID) ?? 0 }
}

export const findChangesAfter = async (
  db: Database,
  locationID: string,
  sequence: number,
  limit: number,
): Promise<Pick<ChangeTable, 'sequence' | 'kind' | 'record_id' | 'changed_at'>[]> =>
  db
    .selectFrom('change')
    .select(['sequence', 'kind', 'record_id', 'changed_at'])
    .where('location_id', '=', locationID)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute()

/**
 * Returns a location's studies that start in [from, to) and whose id is above `afterID`, in the order of ids.
 * `isWaiting` adds the studies without a time that are not cancelled and were created at `from` or later.
 */
export const findStudiesInWindow = async (
  db: Database,
  window: {
    readonly locationID: string
    readonly from: number
    readonly to: number
    readonly afterID: string
    readonly isWaiting: boolean
  },
  limit: number,
): Promise<StudyRow[]> =>
  db
    .selectFrom('study')
    .selectAll()
    .where('location_id', '=', window.locationID)
    .where('study_id', '>', window.afterID)
    .where((row) => {
      const inWindow = row.and([row('starts_at', '>=', window.from), row('starts_at', '<', window.to)])
      if (!window.isWaiting) return inWindow
      return row.or([
        inWindow,
        row.and([row('starts_at', 'is', null), row('cancelled', '=', 0), row('created_at', '>=', window.from)]),
      ])
    })
    .orderBy('study_id')
    .limit(limit)
    .execute()

/**
 * Returns a location's machine times that start in [from, to) and whose id is above `afterID`, in the order of ids;
 * lapsed holds are not included.
 */
export const findMachineTimesInWindow = async (
  db: Database,
  window: { readonly locationID: string; readonly from: number; readonly to: number; readonly afterID: string },
  now: number,
  limit: number,
): Promise<MachineTimeRow[]> =>
  db
    .selectFrom('machine_time')
    .selectAll()
    .where('location_id', '=', window.locationID)
    .where('event_id', '>', window.afterID)
    .where('starts_at', '>=', window.from)
    .where('starts_at', '<', window.to)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .orderBy('event_id')
    .limit(limit)
    .execute()

/**
 * Records a change of data that belongs to a study, such as a log line or the study's CRM record, when the study's own
 * row did not change. (A change of the row is recorded by a trigger.) Runs in the caller's transaction, on PostgreSQL
 * under the lock of the location's feed.
 */
export const recordRelatedChange = async (
  db: Database,
  kind: DatabaseKind,
  study: Pick<StudyRow, 'study_id' | 'location_id'>,
): Promise<void> => {
  const { study_id, location_id } = study
  await (kind === 'postgresql'
    ? sql`select note_change(${location_id}, ${relatedChangeKind}, ${study_id})`
    : sql`insert into change (location_id, kind, record_id, changed_at)
        values (${location_id}, ${relatedChangeKind}, ${study_id}, unixepoch())`
  ).execute(db)
}

/** The `kind` of the changes that {@link recordRelatedChange} records in the feed. */
export const relatedChangeKind = 'around-study'

export const findMachineTimesByID = async (db: Database, ids: readonly string[]): Promise<MachineTimeRow[]> =>
  ids.length === 0 ? [] : db.selectFrom('machine_time').selectAll().where('event_id', 'in', ids).execute()

export const findStudiesByID = async (db: Database, ids: readonly string[]): Promise<StudyRow[]> =>
  ids.length === 0 ? [] : db.selectFrom('study').selectAll().where('study_id', 'in', ids).execute()

/**
 * Returns which of these members have a study at a location, whatever its date, because a workstation's copy includes
 * every such member.
 */
export const findMembersOfLocation = async (
  db: Database,
  ids: readonly string[],
  locationID: string,
): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('study')
    .select('patient_id')
    .distinct()
    .where('patient_id', 'in', ids)
    .where('location_id', '=', locationID)
    .execute()
  return new Set(rows.map((row) => row.patient_id))
}

/** Returns the ids, above `after`, of the members with a study at a location. */
export const findMemberIDsOfLocation = async (
  db: Database,
  locationID: string,
  after: string,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('study')
    .select('patient_id')
    .distinct()
    .where('location_id', '=', locationID)
    .where('patient_id', '>', after)
    .orderBy('patient_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.patient_id)
}

/**
 * Removes changes older than any accepted cursor. Their age is measured from the latest change, because the database's
 * clock set their times, and this computer's clock may differ. Keeps the latest change of each location: a cursor ahead
 * of it shows that an older backup was restored.
 */
export const pruneChanges = async (db: Database): Promise<void> => {
  const clock = await db
    .selectFrom('change')
    .select((change) => change.fn.max('changed_at').as('latest'))
    .executeTakeFirst()
  const before = Number(clock?.latest ?? 0) - keptSeconds
  const latest = await db
    .selectFrom('change')
    .select((change) => change.fn.max('sequence').as('sequence'))
    .groupBy('location_id')
    .execute()
  if (latest.length === 0) return
  const kept = latest.map((row) => Number(row.sequence))
  await db.deleteFrom('change').where('changed_at', '<', before).where('sequence', 'not in', kept).execute()
}
