import { sql } from 'kysely'
import { locationSchema } from '#domain/locations/location.ts'
import { fullName } from '#domain/members/member.ts'
import {
  keepUntil,
  type RetentionPeriod,
  type RetentionRun,
  retentionPeriodSchema,
  retentionRunSchema,
} from '#domain/members/retention.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import type { RetentionRunTable } from '../database/data-duty-tables.ts'
import type { Database } from '../database/database.ts'
import { earliestToday, findRetentionPeriods, readKeptRecords } from './erasure-facts-repository.ts'

const day = 86_400

/** Returns the periods that administrators set, by kind and place. */
export const readRetentionPeriods = async (db: Database): Promise<RetentionPeriod[]> => {
  const rows = await db.selectFrom('retention_period').selectAll().orderBy('kind').orderBy('place').execute()
  return rows.map((row) =>
    retentionPeriodSchema.parse({
      ...{ kind: row.kind, place: row.place, days: row.days, version: row.version, setBy: row.set_by },
      setAt: toInstant(row.set_at * 1000),
    }),
  )
}

/**
 * Sets a period under an optimistic lock; version 0 means that none is set yet. Returns false, and writes nothing, if
 * the version is stale.
 */
export const writeRetentionPeriod = async (
  db: Database,
  { kind, place, days }: Pick<RetentionPeriod, 'kind' | 'place' | 'days'>,
  readVersion: number,
  by: { readonly name: string; readonly at: number },
): Promise<boolean> => {
  const columns = { days, version: readVersion + 1, set_by: by.name, set_at: by.at }
  if (readVersion === 0) {
    const added = await db
      .insertInto('retention_period')
      .values({ kind, place, ...columns })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return Number(added.numInsertedOrUpdatedRows ?? 0) === 1
  }
  const changed = await db
    .updateTable('retention_period')
    .set(columns)
    .where('kind', '=', kind)
    .where('place', '=', place)
    .where('version', '=', readVersion)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** Returns the countries, and the provinces and states, of the locations. */
export const readRetentionPlaces = async (db: Database): Promise<string[]> => {
  const rows = await db.selectFrom('location').select('document').execute()
  const places = rows.flatMap(({ document }) => {
    const { country, state } = locationSchema.shape.address.parse(JSON.parse(document).address)
    return country === '' ? [] : [country, ...(state === '' ? [] : [`${country}/${state}`])]
  })
  return ['all', ...[...new Set(places)].sort()]
}

/**
 * Claims the run of a day for this transaction. Returns false if the run was done, or if another server is doing it.
 */
export const claimRun = async (db: Database, row: RetentionRunTable): Promise<boolean> => {
  const added = await db
    .insertInto('retention_run')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(added.numInsertedOrUpdatedRows ?? 0) === 1
}

export const hasRun = async (db: Database, ofDay: number): Promise<boolean> =>
  (await db.selectFrom('retention_run').select('day').where('day', '=', ofDay).executeTakeFirst()) !== undefined

export const endRun = async (
  db: Database,
  ofDay: number,
  { state, removed }: { readonly state: RetentionRun['state']; readonly removed: RetentionRun['removed'] },
): Promise<void> => {
  await db
    .updateTable('retention_run')
    .set({ state, removed: JSON.stringify(removed) })
    .where('day', '=', ofDay)
    .execute()
}

export const findLastRetentionRun = async (db: Database): Promise<RetentionRun | null> => {
  const row = await db.selectFrom('retention_run').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst()
  if (row === undefined) return null
  return retentionRunSchema.parse({
    at: toInstant(row.at * 1000),
    state: row.state,
    removed: JSON.parse(row.removed),
  })
}

/** Returns the newest change, and one change of each day in [from, to], in epoch seconds. */
export const readChangeTimes = async (
  db: Database,
  from: number,
  to: number,
): Promise<{ readonly newest: number | null; readonly times: readonly number[] }> => {
  const last = await db
    .selectFrom('change')
    .select(({ fn }) => fn.max('changed_at').as('at'))
    .executeTakeFirst()
  const rows = await db
    .selectFrom('change')
    .select(sql<number | string>`max(changed_at)`.as('at'))
    .where('changed_at', '>', from)
    .where('changed_at', '<=', to)
    .groupBy(sql`changed_at / ${sql.lit(day)}`)
    .execute()
  const newest = last?.at ?? null
  return { newest: newest === null ? null : Number(newest), times: rows.map(({ at }) => Number(at)) }
}

/** The studies of members with a legal hold in force, their own or that of a member who was merged into them. */
const heldStudies = (db: Database) =>
  db
    .selectFrom('legal_hold')
    .innerJoin('member as held', 'held.patient_id', 'legal_hold.member_id')
    .innerJoin('study', (join) =>
      join.on(({ eb, or, ref }) =>
        or([eb('study.patient_id', '=', ref('held.patient_id')), eb('study.patient_id', '=', ref('held.merged_into'))]),
      ),
    )
    .where('legal_hold.lifted_at', 'is', null)
    .select('study.study_id')

type Removal = (db: Database, before: number, locationIDs: readonly string[]) => Promise<number>

/**
 * Removes the values of a kind whose record ended before `before`, in epoch seconds, at these locations: the addresses
 * of messages, and the passwords of sends. The records stay, and so do the values of a member with a legal hold.
 * Returns the number of removed values.
 */
export const removeAtLocations: Readonly<Record<'message-address' | 'send-password', Removal>> = {
  'message-address': async (db, before, locationIDs) =>
    Number(
      (
        await db
          .updateTable('message')
          .set({ recipient: null })
          .where('recipient', 'is not', null)
          .where('state', 'in', ['sent', 'failed', 'withdrawn'])
          .where('state_at', '<', before)
          .where('location_id', 'in', [...locationIDs])
          .where('study_id', 'not in', heldStudies(db))
          .executeTakeFirst()
      ).numUpdatedRows,
    ),
  // The empty password still shows that the file was encrypted.
  'send-password': async (db, before, locationIDs) =>
    Number(
      (
        await db
          .updateTable('delivery')
          .set({ password: '' })
          .where('password', '<>', '')
          .where('ended_at', '<', before)
          .where('study_id', 'in', (query) =>
            query
              .selectFrom('study')
              .select('study_id')
              .where('location_id', 'in', [...locationIDs]),
          )
          .where('study_id', 'not in', heldStudies(db))
          .executeTakeFirst()
      ).numUpdatedRows,
    ),
}

/** A member whose medical records are no longer required. */
type DueMember = {
  readonly memberID: string
  readonly name: string
  readonly dob: PlainDate
  readonly keptUntil: PlainDate
}

const membersAPage = 500

/**
 * Returns the members whose medical records have passed their period, in the order of their ids, without erased members
 * and members with a legal hold. Returns an empty list if medical records are kept forever everywhere.
 */
export const findDueMembers = async (db: Database, now: number, most: number): Promise<DueMember[]> => {
  const periods = await findRetentionPeriods(db)
  const ends = periods.flatMap(({ kind, days }) => (kind === 'medical-record' && days !== null ? [days] : []))
  if (ends.length === 0) return []
  const before = now - Math.min(...ends) * day
  const today = earliestToday(now)
  const due: DueMember[] = []
  for (let after = ''; due.length < most; ) {
    const members = await db
      .selectFrom('member')
      .select(['patient_id', 'firstname', 'middlename', 'lastname', 'dob'])
      .where('patient_id', '>', after)
      .where('erased_at', 'is', null)
      .where(({ exists, not, selectFrom }) =>
        exists(selectFrom('study').select('study_id').whereRef('study.patient_id', '=', 'member.patient_id')).and(
          not(
            exists(
              selectFrom('study')
                .select('study_id')
                .whereRef('study.patient_id', '=', 'member.patient_id')
                .where((study) => study.or([study('ends_at', '>=', before), study('created_at', '>=', before)])),
            ),
          ),
        ),
      )
      // A hold of a member who was merged into this one also counts.
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('legal_hold')
              .innerJoin('member as held', 'held.patient_id', 'legal_hold.member_id')
              .select('hold_id')
              .where(({ eb, or, ref }) =>
                or([
                  eb('held.patient_id', '=', ref('member.patient_id')),
                  eb('held.merged_into', '=', ref('member.patient_id')),
                ]),
              )
              .where('lifted_at', 'is', null),
          ),
        ),
      )
      .orderBy('patient_id')
      .limit(membersAPage)
      .execute()
    const last = members.at(-1)
    if (last === undefined) return due
    const records = await readKeptRecords(
      db,
      members.map(({ patient_id }) => patient_id),
      periods,
    )
    for (const member of members) {
      const dob = member.dob as PlainDate
      const keptUntil = keepUntil(records.get(member.patient_id) ?? [], dob)
      if (keptUntil === null || keptUntil === 'always' || keptUntil >= today) continue
      due.push({ memberID: member.patient_id, name: fullName(member), dob, keptUntil })
    }
    if (members.length < membersAPage) break
    after = last.patient_id
  }
  return due.slice(0, most)
}
