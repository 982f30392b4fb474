CREATE TABLE outstanding_item (
      transaction_id text primary key references "transaction" (transaction_id), location_id text not null,
      list text not null check (list in ('unissuedInvoices', 'outstandingInvoices', 'undepositedCheques')),
      transaction_time bigint not null, amount_left bigint not null, version integer not null)
;;
CREATE INDEX outstanding_item_by_list
      on outstanding_item (location_id, list, transaction_time, transaction_id, amount_left)
;;
CREATE INDEX transaction_step_paid on transaction_step (at) where step = 'paid' and is_done = 1
;;
CREATE INDEX study_overpaid on study (location_id, study_id) where balance < 0
;;
CREATE INDEX payment_attempt_open_at on payment_attempt (location_id, begun_at)
      where state = 'open'
;;
CREATE TRIGGER transaction_outstanding after insert on "transaction" begin delete from outstanding_item where transaction_id = coalesce(new.linked_transaction, new.transaction_id);
    insert into outstanding_item (transaction_id, location_id, list, transaction_time, amount_left, version)
    select transaction_id, location_id, list, transaction_time, amount_left, version from (
      select paper.transaction_id, paper.location_id, paper.transaction_time,
        case when paper.payment_type = 'cheque' then case when coalesce((select toggled.is_done from transaction_step as toggled where toggled.transaction_id = paper.transaction_id
      and toggled.step = 'deposit' order by toggled.place desc limit 1), 0) = 0 then 'undepositedCheques' end
          when coalesce((select toggled.is_done from transaction_step as toggled where toggled.transaction_id = paper.transaction_id
      and toggled.step = 'issued' order by toggled.place desc limit 1), 0) = 0 then 'unissuedInvoices'
          when coalesce((select toggled.is_done from transaction_step as toggled where toggled.transaction_id = paper.transaction_id
      and toggled.step = 'paid' order by toggled.place desc limit 1), 0) = 0 then 'outstandingInvoices' end as list,
        paper.amount - coalesce((select sum(refund.amount) from "transaction" as refund
          where refund.linked_transaction = paper.transaction_id), 0) as amount_left,
        (select count(*) from "transaction" as refund where refund.linked_transaction = paper.transaction_id)
          + (select count(*) from transaction_step as step where step.transaction_id = paper.transaction_id) as version
      from "transaction" as paper where paper.transaction_type = 'payment'
        and paper.payment_type in ('invoice', 'partner invoice', 'cardInvoice', 'cheque') and paper.transaction_id = coalesce(new.linked_transaction, new.transaction_id)) as item where list is not null and amount_left > 0; end
;;
CREATE TRIGGER transaction_step_outstanding after insert on transaction_step
              begin delete from outstanding_item where transaction_id = new.transaction_id;
    insert into outstanding_item (transaction_id, location_id, list, transaction_time, amount_left, version)
    select transaction_id, location_id, list, transaction_time, amount_left, version from (
      select paper.transaction_id, paper.location_id, paper.transaction_time,
        case when paper.payment_type = 'cheque' then case when coalesce((select toggled.is_done from transaction_step as toggled where toggled.transaction_id = paper.transaction_id
      and toggled.step = 'deposit' order by toggled.place desc limit 1), 0) = 0 then 'undepositedCheques' end
          when coalesce((select toggled.is_done from transaction_step as toggled where toggled.transaction_id = paper.transaction_id
      and toggled.step = 'issued' order by toggled.place desc limit 1), 0) = 0 then 'unissuedInvoices'
          when coalesce((select toggled.is_done from transaction_step as toggled where toggled.transaction_id = paper.transaction_id
      and toggled.step = 'paid' order by toggled.place desc limit 1), 0) = 0 then 'outstandingInvoices' end as list,
        paper.amount - coalesce((select sum(refund.amount) from "transaction" as refund
          where refund.linked_transaction = paper.transaction_id), 0) as amount_left,
        (select count(*) from "transaction" as refund where refund.linked_transaction = paper.transaction_id)
          + (select count(*) from transaction_step as step where step.transaction_id = paper.transaction_id) as version
      from "transaction" as paper where paper.transaction_type = 'payment'
        and paper.payment_type in ('invoice', 'partner invoice', 'cardInvoice', 'cheque') and paper.transaction_id = new.transaction_id) as item where list is not null and amount_left > 0; end
