import { sql } from 'kysely'
import { genders } from '#domain/members/member.ts'
import { noSedative, sedativeStatuses } from '#domain/study/sedative.ts'
import { unansweredSafety } from '../operations/unanswered-safety.ts'
import type { Migration } from './migration.ts'

/**
 * The safety questions of a study: the answers as they are now, what each save changed, the sign-offs on red notices, and
 * who has the form open. A study carries its sedative and how far its questions are, so that lists need no join.
 */
export const safety: Migration = {
  name: '004-safety',
  up: async (db) => {
    const { schema } = db
    await schema
      .alterTable('study')
      .addColumn('sedative', 'text', (column) => column.notNull().defaultTo(JSON.stringify(noSedative)))
      .execute()
    await schema
      .alterTable('study')
      .addColumn('safety', 'text', (column) => column.notNull().defaultTo(JSON.stringify(unansweredSafety('male'))))
      .execute()
    // Whom more is asked has more that is not answered.
    for (const gender of genders) {
      await db
        .updateTable('study')
        .set({ safety: JSON.stringify(unansweredSafety(gender)) })
        .where('patient_id', 'in', (members) =>
          members.selectFrom('member').select('patient_id').where('gender', '=', gender),
        )
        .execute()
    }
    // Until now a sedative's status stood among what was kept for later screens.
    for (const status of sedativeStatuses) {
      if (status === noSedative.status) continue
      await db
        .updateTable('study')
        .set({ sedative: JSON.stringify({ status, preferredPharmacy: null }) })
        .where('extra', 'like', `%"sedative":{"status":${JSON.stringify(status)}%`)
        .execute()
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
    // One that stands a study, in the database itself: two people signing at once leave one.
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
