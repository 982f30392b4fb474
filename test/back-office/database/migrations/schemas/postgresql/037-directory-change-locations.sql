-- removed:
create table directory_change (
  change_id text not null,
  practitioner_id text not null,
  state text not null,
  fields text not null,
  by_user text not null,
  by_name text not null,
  at bigint not null,
  decided_by_name text,
  decided_at bigint
)
;;
create table directory_change (
  change_id text not null,
  practitioner_id text not null,
  state text not null,
  fields text not null,
  by_user text not null,
  by_name text not null,
  at bigint not null,
  decided_by_name text,
  decided_at bigint,
  location_id text
)
