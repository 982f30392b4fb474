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
  created_by text
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
  merged_into text
)
;;
create table member_merge (
  merge_id text not null,
  kept_id text not null,
  merged_id text not null,
  reason text not null,
  document text not null,
  merged_at bigint not null,
  by_user text not null,
  by_name text not null,
  undone_at bigint,
  undone_by text,
  undone_by_name text,
  undone_reason text
)
;;
alter table member_merge add constraint member_merge_pkey PRIMARY KEY (merge_id)
;;
CREATE INDEX member_by_merged_into ON public.member USING btree (merged_into) WHERE (merged_into IS NOT NULL)
;;
CREATE INDEX member_merge_by_kept ON public.member_merge USING btree (kept_id)
;;
CREATE INDEX member_merge_by_time ON public.member_merge USING btree (merged_at)
;;
CREATE UNIQUE INDEX member_merge_open ON public.member_merge USING btree (merged_id) WHERE (undone_at IS NULL)
