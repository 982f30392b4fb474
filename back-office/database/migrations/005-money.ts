import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { appendOnlyTriggers } from './005-money-append-only.ts'
import { readOldLedger, writeNewLedger } from './005-money-old-ledger.ts'
import type { Migration } from './migration.ts'

/**
 * Creates the tables of the ledger and its steps, card payment attempts, credits, gift cards, cash-ups and sent mail.
 * Also adds the balance of its ledger to each study, so that lists and the feed need not compute it.
 */
export const money: Migration = {
  name: '005-money',
  up: async (db, kind) => {
    const { schema } = db
    const old = await readOldLedger(db)
    await schema.dropTable('transaction').execute()
    await schema
      .createTable('transaction')
      .addColumn('transaction_id', 'text', (column) => column.primaryKey())
      .addColumn('study_id', 'text', (column) => column.notNull())
      .addColumn('location_id', 'text', (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('transaction_type', 'text', (column) => column.notNull())
      .addColumn('payment_type', 'text', (column) => column.notNull())
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('timezone', 'text', (column) => column.notNull())
      .addColumn('transaction_time', 'bigint', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('memo', 'text', (column) => column.notNull())
      .addColumn('sku', 'integer', (column) => column.notNull())
      .addColumn('processed_by', 'text')
      .addColumn('linked_transaction', 'text', (column) => column.references('transaction.transaction_id'))
      // The database allows one entry per attempt and one per request key, even if a call is repeated after a crash.
      .addColumn('attempt_id', 'text', (column) => column.unique())
      .addColumn('request_key', 'text', (column) => column.unique())
      .addColumn('gift_card_number', 'text')
      .addColumn('details', 'text', (column) => column.notNull())
      .addUniqueConstraint('transaction_place', ['study_id', 'place'])
      .addCheckConstraint('transaction_amount_has_its_sign', sql`amount >= 0 or transaction_type = 'reconciliation'`)
      .execute()
    await schema
      .createIndex('transaction_by_day')
      .on('transaction')
      .columns(['location_id', 'transaction_time'])
      .execute()
    await schema.createIndex('transaction_by_link').on('transaction').column('linked_transaction').execute()
    await schema
      .createTable('transaction_step')
      .addColumn('step_id', 'text', (column) => column.primaryKey())
      .addColumn('transaction_id', 'text', (column) => column.notNull().references('transaction.transaction_id'))
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('step', 'text', (column) => column.notNull().check(sql`step in ('issued', 'deposit', 'paid')`))
      .addColumn('is_done', 'integer', (column) => column.notNull().check(sql`is_done in (0, 1)`))
      .addColumn('amount', 'bigint')
      .addColumn('payment_method', 'text')
      .addColumn('reference_id', 'text', (column) => column.notNull())
      .addColumn('processed_by', 'text')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('transaction_step_place', ['transaction_id', 'place'])
      .execute()
    await schema
      .createTable('payment_attempt')
      .addColumn('attempt_id', 'text', (column) => column.primaryKey())
      .addColumn('study_id', 'text', (column) => column.notNull())
      .addColumn('location_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('payment', 'refund')`))
      .addColumn('route', 'text', (column) => column.notNull())
      .addColumn('amount', 'bigint', (column) => column.notNull().check(sql`amount >= 0`))
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('refund_of', 'text')
      .addColumn('memo', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) =>
        column.notNull().check(sql`state in ('open', 'succeeded', 'declined', 'cancelled')`),
      )
      .addColumn('intent_id', 'text')
      .addColumn('failure', 'text')
      .addColumn('transaction_id', 'text')
      .addColumn('user_id', 'text')
      .addColumn('user_name', 'text', (column) => column.notNull())
      .addColumn('begun_at', 'bigint', (column) => column.notNull())
      .addColumn('settled_at', 'bigint')
      .addColumn('request_key', 'text')
      .execute()
    // The database allows one open attempt per study: two desks that charge at the same time leave one.
    await sql`create unique index payment_attempt_open on payment_attempt (study_id) where state = 'open'`.execute(db)
    await schema.createIndex('payment_attempt_by_study').on('payment_attempt').column('study_id').execute()
    await schema.createIndex('payment_attempt_by_intent').on('payment_attempt').column('intent_id').execute()
    await schema
      .createTable('member_credit')
      .addColumn('credit_id', 'text', (column) => column.primaryKey())
      .addColumn('patient_id', 'text', (column) => column.notNull().references('member.patient_id'))
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('study_id', 'text', (column) => column.notNull())
      .addColumn('transaction_id', 'text')
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('processed_by', 'text')
      .execute()
    await schema.createIndex('member_credit_by_member').on('member_credit').column('patient_id').execute()
    await schema
      .createTable('gift_card')
      .addColumn('gift_card_key', 'text', (column) => column.primaryKey())
      .addColumn('number', 'text', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('gift_card_entry')
      .addColumn('entry_id', 'text', (column) => column.primaryKey())
      .addColumn('gift_card_key', 'text', (column) => column.notNull().references('gift_card.gift_card_key'))
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('study_id', 'text')
      .addColumn('transaction_id', 'text')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('gift_card_entry_by_card').on('gift_card_entry').column('gift_card_key').execute()
    await schema
      .createTable('cash_up_count')
      .addColumn('count_id', 'text', (column) => column.primaryKey())
      .addColumn('location_id', 'text', (column) => column.notNull())
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('payment_type', 'text', (column) => column.notNull())
      .addColumn('counted', 'bigint', (column) => column.notNull())
      .addColumn('expected', 'bigint', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('counted_by', 'text', (column) => column.notNull())
      .addColumn('counted_by_name', 'text', (column) => column.notNull())
      .addColumn('counted_at', 'bigint', (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addUniqueConstraint('cash_up_count_place', ['location_id', 'date', 'place'])
      .execute()
    await schema
      .createTable('cash_up_sign_off')
      .addColumn('location_id', 'text', (column) => column.notNull())
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('signed_by', 'text', (column) => column.notNull())
      .addColumn('signed_by_name', 'text', (column) => column.notNull())
      .addColumn('signed_at', 'bigint', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      // The day as it was when it was signed, JSON.
      .addColumn('document', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('cash_up_sign_off_pkey', ['location_id', 'date'])
      .execute()
    await schema
      .createTable('sent_mail')
      .addColumn('mail_id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('sender', 'text', (column) => column.notNull())
      .addColumn('recipients', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('attachments', 'text', (column) => column.notNull())
      .addColumn('request_key', 'text', (column) => column.unique())
      .execute()

    await schema
      .alterTable('study')
      .addColumn('balance', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema
      .alterTable('study')
      .addColumn('ledger_version', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema.alterTable('member').addColumn('referral_code', 'text').execute()
    // Not unique: the code is derived from the id, and a taken id must be reported as a primary key violation.
    await schema.createIndex('member_by_referral_code').on('member').column('referral_code').execute()
    await writeNewLedger(db, old)
    const members = await sql<{ patient_id: string }>`select patient_id from member`.execute(db)
    for (const { patient_id } of members.rows) {
      const code = toReferralCode(patient_id)
      await sql`update member set referral_code = ${code} where patient_id = ${patient_id}`.execute(db)
    }
    for (const statement of appendOnlyTriggers(kind)) await statement.execute(db)
  },
}

/** Returns eight letters and digits that are derived from the member's id but do not reveal it. */
const toReferralCode = (patientID: string): string => {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const digest = createHash('sha256').update(`referral ${patientID}`).digest()
  return Array.from(digest.subarray(0, 8), (byte) => alphabet[byte % alphabet.length]).join('')
}
