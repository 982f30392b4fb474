import { type RawBuilder, sql } from 'kysely'
import type { MovedCounts, MovedKind } from '#domain/members/member-merge.ts'
import type { Database } from '../database/database.ts'

/** A column that names a member, and whose rows a merge moves to the kept member. */
type MovedTable = {
  readonly table: string
  readonly column: string
  /** The columns that identify a row among those of one member. */
  readonly key: readonly string[]
  /** Whether the key and the member are unique together: a row that the kept member already has stays. */
  readonly isOncePerMember: boolean
  readonly kind: MovedKind
  readonly only?: RawBuilder<unknown>
}

/**
 * Every column whose rows move, in the order in which they move. `safety_draft` and `crm_person` are moved by functions
 * of their own, because a draft's id and a person's document name the member too.
 * @internal A test compares the list with the database.
 */
export const movedTables: readonly MovedTable[] = [
  { table: 'study', column: 'patient_id', key: ['study_id'], isOncePerMember: false, kind: 'studies' },
  { table: 'document', column: 'patient_id', key: ['uuid'], isOncePerMember: false, kind: 'documents' },
  { table: 'safety_draft', column: 'member_id', key: ['draft_id'], isOncePerMember: false, kind: 'answers' },
  { table: 'share', column: 'platform_id', key: ['study_id'], isOncePerMember: true, kind: 'shares' },
  { table: 'crm_person', column: 'atrium_id', key: ['person_id'], isOncePerMember: false, kind: 'crm' },
  {
    table: 'external_id',
    column: 'our_id',
    key: ['kind', 'external_id'],
    isOncePerMember: false,
    kind: 'imported',
    only: sql`moving.kind = 'member'`,
  },
  {
    table: 'member_email_confirmation',
    column: 'member_id',
    key: ['location_id', 'email_key'],
    isOncePerMember: true,
    kind: 'emails',
  },
  { table: 'message_opt_out', column: 'member_id', key: ['channel'], isOncePerMember: true, kind: 'other' },
  { table: 'found_member', column: 'member_id', key: ['user_id'], isOncePerMember: true, kind: 'other' },
  // Members who were merged into the merged member earlier.
  { table: 'member', column: 'merged_into', key: ['patient_id'], isOncePerMember: false, kind: 'other' },
]

/**
 * Every other column that names a member, with the reason why its rows stay.
 * @internal A test compares both lists with the database.
 */
export const unmovedColumns: Readonly<Record<string, string>> = {
  'member.patient_id': 'the merged record itself, which stays and names the kept one',
  'member_word.member_id':
    'the search index: the words of the merged member are removed, and an undo writes them again',
  'member_credit.patient_id':
    'the ledger of credits is append-only: the credits of a member are those of all ids merged into the member',
  'member_email_change.member_id': 'belongs to the record whose address was changed',
  'legal_hold.member_id': 'the holds of a member are those of all ids merged into the member',
  'erasure.member_id': 'an erased member is not merged',
  'member_merge.kept_id': 'the history of merges',
  'member_merge.merged_id': 'the history of merges',
  'audit.member_id': 'the audit log never changes: its filter includes the ids merged into a member',
  'audit_given.member_id': 'the audit log never changes: its filter includes the ids merged into a member',
}

/** The rows of one table that a merge moved: the values of the key's columns. */
export type MovedRows = { readonly table: string; readonly keys: readonly (readonly string[])[] }

/**
 * Returns the condition for the rows of `from` that can move to `into`. The rows have the alias `moving`, because a
 * column of the inner table would hide a column of the same name.
 */
const movable = ({ table, column, key, isOncePerMember, only }: MovedTable, from: string, into: string) =>
  sql`${sql.ref(`moving.${column}`)} = ${from} ${only === undefined ? sql`` : sql`and ${only}`} ${
    isOncePerMember
      ? sql`and not exists (select 1 from ${sql.table(table)} as present
          where ${sql.ref(`present.${column}`)} = ${into} ${sql.join(
            key.map((name) => sql`and ${sql.ref(`present.${name}`)} = ${sql.ref(`moving.${name}`)}`),
            sql` `,
          )})`
      : sql``
  }`

const findKeys = async (db: Database, moved: MovedTable, from: string, into: string): Promise<string[][]> => {
  const { rows } = await sql<Record<string, string>>`select ${sql.join(
    moved.key.map((name) => sql.ref(`moving.${name}`)),
  )} from ${sql.table(moved.table)} as moving where ${movable(moved, from, into)}`.execute(db)
  return rows
    .map((row) => moved.key.map((name) => row[name] ?? ''))
    .sort((a, b) => (a.join(' ') < b.join(' ') ? -1 : 1))
}

/** Moves all rows that can move, and returns the rows of each table. */
export const moveRows = async (db: Database, from: string, into: string): Promise<MovedRows[]> => {
  const moved: MovedRows[] = []
  for (const each of movedTables) {
    const { table, column } = each
    const keys =
      table === 'safety_draft'
        ? await moveDrafts(db, from, into)
        : table === 'crm_person'
          ? await moveCrmPersons(db, from, into)
          : await findKeys(db, each, from, into)
    if (keys.length === 0) continue
    if (table !== 'safety_draft' && table !== 'crm_person') {
      await sql`update ${sql.table(table)} as moving set ${sql.ref(column)} = ${into}
        where ${movable(each, from, into)}`.execute(db)
    }
    moved.push({ table, keys })
  }
  return moved
}

