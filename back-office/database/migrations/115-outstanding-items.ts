import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The latest toggle of a step; null if the step was never toggled. */
const latest = (step: string): string =>
  `(select toggled.is_done from transaction_step as toggled where toggled.transaction_id = paper.transaction_id
      and toggled.step = '${step}' order by toggled.place desc limit 1)`

/** Selects a paper's row, if it still waits for finance. */
const select = `select transaction_id, location_id, list, transaction_time, amount_left, version from (
      select paper.transaction_id, paper.location_id, paper.transaction_time,
        case when paper.payment_type = 'cheque' then case when coalesce(${latest('deposit')}, 0) = 0 then 'undepositedCheques' end
          when coalesce(${latest('issued')}, 0) = 0 then 'unissuedInvoices'
          when coalesce(${latest('paid')}, 0) = 0 then 'outstandingInvoices' end as list,
        paper.amount - coalesce((select sum(refund.amount) from "transaction" as refund
          where refund.linked_transaction = paper.transaction_id), 0) as amount_left,
        (select count(*) from "transaction" as refund where refund.linked_transaction = paper.transaction_id)
          + (select count(*) from transaction_step as step where step.transaction_id = paper.transaction_id) as version
      from "transaction" as paper where paper.transaction_type = 'payment'
        and paper.payment_type in ('invoice', 'partner invoice', 'cardInvoice', 'cheque')`

const write = (ofOne: string): string =>
  `insert into outstanding_item (transaction_id, location_id, list, transaction_time, amount_left, version)
    ${select}${ofOne}) as item where list is not null and amount_left > 0`

const replace = (id: string): string =>
  `delete from outstanding_item where transaction_id = ${id};
    ${write(` and paper.transaction_id = ${id}`)};`

const ofTransaction = 'coalesce(new.linked_transaction, new.transaction_id)'

/**
 * The bills and cheques that wait for finance, kept by the database at each transaction and step. The ledger is
 * append-only, so it cannot mark them, and to find them in it takes longer with every past payment. Also adds the
 * indexes with which a day reads its other lists without the days before.
 */
export const outstandingItems: Migration = {
  name: '115-outstanding-items',
  up: async (db, kind) => {
    await sql`create table outstanding_item (
      transaction_id text primary key references "transaction" (transaction_id), location_id text not null,
      list text not null check (list in ('unissuedInvoices', 'outstandingInvoices', 'undepositedCheques')),
      transaction_time bigint not null, amount_left bigint not null, version integer not null)`.execute(db)
    await sql.raw(write('')).execute(db)
    // Has every column that the totals read.
    await sql`create index outstanding_item_by_list
      on outstanding_item (location_id, list, transaction_time, transaction_id, amount_left)`.execute(db)
    await sql`create index transaction_step_paid on transaction_step (at) where step = 'paid' and is_done = 1`.execute(
      db,
    )
    await sql`create index study_overpaid on study (location_id, study_id) where balance < 0`.execute(db)
    await sql`create index payment_attempt_open_at on payment_attempt (location_id, begun_at)
      where state = 'open'`.execute(db)
    const statements =
      kind === 'sqlite'
        ? [
            `create trigger transaction_outstanding after insert on "transaction" begin ${replace(ofTransaction)} end`,
            `create trigger transaction_step_outstanding after insert on transaction_step
              begin ${replace('new.transaction_id')} end`,
          ]
        : [
            `create function transaction_outstanding() returns trigger language plpgsql as $$
              begin ${replace(ofTransaction)} return null; end $$`,
            `create function transaction_step_outstanding() returns trigger language plpgsql as $$
              begin ${replace('new.transaction_id')} return null; end $$`,
            `create trigger transaction_outstanding after insert on "transaction"
              for each row execute function transaction_outstanding()`,
            `create trigger transaction_step_outstanding after insert on transaction_step
              for each row execute function transaction_step_outstanding()`,
          ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
