import { sql } from 'kysely'
import { findBilledStudies, readInvoiceStep } from '../repositories/invoice-step.ts'
import { parseSedative } from '../repositories/studies-repository.ts'
import type { Migration } from './migration.ts'

/**
 * The study's page: how far a study's bill is, so that lists need no sum of its ledger; a practitioner's version, for two who
 * change the directory at once; and what the scheduling service's stand-in has booked.
 */
export const studyPage: Migration = {
  name: '007-study-page',
  up: async (db) => {
    const { schema } = db
    await schema
      .alterTable('study')
      .addColumn('invoice_step', 'text', (column) =>
        column
          .notNull()
          .defaultTo('none')
          .check(sql`invoice_step in ('none', 'not-issued', 'issued', 'deposited', 'paid')`),
      )
      .execute()
    for (const studyID of await findBilledStudies(db)) {
      await db
        .updateTable('study')
        .set({ invoice_step: await readInvoiceStep(db, studyID) })
        .where('study_id', '=', studyID)
        .execute()
    }
    // A sedative has days since now. Written whole, so that two that say the same are the same text.
    for (const { sedative } of await db.selectFrom('study').select('sedative').distinct().execute()) {
      await db
        .updateTable('study')
        .set({ sedative: JSON.stringify(parseSedative({ sedative })) })
        .where('sedative', '=', sedative)
        .execute()
    }
    await schema
      .alterTable('practitioner')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await schema
      .createTable('scheduler_event')
      .addColumn('event_id', 'text', (column) => column.primaryKey())
      .addColumn('invitee_id', 'text', (column) => column.notNull().unique())
      .addColumn('team', 'text', (column) => column.notNull())
      .addColumn('starts_at', 'bigint', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull().check(sql`status in ('active', 'canceled')`))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