/** The id of a draft without a study ends with the member's id (booking-safety-drafts-repository.ts). */
const renamed = (draftID: string, from: string, into: string): string =>
  draftID.endsWith(`:${from}`) ? `${draftID.slice(0, -from.length)}${into}` : draftID

/** Moves drafts, and returns their ids after the move. A draft whose new id is taken stays. */
const moveDrafts = async (
  db: Database,
  from: string,
  into: string,
  onlyIDs?: readonly string[],
): Promise<string[][]> => {
  const rows = await db.selectFrom('safety_draft').select('draft_id').where('member_id', '=', from).execute()
  const ids: string[] = []
  for (const { draft_id } of rows) {
    if (onlyIDs !== undefined && !onlyIDs.includes(draft_id)) continue
    const draftID = renamed(draft_id, from, into)
    const isTaken =
      draftID !== draft_id &&
      (await db.selectFrom('safety_draft').select('draft_id').where('draft_id', '=', draftID).executeTakeFirst())
    if (isTaken) continue
    await db
      .updateTable('safety_draft')
      .set({ draft_id: draftID, member_id: into })
      .where('draft_id', '=', draft_id)
      .execute()
    ids.push(draftID)
  }
  return ids.sort().map((id) => [id])
}

/** Moves persons of the CRM, and returns their ids. */
const moveCrmPersons = async (
  db: Database,
  from: string,
  into: string,
  onlyIDs?: readonly string[],
): Promise<string[][]> => {
  const rows = await db
    .selectFrom('crm_person')
    .select(['person_id', 'document'])
    .where('atrium_id', '=', from)
    .orderBy('person_id')
    .execute()
  const wanted = rows.filter(({ person_id }) => onlyIDs === undefined || onlyIDs.includes(person_id))
  for (const { person_id, document } of wanted) {
    const person = { ...(JSON.parse(document) as object), atriumID: into }
    await db
      .updateTable('crm_person')
      .set({ atrium_id: into, document: JSON.stringify(person) })
      .where('person_id', '=', person_id)
      .execute()
  }
  return wanted.map(({ person_id }) => [person_id])
}

const tableNamed = (name: string): MovedTable => {
  const found = movedTables.find(({ table }) => table === name)
  if (found === undefined) throw new Error(`A merge moved rows of an unknown table: ${name}`)
  return found
}

/** Returns those of a merge's rows that still belong to the kept member. */
export const findRowsToMoveBack = async (
  db: Database,
  moved: readonly MovedRows[],
  { keptID, mergedID }: { readonly keptID: string; readonly mergedID: string },
): Promise<MovedRows[]> => {
  const found: MovedRows[] = []
  for (const { table, keys } of moved) {
    const present = new Set((await findKeys(db, tableNamed(table), keptID, mergedID)).map((key) => JSON.stringify(key)))
    const back = keys.filter((key) => present.has(JSON.stringify(key)))
    if (back.length > 0) found.push({ table, keys: back })
  }
  return found
}

/** Gives these rows of the kept member back to the merged member. */
export const moveRowsBack = async (
  db: Database,
  rows: readonly MovedRows[],
  { keptID, mergedID }: { readonly keptID: string; readonly mergedID: string },
): Promise<void> => {
  for (const { table, keys } of rows) {
    const { column, key, only } = tableNamed(table)
    const ids = keys.map(([id = '']) => id)
    if (table === 'safety_draft') await moveDrafts(db, keptID, mergedID, ids)
    else if (table === 'crm_person') await moveCrmPersons(db, keptID, mergedID, ids)
    else {
      for (const values of keys) {
        await sql`update ${sql.table(table)} as moving set ${sql.ref(column)} = ${mergedID}
          where ${sql.ref(`moving.${column}`)} = ${keptID} ${only === undefined ? sql`` : sql`and ${only}`} ${sql.join(
            key.map((name, at) => sql`and ${sql.ref(`moving.${name}`)} = ${values[at] ?? ''}`),
            sql` `,
          )}`.execute(db)
      }
    }
  }
}

/** Returns how many rows of each kind these are. */
export const countMoved = (rows: readonly MovedRows[]): MovedCounts => {
  const counts: Partial<Record<MovedKind, number>> = {}
  for (const { table, keys } of rows) {
    const { kind } = tableNamed(table)
    counts[kind] = (counts[kind] ?? 0) + keys.length
  }
  return counts
}

/** Returns the rows of a merge that are not among `back`. */
export const withoutRows = (moved: readonly MovedRows[], back: readonly MovedRows[]): MovedRows[] =>
  moved.flatMap(({ table, keys }) => {
    const backKeys = new Set(back.find((each) => each.table === table)?.keys.map((key) => JSON.stringify(key)) ?? [])
    const left = keys.filter((key) => !backKeys.has(JSON.stringify(key)))
    return left.length === 0 ? [] : [{ table, keys: left }]
  })
