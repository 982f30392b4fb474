import { sql } from 'kysely'
import { type Closure, closureSchema } from '#domain/locations/closure.ts'
import type { BookedStudy } from '#domain/locations/location-draft.ts'
import { fullName } from '#domain/members/member.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { MachineID } from '#domain/values/location-id.ts'
import type { Database } from '../database/database.ts'
import type { ClosureKeepTable, ClosureTable } from '../database/location-tables.ts'
import { findMembers } from './members-repository.ts'

export type ClosureRow = Readonly<ClosureTable>
type ClosureKeepRow = Readonly<ClosureKeepTable>

/** Limits {@link findBookedAfter}, which reads at most 20 times this number of rows. */
const maxListed = 500

/** Returns the row in the form that locations contain. */
export const toClosure = (row: ClosureRow): Closure =>
  closureSchema.parse({
    closureID: row.closure_id,
    machineID: row.machine_id,
    from: row.starts,
    to: row.ends,
    kind: row.kind,
    reason: row.reason,
    weeks: row.weeks,
  })

/** Returns the closures of a location, including withdrawn ones, in the order of their starts. */
export const findClosures = async (db: Database, locationID: string): Promise<ClosureRow[]> =>
  db
    .selectFrom('closure')
    .selectAll()
    .where('location_id', '=', locationID)
    .orderBy('starts')
    .orderBy('closure_id')
    .execute()

export const findClosure = async (db: Database, closureID: string): Promise<ClosureRow | undefined> =>
  db.selectFrom('closure').selectAll().where('closure_id', '=', closureID).executeTakeFirst()

export const addClosure = async (db: Database, row: ClosureRow): Promise<void> => {
  await db.insertInto('closure').values(row).execute()
}

export const replaceClosure = async (db: Database, row: ClosureRow): Promise<void> => {
  const { closure_id, ...columns } = row
  await db.updateTable('closure').set(columns).where('closure_id', '=', closure_id).execute()
}

export const findKeeps = async (db: Database, closureIDs: readonly string[]): Promise<ClosureKeepRow[]> =>
  closureIDs.length === 0
    ? []
    : db.selectFrom('closure_keep').selectAll().where('closure_id', 'in', closureIDs).execute()

/** Records that a booked study stays inside a closure. A later decision replaces an earlier one. */
export const keepInClosure = async (
  db: Database,
  closureID: string,
  studyID: string,
  keep: { readonly reason: string; readonly byUser: string; readonly byName: string; readonly at: number },
): Promise<void> => {
  const columns = { reason: keep.reason, by_user: keep.byUser, by_name: keep.byName, at: keep.at }
  await db
    .insertInto('closure_keep')
    .values({ closure_id: closureID, study_id: studyID, ...columns })
    .onConflict((conflict) => conflict.columns(['closure_id', 'study_id']).doUpdateSet(columns))
    .execute()
}

/** A booked study with its times in epoch seconds. */
export type BookedRow = BookedStudy & { readonly from: number; readonly to: number }

/**
 * Returns the booked studies of a location that end after `from`, with the member's name and birth date, in the order
 * of their starts.
 */
export const findBookedAfter = async (db: Database, locationID: string, from: number): Promise<BookedRow[]> => {
  const rows = await db
    .selectFrom('machine_time')
    .innerJoin('study', 'study.study_id', 'machine_time.study_id')
    .select(['machine_time.machine_id', 'machine_time.starts_at', 'machine_time.ends_at'])
    .select(['study.study_id', 'study.patient_id'])
    .where('machine_time.location_id', '=', locationID)
    .where('machine_time.ends_at', '>', from)
    .where((row) => row.or([row('machine_time.expires_at', 'is', null), row('machine_time.expires_at', '>', from)]))
    .orderBy('machine_time.starts_at')
    .orderBy(sql`machine_time.machine_id`)
    .limit(20 * maxListed)
    .execute()
  const members = await findMembers(db, [...new Set(rows.map(({ patient_id }) => patient_id))])
  const byID = new Map<string, (typeof members)[number]>(members.map((member) => [member.patientID, member]))
  return rows.map((row) => {
    const member = byID.get(row.patient_id)
    return {
      studyID: row.study_id,
      name: member === undefined ? '' : fullName(member),
      dob: member?.dob ?? '',
      machineID: row.machine_id as MachineID,
      utcStart: toInstant(row.starts_at * 1000),
      utcEnd: toInstant(row.ends_at * 1000),
      from: row.starts_at,
      to: row.ends_at,
    }
  })
}
