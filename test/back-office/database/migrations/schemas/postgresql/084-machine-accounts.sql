create table machine_account (
  account_id text not null,
  name text not null,
  token_hash text not null,
  created_at bigint not null
)
;;
alter table machine_account add constraint machine_account_pkey PRIMARY KEY (account_id)
;;
alter table machine_account add constraint machine_account_name_key UNIQUE (name)
;;
alter table machine_account add constraint machine_account_token_hash_key UNIQUE (token_hash)
