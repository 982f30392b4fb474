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
create table message_opt_out (
  member_id text not null,
  channel text not null,
  at bigint not null
)
;;
create table message_setting (
  location_id text not null,
  document text not null,
  version integer not null
)
;;
create table message_study (
  study_id text not null,
  changes integer not null,
  told_event_id text,
  told_starts_at bigint,
  told_location_id text
)
;;
alter table message add constraint message_pkey PRIMARY KEY (message_id)
;;
alter table message_opt_out add constraint message_opt_out_pkey PRIMARY KEY (member_id, channel)
;;
alter table message_setting add constraint message_setting_pkey PRIMARY KEY (location_id)
;;
alter table message_study add constraint message_study_pkey PRIMARY KEY (study_id)
;;
alter table message add constraint message_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text])))
;;
alter table message add constraint message_check CHECK (((event_id IS NULL) = (starts_at IS NULL)))
;;
alter table message add constraint message_check1 CHECK (((claim IS NULL) = (lease_until IS NULL)))
;;
alter table message add constraint message_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'claimed'::text, 'handed-over'::text, 'sent'::text, 'uncertain'::text, 'failed'::text, 'withdrawn'::text])))
;;
alter table message add constraint message_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id)
;;
alter table message_study add constraint message_study_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id)
;;
CREATE INDEX message_by_due ON public.message USING btree (due_at) WHERE (state = 'planned'::text)
;;
CREATE INDEX message_by_lease ON public.message USING btree (lease_until) WHERE (lease_until IS NOT NULL)
;;
CREATE INDEX message_by_location ON public.message USING btree (location_id, state_at) WHERE (state = ANY (ARRAY['failed'::text, 'uncertain'::text]))
;;
CREATE UNIQUE INDEX message_by_occasion ON public.message USING btree (study_id, kind, channel, occasion)
;;
CREATE UNIQUE INDEX message_by_sequence ON public.message USING btree (study_id, sequence)
;;
CREATE INDEX message_study_to_plan ON public.message_study USING btree (study_id) WHERE (changes > 0)
