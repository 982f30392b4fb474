import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Database, type DatabaseKind, databaseClock } from '../database/database.ts'

/**
 * A process that was not seen for this long counts as ended, and a lease that was not renewed for this long expires.
 */
export const leaseSeconds = 15
/** Rows of processes that were not seen for this long are removed. */
const keptSeconds = 86_400

/** Returns the condition that the process of this run was not seen for 15 seconds, or has stopped. */
export const isRunGone = (kind: DatabaseKind, runID: RawBuilder<string>): RawBuilder<SqlBool> =>
  sql<SqlBool>`not exists (select 1 from server_run where server_run.run_id = ${runID}
    and server_run.seen_at > ${databaseClock(kind)} - ${leaseSeconds})`

/** Records that a server process is running. */
export const noteRun = async (db: Database, kind: DatabaseKind, runID: string): Promise<void> => {
  const clock = databaseClock(kind)
  await db
    .insertInto('server_run')
    .values({ run_id: runID, seen_at: clock })
    .onConflict((conflict) => conflict.column('run_id').doUpdateSet({ seen_at: clock }))
    .execute()
}

/** Records that a server process has ended, and removes the rows of processes that ended long ago. */
export const removeRun = async (db: Database, kind: DatabaseKind, runID: string): Promise<void> => {
  await db
    .deleteFrom('server_run')
    .where((row) =>
      row.or([row('run_id', '=', runID), row('seen_at', '<', row(databaseClock(kind), '-', keptSeconds))]),
    )
    .execute()
}

/** Returns whether a server process is running; also true for one that was killed less than 15 seconds ago. */
export const isRunAlive = async (db: Database, kind: DatabaseKind, runID: string): Promise<boolean> => {
  const row = await db
    .selectFrom('server_run')
    .select('run_id')
    .where('run_id', '=', runID)
    .where((run) => run('seen_at', '>', run(databaseClock(kind), '-', leaseSeconds)))
    .executeTakeFirst()
  return row !== undefined
}

/** Another process does this work now. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** A process's right to do one kind of work for all processes. */
export type WorkLease = { readonly work: string; readonly runID: string; readonly term: number }

/**
 * Takes a lease for `seconds` from now if it is free or expired, or belongs to this process or to one that has ended.
 * Returns null while another process holds it.
 */
export const takeLease = async (
  db: Database,
  kind: DatabaseKind,
  { work, runID, seconds }: { readonly work: string; readonly runID: string; readonly seconds: number },
): Promise<WorkLease | null> => {
  const clock = databaseClock(kind)
  const row = await db
    .insertInto('work_lease')
    .values((values) => ({ work, run_id: runID, term: 1, until: values(clock, '+', seconds) }))
    .onConflict((conflict) =>
      conflict
        .column('work')
        .doUpdateSet((set) => ({
          run_id: runID,
          term: set
            .case()
            .when('work_lease.run_id', '=', runID)
            .then(set.ref('work_lease.term'))
            .else(set('work_lease.term', '+', 1))
            .end(),
          until: set(clock, '+', seconds),
        }))
        .where((held) =>
          held.or([
            held('work_lease.run_id', '=', runID),
            held('work_lease.until', '<=', clock),
            isRunGone(kind, sql<string>`work_lease.run_id`),
          ]),
        ),
    )
    .returning('term')
    .executeTakeFirst()
  return row === undefined ? null : { work, runID, term: Number(row.term) }
}

/** Releases a lease, so that another process can take it at once. */
export const releaseLease = async (db: Database, { work, runID, term }: WorkLease): Promise<void> => {
  await db
    .updateTable('work_lease')
    .set({ until: 0 })
    .where('work', '=', work)
    .where('run_id', '=', runID)
    .where('term', '=', term)
    .execute()
}

/**
 * Throws {@link LeaseLost} if another process has taken the lease. Otherwise no other process can take it until the
 * transaction `db` ends.
 */
export const checkLease = async (db: Database, { work, runID, term }: WorkLease): Promise<void> => {
  const row = await db
    .selectFrom('work_lease')
    .select('term')
    .where('work', '=', work)
    .where('run_id', '=', runID)
    .where('term', '=', term)
    .forShare()
    .executeTakeFirst()
  if (row === undefined) throw new LeaseLost()
}
