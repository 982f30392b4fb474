-- removed:
CREATE TABLE "settle_reason" ("settle_reason_id" text primary key, "study_id" text not null references "study" ("study_id"), "kind" text not null check (kind in ('booked', 'moved')), "reason" text not null, "given_at" bigint not null, "given_by" text not null, "given_by_user" text)
;;
CREATE TABLE "settle_reason" ("settle_reason_id" text primary key, "study_id" text not null references "study" ("study_id"), "kind" text not null check (kind in ('booked', 'moved')), "reason" text not null, "given_at" bigint not null, "given_by" text not null, "given_by_user" text, "notices" text)
