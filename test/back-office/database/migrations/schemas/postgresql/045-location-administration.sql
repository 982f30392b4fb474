-- removed:
create table location (
  location_id text not null,
  document text not null
)
;;
create table closure (
  closure_id text not null,
  location_id text not null,
  machine_id text,
  starts text not null,
  ends text not null,
  kind text not null,
  reason text not null,
  weeks integer not null,
  active integer not null,
  version integer not null,
  created_by text not null,
  created_at bigint not null
)
;;
create table closure_keep (
  closure_id text not null,
  study_id text not null,
  reason text not null,
  by_user text not null,
  by_name text not null,
  at bigint not null
)
;;
create table location (
  location_id text not null,
  document text not null,
  version integer default 1 not null
)
;;
alter table closure add constraint closure_pkey PRIMARY KEY (closure_id)
;;
alter table closure_keep add constraint closure_keep_pkey PRIMARY KEY (closure_id, study_id)
;;
alter table closure add constraint closure_active_check CHECK ((active = ANY (ARRAY[0, 1])))
;;
alter table closure add constraint closure_ends_after_start CHECK ((ends > starts))
;;
alter table closure add constraint closure_kind_check CHECK ((kind = ANY (ARRAY['holiday'::text, 'half-day'::text, 'service'::text, 'break'::text])))
;;
alter table closure add constraint closure_weeks_check CHECK (((weeks >= 1) AND (weeks <= 53)))
;;
alter table closure add constraint closure_location_id_fkey FOREIGN KEY (location_id) REFERENCES location(location_id)
;;
alter table closure_keep add constraint closure_keep_closure_id_fkey FOREIGN KEY (closure_id) REFERENCES closure(closure_id)
;;
CREATE INDEX closure_by_location ON public.closure USING btree (location_id, starts)
