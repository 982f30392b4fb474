import { type RawBuilder, sql } from 'kysely'
import type { MigrationDatabaseKind } from './migration.ts'

/** The tables whose rows no writer may change or delete, because they record money. */
const appendOnlyTables = [
  'transaction',
  'transaction_step',
  'member_credit',
  'gift_card',
  'gift_card_entry',
  'cash_up_count',
  'cash_up_sign_off',
] as const

const refuse = (table: string, event: 'update' | 'delete'): RawBuilder<unknown> =>
  sql.raw(`create trigger ${table}_stays_on_${event} before ${event} on "${table}"
    begin select raise(abort, 'append-only'); end`)

/** Returns triggers that refuse every update and delete of these tables, and on PostgreSQL also `truncate`. */
export const appendOnlyTriggers = (kind: MigrationDatabaseKind): readonly RawBuilder<unknown>[] =>
  kind === 'sqlite'
    ? appendOnlyTables.flatMap((table) => [refuse(table, 'update'), refuse(table, 'delete')])
    : [
        sql`create function refuse_change() returns trigger language plpgsql as $$
          begin
            raise exception 'append-only' using errcode = '23001';
          end $$`,
        ...appendOnlyTables.flatMap((table) => [
          sql.raw(`create trigger ${table}_stays before update or delete on "${table}"
            for each row execute function refuse_change()`),
          sql.raw(`create trigger ${table}_stays_whole before truncate on "${table}"
            for each statement execute function refuse_change()`),
        ]),
      ]
