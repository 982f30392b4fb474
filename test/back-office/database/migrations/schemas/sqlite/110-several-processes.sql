-- removed:
CREATE TABLE "idempotency_key" ("idempotency_key" text not null, "user_id" text not null, "route" text not null, "body_hash" text not null, "status" integer, "answer" text, "created_at" bigint not null, constraint "idempotency_key_primary" primary key ("user_id", "idempotency_key"))
;;
CREATE TABLE "idempotency_key" ("idempotency_key" text not null, "user_id" text not null, "route" text not null, "body_hash" text not null, "status" integer, "answer" text, "created_at" bigint not null, "leased_by" text, "leased_until" bigint, constraint "idempotency_key_primary" primary key ("user_id", "idempotency_key"))
;;
CREATE TABLE "server_run" ("run_id" text primary key, "seen_at" bigint not null)
;;
CREATE TABLE "work_lease" ("work" text primary key, "run_id" text not null, "term" bigint not null, "until" bigint not null)
;;
CREATE TABLE "call_count" ("counter" text not null, "minute" bigint not null, "calls" bigint not null, constraint "call_count_pk" primary key ("counter", "minute"))
;;
CREATE INDEX "call_count_minute" on "call_count" ("minute")
