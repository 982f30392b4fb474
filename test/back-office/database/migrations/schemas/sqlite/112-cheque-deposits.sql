CREATE TABLE cheque_deposit (deposit_id text primary key, location_id text not null, number integer not null,
      date text not null, bank_reference text not null, by_user text not null, by_name text not null, at bigint not null,
      constraint cheque_deposit_number unique (location_id, number))
;;
CREATE TABLE cheque_deposit_item (deposit_id text not null references cheque_deposit (deposit_id),
      transaction_id text not null references "transaction" (transaction_id), place integer not null,
      step_place integer not null, amount bigint not null check (amount > 0),
      constraint cheque_deposit_item_pkey primary key (deposit_id, place),
      constraint cheque_deposit_item_step unique (transaction_id, step_place))
;;
CREATE TRIGGER cheque_deposit_stays_on_update before update on cheque_deposit
                begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER cheque_deposit_stays_on_delete before delete on cheque_deposit
                begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER cheque_deposit_item_stays_on_update before update on cheque_deposit_item
                begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER cheque_deposit_item_stays_on_delete before delete on cheque_deposit_item
                begin select raise(abort, 'append-only'); end
