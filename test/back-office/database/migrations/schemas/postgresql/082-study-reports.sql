create table study_report (
  report_id text not null,
  study_id text not null,
  kind text not null,
  state text not null,
  version integer,
  base64_file text not null,
  pages integer not null,
  byte_size integer not null,
  created_at bigint not null,
  created_by text not null,
  state_at bigint,
  state_by text
)
;;
alter table study_report add constraint study_report_pkey PRIMARY KEY (report_id)
;;
alter table study_report add constraint study_report_check CHECK (((state = 'published'::text) = (version IS NOT NULL)))
;;
alter table study_report add constraint study_report_kind_check CHECK ((kind = ANY (ARRAY['structured'::text, 'traditional'::text])))
;;
alter table study_report add constraint study_report_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'discarded'::text])))
;;
alter table study_report add constraint study_report_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id)
;;
CREATE UNIQUE INDEX study_report_by_version ON public.study_report USING btree (study_id, kind, version)
