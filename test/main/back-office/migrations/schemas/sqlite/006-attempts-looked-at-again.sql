CREATE TABLE migration (name text primary key, position integer not null)
;;
CREATE TABLE "user" ("user_id" text primary key, "email" text not null, "email_key" text not null unique, "password_hash" text, "failed_sign_ins" integer not null, "locked_until" bigint, "firstname" text not null, "lastname" text not null, "roles" text not null, "allowed_locations" text)
;;
CREATE TABLE "session" ("token_hash" text primary key, "user_id" text not null references "user" ("user_id"), "created_at" bigint not null, "last_used_at" bigint not null, "expires_at" bigint not null)
;;
CREATE INDEX "session_by_expiry" on "session" ("expires_at")
;;
CREATE TABLE "member" ("patient_id" text primary key, "firstname" text not null, "middlename" text not null, "preferred_name" text not null, "lastname" text not null, "email" text not null, "email_key" text not null unique, "dob" text not null, "gender" text not null, "phone_number" text not null, "phone_key" text not null, "address" text not null, "city" text not null, "state" text not null, "postal_code" text not null, "country" text not null, "phn" text not null, "salesforce_account_id" text, "sf_opportunity_id" text, "lead_source" text not null, "lead_source_detail" text not null, "search_text" text not null, "version" integer not null, "created_at" bigint not null, "referral_code" text)
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
CREATE TABLE "study" ("study_id" text primary key, "patient_id" text not null references "member" ("patient_id"), "location_id" text not null references "location" ("location_id"), "sku_id" integer not null, "starts_at" bigint, "ends_at" bigint, "wall_time" text, "timezone" text, "machine_id" text, "event_id" text, "temporary_hold" integer not null check (temporary_hold in (0, 1)), "temporary_hold_until" bigint, "cancelled" integer not null check (cancelled in (0, 1)), "status" text not null, "cancellation" text, "price" bigint not null, "payment_amount" bigint not null, "opportunity_id" text, "member_type" text, "referral_type" text not null, "referrer" text not null, "sedative_taken" text, "slot_selection_type" text not null, "proactive_booking" integer not null check (proactive_booking in (0, 1)), "extra" text not null, "version" integer not null, "created_at" bigint not null, "sedative" text default '{"status":"not requested","preferredPharmacy":null,"prescribedDate":null,"sentDate":null,"details":{"pickupDate":null}}' not null, "safety" text default '{"version":0,"state":"unanswered","unanswered":12,"red":0,"blue":0,"green":0,"isProhibited":false,"signOff":null,"required":12,"draft":null}' not null, "balance" bigint default 0 not null, "ledger_version" integer default 0 not null, constraint "study_time_is_whole" check ((starts_at is null) = (ends_at is null)
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
;;
CREATE TABLE "safety_record" ("study_id" text primary key references "study" ("study_id"), "answers" text not null, "version" integer not null check (version > 0), "saved_at" bigint not null, "saved_by" text not null, "saved_by_user" text)
;;
CREATE TABLE "safety_revision" ("study_id" text not null references "safety_record" ("study_id"), "version" integer not null, "saved_at" bigint not null, "saved_by" text not null, "changes" text not null, constraint "safety_revision_pkey" primary key ("study_id", "version"))
;;
CREATE TABLE "safety_sign_off" ("sign_off_id" text primary key, "study_id" text not null references "safety_record" ("study_id"), "version" integer not null, "signed_at" bigint not null, "signed_by" text not null, "signed_by_user" text, "reason" text not null, "ground" text not null, "withdrawn_at" bigint, "withdrawn_by" text, "withdrawn_reason" text, constraint "safety_sign_off_withdrawal_is_whole" check ((withdrawn_at is null) = (withdrawn_by is null) and (withdrawn_at is null) = (withdrawn_reason is null)))
;;
CREATE UNIQUE INDEX safety_sign_off_standing on safety_sign_off (study_id) where withdrawn_at is null
;;
CREATE INDEX "safety_sign_off_by_study" on "safety_sign_off" ("study_id")
;;
CREATE TABLE "safety_presence" ("study_id" text not null, "desk_id" text not null, "user_id" text not null, "name" text not null, "since" bigint not null, "seen_at" bigint not null, constraint "safety_presence_pkey" primary key ("study_id", "desk_id"))
;;
CREATE INDEX "safety_presence_by_age" on "safety_presence" ("seen_at")
;;
CREATE TABLE "transaction" ("transaction_id" text primary key, "study_id" text not null, "location_id" text not null, "place" integer not null, "transaction_type" text not null, "payment_type" text not null, "amount" bigint not null, "currency" text not null, "timezone" text not null, "transaction_time" bigint not null, "status" text not null, "memo" text not null, "sku" integer not null, "processed_by" text, "linked_transaction" text references "transaction" ("transaction_id"), "attempt_id" text unique, "request_key" text unique, "gift_card_number" text, "details" text not null, constraint "transaction_place" unique ("study_id", "place"), constraint "transaction_amount_has_its_sign" check (amount >= 0 or transaction_type = 'reconciliation'))
;;
CREATE INDEX "transaction_by_day" on "transaction" ("location_id", "transaction_time")
;;
CREATE INDEX "transaction_by_link" on "transaction" ("linked_transaction")
;;
CREATE TABLE "transaction_step" ("step_id" text primary key, "transaction_id" text not null references "transaction" ("transaction_id"), "place" integer not null, "step" text not null check (step in ('issued', 'deposit', 'paid')), "is_done" integer not null check (is_done in (0, 1)), "amount" bigint, "payment_method" text, "reference_id" text not null, "processed_by" text, "at" bigint not null, constraint "transaction_step_place" unique ("transaction_id", "place"))
;;
CREATE TABLE "payment_attempt" ("attempt_id" text primary key, "study_id" text not null, "location_id" text not null, "kind" text not null check (kind in ('payment', 'refund')), "route" text not null, "amount" bigint not null check (amount >= 0), "currency" text not null, "refund_of" text, "memo" text not null, "state" text not null check (state in ('open', 'succeeded', 'declined', 'cancelled')), "intent_id" text, "failure" text, "transaction_id" text, "user_id" text, "user_name" text not null, "begun_at" bigint not null, "settled_at" bigint, "request_key" text, "look_again_at" bigint)
;;
CREATE UNIQUE INDEX payment_attempt_open on payment_attempt (study_id) where state = 'open'
;;
CREATE INDEX "payment_attempt_by_study" on "payment_attempt" ("study_id")
;;
CREATE INDEX "payment_attempt_by_intent" on "payment_attempt" ("intent_id")
;;
CREATE TABLE "member_credit" ("credit_id" text primary key, "patient_id" text not null references "member" ("patient_id"), "amount" bigint not null, "currency" text not null, "study_id" text not null, "transaction_id" text, "reason" text not null, "at" bigint not null, "processed_by" text)
;;
CREATE INDEX "member_credit_by_member" on "member_credit" ("patient_id")
;;
CREATE TABLE "gift_card" ("gift_card_key" text primary key, "number" text not null, "currency" text not null, "created_at" bigint not null)
;;
CREATE TABLE "gift_card_entry" ("entry_id" text primary key, "gift_card_key" text not null references "gift_card" ("gift_card_key"), "amount" bigint not null, "study_id" text, "transaction_id" text, "at" bigint not null)
;;
CREATE INDEX "gift_card_entry_by_card" on "gift_card_entry" ("gift_card_key")
;;
CREATE TABLE "cash_up_count" ("count_id" text primary key, "location_id" text not null, "date" text not null, "user_id" text not null, "payment_type" text not null, "counted" bigint not null, "expected" bigint not null, "note" text not null, "counted_by" text not null, "counted_by_name" text not null, "counted_at" bigint not null, "place" integer not null, constraint "cash_up_count_place" unique ("location_id", "date", "place"))
;;
CREATE TABLE "cash_up_sign_off" ("location_id" text not null, "date" text not null, "signed_by" text not null, "signed_by_name" text not null, "signed_at" bigint not null, "note" text not null, "document" text not null, constraint "cash_up_sign_off_pkey" primary key ("location_id", "date"))
;;
CREATE TABLE "sent_mail" ("mail_id" text primary key, "at" bigint not null, "sender" text not null, "recipients" text not null, "subject" text not null, "body" text not null, "attachments" text not null, "request_key" text unique)
;;
CREATE INDEX "member_by_referral_code" on "member" ("referral_code")
;;
CREATE TRIGGER transaction_stays_on_update before update on "transaction"
    begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER transaction_stays_on_delete before delete on "transaction"
    begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER transaction_step_stays_on_update before update on "transaction_step"
    begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER transaction_step_stays_on_delete before delete on "transaction_step"
    begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER member_credit_stays_on_update before update on "member_credit"
    begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER member_credit_stays_on_delete before delete on "member_credit"
    begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER gift_card_stays_on_update before update on "gift_card"
    begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER gift_card_stays_on_delete before delete on "gift_card"
    begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER gift_card_entry_stays_on_update before update on "gift_card_entry"
    begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER gift_card_entry_stays_on_delete before delete on "gift_card_entry"
    begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER cash_up_count_stays_on_update before update on "cash_up_count"
    begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER cash_up_count_stays_on_delete before delete on "cash_up_count"
    begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER cash_up_sign_off_stays_on_update before update on "cash_up_sign_off"
    begin select raise(abort, 'append-only'); end
;;
CREATE TRIGGER cash_up_sign_off_stays_on_delete before delete on "cash_up_sign_off"
    begin select raise(abort, 'append-only'); end
;;
CREATE INDEX payment_attempt_to_look_at on payment_attempt (look_again_at) where look_again_at is not null
