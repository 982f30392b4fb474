import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Indexes of the sends that wait for a person, for the worklist of health information: discs to burn, and sends that
 * failed or are uncertain. They are a few of many thousands.
 */
export const sendsToDo: Migration = {
  name: '099-sends-to-do',
  up: async (db) => {
    await sql`create index delivery_disc_waiting on delivery (study_id)
      where channel = 'cd' and state = 'handed-over'`.execute(db)
    await sql`create index delivery_in_trouble on delivery (study_id, created_at)
      where state in ('failed', 'uncertain')`.execute(db)
  },
}
