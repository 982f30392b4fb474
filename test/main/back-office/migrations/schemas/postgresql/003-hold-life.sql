create extension if not exists btree_gist
;;
CREATE OR REPLACE FUNCTION public.location_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform note_change(new.location_id, 'location', new.location_id);
      return null;
    end $function$
;;
CREATE OR REPLACE FUNCTION public.machine_time_guard()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      perform pg_advisory_xact_lock(hashtextextended('machine:' || new.machine_id, 0));
      if new.overridden = 0 and exists (
        select 1 from machine_time taken
        where taken.machine_id = new.machine_id
          and taken.event_id <> (case when tg_op = 'UPDATE' then old.event_id else new.event_id end)
          and taken.starts_at < new.ends_at and taken.ends_at > new.starts_at
          and taken.starts_at > new.starts_at - 86400)
      then
        raise exception 'machine-time-overlap' using errcode = '23P01';
      end if;
      return new;
    end $function$
;;
CREATE OR REPLACE FUNCTION public.machine_time_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op <> 'INSERT' then
        if tg_op = 'DELETE' or (old.location_id, old.event_id) <> (new.location_id, new.event_id) then
          perform note_change(old.location_id, 'machine-time', old.event_id);
        end if;
      end if;
      if tg_op <> 'DELETE' then perform note_change(new.location_id, 'machine-time', new.event_id); end if;
      return null;
    end $function$
;;
CREATE OR REPLACE FUNCTION public.member_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    declare place text;
    begin
      -- In one order for everyone, so that two members' changes cannot wait for each other.
      for place in select distinct location_id from study where patient_id = new.patient_id order by location_id loop
        perform note_change(place, 'member', new.patient_id);
      end loop;
      return null;
    end $function$
