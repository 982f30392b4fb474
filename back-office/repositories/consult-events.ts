import { sql } from 'kysely'
import type { Database, DatabaseKind } from '../database/database.ts'

/** The SQL for the event id of a study's booked consult; the same expression as in the unique index. */
const consultEvent = {
  sqlite: sql<string | null>`json_extract(extra, '$.consulting.eventID')`,
  postgresql: sql<string | null>`((extra::jsonb) #>> '{consulting,eventID}')`,
} as const satisfies { readonly [Kind in DatabaseKind]: unknown }

/** Returns the studies whose consult is one of these events. */
export const findStudiesOfEvents = async (
  db: Database,
  kind: DatabaseKind,
  eventIDs: readonly string[],
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('study')
    .select('study_id')
    .where(consultEvent[kind], 'in', [...eventIDs])
    .execute()
  return rows.map(({ study_id }) => study_id)
}
