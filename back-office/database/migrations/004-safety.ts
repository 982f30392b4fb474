import { sql } from 'kysely'
import type { Migration } from './migration.ts'

const noSedative = JSON.stringify({
  status: 'not requested',
  preferredPharmacy: null,
  prescribedDate: null,
  sentDate: null,
  details: { pickupDate: null },
})

const unanswered = (questions: number): string =>
  JSON.stringify({
    version: 0,
    state: 'unanswered',
    unanswered: questions,
    red: 0,
    blue: 0,
    green: 0,
    isProhibited: false,
    signOff: null,
    required: questions,
    draft: null,
  })
const unansweredByGender = { male: unanswered(12), female: unanswered(13) }

const sedativeStatuses = ['pending', 'prescribed', 'ready-for-pharmacy', 'sent', 'ready', 'cancelled']

/**
 * Creates the tables of a study's safety questions: the current answers, the changes of each save, the sign-offs on red
 * notices, and the workstations that have the form open. Also adds the sedative and a summary of the questions to each
 * study, so that lists need no join.
 */
export const safety: Migration = {
  name: '004-safety',
  up: async (db) => {
    const { schema } = db
    await schema
      .alterTable('study')
      .addColumn('sedative', 'text', (column) => column.notNull().defaultTo(noSedative))
      .execute()
    await schema
      .alterTable('study')
      .addColumn('safety', 'text', (column) => column.notNull().defaultTo(unansweredByGender.male))
      .execute()
    // Women are asked one more question.
    for (const [gender, safety] of Object.entries(unansweredByGender)) {
      await sql`update study set safety = ${safety}
        where patient_id in (select patient_id from member where gender = ${gender})`.execute(db)
    }
    // Until now a sedative's status was in the column `extra`.
    for (const status of sedativeStatuses) {
      await sql`update study set sedative = ${JSON.stringify({ status, preferredPharmacy: null })}
        where extra like ${`%"sedative":{"status":${JSON.stringify(status)}%`}`.execute(db)
    }

    await schema
      .createTable('safety_record')
      .addColumn('study_id', 'text', (column) => column.primaryKey().references('study.study_id'))
      .addColumn('answers', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull().check(sql`version > 0`))
      .addColumn('saved_at', 'bigint', (column) => column.notNull())
      .addColumn('saved_by', 'text', (column) => column.notNull())
      .addColumn('saved_by_user', 'text')
      .execute()
    await schema
      .createTable('safety_revision')
      .addColumn('study_id', 'text', (column) => column.notNull().references('safety_record.study_id'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('saved_at', 'bigint', (column) => column.notNull())
      .addColumn('saved_by', 'text', (column) => column.notNull())
      .addColumn('changes', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('safety_revision_pkey', ['study_id', 'version'])
      .execute()
    await schema
      .createTable('safety_sign_off')
      .addColumn('sign_off_id', 'text', (column) => column.primaryKey())
      .addColumn('study_id', 'text', (column) => column.notNull().references('safety_record.study_id'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('signed_at', 'bigint', (column) => column.notNull())
      .addColumn('signed_by', 'text', (column) => column.notNull())
      .addColumn('signed_by_user', 'text')
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('ground', 'text', (column) => column.notNull())
      .addColumn('withdrawn_at', 'bigint')
      .addColumn('withdrawn_by', 'text')
      .addColumn('withdrawn_reason', 'text')
      .addCheckConstraint(
        'safety_sign_off_withdrawal_is_whole',
        sql`(withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdrawn_reason is null)`,
      )
      .execute()
    // The database allows one valid sign-off per study: if two people sign at the same time, only one is stored.
    await sql`create unique index safety_sign_off_standing on safety_sign_off (study_id) where withdrawn_at is null`.execute(
      db,
    )
    await schema.createIndex('safety_sign_off_by_study').on('safety_sign_off').column('study_id').execute()
    await schema
      .createTable('safety_presence')
      .addColumn('study_id', 'text', (column) => column.notNull())
      .addColumn('desk_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('since', 'bigint', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('safety_presence_pkey', ['study_id', 'desk_id'])
      .execute()
    await schema.createIndex('safety_presence_by_age').on('safety_presence').column('seen_at').execute()
  },
}
