create table delivery_step (
  delivery_id text not null,
  place integer not null,
  at bigint not null,
  state text not null,
  sending integer not null,
  reason text,
  receipt text,
  by_user text not null
)
;;
alter table delivery_step add constraint delivery_step_pkey PRIMARY KEY (delivery_id, place)
;;
alter table delivery_step add constraint delivery_step_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES delivery(delivery_id)
