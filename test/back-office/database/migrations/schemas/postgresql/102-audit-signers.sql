create table audit_signer (
  key_id text not null,
  public_key text not null,
  added_at bigint not null
)
;;
alter table audit_signer add constraint audit_signer_pkey PRIMARY KEY (key_id)
