-- removed:
create table document (
  uuid text not null,
  study_id text not null,
  patient_id text not null,
  type_id text not null,
  name text not null,
  status text not null,
  active integer not null,
  file_type text not null,
  base64_file text not null,
  created_at bigint not null
)
;;
create table document (
  uuid text not null,
  study_id text not null,
  patient_id text not null,
  type_id text not null,
  name text not null,
  status text not null,
  active integer not null,
  file_type text not null,
  base64_file text not null,
  created_at bigint not null,
  version integer default 1 not null,
  pages integer default 1 not null,
  byte_size integer default 1 not null,
  created_by text,
  status_at bigint,
  status_by text
)
;;
create table share (
  study_id text not null,
  platform_id text not null,
  shared_at bigint not null
)
;;
alter table share add constraint share_pkey PRIMARY KEY (study_id, platform_id)
;;
alter table share add constraint share_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id)
;;
CREATE UNIQUE INDEX document_by_version ON public.document USING btree (study_id, type_id, version)
