import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Stores the order in which the lines of a study's activity log were written, because several lines may have the same
 * second. Existing lines of one second are ordered by the first ten characters of their id: the study's version and the
 * line's place in that change. Lines that are still equal keep the physical order of the rows, which is the order of
 * writing, because no row was ever changed or removed.
 */
export const logPlaces: Migration = {
  name: '009-log-places',
  up: async (db, kind) => {
    await db.schema
      .alterTable('study_log')
      .addColumn('place', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    const asTheyLie = sql.raw(kind === 'postgresql' ? 'ctid' : 'rowid')
    await sql`update study_log set place = numbered.place from (
        select log_id, row_number() over (partition by study_id order by time, substr(log_id, 1, 10), ${asTheyLie}) as place
        from study_log
      ) as numbered where numbered.log_id = study_log.log_id`.execute(db)
  },
}
