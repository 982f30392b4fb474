-- removed:
create table "user" (
  user_id text not null,
  email text not null,
  email_key text not null,
  password_hash text,
  failed_sign_ins integer not null,
  locked_until bigint,
  firstname text not null,
  lastname text not null,
  roles text not null,
  allowed_locations text,
  home_location text
)
;;
create table account_invitation (
  token_hash text not null,
  user_id text not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
)
;;
create table organisation (
  organisation_id integer not null,
  name text not null,
  created_at bigint not null
)
;;
create table setup_code (
  code_hash text not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  guesses integer not null
)
;;
create table "user" (
  user_id text not null,
  email text not null,
  email_key text not null,
  password_hash text,
  failed_sign_ins integer not null,
  locked_until bigint,
  firstname text not null,
  lastname text not null,
  roles text not null,
  allowed_locations text,
  home_location text,
  active integer default 1 not null,
  version integer default 1 not null,
  password_changed_at bigint
)
;;
alter table account_invitation add constraint account_invitation_pkey PRIMARY KEY (token_hash)
;;
alter table organisation add constraint organisation_pkey PRIMARY KEY (organisation_id)
;;
alter table setup_code add constraint setup_code_pkey PRIMARY KEY (code_hash)
;;
alter table account_invitation add constraint account_invitation_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(user_id)
;;
CREATE INDEX account_invitation_by_user ON public.account_invitation USING btree (user_id)
