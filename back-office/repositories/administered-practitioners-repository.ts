import type { AdministeredPractitioner } from '#domain/people/administered-practitioner.ts'
import type { PractitionerRef, StudyPractitioners } from '#domain/people/practitioner.ts'
import { foldText } from '#domain/values/plain-text.ts'
import type { PractitionerTable } from '../database/catalogue-tables.ts'
import type { Database } from '../database/database.ts'
import { toPractitioner } from './catalogue-repository.ts'
import { changeDetails, type StudyRow } from './studies-repository.ts'
import { parseDetails } from './study-details-column.ts'

const toAdministered = (row: Readonly<PractitionerTable>): AdministeredPractitioner => ({
  ...toPractitioner(row),
  active: row.active !== 0,
  mergedInto: row.merged_into ?? null,
})

/** Returns every entry of the directory, including deactivated ones, in the order of last names. */
export const readPractitionerEntries = async (db: Database): Promise<AdministeredPractitioner[]> => {
  const rows = await db.selectFrom('practitioner').selectAll().execute()
  return rows
    .map(toAdministered)
    .sort((a, b) => `${a.lastName} ${a.firstName}`.localeCompare(`${b.lastName} ${b.firstName}`, 'en'))
}

export const findAdministeredPractitioner = async (
  db: Database,
  id: string,
): Promise<AdministeredPractitioner | undefined> => {
  const row = await db.selectFrom('practitioner').selectAll().where('practitioner_id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : toAdministered(row)
}

const columnsOf = ({ version: _, active, mergedInto, ...entry }: AdministeredPractitioner) => ({
  search_text: foldText(`${entry.firstName} ${entry.lastName}`),
  document: JSON.stringify(entry),
  active: active ? (1 as const) : (0 as const),
  merged_into: mergedInto,
})

export const addPractitioner = async (db: Database, entry: AdministeredPractitioner): Promise<void> => {
  await db
    .insertInto('practitioner')
    .values({ practitioner_id: entry.id, version: entry.version, ...columnsOf(entry) })
    .execute()
}

/** Writes an entry under its optimistic lock and increments the version. Returns false when the version is stale. */
export const changePractitionerRow = async (db: Database, entry: AdministeredPractitioner): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('practitioner')
    .set({ version: entry.version + 1, ...columnsOf(entry) })
    .where('practitioner_id', '=', entry.id)
    .where('version', '=', entry.version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns the id of the entry that replaced this one, after any number of merges; the given id if no entry did. */
export const findMergedID = async (db: Database, id: string): Promise<string> => {
  const seen = new Set<string>()
  for (let at = id; ; ) {
    seen.add(at)
    const row = await db
      .selectFrom('practitioner')
      .select('merged_into')
      .where('practitioner_id', '=', at)
      .executeTakeFirst()
    const next = row?.merged_into ?? null
    if (next === null || seen.has(next)) return at
    at = next
  }
}

const renamed = (practitioners: StudyPractitioners, from: string, into: string): StudyPractitioners => {
  const rename = (ref: PractitionerRef): PractitionerRef =>
    ref.practitionerID === from ? { ...ref, practitionerID: into } : ref
  const keyOf = ({ practitionerID, locationID }: PractitionerRef): string => `${practitionerID} ${locationID}`
  const additional = new Map(practitioners.additional.map(rename).map((ref) => [keyOf(ref), ref]))
  return {
    primary: practitioners.primary === null ? null : rename(practitioners.primary),
    referring: practitioners.referring === null ? null : rename(practitioners.referring),
    additional: [...additional.values()],
  }
}

/**
 * Replaces one entry by another in every study, delivery and open proposal that names it. Returns the number of
 * studies; undefined if another caller changed a study meanwhile.
 */
export const repointPractitioner = async (db: Database, from: string, into: string): Promise<number | undefined> => {
  const studies: StudyRow[] = await db.selectFrom('study').selectAll().where('extra', 'like', `%"${from}"%`).execute()
  for (const study of studies) {
    const practitioners = renamed(parseDetails(study).practitioners, from, into)
    if ((await changeDetails(db, study, { practitioners })) === undefined) return undefined
  }
  await db.updateTable('delivery').set({ practitioner_id: into }).where('practitioner_id', '=', from).execute()
  await db
    .updateTable('directory_change')
    .set({ practitioner_id: into })
    .where('practitioner_id', '=', from)
    .where('state', '=', 'proposed')
    .execute()
  return studies.length
}
