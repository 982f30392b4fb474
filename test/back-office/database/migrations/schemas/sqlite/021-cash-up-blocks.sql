-- removed:
CREATE TABLE "cash_up_count" ("count_id" text primary key, "location_id" text not null, "date" text not null, "user_id" text not null, "payment_type" text not null, "counted" bigint not null, "expected" bigint not null, "note" text not null, "counted_by" text not null, "counted_by_name" text not null, "counted_at" bigint not null, "place" integer not null, constraint "cash_up_count_place" unique ("location_id", "date", "place"))
;;
CREATE TABLE "cash_up_count" ("count_id" text primary key, "location_id" text not null, "date" text not null, "user_id" text not null, "payment_type" text not null, "counted" bigint not null, "expected" bigint not null, "note" text not null, "counted_by" text not null, "counted_by_name" text not null, "counted_at" bigint not null, "place" integer not null, "block" integer default 0 not null, constraint "cash_up_count_place" unique ("location_id", "date", "place"))
;;
CREATE TABLE "cash_up_event" ("location_id" text not null, "date" text not null, "place" integer not null, "kind" text not null check (kind in ('closed', 'reopened')), "by_user" text not null, "by_name" text not null, "at" bigint not null, "note" text not null, "early_reason" text not null, "document" text, "transactions" text, constraint "cash_up_event_pkey" primary key ("location_id", "date", "place"), constraint "cash_up_event_close_has_document" check ((kind = 'closed') = (document is not null)))
;;
CREATE TRIGGER cash_up_event_stays_on_update before update on cash_up_event
              begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER cash_up_event_stays_on_delete before delete on cash_up_event
              begin select raise(abort, 'append-only'); end
