import { z } from 'zod'
import { type DirectoryChange, directoryChangeSchema, practicePrefix } from '#domain/people/directory-change.ts'
import { practiceLocationSchema, practiceName } from '#domain/people/practitioner.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { PractitionerTable } from '../database/catalogue-tables.ts'
import type { Database } from '../database/database.ts'
import type { DirectoryChangeTable } from '../database/tables.ts'

export type DirectoryChangeRow = Readonly<DirectoryChangeTable>
type NamedRow = DirectoryChangeRow & Pick<PractitionerTable, 'document'> & { readonly location_document: string | null }

/** The maximum number of rows in a list. */
const listed = 200

const entrySchema = z.object({
  firstName: z.string().catch(''),
  lastName: z.string().catch(''),
  locations: z.array(practiceLocationSchema).catch([]),
})
const placeSchema = z.object({ address: z.object({ name: z.string() }) })

/** Converts a row to the contract's form. */
const toDirectoryChange = (row: NamedRow): DirectoryChange => {
  const { firstName, lastName, locations } = entrySchema.parse(JSON.parse(row.document))
  const practiceNameOf = (field: string): string | null => {
    const practice = locations.find(({ id }) => field === `${practicePrefix}${id}`)
    return practice === undefined ? null : practiceName(practice)
  }
  return {
    changeID: row.change_id,
    practitionerID: row.practitioner_id,
    practitionerName: `${firstName} ${lastName}`.trim(),
    fields: fieldsOf(row).map((each) => ({ ...each, practiceName: practiceNameOf(each.field) })),
    by: row.by_name,
    at: toInstant(row.at * 1000),
    locationName:
      row.location_document === null ? null : placeSchema.parse(JSON.parse(row.location_document)).address.name,
    state: row.state,
    decidedBy: row.decided_by_name,
    decidedAt: row.decided_at === null ? null : toInstant(row.decided_at * 1000),
  }
}

export const fieldsOf = ({ fields }: Pick<DirectoryChangeRow, 'fields'>): DirectoryChange['fields'] =>
  directoryChangeSchema.shape.fields.parse(JSON.parse(fields))

/** Stores a change and announces it to these locations. */
export const addDirectoryChange = async (
  db: Database,
  row: DirectoryChangeRow,
  locations: readonly string[],
): Promise<void> => {
  await db.insertInto('directory_change').values(row).execute()
  await announceDirectoryChange(db, row.change_id, locations)
}

/** Announces a change to these locations; a location that already has the announcement gets no second one. */
export const announceDirectoryChange = async (
  db: Database,
  changeID: string,
  locations: readonly string[],
): Promise<void> => {
  if (locations.length === 0) return
  const notices = locations.map((location_id) => ({
    change_id: changeID,
    location_id,
    seen_by_name: null,
    seen_at: null,
  }))
  await db
    .insertInto('directory_notice')
    .values(notices)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const withNames = (db: Database) =>
  db
    .selectFrom('directory_change')
    .innerJoin('practitioner', 'practitioner.practitioner_id', 'directory_change.practitioner_id')
    .leftJoin('location', 'location.location_id', 'directory_change.location_id')
    .selectAll('directory_change')
    .select(['practitioner.document', 'location.document as location_document'])

/** Returns undecided proposals, the oldest first: all, or those of one user. */
export const findProposals = async (db: Database, byUser: string | null): Promise<DirectoryChange[]> => {
  const open = withNames(db).where('state', '=', 'proposed')
  const rows = await (byUser === null ? open : open.where('by_user', '=', byUser))
    .orderBy('at')
    .orderBy('change_id')
    .limit(listed)
    .execute()
  return rows.map(toDirectoryChange)
}

/** Returns proposals that were decided since `since` (epoch seconds), the newest first: all, or those of one user. */
export const findDecided = async (db: Database, byUser: string | null, since: number): Promise<DirectoryChange[]> => {
  const decided = withNames(db).where('state', 'in', ['confirmed', 'declined']).where('decided_at', '>=', since)
  const rows = await (byUser === null ? decided : decided.where('by_user', '=', byUser))
    .orderBy('decided_at', 'desc')
    .orderBy('change_id')
    .limit(listed)
    .execute()
  return rows.map(toDirectoryChange)
}

/** Returns changes announced to a location that no person there has seen yet, the newest first. */
export const findUnseenDirectoryChanges = async (db: Database, locationID: string): Promise<DirectoryChange[]> => {
  const rows = await withNames(db)
    .innerJoin('directory_notice', 'directory_notice.change_id', 'directory_change.change_id')
    .where('directory_notice.location_id', '=', locationID)
    .where('directory_notice.seen_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('directory_change.change_id')
    .limit(listed)
    .execute()
  return rows.map(toDirectoryChange)
}

export const findDirectoryChange = async (db: Database, changeID: string): Promise<DirectoryChangeRow | undefined> =>
  db.selectFrom('directory_change').selectAll().where('change_id', '=', changeID).executeTakeFirst()

/** Decides on a proposal. Returns false if it is already decided. */
export const decideProposal = async (
  db: Database,
  changeID: string,
  decided: { readonly state: 'confirmed' | 'declined'; readonly byName: string; readonly at: number },
): Promise<boolean> => {
  const rows = await db
    .updateTable('directory_change')
    .set({ state: decided.state, decided_by_name: decided.byName, decided_at: decided.at })
    .where('change_id', '=', changeID)
    .where('state', '=', 'proposed')
    .returning('change_id')
    .execute()
  return rows.length === 1
}

/** Records that a person at a location saw a change; only the first person is stored. */
export const noteSeen = async (
  db: Database,
  { changeID, locationID }: { readonly changeID: string; readonly locationID: string },
  seen: { readonly byName: string; readonly at: number },
): Promise<void> => {
  await db
    .updateTable('directory_notice')
    .set({ seen_by_name: seen.byName, seen_at: seen.at })
    .where('change_id', '=', changeID)
    .where('location_id', '=', locationID)
    .where('seen_at', 'is', null)
    .execute()
}
