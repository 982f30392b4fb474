create table retention_period (
  kind text not null,
  place text not null,
  days integer,
  version integer not null,
  set_by text not null,
  set_at bigint not null
)
;;
create table retention_run (
  day bigint not null,
  at bigint not null,
  state text not null,
  removed text not null
)
;;
alter table retention_period add constraint retention_period_pkey PRIMARY KEY (kind, place)
;;
alter table retention_run add constraint retention_run_pkey PRIMARY KEY (day)
