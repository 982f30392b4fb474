import { type RawBuilder, sql } from 'kysely'
import { appointmentTriggersOnPostgres } from './002-appointments-on-postgres.ts'
import { appointmentTriggersOnSqlite } from './002-appointments-on-sqlite.ts'
import type { Migration } from './migration.ts'

/**
 * Creates the tables of studies, the taken times of machines, the activity log and the changes feed. The database
 * itself enforces the rules that every writer must keep: rows of one machine do not overlap unless `overridden`, a
 * study has at most one appointment, and every change reaches the feed in the transaction that makes it.
 */
export const appointments: Migration = {
  name: '002-appointments',
  up: async (db, kind) => {
    const { schema } = db
    await schema
      .createTable('study')
      .addColumn('study_id', 'text', (column) => column.primaryKey())
      .addColumn('patient_id', 'text', (column) => column.notNull().references('member.patient_id'))
      .addColumn('location_id', 'text', (column) => column.notNull().references('location.location_id'))
      .addColumn('sku_id', 'integer', (column) => column.notNull())
      .addColumn('starts_at', 'bigint')
      .addColumn('ends_at', 'bigint')
      .addColumn('wall_time', 'text')
      .addColumn('timezone', 'text')
      .addColumn('machine_id', 'text')
      .addColumn('event_id', 'text')
      .addColumn('temporary_hold', 'integer', (column) => column.notNull().check(sql`temporary_hold in (0, 1)`))
      .addColumn('temporary_hold_until', 'bigint')
      .addColumn('cancelled', 'integer', (column) => column.notNull().check(sql`cancelled in (0, 1)`))
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('cancellation', 'text')
      .addColumn('price', 'bigint', (column) => column.notNull())
      .addColumn('payment_amount', 'bigint', (column) => column.notNull())
      .addColumn('opportunity_id', 'text')
      .addColumn('member_type', 'text')
      .addColumn('referral_type', 'text', (column) => column.notNull())
      .addColumn('referrer', 'text', (column) => column.notNull())
      .addColumn('sedative_taken', 'text')
      .addColumn('slot_selection_type', 'text', (column) => column.notNull())
      .addColumn('proactive_booking', 'integer', (column) => column.notNull().check(sql`proactive_booking in (0, 1)`))
      .addColumn('extra', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addCheckConstraint(
        'study_time_is_whole',
        sql`(starts_at is null) = (ends_at is null)
        and (starts_at is null) = (wall_time is null) and (starts_at is null) = (timezone is null)
        and (starts_at is null) = (machine_id is null) and (starts_at is null) = (event_id is null)`,
      )
      .addCheckConstraint('study_cancelled_has_no_time', sql`cancelled = 0 or starts_at is null`)
      .execute()
    await schema.createIndex('study_by_time').on('study').columns(['location_id', 'starts_at']).execute()
    await schema.createIndex('study_by_member').on('study').column('patient_id').execute()

    await schema
      .createTable('machine_time')
      .addColumn('event_id', 'text', (column) => column.primaryKey())
      .addColumn('machine_id', 'text', (column) => column.notNull())
      .addColumn('location_id', 'text', (column) => column.notNull().references('location.location_id'))
      .addColumn('starts_at', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      // Checked at commit, so that rows may be added to the two tables in either order.
      .addColumn('study_id', 'text', (column) =>
        column.references('study.study_id').modifyEnd(sql`deferrable initially deferred`),
      )
      .addColumn('owner_user_id', 'text')
      .addColumn('owner_name', 'text')
      .addColumn('expires_at', 'bigint')
      .addColumn('overridden', 'integer', (column) => column.notNull().check(sql`overridden in (0, 1)`))
      .addCheckConstraint('machine_time_ends_after_start', sql`ends_at > starts_at`)
      // At most a day, so that a search for overlaps needs to look back only one day.
      .addCheckConstraint('machine_time_is_short', sql`ends_at - starts_at <= 86400`)
      .addCheckConstraint(
        'machine_time_kind',
        sql`(kind = 'slot-hold' and study_id is null and expires_at is not null)
          or (kind in ('study', 'temporary-hold') and study_id is not null)`,
      )
      .execute()
    await schema
      .createIndex('machine_time_by_machine')
      .on('machine_time')
      .columns(['machine_id', 'starts_at'])
      .execute()
    await schema
      .createIndex('machine_time_by_location')
      .on('machine_time')
      .columns(['location_id', 'starts_at'])
      .execute()
    await run(db, [
      // The database allows one appointment per study, so neither a crash nor a race can leave two.
      sql`create unique index machine_time_of_study on machine_time (study_id) where study_id is not null`,
      sql`create index machine_time_by_expiry on machine_time (machine_id, expires_at) where expires_at is not null`,
    ])

    await schema
      .createTable('study_log')
      .addColumn('log_id', 'text', (column) => column.primaryKey())
      .addColumn('study_id', 'text', (column) => column.notNull().references('study.study_id'))
      .addColumn('category', 'text', (column) => column.notNull())
      .addColumn('time', 'bigint', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('by_user', 'text', (column) => column.notNull())
      .execute()
    await schema.createIndex('study_log_by_study').on('study_log').columns(['study_id', 'time']).execute()

    await run(db, [
      kind === 'sqlite'
        ? sql`create table change (sequence integer primary key autoincrement, location_id text not null,
            kind text not null, record_id text not null, changed_at integer not null)`
        : sql`create table change (sequence bigint generated always as identity primary key, location_id text not null,
            kind text not null, record_id text not null, changed_at bigint not null)`,
      sql`create index change_by_location on change (location_id, sequence)`,
      sql`create index change_by_age on change (changed_at)`,
      // The epoch identifies this database in cursors: a cursor of another database (an earlier demo) is not accepted.
      sql`create table change_feed (feed_id integer primary key check (feed_id = 1), epoch text not null)`,
      kind === 'sqlite'
        ? sql`insert into change_feed values (1, lower(hex(randomblob(8))))`
        : sql`insert into change_feed values (1, left(replace(gen_random_uuid()::text, '-', ''), 16))`,
      ...(kind === 'sqlite' ? appointmentTriggersOnSqlite : appointmentTriggersOnPostgres),
    ])
  },
}

const run = async (db: Parameters<Migration['up']>[0], statements: readonly RawBuilder<unknown>[]): Promise<void> => {
  for (const statement of statements) await statement.execute(db)
}
