import { sql } from 'kysely'
import { locationSchema } from '#domain/locations/location.ts'
import type { ErasureFacts } from '#domain/members/erasure.ts'
import {
  type KeptRecord,
  keepUntil,
  periodAt,
  type RetentionPeriod,
  retentionPlacesOf,
} from '#domain/members/retention.ts'
import { toInstant } from '#domain/values/instant.ts'
import { addDays, type PlainDate } from '#domain/values/plain-date.ts'
import type { Database } from '../database/database.ts'
import { countHoldsInForce } from './legal-holds-repository.ts'

type Study = {
  readonly study_id: string
  readonly location_id: string
  readonly ends_at: number | null
  readonly cancelled: 0 | 1
  readonly temporary_hold_until: number | null
  readonly payment_amount: number
  readonly balance: number
  readonly created_at: number
}

const dateOf = (at: number): PlainDate => toInstant(at * 1000).slice(0, 10) as PlainDate

/** Returns a date that is today or earlier everywhere on Earth. */
export const earliestToday = (now: number): PlainDate => addDays(dateOf(now), -1)

/** A balance counts as open on a study that is not cancelled, and on a cancelled study for which something was paid. */
const hasOpenBalance = ({ cancelled, payment_amount, balance }: Study): boolean =>
  balance !== 0 && (cancelled === 0 || payment_amount !== 0)

const isAhead = (study: Study, now: number): boolean =>
  study.cancelled === 0 && ((study.ends_at ?? 0) > now || (study.temporary_hold_until ?? 0) > now)

const count = async (query: { executeTakeFirstOrThrow(): Promise<{ count: unknown }> }): Promise<number> =>
  Number((await query.executeTakeFirstOrThrow()).count)

const countOpenCredits = async (db: Database, memberIDs: readonly string[]): Promise<number> => {
  const rows = await db
    .selectFrom('member_credit')
    .select('currency')
    .where('patient_id', 'in', memberIDs)
    .groupBy(['patient_id', 'currency'])
    .having(({ fn }) => fn.sum('amount'), '<>', 0)
    .execute()
  return rows.length
}

const countOpenGiftCards = async (db: Database, studyIDs: readonly string[]): Promise<number> => {
  const rows = await db
    .selectFrom('gift_card_entry')
    .select('gift_card_key')
    .where('gift_card_key', 'in', (inner) =>
      inner
        .selectFrom('gift_card_entry')
        .select('gift_card_key')
        .where('study_id', 'in', studyIDs)
        .where('amount', '>', 0),
    )
    .groupBy('gift_card_key')
    .having(({ fn }) => fn.sum('amount'), '>', 0)
    .execute()
  return rows.length
}

const countOpenAttempts = (db: Database, studyIDs: readonly string[]): Promise<number> =>
  count(
    db
      .selectFrom('payment_attempt')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('study_id', 'in', studyIDs)
      .where((row) => row.or([row('state', '=', 'open'), row('look_again_at', 'is not', null)])),
  )

const countOpenSends = async (db: Database, studyIDs: readonly string[], now: number): Promise<number> => {
  const deliveries = await count(
    db
      .selectFrom('delivery')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('study_id', 'in', studyIDs)
      .where('state', 'in', ['registered', 'sending', 'handed-over', 'uncertain']),
  )
  const messages = await count(
    db
      .selectFrom('message')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('study_id', 'in', studyIDs)
      .where((row) =>
        row.or([
          row('state', 'in', ['claimed', 'handed-over', 'uncertain']),
          row.and([row('state', '=', 'planned'), row('due_at', '<=', now)]),
        ]),
      ),
  )
  return deliveries + messages
}

/** Returns the time of the last upload to each study, in epoch seconds. */
const readLastUploads = async (db: Database, studyIDs: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const last = new Map<string, number>()
  for (const table of ['document', 'study_report'] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['study_id', sql<number | string>`max(created_at)`.as('at')])
      .where('study_id', 'in', studyIDs)
      .groupBy('study_id')
      .execute()
    for (const { study_id, at } of rows) last.set(study_id, Math.max(last.get(study_id) ?? 0, Number(at)))
  }
  return last
}

/**
 * Returns, by location id, the places whose retention periods apply to the location: its province or state, its
 * country, and `all`.
 */
