-- removed:
create table message (
  message_id text not null,
  study_id text not null,
  kind text not null,
  channel text not null,
  occasion text not null,
  sequence integer not null,
  event_id text,
  starts_at bigint,
  location_id text not null,
  due_at bigint not null,
  state text not null,
  attempts integer not null,
  claim text,
  lease_until bigint,
  recipient text,
  failure text,
  planned_at bigint not null,
  state_at bigint not null,
  by_user text,
  decided_by text
)
;;
-- removed:
create table message_opt_out (
  member_id text not null,
  channel text not null,
  at bigint not null
)
;;
create table message (
  message_id text not null,
  study_id text not null,
  kind text not null,
  channel text not null,
  occasion text not null,
  sequence integer not null,
  event_id text,
  starts_at bigint,
  location_id text not null,
  due_at bigint not null,
  state text not null,
  attempts integer not null,
  claim text,
  lease_until bigint,
  recipient text,
  failure text,
  planned_at bigint not null,
  state_at bigint not null,
  by_user text,
  decided_by text,
  receipt text,
  delivery text,
  check_at bigint
)
;;
create table message_opt_out (
  member_id text not null,
  channel text not null,
  at bigint not null,
  address text
)
;;
alter table message add constraint message_delivery_check CHECK ((delivery = ANY (ARRAY['awaited'::text, 'confirmed'::text, 'unconfirmed'::text])))
;;
CREATE INDEX message_by_check ON public.message USING btree (check_at) WHERE (check_at IS NOT NULL)
