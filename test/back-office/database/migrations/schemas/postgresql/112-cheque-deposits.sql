create table cheque_deposit (
  deposit_id text not null,
  location_id text not null,
  number integer not null,
  date text not null,
  bank_reference text not null,
  by_user text not null,
  by_name text not null,
  at bigint not null
)
;;
create table cheque_deposit_item (
  deposit_id text not null,
  transaction_id text not null,
  place integer not null,
  step_place integer not null,
  amount bigint not null
)
;;
alter table cheque_deposit add constraint cheque_deposit_pkey PRIMARY KEY (deposit_id)
;;
alter table cheque_deposit_item add constraint cheque_deposit_item_pkey PRIMARY KEY (deposit_id, place)
;;
alter table cheque_deposit add constraint cheque_deposit_number UNIQUE (location_id, number)
;;
alter table cheque_deposit_item add constraint cheque_deposit_item_step UNIQUE (transaction_id, step_place)
;;
alter table cheque_deposit_item add constraint cheque_deposit_item_amount_check CHECK ((amount > 0))
;;
alter table cheque_deposit_item add constraint cheque_deposit_item_deposit_id_fkey FOREIGN KEY (deposit_id) REFERENCES cheque_deposit(deposit_id)
;;
alter table cheque_deposit_item add constraint cheque_deposit_item_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transaction(transaction_id)
;;
CREATE TRIGGER cheque_deposit_stays BEFORE DELETE OR UPDATE ON public.cheque_deposit FOR EACH ROW EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER cheque_deposit_stays_whole BEFORE TRUNCATE ON public.cheque_deposit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER cheque_deposit_item_stays BEFORE DELETE OR UPDATE ON public.cheque_deposit_item FOR EACH ROW EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER cheque_deposit_item_stays_whole BEFORE TRUNCATE ON public.cheque_deposit_item FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
