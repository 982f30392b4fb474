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
  referral_code text,
  created_by text,
  merged_into text
)
;;
create table erasure (
  erasure_id text not null,
  member_id text not null,
  at bigint not null,
  by_user text,
  by_name text not null,
  basis text,
  reason text not null,
  listed_at bigint
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
  created_by text,
  merged_into text,
  erased_at bigint
)
;;
alter table erasure add constraint erasure_pkey PRIMARY KEY (erasure_id)
;;
alter table erasure add constraint erasure_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(patient_id)
;;
CREATE INDEX erasure_by_time ON public.erasure USING btree (at)
;;
CREATE INDEX erasure_unlisted ON public.erasure USING btree (at) WHERE (listed_at IS NULL)
