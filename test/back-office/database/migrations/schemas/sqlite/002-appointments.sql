CREATE TABLE "study" ("study_id" text primary key, "patient_id" text not null references "member" ("patient_id"), "location_id" text not null references "location" ("location_id"), "sku_id" integer not null, "starts_at" bigint, "ends_at" bigint, "wall_time" text, "timezone" text, "machine_id" text, "event_id" text, "temporary_hold" integer not null check (temporary_hold in (0, 1)), "temporary_hold_until" bigint, "cancelled" integer not null check (cancelled in (0, 1)), "status" text not null, "cancellation" text, "price" bigint not null, "payment_amount" bigint not null, "opportunity_id" text, "member_type" text, "referral_type" text not null, "referrer" text not null, "sedative_taken" text, "slot_selection_type" text not null, "proactive_booking" integer not null check (proactive_booking in (0, 1)), "extra" text not null, "version" integer not null, "created_at" bigint not null, constraint "study_time_is_whole" check ((starts_at is null) = (ends_at is null)
        and (starts_at is null) = (wall_time is null) and (starts_at is null) = (timezone is null)
        and (starts_at is null) = (machine_id is null) and (starts_at is null) = (event_id is null)), constraint "study_cancelled_has_no_time" check (cancelled = 0 or starts_at is null))
;;
CREATE INDEX "study_by_time" on "study" ("location_id", "starts_at")
;;
CREATE INDEX "study_by_member" on "study" ("patient_id")
;;
CREATE TABLE "machine_time" ("event_id" text primary key, "machine_id" text not null, "location_id" text not null references "location" ("location_id"), "starts_at" bigint not null, "ends_at" bigint not null, "kind" text not null, "study_id" text references "study" ("study_id") deferrable initially deferred, "owner_user_id" text, "owner_name" text, "expires_at" bigint, "overridden" integer not null check (overridden in (0, 1)), constraint "machine_time_ends_after_start" check (ends_at > starts_at), constraint "machine_time_is_short" check (ends_at - starts_at <= 86400), constraint "machine_time_kind" check ((kind = 'slot-hold' and study_id is null and expires_at is not null)
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
