import { sql } from 'kysely'
import { type EventID, type MachineTime, machineTimeKinds, type SlotHold } from '#domain/booking/machine-time.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type MachineID, toCalendarID } from '#domain/values/location-id.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import type { MachineTimeTable } from '../database/tables.ts'

export type MachineTimeRow = Readonly<MachineTimeTable>

/**
 * The maximum duration of a row in seconds, which a constraint of the table enforces. A search for overlaps need not
 * look further back than this duration.
 */
const maxSeconds = 86_400

/**
 * Locks these machines, and these locations' part of the change feed, for this transaction. All callers lock in one
 * order, so that two moves between the same machines cannot deadlock. On SQLite a write transaction always runs alone.
 */
export const lockMachines = async (
  db: Database,
  kind: DatabaseKind,
  machineIDs: readonly string[],
  locationIDs: readonly string[] = [],
): Promise<void> => {
  if (kind === 'sqlite') return
  const names = [
    ...[...new Set(machineIDs)].sort().map((id) => `machine:${id}`),
    ...[...new Set(locationIDs)].sort().map((id) => `changes:${id}`),
  ]
  for (const name of names) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/** Returns true when the database refused a row because its machine is taken at that time. */
export const isMachineTaken = (error: unknown): boolean => {
  if (!(error instanceof Error) || !('code' in error)) return false
  return (
    error.code === '23P01' ||
    (typeof error.code === 'string' && error.code.startsWith('SQLITE_CONSTRAINT') && error.message.includes('overlap'))
  )
}

/** Takes a machine for a time range. Throws an error that {@link isMachineTaken} recognises when any part is taken. */
export const addMachineTime = async (db: Database, row: MachineTimeRow): Promise<void> => {
  await db.insertInto('machine_time').values(row).execute()
}

export const findMachineTime = async (db: Database, eventID: string): Promise<MachineTimeRow | undefined> =>
  db.selectFrom('machine_time').selectAll().where('event_id', '=', eventID).executeTakeFirst()

export const findMachineTimeOfStudy = async (db: Database, studyID: string): Promise<MachineTimeRow | undefined> =>
  db.selectFrom('machine_time').selectAll().where('study_id', '=', studyID).executeTakeFirst()

/** Returns a machine's rows that overlap [from, to), epoch seconds, including lapsed holds. */
export const findOverlapping = async (
  db: Database,
  machineID: string,
  from: number,
  to: number,
): Promise<MachineTimeRow[]> =>
  db
    .selectFrom('machine_time')
    .selectAll()
    .where('machine_id', '=', machineID)
    .where('starts_at', '<', to)
    .where('starts_at', '>', from - maxSeconds)
    .where('ends_at', '>', from)
    .orderBy('starts_at')
    .execute()

/** Returns the rows on all machines of a location that overlap [from, to), without lapsed holds. */
export const findTakenAt = async (
  db: Database,
  locationID: string,
  from: number,
  to: number,
  now: number,
): Promise<MachineTimeRow[]> =>
  db
    .selectFrom('machine_time')
    .selectAll()
    .where('location_id', '=', locationID)
    .where('starts_at', '<', to)
    .where('starts_at', '>', from - maxSeconds)
    .where('ends_at', '>', from)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
    .orderBy('starts_at')
    .orderBy('machine_id')
    .execute()

export const removeMachineTime = async (db: Database, eventID: string): Promise<void> => {
  await db.deleteFrom('machine_time').where('event_id', '=', eventID).execute()
}

export const removeMachineTimeOfStudy = async (db: Database, studyID: string): Promise<void> => {
  await db.deleteFrom('machine_time').where('study_id', '=', studyID).execute()
}

/** Sets the kind of a temporary hold's row and removes its expiry. Machine and times do not change. */
export const keepMachineTimeOfStudy = async (
  db: Database,
  studyID: string,
  kind: 'study' | 'temporary-hold',
): Promise<void> => {
  await db.updateTable('machine_time').set({ kind, expires_at: null }).where('study_id', '=', studyID).execute()
}

/** Removes lapsed slot holds of one machine. */
export const removeLapsedSlotHolds = async (db: Database, machineID: string, now: number): Promise<void> => {
  await db
    .deleteFrom('machine_time')
    .where('machine_id', '=', machineID)
    .where('kind', '=', 'slot-hold')
    .where('expires_at', '<=', now)
    .execute()
}

/** Returns the lapsed rows of one machine: slot holds, and temporary-hold bookings whose 48 hours are over. */
export const findLapsed = async (db: Database, machineID: string, now: number): Promise<MachineTimeRow[]> =>
  db.selectFrom('machine_time').selectAll().where('machine_id', '=', machineID).where('expires_at', '<=', now).execute()

/** Returns machines with lapsed rows. */
export const findMachinesToSweep = async (db: Database, now: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('machine_time')
    .select('machine_id')
    .distinct()
    .where('expires_at', '<=', now)
    .orderBy('machine_id')
    .execute()
  return rows.map((row) => row.machine_id)
}

/** Removes a user's own slot holds that overlap [from, to) on a machine, because they must not block their owner. */
export const removeOwnSlotHolds = async (
  db: Database,
  stretch: { readonly machineID: string; readonly from: number; readonly to: number; readonly ownerUserID: string },
): Promise<void> => {
  await db
    .deleteFrom('machine_time')
    .where('machine_id', '=', stretch.machineID)
    .where('kind', '=', 'slot-hold')
    .where('owner_user_id', '=', stretch.ownerUserID)
    .where('starts_at', '<', stretch.to)
    .where('ends_at', '>', stretch.from)
    .execute()
}

/**
 * Sets the expiry of a live slot hold, at most to `renewable_until`. The hold must belong to `ownerUserID` or be a
 * self-service hold, which has no owner; if `ownerUserID` is null, it must be a self-service hold. Returns the hold, or
 * undefined when no live hold matches. One statement, so that no sweep can run between read and write.
 */
export const extendSlotHold = async (
  db: Database,
  hold: { readonly eventID: string; readonly ownerUserID: string | null; readonly expiresAt: number },
  now: number,
): Promise<MachineTimeRow | undefined> =>
  db
    .updateTable('machine_time')
    .set((row) => ({
      expires_at: row
        .case()
        .when('renewable_until', '<', hold.expiresAt)
        .then(row.ref('renewable_until'))
        .else(hold.expiresAt)
        .end(),
    }))
    .where('event_id', '=', hold.eventID)
    .where('kind', '=', 'slot-hold')
    .where('expires_at', '>', now)
    .where((row) =>
      hold.ownerUserID === null
        ? row('owner_user_id', 'is', null)
        : row.or([row('owner_user_id', '=', hold.ownerUserID), row('owner_user_id', 'is', null)]),
    )
    .returningAll()
    .executeTakeFirst()

/** Returns the row in the contract's form. */
export const toMachineTime = (row: MachineTimeRow): MachineTime => ({
  eventID: row.event_id as EventID,
  locationID: row.location_id as MachineTime['locationID'],
  machineID: row.machine_id as MachineID,
  calendarID: toCalendarID(row.machine_id as MachineID),
  utcStart: toInstant(row.starts_at * 1000),
  utcEnd: toInstant(row.ends_at * 1000),
  kind: machineTimeKinds.find((kind) => kind === row.kind) ?? 'study',
  studyID: row.study_id,
  owner:
    row.owner_user_id === null || row.owner_name === null ? null : { userID: row.owner_user_id, name: row.owner_name },
  expiresAt: row.expires_at === null ? null : toInstant(row.expires_at * 1000),
})

/** Returns a slot hold in the form that its owner receives. */
export const toSlotHold = (row: MachineTimeRow): SlotHold => ({
  eventID: row.event_id as EventID,
  calendarID: toCalendarID(row.machine_id as MachineID),
  machineID: row.machine_id as MachineID,
  utcStart: toInstant(row.starts_at * 1000),
  utcEnd: toInstant(row.ends_at * 1000),
  expiresAt: toInstant((row.expires_at ?? row.starts_at) * 1000),
})
