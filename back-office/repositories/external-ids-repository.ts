import type { ImportKind } from '#domain/import/import-kinds.ts'
import type { Database } from '../database/database.ts'
import type { ExternalIDTable } from '../database/external-id-table.ts'

/** The maximum number of ids in one statement. */
const idsATime = 1000

/** Splits a list into parts of a size that one statement accepts. */
const inParts = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / idsATime) }, (_, part) =>
    items.slice(part * idsATime, (part + 1) * idsATime),
  )

/** Runs a query for parts of the values, one after the other. */
const findInParts = async <Row>(
  values: readonly string[],
  find: (some: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const some of inParts(values)) rows.push(...(await find(some)))
  return rows
}

/** Returns our ids of imported records, by their external id. */
export const findExternalIDs = async (
  db: Database,
  kind: ImportKind,
  externalIDs: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await findInParts(externalIDs, (some) =>
    db
      .selectFrom('external_id')
      .select(['external_id', 'our_id'])
      .where('kind', '=', kind)
      .where('external_id', 'in', some)
      .execute(),
  )
  return new Map(rows.map((row) => [row.external_id, row.our_id]))
}

/** Returns the sex of members by id; unknown members are missing. */
export const findSexOfMembers = async (
  db: Database,
  memberIDs: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await findInParts(memberIDs, (some) =>
    db.selectFrom('member').select(['patient_id', 'gender']).where('patient_id', 'in', some).execute(),
  )
  return new Map(rows.map((row) => [row.patient_id, row.gender]))
}

/** Returns which of these addresses, in lower case, members already have. */
export const findUsedEmails = async (db: Database, emailKeys: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await findInParts(emailKeys, (some) =>
    db.selectFrom('member').select('email_key').where('email_key', 'in', some).execute(),
  )
  return new Set(rows.map((row) => row.email_key))
}

/** Returns which of these gift card keys already exist. */
export const findUsedGiftCards = async (db: Database, keys: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await findInParts(keys, (some) =>
    db.selectFrom('gift_card').select('gift_card_key').where('gift_card_key', 'in', some).execute(),
  )
  return new Set(rows.map((row) => row.gift_card_key))
}

/** Returns the times that end after `now` and in which these machines are taken, without lapsed holds. */
export const findTimesOfMachines = async (
  db: Database,
  machineIDs: readonly string[],
  now: number,
): Promise<readonly { readonly machine_id: string; readonly starts_at: number; readonly ends_at: number }[]> =>
  findInParts(machineIDs, (some) =>
    db
      .selectFrom('machine_time')
      .select(['machine_id', 'starts_at', 'ends_at'])
      .where('machine_id', 'in', some)
      .where('ends_at', '>', now)
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
      .execute(),
  )

/** Returns which of these members have at least `least` studies. */
export const findMembersWithStudies = async (
  db: Database,
  memberIDs: readonly string[],
  least: number,
): Promise<readonly string[]> => {
  const rows = await findInParts(memberIDs, (some) =>
    db
      .selectFrom('study')
      .select('patient_id')
      .where('patient_id', 'in', some)
      .groupBy('patient_id')
      .having((row) => row(row.fn.countAll<number>(), '>=', least))
      .execute(),
  )
  return rows.map((row) => row.patient_id)
}

/** Returns the row that links a record's external id to our id. */
export const toExternalIDRow = (
  kind: ImportKind,
  record: { readonly externalID: string; readonly id: string },
  at: number,
): ExternalIDTable => ({ kind, external_id: record.externalID, our_id: record.id, imported_at: at })
