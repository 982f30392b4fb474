CREATE OR REPLACE FUNCTION public.transaction_outstanding()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
              begin delete from outstanding_item where transaction_id = coalesce(new.linked_transaction, new.transaction_id);
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
        and paper.payment_type in ('invoice', 'partner invoice', 'cardInvoice', 'cheque') and paper.transaction_id = coalesce(new.linked_transaction, new.transaction_id)) as item where list is not null and amount_left > 0; return null; end $function$
;;
CREATE OR REPLACE FUNCTION public.transaction_step_outstanding()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
        and paper.payment_type in ('invoice', 'partner invoice', 'cardInvoice', 'cheque') and paper.transaction_id = new.transaction_id) as item where list is not null and amount_left > 0; return null; end $function$
;;
create table outstanding_item (
  transaction_id text not null,
  location_id text not null,
  list text not null,
  transaction_time bigint not null,
  amount_left bigint not null,
  version integer not null
)
;;
alter table outstanding_item add constraint outstanding_item_pkey PRIMARY KEY (transaction_id)
;;
alter table outstanding_item add constraint outstanding_item_list_check CHECK ((list = ANY (ARRAY['unissuedInvoices'::text, 'outstandingInvoices'::text, 'undepositedCheques'::text])))
;;
alter table outstanding_item add constraint outstanding_item_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transaction(transaction_id)
;;
CREATE INDEX outstanding_item_by_list ON public.outstanding_item USING btree (location_id, list, transaction_time, transaction_id, amount_left)
;;
CREATE INDEX payment_attempt_open_at ON public.payment_attempt USING btree (location_id, begun_at) WHERE (state = 'open'::text)
;;
CREATE INDEX study_overpaid ON public.study USING btree (location_id, study_id) WHERE (balance < 0)
;;
CREATE INDEX transaction_step_paid ON public.transaction_step USING btree (at) WHERE ((step = 'paid'::text) AND (is_done = 1))
;;
CREATE TRIGGER transaction_outstanding AFTER INSERT ON public.transaction FOR EACH ROW EXECUTE FUNCTION transaction_outstanding()
;;
CREATE TRIGGER transaction_step_outstanding AFTER INSERT ON public.transaction_step FOR EACH ROW EXECUTE FUNCTION transaction_step_outstanding()
