-- removed:
create table audit (
  sequence bigint not null,
  at bigint not null,
  user_id text,
  action text not null,
  member_id text,
  study_id text,
  location_id text,
  outcome text not null,
  previous_hash text not null,
  hash text not null
)
;;
create table audit (
  sequence bigint not null,
  at bigint not null,
  user_id text,
  action text not null,
  member_id text,
  study_id text,
  location_id text,
  outcome text not null,
  previous_hash text not null,
  hash text not null,
  workstation_id text,
  before text,
  after text
)
