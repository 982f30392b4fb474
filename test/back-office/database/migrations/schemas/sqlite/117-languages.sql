-- removed:
CREATE TABLE "member" ("patient_id" text primary key, "firstname" text not null, "middlename" text not null, "preferred_name" text not null, "lastname" text not null, "email" text not null, "email_key" text not null unique, "dob" text not null, "gender" text not null, "phone_number" text not null, "phone_key" text not null, "address" text not null, "city" text not null, "state" text not null, "postal_code" text not null, "country" text not null, "phn" text not null, "salesforce_account_id" text, "sf_opportunity_id" text, "lead_source" text not null, "lead_source_detail" text not null, "search_text" text not null, "version" integer not null, "created_at" bigint not null, "referral_code" text, "created_by" text, merged_into text, erased_at bigint)
;;
-- removed:
CREATE TABLE consent_text (
      text_id text primary key,
      scope text not null,
      version integer not null check (version > 0),
      title text not null,
      body text not null,
      withdrawn integer not null check (withdrawn in (0, 1)),
      created_at bigint not null,
      created_by text not null)
;;
CREATE TABLE "member" ("patient_id" text primary key, "firstname" text not null, "middlename" text not null, "preferred_name" text not null, "lastname" text not null, "email" text not null, "email_key" text not null unique, "dob" text not null, "gender" text not null, "phone_number" text not null, "phone_key" text not null, "address" text not null, "city" text not null, "state" text not null, "postal_code" text not null, "country" text not null, "phn" text not null, "salesforce_account_id" text, "sf_opportunity_id" text, "lead_source" text not null, "lead_source_detail" text not null, "search_text" text not null, "version" integer not null, "created_at" bigint not null, "referral_code" text, "created_by" text, merged_into text, erased_at bigint, language text not null default 'en')
;;
CREATE TABLE consent_text (
      text_id text primary key,
      scope text not null,
      version integer not null check (version > 0),
      title text not null,
      body text not null,
      withdrawn integer not null check (withdrawn in (0, 1)),
      created_at bigint not null,
      created_by text not null, language text not null default 'en')
;;
CREATE TABLE mail_text_translation (kind text not null, language text not null, subject text not null,
      body text not null, version integer not null, primary key (kind, language))
