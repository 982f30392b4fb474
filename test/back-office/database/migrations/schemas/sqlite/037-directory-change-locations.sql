-- removed:
CREATE TABLE "directory_change" ("change_id" text primary key, "practitioner_id" text not null, "state" text not null check (state in ('counted', 'proposed', 'confirmed', 'declined')), "fields" text not null, "by_user" text not null, "by_name" text not null, "at" bigint not null, "decided_by_name" text, "decided_at" bigint)
;;
CREATE TABLE "directory_change" ("change_id" text primary key, "practitioner_id" text not null, "state" text not null check (state in ('counted', 'proposed', 'confirmed', 'declined')), "fields" text not null, "by_user" text not null, "by_name" text not null, "at" bigint not null, "decided_by_name" text, "decided_at" bigint, "location_id" text)
