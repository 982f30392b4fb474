CREATE TABLE "delivery" ("delivery_id" text primary key, "study_id" text not null references "study" ("study_id"), "author_id" text not null, "author_name" text not null, "channel" text not null check (channel in ('fax', 'email', 'cd', 'usb')), "mode" text not null check (mode in ('automated', 'manual')), "item" text not null, "title" text not null, "practitioner_id" text not null, "practice_location_id" text, "recipient_name" text not null, "address" text not null, "address_key" text not null, "password" text, "hides_hi_content" integer not null, "state" text not null check (state in ('registered', 'sending', 'handed-over', 'delivered', 'failed', 'uncertain', 'cancelled')), "reason" text, "pages" integer, "sending" integer default 1 not null, "receipt" text, "sender_run" text, "sending_since" bigint, "request_key" text unique, "created_at" bigint not null, "handed_over_at" bigint, "delivered_at" bigint, "ended_at" bigint)
;;
CREATE INDEX "delivery_by_study" on "delivery" ("study_id", "created_at")
;;
CREATE INDEX "delivery_by_address" on "delivery" ("channel", "address_key")
;;
CREATE TABLE "delivery_ticket" ("ticket_hash" text primary key, "delivery_id" text not null references "delivery" ("delivery_id"), "expires_at" bigint not null)
;;
CREATE TABLE "image_request" ("study_id" text primary key references "study" ("study_id"), "requested_at" bigint not null, "requested_by" text not null)
