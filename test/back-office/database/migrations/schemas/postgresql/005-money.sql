-- removed:
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
  safety text default '{"version":0,"state":"unanswered","unanswered":12,"red":0,"blue":0,"green":0,"isProhibited":false,"signOff":null,"required":12,"draft":null}'::text not null
)
;;
-- removed:
create table transaction (
  transaction_id text not null,
  study_id text not null,
  transaction_time bigint not null,
  document text not null
)
;;
-- removed:
CREATE INDEX transaction_by_study ON public.transaction USING btree (study_id)
;;
CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
          begin
            raise exception 'append-only' using errcode = '23001';
          end $function$
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
  request_key text
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
alter table cash_up_count add constraint cash_up_count_pkey PRIMARY KEY (count_id)
;;
alter table cash_up_sign_off add constraint cash_up_sign_off_pkey PRIMARY KEY (location_id, date)
;;
alter table gift_card add constraint gift_card_pkey PRIMARY KEY (gift_card_key)
;;
alter table gift_card_entry add constraint gift_card_entry_pkey PRIMARY KEY (entry_id)
;;
alter table member_credit add constraint member_credit_pkey PRIMARY KEY (credit_id)
;;
alter table payment_attempt add constraint payment_attempt_pkey PRIMARY KEY (attempt_id)
;;
alter table sent_mail add constraint sent_mail_pkey PRIMARY KEY (mail_id)
;;
alter table transaction_step add constraint transaction_step_pkey PRIMARY KEY (step_id)
;;
alter table cash_up_count add constraint cash_up_count_place UNIQUE (location_id, date, place)
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
alter table payment_attempt add constraint payment_attempt_amount_check CHECK ((amount >= 0))
;;
alter table payment_attempt add constraint payment_attempt_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text])))
;;
alter table payment_attempt add constraint payment_attempt_state_check CHECK ((state = ANY (ARRAY['open'::text, 'succeeded'::text, 'declined'::text, 'cancelled'::text])))
;;
alter table transaction add constraint transaction_amount_has_its_sign CHECK (((amount >= 0) OR (transaction_type = 'reconciliation'::text)))
;;
alter table transaction_step add constraint transaction_step_is_done_check CHECK ((is_done = ANY (ARRAY[0, 1])))
;;
alter table transaction_step add constraint transaction_step_step_check CHECK ((step = ANY (ARRAY['issued'::text, 'deposit'::text, 'paid'::text])))
;;
alter table gift_card_entry add constraint gift_card_entry_gift_card_key_fkey FOREIGN KEY (gift_card_key) REFERENCES gift_card(gift_card_key)
;;
alter table member_credit add constraint member_credit_patient_id_fkey FOREIGN KEY (patient_id) REFERENCES member(patient_id)
;;
alter table transaction add constraint transaction_linked_transaction_fkey FOREIGN KEY (linked_transaction) REFERENCES transaction(transaction_id)
;;
alter table transaction_step add constraint transaction_step_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transaction(transaction_id)
;;
CREATE INDEX gift_card_entry_by_card ON public.gift_card_entry USING btree (gift_card_key)
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
CREATE TRIGGER member_credit_stays BEFORE DELETE OR UPDATE ON public.member_credit FOR EACH ROW EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER member_credit_stays_whole BEFORE TRUNCATE ON public.member_credit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER transaction_stays BEFORE DELETE OR UPDATE ON public.transaction FOR EACH ROW EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER transaction_stays_whole BEFORE TRUNCATE ON public.transaction FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER transaction_step_stays BEFORE DELETE OR UPDATE ON public.transaction_step FOR EACH ROW EXECUTE FUNCTION refuse_change()
;;
CREATE TRIGGER transaction_step_stays_whole BEFORE TRUNCATE ON public.transaction_step FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
