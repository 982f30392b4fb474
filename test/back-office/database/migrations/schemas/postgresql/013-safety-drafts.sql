create table safety_draft (
  draft_id text not null,
  study_id text,
  member_id text not null,
  location_id text not null,
  answers text not null,
  version bigint not null,
  base_version integer not null,
  saved_at bigint not null,
  saved_by text not null,
  saved_by_user text
)
;;
alter table safety_draft add constraint safety_draft_pkey PRIMARY KEY (draft_id)
;;
alter table safety_draft add constraint safety_draft_study_id_key UNIQUE (study_id)
;;
alter table safety_draft add constraint safety_draft_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id)
;;
CREATE INDEX safety_draft_by_member ON public.safety_draft USING btree (member_id)
