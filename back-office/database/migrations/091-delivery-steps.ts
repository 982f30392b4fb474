import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/**
 * Every step of a delivery, for its transmission report: a delivery's own row keeps only the latest. `place` counts the
 * steps of a delivery from 1.
 */
export const deliverySteps: Migration = {
  name: '091-delivery-steps',
  up: async (db) => {
    await sql`create table delivery_step (
      delivery_id text not null references delivery (delivery_id), place integer not null, at bigint not null,
      state text not null, sending integer not null, reason text, receipt text, by_user text not null,
      primary key (delivery_id, place))`.execute(db)
  },
}
