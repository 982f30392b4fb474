create table server_identity (
  identity_id integer not null,
  server_id text not null
)
;;
alter table server_identity add constraint server_identity_pkey PRIMARY KEY (identity_id)
;;
alter table server_identity add constraint server_identity_identity_id_check CHECK ((identity_id = 1))
