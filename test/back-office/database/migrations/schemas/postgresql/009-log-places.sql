-- removed:
create table study_log (
  log_id text not null,
  study_id text not null,
  category text not null,
  "time" bigint not null,
  content text not null,
  by_user text not null
)
;;
create table study_log (
  log_id text not null,
  study_id text not null,
  category text not null,
  "time" bigint not null,
  content text not null,
  by_user text not null,
  place integer default 0 not null
)
