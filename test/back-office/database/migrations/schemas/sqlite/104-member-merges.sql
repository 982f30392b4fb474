-- removed:
CREATE TABLE "member" ("patient_id" text primary key, "firstname" text not null, "middlename" text not null, "preferred_name" text not null, "lastname" text not null, "email" text not null, "email_key" text not null unique, "dob" text not null, "gender" text not null, "phone_number" text not null, "phone_key" text not null, "address" text not null, "city" text not null, "state" text not null, "postal_code" text not null, "country" text not null, "phn" text not null, "salesforce_account_id" text, "sf_opportunity_id" text, "lead_source" text not null, "lead_source_detail" text not null, "search_text" text not null, "version" integer not null, "created_at" bigint not null, "referral_code" text, "created_by" text)
;;
CREATE TABLE "member" ("patient_id" text primary key, "firstname" text not null, "middlename" text not null, "preferred_name" text not null, "lastname" text not null, "email" text not null, "email_key" text not null unique, "dob" text not null, "gender" text not null, "phone_number" text not null, "phone_key" text not null, "address" text not null, "city" text not null, "state" text not null, "postal_code" text not null, "country" text not null, "phn" text not null, "salesforce_account_id" text, "sf_opportunity_id" text, "lead_source" text not null, "lead_source_detail" text not null, "search_text" text not null, "version" integer not null, "created_at" bigint not null, "referral_code" text, "created_by" text, merged_into text)
;;
CREATE INDEX member_by_merged_into on member (merged_into) where merged_into is not null
;;
CREATE TABLE member_merge (
      merge_id text primary key, kept_id text not null, merged_id text not null, reason text not null,
      document text not null, merged_at bigint not null, by_user text not null, by_name text not null,
      undone_at bigint, undone_by text, undone_by_name text, undone_reason text)
;;
CREATE UNIQUE INDEX member_merge_open on member_merge (merged_id) where undone_at is null
;;
CREATE INDEX member_merge_by_kept on member_merge (kept_id)
;;
CREATE INDEX member_merge_by_time on member_merge (merged_at)
