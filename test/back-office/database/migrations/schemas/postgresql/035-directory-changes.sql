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
create table directory_notice (
  change_id text not null,
  location_id text not null,
  seen_by_name text,
  seen_at bigint
)
;;
alter table directory_change add constraint directory_change_pkey PRIMARY KEY (change_id)
;;
alter table directory_notice add constraint directory_notice_pkey PRIMARY KEY (location_id, change_id)
;;
alter table directory_change add constraint directory_change_state_check CHECK ((state = ANY (ARRAY['counted'::text, 'proposed'::text, 'confirmed'::text, 'declined'::text])))
;;
alter table directory_notice add constraint directory_notice_change_id_fkey FOREIGN KEY (change_id) REFERENCES directory_change(change_id)
;;
CREATE INDEX directory_change_by_state ON public.directory_change USING btree (state, at)
