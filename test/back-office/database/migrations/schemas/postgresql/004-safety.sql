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
  created_at bigint not null
)
;;
create table safety_presence (
  study_id text not null,
  desk_id text not null,
  user_id text not null,
  name text not null,
  since bigint not null,
  seen_at bigint not null
)
;;
create table safety_record (
  study_id text not null,
  answers text not null,
  version integer not null,
  saved_at bigint not null,
  saved_by text not null,
  saved_by_user text
)
;;
create table safety_revision (
  study_id text not null,
  version integer not null,
  saved_at bigint not null,
  saved_by text not null,
  changes text not null
)
;;
create table safety_sign_off (
  sign_off_id text not null,
  study_id text not null,
  version integer not null,
  signed_at bigint not null,
  signed_by text not null,
  signed_by_user text,
  reason text not null,
  ground text not null,
  withdrawn_at bigint,
  withdrawn_by text,
  withdrawn_reason text
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
  safety text default '{"version":0,"state":"unanswered","unanswered":12,"red":0,"blue":0,"green":0,"isProhibited":false,"signOff":null,"required":12,"draft":null}'::text not null
)
;;
alter table safety_presence add constraint safety_presence_pkey PRIMARY KEY (study_id, desk_id)
;;
alter table safety_record add constraint safety_record_pkey PRIMARY KEY (study_id)
;;
alter table safety_revision add constraint safety_revision_pkey PRIMARY KEY (study_id, version)
;;
alter table safety_sign_off add constraint safety_sign_off_pkey PRIMARY KEY (sign_off_id)
;;
alter table safety_record add constraint safety_record_version_check CHECK ((version > 0))
;;
alter table safety_sign_off add constraint safety_sign_off_withdrawal_is_whole CHECK ((((withdrawn_at IS NULL) = (withdrawn_by IS NULL)) AND ((withdrawn_at IS NULL) = (withdrawn_reason IS NULL))))
;;
alter table safety_record add constraint safety_record_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id)
;;
alter table safety_revision add constraint safety_revision_study_id_fkey FOREIGN KEY (study_id) REFERENCES safety_record(study_id)
;;
alter table safety_sign_off add constraint safety_sign_off_study_id_fkey FOREIGN KEY (study_id) REFERENCES safety_record(study_id)
;;
CREATE INDEX safety_presence_by_age ON public.safety_presence USING btree (seen_at)
;;
CREATE INDEX safety_sign_off_by_study ON public.safety_sign_off USING btree (study_id)
;;
CREATE UNIQUE INDEX safety_sign_off_standing ON public.safety_sign_off USING btree (study_id) WHERE (withdrawn_at IS NULL)
