-- removed:
create table incoming_result (
  result_id text not null,
  channel text not null,
  sender text not null,
  message_id text not null,
  content_hash text not null,
  digest text not null,
  study_ref text not null,
  kind text not null,
  status text not null,
  issued_at bigint not null,
  identity text not null,
  content text not null,
  received_at bigint not null,
  copies integer not null,
  state text not null,
  reason text,
  study_id text,
  report_id text,
  decided_at bigint,
  decided_by text,
  decided_reason text
)
;;
create table incoming_result (
  result_id text not null,
  channel text not null,
  sender text not null,
  message_id text not null,
  content_hash text not null,
  digest text not null,
  study_ref text not null,
  kind text not null,
  status text not null,
  issued_at bigint not null,
  identity text not null,
  content text not null,
  received_at bigint not null,
  copies integer not null,
  state text not null,
  reason text,
  study_id text,
  report_id text,
  decided_at bigint,
  decided_by text,
  decided_reason text,
  tries integer default 0 not null,
  retry_at bigint
)
;;
create table refused_delivery (
  refusal_id text not null,
  mark text not null,
  channel text not null,
  sender text not null,
  address text not null,
  control_id text not null,
  reason text not null,
  detail text not null,
  first_at bigint not null,
  last_at bigint not null,
  copies bigint not null,
  state text not null,
  closed_at bigint,
  closed_by text,
  note text
)
;;
alter table refused_delivery add constraint refused_delivery_pkey PRIMARY KEY (refusal_id)
;;
alter table refused_delivery add constraint refused_delivery_mark_key UNIQUE (mark)
;;
alter table refused_delivery add constraint refused_delivery_channel_check CHECK ((channel = ANY (ARRAY['hl7'::text, 'fhir'::text])))
;;
alter table refused_delivery add constraint refused_delivery_check CHECK (((state = 'open'::text) = (closed_at IS NULL)))
;;
alter table refused_delivery add constraint refused_delivery_state_check CHECK ((state = ANY (ARRAY['open'::text, 'told'::text, 'dismissed'::text, 'arrived'::text])))
;;
CREATE INDEX refused_delivery_by_message ON public.refused_delivery USING btree (channel, sender, control_id)
;;
CREATE INDEX refused_delivery_open ON public.refused_delivery USING btree (first_at) WHERE (state = 'open'::text)
