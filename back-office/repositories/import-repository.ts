import type { Database } from '../database/database.ts'
import type { BackOfficeTables } from '../database/tables.ts'

/** The maximum number of bound parameters in one statement. Both engines accept it. */
const parametersPerStatement = 15_000
const maxRowsPerStatement = 500

/** The tables that an import appends to. Members are not among them: `addMembers` also adds their search index. */
type AppendedTable =
  | 'external_id'
  | 'location'
  | 'sku'
  | 'practitioner'
  | 'machine_time'
  | 'study'
  | 'study_log'
  | 'transaction'
  | 'gift_card'
  | 'gift_card_entry'

/** Appends rows, many in one statement. All rows have the same columns. */
export const appendRows = async <Table extends AppendedTable>(
  db: Database,
  table: Table,
  rows: readonly BackOfficeTables[Table][],
): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {}).length
  if (columns === 0) return
  const perStatement = Math.min(maxRowsPerStatement, Math.floor(parametersPerStatement / columns))
  // The insert builder cannot check the types of an insert whose table is a type parameter. The signature above checks
  // the rows.
  const anyTable = db as unknown as {
    insertInto(name: string): { values(rows: unknown): { execute(): Promise<unknown> } }
  }
  for (let start = 0; start < rows.length; start += perStatement) {
    await anyTable
      .insertInto(table)
      .values(rows.slice(start, start + perStatement))
      .execute()
  }
}

/**
 * Replaces a location's document and increments its version, so that the version that an administrator has open becomes
 * stale.
 */
export const replaceLocationDocument = async (db: Database, locationID: string, document: string): Promise<void> => {
  await db
    .updateTable('location')
    .set(({ eb }) => ({ document, version: eb('version', '+', 1) }))
    .where('location_id', '=', locationID)
    .execute()
}
