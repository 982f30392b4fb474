create table consent_text (
  text_id text not null,
  scope text not null,
  version integer not null,
  title text not null,
  body text not null,
  withdrawn integer not null,
  created_at bigint not null,
  created_by text not null
)
;;
alter table consent_text add constraint consent_text_pkey PRIMARY KEY (text_id)
;;
alter table consent_text add constraint consent_text_version_check CHECK ((version > 0))
;;
alter table consent_text add constraint consent_text_withdrawn_check CHECK ((withdrawn = ANY (ARRAY[0, 1])))
;;
CREATE UNIQUE INDEX consent_text_by_version ON public.consent_text USING btree (scope, version)
