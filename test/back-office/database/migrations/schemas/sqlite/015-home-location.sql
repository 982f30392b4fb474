-- removed:
CREATE TABLE "user" ("user_id" text primary key, "email" text not null, "email_key" text not null unique, "password_hash" text, "failed_sign_ins" integer not null, "locked_until" bigint, "firstname" text not null, "lastname" text not null, "roles" text not null, "allowed_locations" text)
;;
CREATE TABLE "user" ("user_id" text primary key, "email" text not null, "email_key" text not null unique, "password_hash" text, "failed_sign_ins" integer not null, "locked_until" bigint, "firstname" text not null, "lastname" text not null, "roles" text not null, "allowed_locations" text, "home_location" text)
