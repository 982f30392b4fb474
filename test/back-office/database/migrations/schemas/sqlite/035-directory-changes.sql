CREATE TABLE "directory_change" ("change_id" text primary key, "practitioner_id" text not null, "state" text not null check (state in ('counted', 'proposed', 'confirmed', 'declined')), "fields" text not null, "by_user" text not null, "by_name" text not null, "at" bigint not null, "decided_by_name" text, "decided_at" bigint)
;;
CREATE INDEX "directory_change_by_state" on "directory_change" ("state", "at")
;;
CREATE TABLE "directory_notice" ("change_id" text not null references "directory_change" ("change_id"), "location_id" text not null, "seen_by_name" text, "seen_at" bigint, constraint "directory_notice_pkey" primary key ("location_id", "change_id"))
