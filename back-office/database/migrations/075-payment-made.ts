import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Whether a study ever had a payment, refunded or not. Such a study cannot move to another location. */
export const paymentMade: Migration = {
  name: '075-payment-made',
  up: async (db) => {
    await db.schema
      .alterTable('study')
      .addColumn('payment_made', 'integer', (column) =>
        column.notNull().defaultTo(0).check(sql`payment_made in (0, 1)`),
      )
      .execute()
    await sql`update study set payment_made = 1 where payment_amount > 0 or study_id in
      (select study_id from "transaction" where transaction_type in ('payment', 'credit'))`.execute(db)
  },
}
