-- removed:
create table settle_reason (
  settle_reason_id text not null,
  study_id text not null,
  kind text not null,
  reason text not null,
  given_at bigint not null,
  given_by text not null,
  given_by_user text
)
;;
create table settle_reason (
  settle_reason_id text not null,
  study_id text not null,
  kind text not null,
  reason text not null,
  given_at bigint not null,
  given_by text not null,
  given_by_user text,
  notices text
)
