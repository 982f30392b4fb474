import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Ensures with a unique index that an event of the scheduling service is the consult of at most one study. */
export const consultEvents: Migration = {
  name: '008-consult-events',
  up: async (db, kind) => {
    const event =
      kind === 'sqlite'
        ? sql`json_extract(extra, '$.consulting.eventID')`
        : sql`((extra::jsonb) #>> '{consulting,eventID}')`
    await sql`create unique index study_consult_event on study (${event})`.execute(db)
  },
}
