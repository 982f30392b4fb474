import { sql } from 'kysely'
import type { Migration, MigrationDatabase } from './migration.ts'

/**
 * Adds the invoice step of each study, so that lists need not compute it from the ledger. Also adds a practitioner's
 * version, for the optimistic lock of the directory, and the events of the scheduling service's stand-in.
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
    const billed = await sql<{ study_id: string }>`select distinct study_id from "transaction"
      where payment_type in ('invoice', 'partner invoice', 'cardInvoice')`.execute(db)
    for (const { study_id } of billed.rows) {
      const step = await readInvoiceStep(db, study_id)
      await sql`update study set invoice_step = ${step} where study_id = ${study_id}`.execute(db)
    }
    // From now on a sedative has dates. Every field is written, so that equal sedatives are equal texts.
    const sedatives = await sql<{ sedative: string }>`select distinct sedative from study`.execute(db)
    for (const { sedative } of sedatives.rows) {
      const whole = JSON.stringify({ ...noSedative, ...(JSON.parse(sedative) as object) })
      await sql`update study set sedative = ${whole} where sedative = ${sedative}`.execute(db)
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

const noSedative = {
  status: 'not requested',
  preferredPharmacy: null,
  prescribedDate: null,
  sentDate: null,
  details: { pickupDate: null },
}

const steps = ['none', 'not-issued', 'issued', 'deposited', 'paid'] as const

/** Returns the least advanced step of the study's invoices that are not fully refunded; `none` if there are none. */
const readInvoiceStep = async (db: MigrationDatabase, studyID: string): Promise<string> => {
  // A fully refunded invoice does not count.
  const bills = await sql<{ transaction_id: string }>`select bill.transaction_id from "transaction" bill
    where bill.study_id = ${studyID} and bill.transaction_type = 'payment'
      and bill.payment_type in ('invoice', 'partner invoice', 'cardInvoice')
      and bill.amount > coalesce((select sum(undone.amount) from "transaction" undone
        where undone.linked_transaction = bill.transaction_id
          and undone.transaction_type in ('Refund', 'Remove Discount')), 0)`.execute(db)
  const reached = await Promise.all(bills.rows.map(({ transaction_id }) => readStepOf(db, transaction_id)))
  return reached.length === 0 ? 'none' : (steps[Math.min(...reached)] ?? 'none')
}

/** Returns the index in `steps` of the step that an invoice has reached, by the last toggle of each step. */
const readStepOf = async (db: MigrationDatabase, transactionID: string): Promise<number> => {
  const toggles = await sql<{ step: string; is_done: number }>`select step, is_done from transaction_step
    where transaction_id = ${transactionID} order by place`.execute(db)
  const isDone = (step: string): boolean => toggles.rows.findLast((toggle) => toggle.step === step)?.is_done === 1
  if (isDone('paid')) return steps.indexOf('paid')
  if (isDone('deposit')) return steps.indexOf('deposited')
  return steps.indexOf(isDone('issued') ? 'issued' : 'not-issued')
}
