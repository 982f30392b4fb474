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
alter table transaction add constraint transaction_pkey PRIMARY KEY (transaction_id)
;;
alter table "user" add constraint user_pkey PRIMARY KEY (user_id)
;;
alter table member add constraint member_email_key_key UNIQUE (email_key)
;;
alter table "user" add constraint user_email_key_key UNIQUE (email_key)
;;
alter table document add constraint document_active_check CHECK ((active = ANY (ARRAY[0, 1])))
;;
alter table crm_opportunity add constraint crm_opportunity_person_id_fkey FOREIGN KEY (person_id) REFERENCES crm_person(person_id)
;;
alter table document add constraint document_type_id_fkey FOREIGN KEY (type_id) REFERENCES document_type(uuid)
;;
alter table session add constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES "user"(user_id)
;;
CREATE INDEX crm_opportunity_by_person ON public.crm_opportunity USING btree (person_id)
;;
CREATE INDEX crm_person_by_member ON public.crm_person USING btree (atrium_id)
;;
CREATE INDEX document_by_study ON public.document USING btree (study_id, type_id)
;;
CREATE INDEX idempotency_key_by_age ON public.idempotency_key USING btree (created_at)
;;
CREATE INDEX session_by_expiry ON public.session USING btree (expires_at)
;;
CREATE INDEX transaction_by_study ON public.transaction USING btree (study_id)
