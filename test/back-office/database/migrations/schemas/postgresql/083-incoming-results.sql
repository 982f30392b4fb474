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
alter table incoming_result add constraint incoming_result_pkey PRIMARY KEY (result_id)
;;
alter table incoming_result add constraint incoming_result_digest_key UNIQUE (digest)
;;
alter table incoming_result add constraint incoming_result_channel_check CHECK ((channel = ANY (ARRAY['hl7'::text, 'fhir'::text])))
;;
alter table incoming_result add constraint incoming_result_check CHECK (((state <> 'waiting'::text) OR (reason IS NOT NULL)))
;;
alter table incoming_result add constraint incoming_result_kind_check CHECK ((kind = ANY (ARRAY['structured'::text, 'traditional'::text])))
;;
alter table incoming_result add constraint incoming_result_state_check CHECK ((state = ANY (ARRAY['received'::text, 'waiting'::text, 'attached'::text, 'superseded'::text, 'noted'::text, 'rejected'::text])))
;;
alter table incoming_result add constraint incoming_result_status_check CHECK ((status = ANY (ARRAY['preliminary'::text, 'final'::text, 'corrected'::text, 'cancelled'::text])))
;;
alter table incoming_result add constraint incoming_result_report_id_fkey FOREIGN KEY (report_id) REFERENCES study_report(report_id)
;;
alter table incoming_result add constraint incoming_result_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id)
;;
CREATE UNIQUE INDEX incoming_result_by_message ON public.incoming_result USING btree (sender, message_id, content_hash)
;;
CREATE INDEX incoming_result_by_state ON public.incoming_result USING btree (state, received_at)
;;
CREATE INDEX incoming_result_by_study ON public.incoming_result USING btree (study_id, kind)
