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
  allowed_locations text
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
  home_location text
)
