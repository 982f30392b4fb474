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
  created_at bigint not null,
  referral_code text
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
  referral_code text,
  created_by text
)
;;
create table member_word (
  word text collate "C" not null,
  member_id text not null
)
;;
create table name_key (
  name_key text collate "C" not null,
  word text not null
)
;;
alter table member_word add constraint member_word_primary PRIMARY KEY (word, member_id)
;;
alter table name_key add constraint name_key_primary PRIMARY KEY (name_key, word)
;;
alter table member_word add constraint member_word_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(patient_id) ON DELETE CASCADE
;;
CREATE INDEX member_word_by_member ON public.member_word USING btree (member_id, word)
;;
CREATE INDEX study_by_location_and_member ON public.study USING btree (location_id, patient_id)
