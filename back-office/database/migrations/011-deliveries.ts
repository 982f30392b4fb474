import { sql } from 'kysely'
import type { Migration } from './migration.ts'

const channels = ['fax', 'email', 'cd', 'usb']
const modes = ['automated', 'manual']
const states = ['registered', 'sending', 'handed-over', 'delivered', 'failed', 'uncertain', 'cancelled']

const oneOf = (column: string, values: readonly string[]) =>
  sql.raw<boolean>(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`)

/** Deliveries of reports, the tickets with which workstations carry them out, and requests for images. */
export const deliveries: Migration = {
  name: '011-deliveries',
  up: async ({ schema }) => {
    await schema
      .createTable('delivery')
      .addColumn('delivery_id', 'text', (column) => column.primaryKey())
      .addColumn('study_id', 'text', (column) => column.notNull().references('study.study_id'))
      .addColumn('author_id', 'text', (column) => column.notNull())
      .addColumn('author_name', 'text', (column) => column.notNull())
      .addColumn('channel', 'text', (column) => column.notNull().check(oneOf('channel', channels)))
      .addColumn('mode', 'text', (column) => column.notNull().check(oneOf('mode', modes)))
      .addColumn('item', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('practitioner_id', 'text', (column) => column.notNull())
      .addColumn('practice_location_id', 'text')
      .addColumn('recipient_name', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('address_key', 'text', (column) => column.notNull())
      .addColumn('password', 'text')
      .addColumn('hides_hi_content', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull().check(oneOf('state', states)))
      .addColumn('reason', 'text')
      .addColumn('pages', 'integer')
      // Counts the sendings, from 1; with the delivery's id it forms the carrier's idempotency key.
      .addColumn('sending', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('receipt', 'text')
      .addColumn('sender_run', 'text')
      .addColumn('sending_since', 'bigint')
      .addColumn('request_key', 'text', (column) => column.unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('handed_over_at', 'bigint')
      .addColumn('delivered_at', 'bigint')
      .addColumn('ended_at', 'bigint')
      .execute()
    await schema.createIndex('delivery_by_study').on('delivery').columns(['study_id', 'created_at']).execute()
    await schema.createIndex('delivery_by_address').on('delivery').columns(['channel', 'address_key']).execute()
    await schema
      .createTable('delivery_ticket')
      .addColumn('ticket_hash', 'text', (column) => column.primaryKey())
      .addColumn('delivery_id', 'text', (column) => column.notNull().references('delivery.delivery_id'))
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('image_request')
      .addColumn('study_id', 'text', (column) => column.primaryKey().references('study.study_id'))
      .addColumn('requested_at', 'bigint', (column) => column.notNull())
      .addColumn('requested_by', 'text', (column) => column.notNull())
      .execute()
  },
}
