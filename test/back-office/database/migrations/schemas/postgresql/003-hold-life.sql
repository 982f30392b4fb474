-- removed:
create table machine_time (
  event_id text not null,
  machine_id text not null,
  location_id text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  kind text not null,
  study_id text,
  owner_user_id text,
  owner_name text,
  expires_at bigint,
  overridden integer not null
)
;;
create table machine_time (
  event_id text not null,
  machine_id text not null,
  location_id text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  kind text not null,
  study_id text,
  owner_user_id text,
  owner_name text,
  expires_at bigint,
  overridden integer not null,
  renewable_until bigint
)
