import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Closes and reopenings of a location's day, in their order, each close with the document and the transactions that it
 * froze. Closes by earlier versions are copied. They did not store their transactions, so every transaction up to the
 * second of the close belongs to it. A count belongs to a block of its day.
 */
export const cashUpBlocks: Migration = {
  name: '021-cash-up-blocks',
  up: async (db, kind) => {
    await db.schema
      .createTable('cash_up_event')
      .addColumn('location_id', 'text', (column) => column.notNull())
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('closed', 'reopened')`))
      .addColumn('by_user', 'text', (column) => column.notNull())
      .addColumn('by_name', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('early_reason', 'text', (column) => column.notNull())
      // The lines and lists that a close froze, JSON; null for a reopening.
      .addColumn('document', 'text')
      // The ids of the transactions that a close froze, a JSON array.
      .addColumn('transactions', 'text')
      .addPrimaryKeyConstraint('cash_up_event_pkey', ['location_id', 'date', 'place'])
      .addCheckConstraint('cash_up_event_close_has_document', sql`(kind = 'closed') = (document is not null)`)
      .execute()
    await sql`insert into cash_up_event
      (location_id, date, place, kind, by_user, by_name, at, note, early_reason, document, transactions)
      select location_id, date, 1, 'closed', signed_by, signed_by_name, signed_at, note, '', document, null
      from cash_up_sign_off`.execute(db)
    await db.schema
      .alterTable('cash_up_count')
      .addColumn('block', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    const refuse =
      kind === 'sqlite'
        ? (['update', 'delete'] as const).map((event) =>
            sql.raw(`create trigger cash_up_event_stays_on_${event} before ${event} on cash_up_event
              begin select raise(abort, 'append-only'); end`),
          )
        : [
            sql.raw(`create trigger cash_up_event_stays before update or delete on cash_up_event
              for each row execute function refuse_change()`),
            sql.raw(`create trigger cash_up_event_stays_whole before truncate on cash_up_event
              for each statement execute function refuse_change()`),
          ]
    for (const statement of refuse) await statement.execute(db)
  },
}
