-- removed:
CREATE TABLE "location" ("location_id" text primary key, "document" text not null)
;;
CREATE TABLE "location" ("location_id" text primary key, "document" text not null, "version" integer default 1 not null)
;;
CREATE TABLE "closure" ("closure_id" text primary key, "location_id" text not null references "location" ("location_id"), "machine_id" text, "starts" text not null, "ends" text not null, "kind" text not null check (kind in ('holiday', 'half-day', 'service', 'break')), "reason" text not null, "weeks" integer not null check (weeks between 1 and 53), "active" integer not null check (active in (0, 1)), "version" integer not null, "created_by" text not null, "created_at" bigint not null, constraint "closure_ends_after_start" check (ends > starts))
;;
CREATE INDEX "closure_by_location" on "closure" ("location_id", "starts")
;;
CREATE TABLE "closure_keep" ("closure_id" text not null references "closure" ("closure_id"), "study_id" text not null, "reason" text not null, "by_user" text not null, "by_name" text not null, "at" bigint not null, constraint "closure_keep_pkey" primary key ("closure_id", "study_id"))
