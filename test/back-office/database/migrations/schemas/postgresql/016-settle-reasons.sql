create table settle_reason (
  settle_reason_id text not null,
  study_id text not null,
  kind text not null,
  reason text not null,
  given_at bigint not null,
  given_by text not null,
  given_by_user text
)
;;
alter table settle_reason add constraint settle_reason_pkey PRIMARY KEY (settle_reason_id)
;;
alter table settle_reason add constraint settle_reason_kind_check CHECK ((kind = ANY (ARRAY['booked'::text, 'moved'::text])))
;;
alter table settle_reason add constraint settle_reason_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id)
;;
CREATE INDEX settle_reason_by_study ON public.settle_reason USING btree (study_id)
