-- removed:
CREATE TABLE "study_log" ("log_id" text primary key, "study_id" text not null references "study" ("study_id"), "category" text not null, "time" bigint not null, "content" text not null, "by_user" text not null)
;;
CREATE TABLE "study_log" ("log_id" text primary key, "study_id" text not null references "study" ("study_id"), "category" text not null, "time" bigint not null, "content" text not null, "by_user" text not null, "place" integer default 0 not null)
