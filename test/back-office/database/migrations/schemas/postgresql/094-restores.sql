create table restoration (
  restoration_id text not null,
  backup_at bigint not null,
  restored_at bigint not null,
  cards_checked_at bigint
)
;;
create table restored_payment (
  payment_id text not null,
  restoration_id text not null,
  kind text not null,
  amount bigint not null,
  currency text not null,
  card text not null,
  taken_at bigint not null,
  study_id text,
  location_id text,
  resolved_at bigint,
  resolved_by text,
  note text
)
;;
alter table restoration add constraint restoration_pkey PRIMARY KEY (restoration_id)
;;
alter table restored_payment add constraint restored_payment_pkey PRIMARY KEY (payment_id)
;;
alter table restored_payment add constraint restored_payment_check CHECK (((resolved_at IS NULL) = (resolved_by IS NULL)))
;;
alter table restored_payment add constraint restored_payment_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text])))
;;
alter table restored_payment add constraint restored_payment_restoration_id_fkey FOREIGN KEY (restoration_id) REFERENCES restoration(restoration_id)
;;
CREATE INDEX restored_payment_open ON public.restored_payment USING btree (taken_at) WHERE (resolved_at IS NULL)
