import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * The lines of a study's activity log get the order in which they were written: several of one second stay as they were said.
 * Lines there already: their ids begin with the study's version and their place in its change; what that leaves open is as the
 * rows lie, for none was ever changed or removed.
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
