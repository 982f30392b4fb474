create table external_id (
  kind text not null,
  external_id text not null,
  our_id text not null,
  imported_at bigint not null
)
;;
alter table external_id add constraint external_id_pkey PRIMARY KEY (kind, external_id)
