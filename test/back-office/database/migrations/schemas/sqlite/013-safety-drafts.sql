CREATE TABLE "safety_draft" ("draft_id" text primary key, "study_id" text unique references "study" ("study_id"), "member_id" text not null, "location_id" text not null, "answers" text not null, "version" bigint not null, "base_version" integer not null, "saved_at" bigint not null, "saved_by" text not null, "saved_by_user" text)
;;
CREATE INDEX "safety_draft_by_member" on "safety_draft" ("member_id")
