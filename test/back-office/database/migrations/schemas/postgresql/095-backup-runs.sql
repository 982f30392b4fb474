create table backup_run (
  run_id text not null,
  kind text not null,
  at bigint not null,
  problem text,
  taken_at bigint
)
;;
alter table backup_run add constraint backup_run_pkey PRIMARY KEY (run_id)
;;
alter table backup_run add constraint backup_run_kind_check CHECK ((kind = ANY (ARRAY['backup'::text, 'drill'::text])))
;;
CREATE INDEX backup_run_by_time ON public.backup_run USING btree (kind, at)
