CREATE TABLE "member_email_change" ("member_id" text primary key references "member" ("patient_id"), "previous_email" text not null, "location_id" text, "by_user" text not null, "by_name" text not null, "at" bigint not null)
;;
CREATE TABLE "member_email_confirmation" ("member_id" text not null references "member" ("patient_id"), "location_id" text not null, "email_key" text not null, "by_user" text not null, "by_name" text not null, "at" bigint not null, constraint "member_email_confirmation_pkey" primary key ("member_id", "location_id", "email_key"))
