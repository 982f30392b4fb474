import { type RawBuilder, sql } from 'kysely'
import type { Migration, MigrationDatabaseKind } from './migration.ts'

/** The tables that no writer may change or delete from. */
const appendOnly = ['audit', 'audit_chain', 'audit_given'] as const

const triggersOf = (table: string, kind: MigrationDatabaseKind): readonly RawBuilder<unknown>[] =>
  kind === 'sqlite'
    ? ['update', 'delete'].map((event) =>
        sql.raw(`create trigger ${table}_stays_on_${event} before ${event} on ${table}
          begin select raise(abort, 'append-only'); end`),
      )
    : [
        sql.raw(`create trigger ${table}_stays before update or delete on ${table}
          for each row execute function refuse_change()`),
        sql.raw(`create trigger ${table}_stays_whole before truncate on ${table}
          for each statement execute function refuse_change()`),
      ]

/**
 * Gives each location an audit chain of its own. The existing rows become the chain `closed`, and keep their hashes.
 * Adds the network address, the ids that a bulk call gave out with an index of their members, the indexes of the audit
 * screen, and triggers that refuse changes of the log.
 */
export const auditChains: Migration = {
  name: '101-audit-chains',
  up: async (db, kind) => {
    const { schema } = db
    for (const column of ['address', 'given']) {
      await schema.alterTable('audit').addColumn(column, 'text').execute()
    }
    await schema
      .alterTable('audit')
      .addColumn('chain', 'text', (column) => column.notNull().defaultTo('closed'))
      .execute()
    await schema
      .alterTable('audit')
      .addColumn('position', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`update audit set position = sequence`.execute(db)
    const indexes = {
      audit_by_member: ['member_id', 'sequence'],
      audit_by_user: ['user_id', 'sequence'],
      audit_by_location: ['location_id', 'sequence'],
      audit_by_workstation: ['workstation_id', 'sequence'],
      audit_by_chain: ['chain', 'sequence'],
    }
    await sql`create unique index audit_position on audit (chain, position)`.execute(db)
    for (const [name, columns] of Object.entries(indexes)) {
      await schema.createIndex(name).on('audit').columns(columns).execute()
    }
    await schema.createIndex('audit_by_time').on('audit').column('at').execute()
    await schema
      .createTable('audit_chain')
      .addColumn('chain', 'text', (column) => column.primaryKey())
      .addColumn('opened_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema
      .createTable('audit_given')
      .addColumn('member_id', 'text', (column) => column.notNull())
      .addColumn('sequence', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('audit_given_pkey', ['member_id', 'sequence'])
      .execute()
    await schema.createIndex('audit_given_by_row').on('audit_given').column('sequence').execute()
    if (kind === 'postgresql') {
      await sql`create sequence audit_sequence`.execute(db)
      await sql`select setval('audit_sequence', coalesce((select max(sequence) from audit), 0) + 1, false)`.execute(db)
    }
    for (const trigger of appendOnly.flatMap((table) => triggersOf(table, kind))) await trigger.execute(db)
  },
}
