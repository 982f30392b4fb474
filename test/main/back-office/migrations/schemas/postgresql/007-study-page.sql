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
CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
          begin
            raise exception 'append-only' using errcode = '23001';
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
create table cash_up_count (
  count_id text not null,
  location_id text not null,
  date text not null,
  user_id text not null,
  payment_type text not null,
  counted bigint not null,
  expected bigint not null,
  note text not null,
  counted_by text not null,
  counted_by_name text not null,
  counted_at bigint not null,
  place integer not null
)
;;
create table cash_up_sign_off (
  location_id text not null,
  date text not null,
  signed_by text not null,
  signed_by_name text not null,
  signed_at bigint not null,
  note text not null,
  document text not null
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
create table gift_card (
  gift_card_key text not null,
  number text not null,
  currency text not null,
  created_at bigint not null
)
;;
create table gift_card_entry (
  entry_id text not null,
  gift_card_key text not null,
  amount bigint not null,
  study_id text,
  transaction_id text,
  at bigint not null
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
  created_at bigint not null,
  referral_code text
)
;;
create table member_credit (
  credit_id text not null,
  patient_id text not null,
  amount bigint not null,
  currency text not null,
  study_id text not null,
  transaction_id text,
  reason text not null,
  at bigint not null,
  processed_by text
)
;;
create table migration (
  name text not null,
  "position" integer not null
)
;;
create table payment_attempt (
  attempt_id text not null,
  study_id text not null,
  location_id text not null,
  kind text not null,
  route text not null,
  amount bigint not null,
  currency text not null,
  refund_of text,
  memo text not null,
  state text not null,
  intent_id text,
  failure text,
  transaction_id text,
  user_id text,
  user_name text not null,
  begun_at bigint not null,
  settled_at bigint,
  request_key text,
  look_again_at bigint
)
;;
create table practitioner (
  practitioner_id text not null,
  search_text text not null,
  document text not null,
  version integer default 1 not null
)
;;
create table promo_code (
  promo_id text not null,
  document text not null
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
create table sent_mail (
  mail_id text not null,
  at bigint not null,
  sender text not null,
  recipients text not null,
  subject text not null,
  body text not null,
  attachments text not null,
  request_key text
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
  created_at bigint not null,
  sedative text default '{"status":"not requested","preferredPharmacy":null,"prescribedDate":null,"sentDate":null,"details":{"pickupDate":null}}'::text not null,
  safety text default '{"version":0,"state":"unanswered","unanswered":12,"red":0,"blue":0,"green":0,"isProhibited":false,"signOff":null,"required":12,"draft":null}'::text not null,
  balance bigint default 0 not null,
  ledger_version integer default 0 not null,
  invoice_step text default 'none'::text not null
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
  location_id text not null,
  place integer not null,
  transaction_type text not null,
  payment_type text not null,
  amount bigint not null,
  currency text not null,
  timezone text not null,
  transaction_time bigint not null,
  status text not null,
  memo text not null,
  sku integer not null,
  processed_by text,
  linked_transaction text,
  attempt_id text,
  request_key text,
  gift_card_number text,
  details text not null
)
;;
create table transaction_step (
  step_id text not null,
  transaction_id text not null,
  place integer not null,
  step text not null,
  is_done integer not null,
  amount bigint,
  payment_method text,
  reference_id text not null,
  processed_by text,
  at bigint not null
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
alter table cash_up_count add constraint cash_up_count_pkey PRIMARY KEY (count_id)
;;
alter table cash_up_sign_off add constraint cash_up_sign_off_pkey PRIMARY KEY (location_id, date)
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
alter table gift_card add constraint gift_card_pkey PRIMARY KEY (gift_card_key)
;;
alter table gift_card_entry add constraint gift_card_entry_pkey PRIMARY KEY (entry_id)
;;
alter table idempotency_key add constraint idempotency_key_primary PRIMARY KEY (user_id, idempotency_key)
;;
alter table location add constraint location_pkey PRIMARY KEY (location_id)
;;
alter table machine_time add constraint machine_time_pkey PRIMARY KEY (event_id)
;;
alter table member add constraint member_pkey PRIMARY KEY (patient_id)
;;
alter table member_credit add constraint member_credit_pkey PRIMARY KEY (credit_id)
;;
alter table migration add constraint migration_pkey PRIMARY KEY (name)
;;
alter table payment_attempt add constraint payment_attempt_pkey PRIMARY KEY (attempt_id)
;;
alter table practitioner add constraint practitioner_pkey PRIMARY KEY (practitioner_id)
;;
alter table promo_code add constraint promo_code_pkey PRIMARY KEY (promo_id)
;;
alter table safety_presence add constraint safety_presence_pkey PRIMARY KEY (study_id, desk_id)
;;
alter table safety_record add constraint safety_record_pkey PRIMARY KEY (study_id)
;;
alter table safety_revision add constraint safety_revision_pkey PRIMARY KEY (study_id, version)
;;
alter table safety_sign_off add constraint safety_sign_off_pkey PRIMARY KEY (sign_off_id)
;;
alter table scheduler_event add constraint scheduler_event_pkey PRIMARY KEY (event_id)
;;
alter table sent_mail add constraint sent_mail_pkey PRIMARY KEY (mail_id)
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
alter table transaction_step add constraint transaction_step_pkey PRIMARY KEY (step_id)
;;
alter table "user" add constraint user_pkey PRIMARY KEY (user_id)
;;
alter table cash_up_count add constraint cash_up_count_place UNIQUE (location_id, date, place)
;;
alter table member add constraint member_email_key_key UNIQUE (email_key)
;;
alter table scheduler_event add constraint scheduler_event_invitee_id_key UNIQUE (invitee_id)
;;
alter table sent_mail add constraint sent_mail_request_key_key UNIQUE (request_key)
;;
alter table transaction add constraint transaction_attempt_id_key UNIQUE (attempt_id)
;;
alter table transaction add constraint transaction_place UNIQUE (study_id, place)
;;
alter table transaction add constraint transaction_request_key_key UNIQUE (request_key)
;;
alter table transaction_step add constraint transaction_step_place UNIQUE (transaction_id, place)
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
alter table payment_attempt add constraint payment_attempt_amount_check CHECK ((amount >= 0))
;;
alter table payment_attempt add constraint payment_attempt_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text])))
;;
alter table payment_attempt add constraint payment_attempt_state_check CHECK ((state = ANY (ARRAY['open'::text, 'succeeded'::text, 'declined'::text, 'cancelled'::text])))
;;
alter table safety_record add constraint safety_record_version_check CHECK ((version > 0))
;;
alter table safety_sign_off add constraint safety_sign_off_withdrawal_is_whole CHECK ((((withdrawn_at IS NULL) = (withdrawn_by IS NULL)) AND ((withdrawn_at IS NULL) = (withdrawn_reason IS NULL))))
;;
alter table scheduler_event add constraint scheduler_event_status_check CHECK ((status = ANY (ARRAY['active'::text, 'canceled'::text])))
;;
alter table study add constraint study_cancelled_check CHECK ((cancelled = ANY (ARRAY[0, 1])))
;;
alter table study add constraint study_cancelled_has_no_time CHECK (((cancelled = 0) OR (starts_at IS NULL)))
;;
alter table study add constraint study_invoice_step_check CHECK ((invoice_step = ANY (ARRAY['none'::text, 'not-issued'::text, 'issued'::text, 'deposited'::text, 'paid'::text])))
;;
alter table study add constraint study_proactive_booking_check CHECK ((proactive_booking = ANY (ARRAY[0, 1])))
;;
alter table study add constraint study_temporary_hold_check CHECK ((temporary_hold = ANY (ARRAY[0, 1])))
;;
alter table study add constraint study_time_is_whole CHECK ((((starts_at IS NULL) = (ends_at IS NULL)) AND ((starts_at IS NULL) = (wall_time IS NULL)) AND ((starts_at IS NULL) = (timezone IS NULL)) AND ((starts_at IS NULL) = (machine_id IS NULL)) AND ((starts_at IS NULL) = (event_id IS NULL))))
;;
alter table transaction add constraint transaction_amount_has_its_sign CHECK (((amount >= 0) OR (transaction_type = 'reconciliation'::text)))
;;
alter table transaction_step add constraint transaction_step_is_done_check CHECK ((is_done = ANY (ARRAY[0, 1])))
;;
alter table transaction_step add constraint transaction_step_step_check CHECK ((step = ANY (ARRAY['issued'::text, 'deposit'::text, 'paid'::text])))
;;
alter table crm_opportunity add constraint crm_opportunity_person_id_fkey FOREIGN KEY (person_id) REFERENCES crm_person(person_id)
;;
alter table document add constraint document_type_id_fkey FOREIGN KEY (type_id) REFERENCES document_type(uuid)
;;
alter table gift_card_entry add constraint gift_card_entry_gift_card_key_fkey FOREIGN KEY (gift_card_key) REFERENCES gift_card(gift_card_key)
;;
alter table machine_time add constraint machine_time_location_id_fkey FOREIGN KEY (location_id) REFERENCES location(location_id)
;;
alter table machine_time add constraint machine_time_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id) DEFERRABLE INITIALLY DEFERRED
;;
alter table member_credit add constraint member_credit_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES member(patient_id)
;;
alter table safety_record add constraint safety_record_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id)
;;
alter table safety_revision add constraint safety_revision_study_id_fkey FOREIGN KEY (study_id) REFERENCES safety_record(study_id)
;;
alter table safety_sign_off add constraint safety_sign_off_study_id_fkey FOREIGN KEY (study_id) REFERENCES safety_record(study_id)
;;
alter table session add constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(user_id)
;;
alter table study add constraint study_location_id_fkey FOREIGN KEY (location_id) REFERENCES location(location_id)
;;
alter table study add constraint study_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES member(patient_id)
;;
alter table study_log add constraint study_log_study_id_fkey FOREIGN KEY (study_id) REFERENCES study(study_id)
;;
alter table transaction add constraint transaction_linked_transaction_fkey FOREIGN KEY (linked_transaction) REFERENCES transaction(transaction_id)
;;
alter table transaction_step add constraint transaction_step_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transaction(transaction_id)
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
CREATE INDEX gift_card_entry_by_card ON public.gift_card_entry USING btree (gift_card_key)
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
CREATE INDEX member_by_referral_code ON public.member USING btree (referral_code)
;;
CREATE INDEX member_credit_by_member ON public.member_credit USING btree (patient_id)
;;
CREATE INDEX payment_attempt_by_intent ON public.payment_attempt USING btree (intent_id)
;;
CREATE INDEX payment_attempt_by_study ON public.payment_attempt USING btree (study_id)
;;
CREATE UNIQUE INDEX payment_attempt_open ON public.payment_attempt USING btree (study_id) WHERE (state = 'open'::text)
;;
CREATE INDEX payment_attempt_to_look_at ON public.payment_attempt USING btree (look_again_at) WHERE (look_again_at IS NOT NULL)
;;
CREATE INDEX safety_presence_by_age ON public.safety_presence USING btree (seen_at)
;;
CREATE INDEX safety_sign_off_by_study ON public.safety_sign_off USING btree (study_id)
;;
CREATE UNIQUE INDEX safety_sign_off_standing ON public.safety_sign_off USING btree (study_id) WHERE (withdrawn_at IS NULL)
;;
CREATE INDEX session_by_expiry ON public.session USING btree (expires_at)
;;
CREATE INDEX study_by_member ON public.study USING btree (patient_id)
;;
CREATE INDEX study_by_time ON public.study USING btree (location_id, starts_at)
;;
CREATE INDEX study_log_by_study ON public.study_log USING btree (study_id, "time")
;;
CREATE INDEX transaction_by_day ON public.transaction USING btree (location_id, transaction_time)
;;
CREATE INDEX transaction_by_link ON public.transaction USING btree (linked_transaction)
;;
CREATE TRIGGER cash_up_count_stays BEFORE DELETE OR UPDATE ON public.cash_up_count FOR EACH ROW EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER cash_up_count_stays_whole BEFORE TRUNCATE ON public.cash_up_count FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER cash_up_sign_off_stays BEFORE DELETE OR UPDATE ON public.cash_up_sign_off FOR EACH ROW EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER cash_up_sign_off_stays_whole BEFORE TRUNCATE ON public.cash_up_sign_off FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER gift_card_stays BEFORE DELETE OR UPDATE ON public.gift_card FOR EACH ROW EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER gift_card_stays_whole BEFORE TRUNCATE ON public.gift_card FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER gift_card_entry_stays BEFORE DELETE OR UPDATE ON public.gift_card_entry FOR EACH ROW EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER gift_card_entry_stays_whole BEFORE TRUNCATE ON public.gift_card_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER location_noted AFTER INSERT OR UPDATE ON public.location FOR EACH ROW EXECUTE FUNCTION location_noted()
;;
CREATE TRIGGER machine_time_guard BEFORE INSERT OR UPDATE OF event_id, machine_id, starts_at, ends_at, overridden ON public.machine_time FOR EACH ROW EXECUTE FUNCTION machine_time_guard()
;;
CREATE TRIGGER machine_time_noted AFTER INSERT OR DELETE OR UPDATE ON public.machine_time FOR EACH ROW EXECUTE FUNCTION machine_time_noted()
;;
CREATE TRIGGER member_noted AFTER UPDATE ON public.member FOR EACH ROW EXECUTE FUNCTION member_noted()
;;
CREATE TRIGGER member_credit_stays BEFORE DELETE OR UPDATE ON public.member_credit FOR EACH ROW EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER member_credit_stays_whole BEFORE TRUNCATE ON public.member_credit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER study_noted AFTER INSERT OR DELETE OR UPDATE ON public.study FOR EACH ROW EXECUTE FUNCTION study_noted()
;;
CREATE TRIGGER transaction_stays BEFORE DELETE OR UPDATE ON public.transaction FOR EACH ROW EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER transaction_stays_whole BEFORE TRUNCATE ON public.transaction FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER transaction_step_stays BEFORE DELETE OR UPDATE ON public.transaction_step FOR EACH ROW EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER transaction_step_stays_whole BEFORE TRUNCATE ON public.transaction_step FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
