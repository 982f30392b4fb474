create table pharmacy (
  pharmacy_id text not null,
  document text not null,
  version integer default 1 not null,
  active integer default 1 not null
)
;;
alter table pharmacy add constraint pharmacy_pkey PRIMARY KEY (pharmacy_id)
;;
alter table pharmacy add constraint pharmacy_active_check CHECK ((active = ANY (ARRAY[0, 1])))
