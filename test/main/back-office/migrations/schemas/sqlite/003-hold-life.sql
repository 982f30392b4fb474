CREATE TABLE migration (name text primary key, position integer not null)
;;
CREATE TABLE "user" ("user_id" text primary key, "email" text not null, "email_key" text not null unique, "password_hash" text, "failed_sign_ins" integer not null, "locked_until" bigint, "firstname" text not null, "lastname" text not null, "roles" text not null, "allowed_locations" text)
;;
CREATE TABLE "session" ("token_hash" text primary key, "user_id" text not null references "user" ("user_id"), "created_at" bigint not null, "last_used_at" bigint not null, "expires_at" bigint not null)
;;
CREATE INDEX "session_by_expiry" on "session" ("expires_at")
;;
CREATE TABLE "member" ("patient_id" text primary key, "firstname" text not null, "middlename" text not null, "preferred_name" text not null, "lastname" text not null, "email" text not null, "email_key" text not null unique, "dob" text not null, "gender" text not null, "phone_number" text not null, "phone_key" text not null, "address" text not null, "city" text not null, "state" text not null, "postal_code" text not null, "country" text not null, "phn" text not null, "salesforce_account_id" text, "sf_opportunity_id" text, "lead_source" text not null, "lead_source_detail" text not null, "search_text" text not null, "version" integer not null, "created_at" bigint not null)
;;
CREATE TABLE "location" ("location_id" text primary key, "document" text not null)
;;
CREATE TABLE "sku" ("sku_id" integer primary key, "document" text not null)
;;
CREATE TABLE "promo_code" ("promo_id" text primary key, "document" text not null)
;;
CREATE TABLE "practitioner" ("practitioner_id" text primary key, "search_text" text not null, "document" text not null)
;;
CREATE TABLE "crm_person" ("person_id" text primary key, "atrium_id" text, "document" text not null)
;;
CREATE INDEX "crm_person_by_member" on "crm_person" ("atrium_id")
;;
CREATE TABLE "crm_opportunity" ("opportunity_id" text primary key, "person_id" text not null references "crm_person" ("person_id"), "study_id" text, "document" text not null)
;;
CREATE INDEX "crm_opportunity_by_person" on "crm_opportunity" ("person_id")
;;
CREATE TABLE "idempotency_key" ("idempotency_key" text not null, "user_id" text not null, "route" text not null, "body_hash" text not null, "status" integer, "answer" text, "created_at" bigint not null, constraint "idempotency_key_primary" primary key ("user_id", "idempotency_key"))
;;
CREATE INDEX "idempotency_key_by_age" on "idempotency_key" ("created_at")
;;
CREATE TABLE "audit" ("sequence" bigint primary key, "at" bigint not null, "user_id" text, "action" text not null, "member_id" text, "study_id" text, "location_id" text, "outcome" text not null, "previous_hash" text not null, "hash" text not null)
;;
CREATE TABLE "document_type" ("uuid" text primary key, "name" text not null, "description" text not null)
;;
CREATE TABLE "document" ("uuid" text primary key, "study_id" text not null, "patient_id" text not null, "type_id" text not null references "document_type" ("uuid"), "name" text not null, "status" text not null, "active" integer not null check (active in (0, 1)), "file_type" text not null, "base64_file" text not null, "created_at" bigint not null)
;;
CREATE INDEX "document_by_study" on "document" ("study_id", "type_id")
;;
CREATE TABLE "transaction" ("transaction_id" text primary key, "study_id" text not null, "transaction_time" bigint not null, "document" text not null)
;;
CREATE INDEX "transaction_by_study" on "transaction" ("study_id")
;;
CREATE TABLE "study" ("study_id" text primary key, "patient_id" text not null references "member" ("patient_id"), "location_id" text not null references "location" ("location_id"), "sku_id" integer not null, "starts_at" bigint, "ends_at" bigint, "wall_time" text, "timezone" text, "machine_id" text, "event_id" text, "temporary_hold" integer not null check (temporary_hold in (0, 1)), "temporary_hold_until" bigint, "cancelled" integer not null check (cancelled in (0, 1)), "status" text not null, "cancellation" text, "price" bigint not null, "payment_amount" bigint not null, "opportunity_id" text, "member_type" text, "referral_type" text not null, "referrer" text not null, "sedative_taken" text, "slot_selection_type" text not null, "proactive_booking" integer not null check (proactive_booking in (0, 1)), "extra" text not null, "version" integer not null, "created_at" bigint not null, constraint "study_time_is_whole" check ((starts_at is null) = (ends_at is null)
        and (starts_at is null) = (wall_time is null) and (starts_at is null) = (timezone is null)
        and (starts_at is null) = (machine_id is null) and (starts_at is null) = (event_id is null)), constraint "study_cancelled_has_no_time" check (cancelled = 0 or starts_at is null))
