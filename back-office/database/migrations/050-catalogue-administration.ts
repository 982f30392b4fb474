import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Adds versions and deactivation to the records that administrators change: scan types, promo codes, gift cards,
 * practitioners and document types. Also adds prices by location and first day.
 */
export const catalogueAdministration: Migration = {
  name: '050-catalogue-administration',
  up: async (db) => {
    for (const table of ['sku', 'promo_code', 'document_type']) {
      await db.schema
        .alterTable(table)
        .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
        .execute()
    }
    for (const table of ['sku', 'promo_code', 'document_type', 'practitioner']) {
      await db.schema
        .alterTable(table)
        .addColumn('active', 'integer', (column) => column.notNull().defaultTo(1))
        .execute()
    }
    await db.schema.alterTable('practitioner').addColumn('merged_into', 'text').execute()
    // A gift card itself never changes.
    await db.schema
      .createTable('gift_card_state')
      .addColumn('gift_card_key', 'text', (column) => column.primaryKey().references('gift_card.gift_card_key'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('active', 'integer', (column) => column.notNull().check(sql`active in (0, 1)`))
      .execute()
    await db.schema
      .createTable('location_price')
      .addColumn('price_id', 'text', (column) => column.primaryKey())
      .addColumn('location_id', 'text', (column) => column.notNull().references('location.location_id'))
      .addColumn('sku_id', 'integer', (column) => column.notNull().references('sku.sku_id'))
      // Minor units; null ends the sale.
      .addColumn('amount', 'bigint', (column) => column.check(sql`amount >= 0`))
      .addColumn('first_day', 'text', (column) => column.notNull())
      .addColumn('admin_only', 'integer', (column) => column.notNull().check(sql`admin_only in (0, 1)`))
      .addColumn('by_user', 'text', (column) => column.notNull())
      .addColumn('by_name', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('place', 'bigint', (column) => column.notNull())
      .addColumn('effective_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('location_price_by_day')
      .on('location_price')
      .columns(['location_id', 'sku_id', 'first_day'])
      .execute()
    await db.schema
      .createIndex('location_price_due')
      .on('location_price')
      .columns(['effective_at', 'first_day'])
      .execute()
  },
}
