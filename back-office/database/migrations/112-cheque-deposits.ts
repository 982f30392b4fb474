import { sql } from 'kysely'
import type { Migration } from './migration.ts'

const tables = ['cheque_deposit', 'cheque_deposit_item'] as const

/** The deposits of cheques, numbered by location, with their cheques as they were deposited. Both are append-only. */
export const chequeDeposits: Migration = {
  name: '112-cheque-deposits',
  up: async (db, kind) => {
    await sql`create table cheque_deposit (deposit_id text primary key, location_id text not null, number integer not null,
      date text not null, bank_reference text not null, by_user text not null, by_name text not null, at bigint not null,
      constraint cheque_deposit_number unique (location_id, number))`.execute(db)
    await sql`create table cheque_deposit_item (deposit_id text not null references cheque_deposit (deposit_id),
      transaction_id text not null references "transaction" (transaction_id), place integer not null,
      step_place integer not null, amount bigint not null check (amount > 0),
      constraint cheque_deposit_item_pkey primary key (deposit_id, place),
      constraint cheque_deposit_item_step unique (transaction_id, step_place))`.execute(db)
    for (const table of tables) {
      const statements =
        kind === 'sqlite'
          ? (['update', 'delete'] as const).map((event) =>
              sql.raw(`create trigger ${table}_stays_on_${event} before ${event} on ${table}
                begin select raise(abort, 'append-only'); end`),
            )
          : [
              sql.raw(`create trigger ${table}_stays before update or delete on ${table}
                for each row execute function refuse_change()`),
              sql.raw(`create trigger ${table}_stays_whole before truncate on ${table}
                for each statement execute function refuse_change()`),
            ]
      for (const statement of statements) await statement.execute(db)
    }
  },
}
