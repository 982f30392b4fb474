-- removed:
CREATE TABLE "user" ("user_id" text primary key, "email" text not null, "email_key" text not null unique, "password_hash" text, "failed_sign_ins" integer not null, "locked_until" bigint, "firstname" text not null, "lastname" text not null, "roles" text not null, "allowed_locations" text, "home_location" text)
;;
CREATE TABLE "user" ("user_id" text primary key, "email" text not null, "email_key" text not null unique, "password_hash" text, "failed_sign_ins" integer not null, "locked_until" bigint, "firstname" text not null, "lastname" text not null, "roles" text not null, "allowed_locations" text, "home_location" text, "active" integer default 1 not null, "version" integer default 1 not null, "password_changed_at" bigint)
;;
CREATE TABLE "organisation" ("organisation_id" integer primary key, "name" text not null, "created_at" bigint not null)
;;
CREATE TABLE "account_invitation" ("token_hash" text primary key, "user_id" text not null references "user" ("user_id"), "created_at" bigint not null, "expires_at" bigint not null, "used_at" bigint)
;;
CREATE INDEX "account_invitation_by_user" on "account_invitation" ("user_id")
;;
CREATE TABLE "setup_code" ("code_hash" text primary key, "created_at" bigint not null, "expires_at" bigint not null, "used_at" bigint, "guesses" integer not null)
