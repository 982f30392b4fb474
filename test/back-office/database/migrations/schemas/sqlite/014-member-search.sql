-- removed:
CREATE TABLE "member" ("patient_id" text primary key, "firstname" text not null, "middlename" text not null, "preferred_name" text not null, "lastname" text not null, "email" text not null, "email_key" text not null unique, "dob" text not null, "gender" text not null, "phone_number" text not null, "phone_key" text not null, "address" text not null, "city" text not null, "state" text not null, "postal_code" text not null, "country" text not null, "phn" text not null, "salesforce_account_id" text, "sf_opportunity_id" text, "lead_source" text not null, "lead_source_detail" text not null, "search_text" text not null, "version" integer not null, "created_at" bigint not null, "referral_code" text)
;;
CREATE TABLE "member" ("patient_id" text primary key, "firstname" text not null, "middlename" text not null, "preferred_name" text not null, "lastname" text not null, "email" text not null, "email_key" text not null unique, "dob" text not null, "gender" text not null, "phone_number" text not null, "phone_key" text not null, "address" text not null, "city" text not null, "state" text not null, "postal_code" text not null, "country" text not null, "phn" text not null, "salesforce_account_id" text, "sf_opportunity_id" text, "lead_source" text not null, "lead_source_detail" text not null, "search_text" text not null, "version" integer not null, "created_at" bigint not null, "referral_code" text, "created_by" text)
;;
CREATE TABLE "member_word" ("word" text not null, "member_id" text not null references "member" ("patient_id") on delete cascade, constraint "member_word_primary" primary key ("word", "member_id")) without rowid
;;
CREATE TABLE "name_key" ("name_key" text not null, "word" text not null, constraint "name_key_primary" primary key ("name_key", "word")) without rowid
;;
CREATE INDEX "member_word_by_member" on "member_word" ("member_id", "word")
;;
CREATE INDEX "study_by_location_and_member" on "study" ("location_id", "patient_id")
