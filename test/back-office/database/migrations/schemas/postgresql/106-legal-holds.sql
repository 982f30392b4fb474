create table legal_hold (
  hold_id text not null,
  member_id text not null,
  name text not null,
  name_key text not null,
  reason text not null,
  placed_at bigint not null,
  placed_by text not null,
  placed_by_user text not null,
  lifted_at bigint,
  lifted_by text,
  lifted_reason text
)
;;
alter table legal_hold add constraint legal_hold_pkey PRIMARY KEY (hold_id)
;;
alter table legal_hold add constraint legal_hold_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(patient_id)
;;
CREATE UNIQUE INDEX legal_hold_in_force ON public.legal_hold USING btree (member_id, name_key) WHERE (lifted_at IS NULL)
