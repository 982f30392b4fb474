-- removed:
create table idempotency_key (
  idempotency_key text not null,
  user_id text not null,
  route text not null,
  body_hash text not null,
  status integer,
  answer text,
  created_at bigint not null
)
;;
create table call_count (
  counter text not null,
  minute bigint not null,
  calls bigint not null
)
;;
create table idempotency_key (
  idempotency_key text not null,
  user_id text not null,
  route text not null,
  body_hash text not null,
  status integer,
  answer text,
  created_at bigint not null,
  leased_by text,
  leased_until bigint
)
;;
create table server_run (
  run_id text not null,
  seen_at bigint not null
)
;;
create table work_lease (
  work text not null,
  run_id text not null,
  term bigint not null,
  until bigint not null
)
;;
alter table call_count add constraint call_count_pk PRIMARY KEY (counter, minute)
;;
alter table server_run add constraint server_run_pkey PRIMARY KEY (run_id)
;;
alter table work_lease add constraint work_lease_pkey PRIMARY KEY (work)
;;
CREATE INDEX call_count_minute ON public.call_count USING btree (minute)
