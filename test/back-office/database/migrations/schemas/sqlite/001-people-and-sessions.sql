CREATE TABLE migration (name text primary key, position integer not null)
;;
CREATE TABLE "user" ("user_id" text primary key, "email" text not null, "email_key" text not null unique, "password_hash" text, "failed_sign_ins" integer not null, "locked_until" bigint, "firstname" text not null, "lastname" text not null, "roles" text not null, "allowed_locations" text)
;;
CREATE TABLE "session" ("token_hash" text primary key, "user_id" text not null references "user" ("user_id"), "created_at" bigint not null, "last_used_at" bigint not null, "expires_at" bigint not null)
;;
CREATE INDEX "session_by_expiry" on "session" ("expires_at")
;;
CREATE TABLE "member" ("patient_id" text primary key, "firstname" text not null, "middlename" text not null, "preferred_name" text not null, "lastname" text not null, "email" text not null, "email_key" text not null unique, "dob" text not null, "gender" text not null, "phone_number" text not null, "phone_key" text not null, "address" text not null, "city" text not null, "state" text not null, "postal_code" text not null, "country" text not null, "phn" text not null, "salesforce_account_id" text, "sf_opportunity_id" text, "lead_source" text not null, "lead_source_detail" text not null, "search_text" text not null, "version" integer not null, "created_at" bigint not null)
;;
CREATE TABLE "location" ("location_id" text primary key, "document" text not null)
;;
CREATE TABLE "sku" ("sku_id" integer primary key, "document" text not null)
;;
CREATE TABLE "promo_code" ("promo_id" text primary key, "document" text not null)
;;
CREATE TABLE "practitioner" ("practitioner_id" text primary key, "search_text" text not null, "document" text not null)
;;
CREATE TABLE "crm_person" ("person_id" text primary key, "atrium_id" text, "document" text not null)
;;
CREATE INDEX "crm_person_by_member" on "crm_person" ("atrium_id")
;;
CREATE TABLE "crm_opportunity" ("opportunity_id" text primary key, "person_id" text not null references "crm_person" ("person_id"), "study_id" text, "document" text not null)
;;
CREATE INDEX "crm_opportunity_by_person" on "crm_opportunity" ("person_id")
;;
CREATE TABLE "idempotency_key" ("idempotency_key" text not null, "user_id" text not null, "route" text not null, "body_hash" text not null, "status" integer, "answer" text, "created_at" bigint not null, constraint "idempotency_key_primary" primary key ("user_id", "idempotency_key"))
;;
CREATE INDEX "idempotency_key_by_age" on "idempotency_key" ("created_at")
;;
CREATE TABLE "audit" ("sequence" bigint primary key, "at" bigint not null, "user_id" text, "action" text not null, "member_id" text, "study_id" text, "location_id" text, "outcome" text not null, "previous_hash" text not null, "hash" text not null)
;;
CREATE TABLE "document_type" ("uuid" text primary key, "name" text not null, "description" text not null)
;;
CREATE TABLE "document" ("uuid" text primary key, "study_id" text not null, "patient_id" text not null, "type_id" text not null references "document_type" ("uuid"), "name" text not null, "status" text not null, "active" integer not null check (active in (0, 1)), "file_type" text not null, "base64_file" text not null, "created_at" bigint not null)
;;
CREATE INDEX "document_by_study" on "document" ("study_id", "type_id")
;;
CREATE TABLE "transaction" ("transaction_id" text primary key, "study_id" text not null, "transaction_time" bigint not null, "document" text not null)
;;
CREATE INDEX "transaction_by_study" on "transaction" ("study_id")
