-- removed:
create table study (
  study_id text not null,
  patient_id text not null,
  location_id text not null,
  sku_id integer not null,
  starts_at bigint,
  ends_at bigint,
  wall_time text,
  timezone text,
  machine_id text,
  event_id text,
  temporary_hold integer not null,
  temporary_hold_until bigint,
  cancelled integer not null,
  status text not null,
  cancellation text,
  price bigint not null,
  payment_amount bigint not null,
  opportunity_id text,
  member_type text,
  referral_type text not null,
  referrer text not null,
  sedative_taken text,
  slot_selection_type text not null,
  proactive_booking integer not null,
  extra text not null,
  version integer not null,
  created_at bigint not null,
  sedative text default '{"status":"not requested","preferredPharmacy":null,"prescribedDate":null,"sentDate":null,"details":{"pickupDate":null}}'::text not null,
  safety text default '{"version":0,"state":"unanswered","unanswered":12,"red":0,"blue":0,"green":0,"isProhibited":false,"signOff":null,"required":12,"draft":null}'::text not null,
  balance bigint default 0 not null,
  ledger_version integer default 0 not null,
  invoice_step text default 'none'::text not null
)
;;
create table act_reason (
  act_reason_id text not null,
  study_id text not null,
  kind text not null,
  reason text not null,
  notices text not null,
  others text not null,
  given_at bigint not null,
  given_by text not null,
  given_by_user text
)
;;
create table study (
  study_id text not null,
  patient_id text not null,
  location_id text not null,
  sku_id integer not null,
  starts_at bigint,
  ends_at bigint,
  wall_time text,
  timezone text,
  machine_id text,
  event_id text,
  temporary_hold integer not null,
  temporary_hold_until bigint,
  cancelled integer not null,
  status text not null,
  cancellation text,
  price bigint not null,
  payment_amount bigint not null,
  opportunity_id text,
  member_type text,
  referral_type text not null,
  referrer text not null,
  sedative_taken text,
  slot_selection_type text not null,
  proactive_booking integer not null,
  extra text not null,
  version integer not null,
  created_at bigint not null,
  sedative text default '{"status":"not requested","preferredPharmacy":null,"prescribedDate":null,"sentDate":null,"details":{"pickupDate":null}}'::text not null,
  safety text default '{"version":0,"state":"unanswered","unanswered":12,"red":0,"blue":0,"green":0,"isProhibited":false,"signOff":null,"required":12,"draft":null}'::text not null,
  balance bigint default 0 not null,
  ledger_version integer default 0 not null,
  invoice_step text default 'none'::text not null,
  other_safety text
)
;;
alter table act_reason add constraint act_reason_pkey PRIMARY KEY (act_reason_id)
;;
alter table act_reason add constraint act_reason_kind_check CHECK ((kind = ANY (ARRAY['checked-in'::text, 'scanned'::text])))
;;
alter table act_reason add constraint act_reason_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id)
;;
CREATE INDEX act_reason_by_study ON public.act_reason USING btree (study_id)
