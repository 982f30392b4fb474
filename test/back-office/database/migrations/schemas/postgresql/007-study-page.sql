-- removed:
create table practitioner (
  practitioner_id text not null,
  search_text text not null,
  document text not null
)
;;
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
  ledger_version integer default 0 not null
)
;;
create table practitioner (
  practitioner_id text not null,
  search_text text not null,
  document text not null,
  version integer default 1 not null
)
;;
create table scheduler_event (
  event_id text not null,
  invitee_id text not null,
  team text not null,
  starts_at bigint not null,
  status text not null,
  name text not null,
  email text not null,
  created_at bigint not null
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
  invoice_step text default 'none'::text not null
)
;;
alter table scheduler_event add constraint scheduler_event_pkey PRIMARY KEY (event_id)
;;
alter table scheduler_event add constraint scheduler_event_invitee_id_key UNIQUE (invitee_id)
;;
alter table scheduler_event add constraint scheduler_event_status_check CHECK ((status = ANY (ARRAY['active'::text, 'canceled'::text])))
;;
alter table study add constraint study_invoice_step_check CHECK ((invoice_step = ANY (ARRAY['none'::text, 'not-issued'::text, 'issued'::text, 'deposited'::text, 'paid'::text])))