;;
CREATE OR REPLACE FUNCTION public.note_change(place text, what text, record text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
    begin
      perform pg_advisory_xact_lock(hashtextextended('changes:' || place, 0));
      insert into change (location_id, kind, record_id, changed_at)
        values (place, what, record, extract(epoch from clock_timestamp())::bigint);
    end $function$
;;
CREATE OR REPLACE FUNCTION public.study_noted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
    begin
      if tg_op <> 'INSERT' then
        if tg_op = 'DELETE' or old.location_id <> new.location_id then
          perform note_change(old.location_id, 'study', old.study_id);
        end if;
      end if;
      if tg_op <> 'DELETE' then perform note_change(new.location_id, 'study', new.study_id); end if;
      return null;
    end $function$
;;
create table audit (
  sequence bigint not null,
  at bigint not null,
  user_id text,
  action text not null,
  member_id text,
  study_id text,
  location_id text,
  outcome text not null,
  previous_hash text not null,
  hash text not null
)
;;
create table change (
  sequence bigint generated always as identity not null,
  location_id text not null,
  kind text not null,
  record_id text not null,
  changed_at bigint not null
)
;;
create table change_feed (
  feed_id integer not null,
  epoch text not null
)
;;
create table crm_opportunity (
  opportunity_id text not null,
  person_id text not null,
  study_id text,
  document text not null
)
;;
create table crm_person (
  person_id text not null,
  atrium_id text,
  document text not null
)
;;
create table document (
  uuid text not null,
  study_id text not null,
  patient_id text not null,
  type_id text not null,
  name text not null,
  status text not null,
  active integer not null,
  file_type text not null,
  base64_file text not null,
  created_at bigint not null
)
;;
create table document_type (
  uuid text not null,
  name text not null,
  description text not null
)
;;
create table idempotency_key (
  idempotency_key text not null,
  user_id text not null,
  route text not null,
  body_hash text not null,
  status integer,
  answer text,
  created_at bigint not null
)
;;
create table location (
  location_id text not null,
  document text not null
)
;;
create table machine_time (
  event_id text not null,
  machine_id text not null,
  location_id text not null,
  starts_at bigint not null,
  ends_at bigint not null,
  kind text not null,
  study_id text,
  owner_user_id text,
  owner_name text,
  expires_at bigint,
  overridden integer not null,
  renewable_until bigint
)
;;
create table member (
  patient_id text not null,
  firstname text not null,
  middlename text not null,
  preferred_name text not null,
  lastname text not null,
  email text not null,
  email_key text not null,
  dob text not null,
  gender text not null,
  phone_number text not null,
  phone_key text not null,
  address text not null,
  city text not null,
  state text not null,
  postal_code text not null,
  country text not null,
  phn text not null,
  salesforce_account_id text,
  sf_opportunity_id text,
  lead_source text not null,
  lead_source_detail text not null,
  search_text text not null,
  version integer not null,
  created_at bigint not null
)
;;
create table migration (
  name text not null,
  "position" integer not null
)
;;
create table practitioner (
  practitioner_id text not null,
  search_text text not null,
  document text not null
)
;;
create table promo_code (
  promo_id text not null,
  document text not null
)
;;
create table session (
  token_hash text not null,
  user_id text not null,
  created_at bigint not null,
  last_used_at bigint not null,
  expires_at bigint not null
)
;;
create table sku (
  sku_id integer not null,
  document text not null
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
  created_at bigint not null
)
;;
create table study_log (
  log_id text not null,
  study_id text not null,
  category text not null,
  "time" bigint not null,
  content text not null,
  by_user text not null
)
;;
create table transaction (
  transaction_id text not null,
  study_id text not null,
  transaction_time bigint not null,
  document text not null
)
;;
create table "user" (
  user_id text not null,
  email text not null,
  email_key text not null,
  password_hash text,
  failed_sign_ins integer not null,
  locked_until bigint,
  firstname text not null,
  lastname text not null,
  roles text not null,
  allowed_locations text
)
;;
alter table audit add constraint audit_pkey PRIMARY KEY (sequence)
;;
alter table change add constraint change_pkey PRIMARY KEY (sequence)
;;
alter table change_feed add constraint change_feed_pkey PRIMARY KEY (feed_id)
;;
alter table crm_opportunity add constraint crm_opportunity_pkey PRIMARY KEY (opportunity_id)
;;
alter table crm_person add constraint crm_person_pkey PRIMARY KEY (person_id)
;;
alter table document add constraint document_pkey PRIMARY KEY (uuid)
;;
alter table document_type add constraint document_type_pkey PRIMARY KEY (uuid)
;;
alter table idempotency_key add constraint idempotency_key_primary PRIMARY KEY (user_id, idempotency_key)
;;
alter table location add constraint location_pkey PRIMARY KEY (location_id)
;;
alter table machine_time add constraint machine_time_pkey PRIMARY KEY (event_id)
;;
alter table member add constraint member_pkey PRIMARY KEY (patient_id)
;;
alter table migration add constraint migration_pkey PRIMARY KEY (name)
;;
alter table practitioner add constraint practitioner_pkey PRIMARY KEY (practitioner_id)
;;
alter table promo_code add constraint promo_code_pkey PRIMARY KEY (promo_id)
;;
alter table session add constraint session_pkey PRIMARY KEY (token_hash)
;;
alter table sku add constraint sku_pkey PRIMARY KEY (sku_id)
;;
alter table study add constraint study_pkey PRIMARY KEY (study_id)
;;
alter table study_log add constraint study_log_pkey PRIMARY KEY (log_id)
;;
alter table transaction add constraint transaction_pkey PRIMARY KEY (transaction_id)
;;
alter table "user" add constraint user_pkey PRIMARY KEY (user_id)
;;
alter table member add constraint member_email_key_key UNIQUE (email_key)
;;
alter table "user" add constraint user_email_key_key UNIQUE (email_key)
;;
alter table machine_time add constraint machine_time_no_overlap EXCLUDE USING gist (machine_id WITH =, int8range(starts_at, ends_at) WITH &&) WHERE ((overridden = 0))
;;
alter table change_feed add constraint change_feed_feed_id_check CHECK ((feed_id = 1))
;;
alter table document add constraint document_active_check CHECK ((active = ANY (ARRAY[0, 1])))
;;
alter table machine_time add constraint machine_time_ends_after_start CHECK ((ends_at > starts_at))
;;
alter table machine_time add constraint machine_time_is_short CHECK (((ends_at - starts_at) <= 86400))
;;
alter table machine_time add constraint machine_time_kind CHECK ((((kind = 'slot-hold'::text) AND (study_id IS NULL) AND (expires_at IS NOT NULL)) OR ((kind = ANY (ARRAY['study'::text, 'temporary-hold'::text])) AND (study_id IS NOT NULL))))
;;
alter table machine_time add constraint machine_time_overridden_check CHECK ((overridden = ANY (ARRAY[0, 1])))
;;
alter table study add constraint study_cancelled_check CHECK ((cancelled = ANY (ARRAY[0, 1])))
;;
alter table study add constraint study_cancelled_has_no_time CHECK (((cancelled = 0) OR (starts_at IS NULL)))
;;
alter table study add constraint study_proactive_booking_check CHECK ((proactive_booking = ANY (ARRAY[0, 1])))
;;
alter table study add constraint study_temporary_hold_check CHECK ((temporary_hold = ANY (ARRAY[0, 1])))
;;
alter table study add constraint study_time_is_whole CHECK ((((starts_at IS NULL) = (ends_at IS NULL)) AND ((starts_at IS NULL) = (wall_time IS NULL)) AND ((starts_at IS NULL) = (timezone IS NULL)) AND ((starts_at IS NULL) = (machine_id IS NULL)) AND ((starts_at IS NULL) = (event_id IS NULL))))
;;
alter table crm_opportunity add constraint crm_opportunity_person_id_fkey FOREIGN KEY (person_id) REFERENCES crm_person(person_id)
;;
alter table document add constraint document_type_id_fkey FOREIGN KEY (type_id) REFERENCES document_type(uuid)
;;
alter table machine_time add constraint machine_time_location_id_fkey FOREIGN KEY (location_id) REFERENCES location(location_id)
;;
alter table machine_time add constraint machine_time_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id) DEFERRABLE INITIALLY DEFERRED
;;
alter table session add constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(user_id)
;;
alter table study add constraint study_location_id_fkey FOREIGN KEY (location_id) REFERENCES location(location_id)
;;
alter table study add constraint study_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES member(patient_id)
;;
alter table study_log add constraint study_log_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id)
;;
CREATE INDEX change_by_age ON public.change USING btree (changed_at)
;;
CREATE INDEX change_by_location ON public.change USING btree (location_id, sequence)
;;
CREATE INDEX crm_opportunity_by_person ON public.crm_opportunity USING btree (person_id)
;;
CREATE INDEX crm_person_by_member ON public.crm_person USING btree (atrium_id)
;;
CREATE INDEX document_by_study ON public.document USING btree (study_id, type_id)
;;
CREATE INDEX idempotency_key_by_age ON public.idempotency_key USING btree (created_at)
;;
CREATE INDEX machine_time_by_expiry ON public.machine_time USING btree (machine_id, expires_at) WHERE (expires_at IS NOT NULL)
;;
CREATE INDEX machine_time_by_location ON public.machine_time USING btree (location_id, starts_at)
;;
CREATE INDEX machine_time_by_machine ON public.machine_time USING btree (machine_id, starts_at)
;;
CREATE UNIQUE INDEX machine_time_of_study ON public.machine_time USING btree (study_id) WHERE (study_id IS NOT NULL)
;;
CREATE INDEX session_by_expiry ON public.session USING btree (expires_at)
;;
CREATE INDEX study_by_member ON public.study USING btree (patient_id)
;;
CREATE INDEX study_by_time ON public.study USING btree (location_id, starts_at)
;;
CREATE INDEX study_log_by_study ON public.study_log USING btree (study_id, "time")
;;
CREATE INDEX transaction_by_study ON public.transaction USING btree (study_id)
;;
CREATE TRIGGER location_noted AFTER INSERT OR UPDATE ON public.location FOR EACH ROW EXECUTE FUNCTION location_noted()
;;
CREATE TRIGGER machine_time_guard BEFORE INSERT OR UPDATE OF event_id, machine_id, starts_at, ends_at, overridden ON public.machine_time FOR EACH ROW EXECUTE FUNCTION machine_time_guard()
;;
CREATE TRIGGER machine_time_noted AFTER INSERT OR DELETE OR UPDATE ON public.machine_time FOR EACH ROW EXECUTE FUNCTION machine_time_noted()
;;
CREATE TRIGGER member_noted AFTER UPDATE ON public.member FOR EACH ROW EXECUTE FUNCTION member_noted()
;;
CREATE TRIGGER study_noted AFTER INSERT OR DELETE OR UPDATE ON public.study FOR EACH ROW EXECUTE FUNCTION study_noted()