export const readPlacesOfLocations = async (db: Database): Promise<ReadonlyMap<string, readonly string[]>> =>
  readPlaces(
    db,
    (await db.selectFrom('location').select('location_id').execute()).map(({ location_id }) => location_id),
  )

const readPlaces = async (
  db: Database,
  locationIDs: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  if (locationIDs.length === 0) return new Map()
  const rows = await db.selectFrom('location').selectAll().where('location_id', 'in', locationIDs).execute()
  return new Map(
    rows.map(({ location_id, document }) => [
      location_id,
      retentionPlacesOf(locationSchema.shape.address.parse(JSON.parse(document).address)),
    ]),
  )
}

const readKept = async (
  db: Database,
  studies: readonly Study[],
  periods: readonly Pick<RetentionPeriod, 'kind' | 'place' | 'days'>[],
): Promise<readonly KeptRecord[]> => {
  if (studies.length === 0) return []
  const uploads = await readLastUploads(
    db,
    studies.map(({ study_id }) => study_id),
  )
  const places = await readPlaces(db, [...new Set(studies.map(({ location_id }) => location_id))])
  return studies.map(({ study_id, location_id, ends_at, created_at }) => ({
    lastDay: dateOf(Math.max(ends_at ?? 0, created_at, uploads.get(study_id) ?? 0)),
    days: periodAt('medical-record', places.get(location_id) ?? ['all'], periods),
  }))
}

/** Returns the medical records of members with their retention periods, by member. */
export const readKeptRecords = async (
  db: Database,
  memberIDs: readonly string[],
  periods: readonly Pick<RetentionPeriod, 'kind' | 'place' | 'days'>[],
): Promise<ReadonlyMap<string, readonly KeptRecord[]>> => {
  const studies = await db.selectFrom('study').selectAll().where('patient_id', 'in', memberIDs).execute()
  const kept = await readKept(db, studies, periods)
  const found = new Map<string, KeptRecord[]>()
  for (const [place, { patient_id }] of studies.entries()) {
    const record = kept[place]
    if (record !== undefined) found.set(patient_id, [...(found.get(patient_id) ?? []), record])
  }
  return found
}

export const findRetentionPeriods = async (
  db: Database,
): Promise<readonly Pick<RetentionPeriod, 'kind' | 'place' | 'days'>[]> =>
  db.selectFrom('retention_period').select(['kind', 'place', 'days']).execute()

/**
 * Returns the facts that decide whether a member can be erased. `memberIDs` are all ids of that one member. The caller
 * locks the member and its studies before an erasure.
 */
export const findErasureFacts = async (
  db: Database,
  memberIDs: readonly string[],
  now: number,
): Promise<ErasureFacts> => {
  const members = await db
    .selectFrom('member')
    .select(['dob', 'erased_at'])
    .where('patient_id', 'in', memberIDs)
    .execute()
  const studies = await db
    .selectFrom('study')
    .select([
      ...(['study_id', 'location_id', 'ends_at', 'cancelled', 'temporary_hold_until'] as const),
      ...(['payment_amount', 'balance', 'created_at'] as const),
    ])
    .where('patient_id', 'in', memberIDs)
    .execute()
  const studyIDs = studies.map(({ study_id }) => study_id)
  const isBooked = studyIDs.length > 0
  const records = await readKept(db, studies, await findRetentionPeriods(db))
  const youngest =
    members
      .map(({ dob }) => dob)
      .sort()
      .at(-1) ?? '1900-01-01'
  return {
    isErased: members.length > 0 && members.every(({ erased_at }) => (erased_at ?? null) !== null),
    legalHolds: await countHoldsInForce(db, memberIDs),
    futureBookings: studies.filter((study) => isAhead(study, now)).length,
    openBalances: studies.filter(hasOpenBalance).length,
    openCredits: await countOpenCredits(db, memberIDs),
    openGiftCards: isBooked ? await countOpenGiftCards(db, studyIDs) : 0,
    openAttempts: isBooked ? await countOpenAttempts(db, studyIDs) : 0,
    openSends: isBooked ? await countOpenSends(db, studyIDs, now) : 0,
    keepUntil: keepUntil(records, youngest as PlainDate),
    today: earliestToday(now),
  }
}
