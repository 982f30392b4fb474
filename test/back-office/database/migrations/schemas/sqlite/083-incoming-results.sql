CREATE TABLE incoming_result (
      result_id text primary key,
      channel text not null check (channel in ('hl7', 'fhir')),
      sender text not null,
      message_id text not null,
      content_hash text not null,
      digest text not null unique,
      study_ref text not null,
      kind text not null check (kind in ('structured', 'traditional')),
      status text not null check (status in ('preliminary', 'final', 'corrected', 'cancelled')),
      issued_at bigint not null,
      identity text not null,
      content text not null,
      received_at bigint not null,
      copies integer not null,
      state text not null check (state in ('received', 'waiting', 'attached', 'superseded', 'noted', 'rejected')),
      reason text,
      study_id text references study (study_id),
      report_id text references study_report (report_id),
      decided_at bigint,
      decided_by text,
      decided_reason text,
      check (state <> 'waiting' or reason is not null))
;;
CREATE UNIQUE INDEX incoming_result_by_message on incoming_result (sender, message_id, content_hash)
;;
CREATE INDEX incoming_result_by_state on incoming_result (state, received_at)
;;
CREATE INDEX incoming_result_by_study on incoming_result (study_id, kind)