;;
CREATE INDEX "study_by_time" on "study" ("location_id", "starts_at")
;;
CREATE INDEX "study_by_member" on "study" ("patient_id")
;;
CREATE TABLE "machine_time" ("event_id" text primary key, "machine_id" text not null, "location_id" text not null references "location" ("location_id"), "starts_at" bigint not null, "ends_at" bigint not null, "kind" text not null, "study_id" text references "study" ("study_id") deferrable initially deferred, "owner_user_id" text, "owner_name" text, "expires_at" bigint, "overridden" integer not null check (overridden in (0, 1)), "renewable_until" bigint, constraint "machine_time_ends_after_start" check (ends_at > starts_at), constraint "machine_time_is_short" check (ends_at - starts_at <= 86400), constraint "machine_time_kind" check ((kind = 'slot-hold' and study_id is null and expires_at is not null)
          or (kind in ('study', 'temporary-hold') and study_id is not null)))
;;
CREATE INDEX "machine_time_by_machine" on "machine_time" ("machine_id", "starts_at")
;;
CREATE INDEX "machine_time_by_location" on "machine_time" ("location_id", "starts_at")
;;
CREATE UNIQUE INDEX machine_time_of_study on machine_time (study_id) where study_id is not null
;;
CREATE INDEX machine_time_by_expiry on machine_time (machine_id, expires_at) where expires_at is not null
;;
CREATE TABLE "study_log" ("log_id" text primary key, "study_id" text not null references "study" ("study_id"), "category" text not null, "time" bigint not null, "content" text not null, "by_user" text not null)
;;
CREATE INDEX "study_log_by_study" on "study_log" ("study_id", "time")
;;
CREATE TABLE change (sequence integer primary key autoincrement, location_id text not null,
            kind text not null, record_id text not null, changed_at integer not null)
;;
CREATE INDEX change_by_location on change (location_id, sequence)
;;
CREATE INDEX change_by_age on change (changed_at)
;;
CREATE TABLE change_feed (feed_id integer primary key check (feed_id = 1), epoch text not null)
;;
CREATE TRIGGER machine_time_no_overlap_added before insert on machine_time when new.overridden = 0 and exists (
    select 1 from machine_time as taken
    where taken.machine_id = new.machine_id and taken.event_id is not new.event_id
      and taken.starts_at < new.ends_at and taken.ends_at > new.starts_at
      and taken.starts_at > new.starts_at - 86400)
  begin select raise(abort, 'machine-time-overlap'); end
;;
CREATE TRIGGER machine_time_no_overlap_changed before update of event_id, machine_id, starts_at, ends_at, overridden on machine_time when new.overridden = 0 and exists (
    select 1 from machine_time as taken
    where taken.machine_id = new.machine_id and taken.event_id is not old.event_id
      and taken.starts_at < new.ends_at and taken.ends_at > new.starts_at
      and taken.starts_at > new.starts_at - 86400)
  begin select raise(abort, 'machine-time-overlap'); end
;;
CREATE TRIGGER machine_time_noted_added after insert on machine_time begin insert into change (location_id, kind, record_id, changed_at) select new.location_id, 'machine-time', new.event_id, unixepoch(); end
;;
CREATE TRIGGER machine_time_noted_changed after update on machine_time begin insert into change (location_id, kind, record_id, changed_at) select new.location_id, 'machine-time', new.event_id, unixepoch(); insert into change (location_id, kind, record_id, changed_at) select old.location_id, 'machine-time', old.event_id, unixepoch() where (old.location_id, old.event_id) is not (new.location_id, new.event_id); end
;;
CREATE TRIGGER machine_time_noted_removed after delete on machine_time begin insert into change (location_id, kind, record_id, changed_at) select old.location_id, 'machine-time', old.event_id, unixepoch(); end
;;
CREATE TRIGGER study_noted_added after insert on study begin insert into change (location_id, kind, record_id, changed_at) select new.location_id, 'study', new.study_id, unixepoch(); end
;;
CREATE TRIGGER study_noted_changed after update on study begin insert into change (location_id, kind, record_id, changed_at) select new.location_id, 'study', new.study_id, unixepoch(); insert into change (location_id, kind, record_id, changed_at) select old.location_id, 'study', old.study_id, unixepoch() where old.location_id <> new.location_id; end
;;
CREATE TRIGGER study_noted_removed after delete on study begin insert into change (location_id, kind, record_id, changed_at) select old.location_id, 'study', old.study_id, unixepoch(); end
;;
CREATE TRIGGER member_noted_changed after update on member begin insert into change (location_id, kind, record_id, changed_at) select distinct study.location_id, 'member', new.patient_id, unixepoch() from study where study.patient_id = new.patient_id; end
;;
CREATE TRIGGER location_noted_added after insert on location begin insert into change (location_id, kind, record_id, changed_at) select new.location_id, 'location', new.location_id, unixepoch(); end
;;
CREATE TRIGGER location_noted_changed after update on location begin insert into change (location_id, kind, record_id, changed_at) select new.location_id, 'location', new.location_id, unixepoch(); end
