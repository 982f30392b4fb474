-- removed:
CREATE TABLE "member" ("patient_id" text primary key, "firstname" text not null, "middlename" text not null, "preferred_name" text not null, "lastname" text not null, "email" text not null, "email_key" text not null unique, "dob" text not null, "gender" text not null, "phone_number" text not null, "phone_key" text not null, "address" text not null, "city" text not null, "state" text not null, "postal_code" text not null, "country" text not null, "phn" text not null, "salesforce_account_id" text, "sf_opportunity_id" text, "lead_source" text not null, "lead_source_detail" text not null, "search_text" text not null, "version" integer not null, "created_at" bigint not null)
;;
-- removed:
CREATE TABLE "transaction" ("transaction_id" text primary key, "study_id" text not null, "transaction_time" bigint not null, "document" text not null)
;;
-- removed:
CREATE INDEX "transaction_by_study" on "transaction" ("study_id")
;;
-- removed:
CREATE TABLE "study" ("study_id" text primary key, "patient_id" text not null references "member" ("patient_id"), "location_id" text not null references "location" ("location_id"), "sku_id" integer not null, "starts_at" bigint, "ends_at" bigint, "wall_time" text, "timezone" text, "machine_id" text, "event_id" text, "temporary_hold" integer not null check (temporary_hold in (0, 1)), "temporary_hold_until" bigint, "cancelled" integer not null check (cancelled in (0, 1)), "status" text not null, "cancellation" text, "price" bigint not null, "payment_amount" bigint not null, "opportunity_id" text, "member_type" text, "referral_type" text not null, "referrer" text not null, "sedative_taken" text, "slot_selection_type" text not null, "proactive_booking" integer not null check (proactive_booking in (0, 1)), "extra" text not null, "version" integer not null, "created_at" bigint not null, "sedative" text default '{"status":"not requested","preferredPharmacy":null,"prescribedDate":null,"sentDate":null,"details":{"pickupDate":null}}' not null, "safety" text default '{"version":0,"state":"unanswered","unanswered":12,"red":0,"blue":0,"green":0,"isProhibited":false,"signOff":null,"required":12,"draft":null}' not null, constraint "study_time_is_whole" check ((starts_at is null) = (ends_at is null)
        and (starts_at is null) = (wall_time is null) and (starts_at is null) = (timezone is null)
        and (starts_at is null) = (machine_id is null) and (starts_at is null) = (event_id is null)), constraint "study_cancelled_has_no_time" check (cancelled = 0 or starts_at is null))
;;
CREATE TABLE "member" ("patient_id" text primary key, "firstname" text not null, "middlename" text not null, "preferred_name" text not null, "lastname" text not null, "email" text not null, "email_key" text not null unique, "dob" text not null, "gender" text not null, "phone_number" text not null, "phone_key" text not null, "address" text not null, "city" text not null, "state" text not null, "postal_code" text not null, "country" text not null, "phn" text not null, "salesforce_account_id" text, "sf_opportunity_id" text, "lead_source" text not null, "lead_source_detail" text not null, "search_text" text not null, "version" integer not null, "created_at" bigint not null, "referral_code" text)
;;
CREATE TABLE "study" ("study_id" text primary key, "patient_id" text not null references "member" ("patient_id"), "location_id" text not null references "location" ("location_id"), "sku_id" integer not null, "starts_at" bigint, "ends_at" bigint, "wall_time" text, "timezone" text, "machine_id" text, "event_id" text, "temporary_hold" integer not null check (temporary_hold in (0, 1)), "temporary_hold_until" bigint, "cancelled" integer not null check (cancelled in (0, 1)), "status" text not null, "cancellation" text, "price" bigint not null, "payment_amount" bigint not null, "opportunity_id" text, "member_type" text, "referral_type" text not null, "referrer" text not null, "sedative_taken" text, "slot_selection_type" text not null, "proactive_booking" integer not null check (proactive_booking in (0, 1)), "extra" text not null, "version" integer not null, "created_at" bigint not null, "sedative" text default '{"status":"not requested","preferredPharmacy":null,"prescribedDate":null,"sentDate":null,"details":{"pickupDate":null}}' not null, "safety" text default '{"version":0,"state":"unanswered","unanswered":12,"red":0,"blue":0,"green":0,"isProhibited":false,"signOff":null,"required":12,"draft":null}' not null, "balance" bigint default 0 not null, "ledger_version" integer default 0 not null, constraint "study_time_is_whole" check ((starts_at is null) = (ends_at is null)
        and (starts_at is null) = (wall_time is null) and (starts_at is null) = (timezone is null)
        and (starts_at is null) = (machine_id is null) and (starts_at is null) = (event_id is null)), constraint "study_cancelled_has_no_time" check (cancelled = 0 or starts_at is null))
;;
CREATE TABLE "transaction" ("transaction_id" text primary key, "study_id" text not null, "location_id" text not null, "place" integer not null, "transaction_type" text not null, "payment_type" text not null, "amount" bigint not null, "currency" text not null, "timezone" text not null, "transaction_time" bigint not null, "status" text not null, "memo" text not null, "sku" integer not null, "processed_by" text, "linked_transaction" text references "transaction" ("transaction_id"), "attempt_id" text unique, "request_key" text unique, "gift_card_number" text, "details" text not null, constraint "transaction_place" unique ("study_id", "place"), constraint "transaction_amount_has_its_sign" check (amount >= 0 or transaction_type = 'reconciliation'))
;;
CREATE INDEX "transaction_by_day" on "transaction" ("location_id", "transaction_time")
;;
CREATE INDEX "transaction_by_link" on "transaction" ("linked_transaction")
;;
CREATE TABLE "transaction_step" ("step_id" text primary key, "transaction_id" text not null references "transaction" ("transaction_id"), "place" integer not null, "step" text not null check (step in ('issued', 'deposit', 'paid')), "is_done" integer not null check (is_done in (0, 1)), "amount" bigint, "payment_method" text, "reference_id" text not null, "processed_by" text, "at" bigint not null, constraint "transaction_step_place" unique ("transaction_id", "place"))
;;
CREATE TABLE "payment_attempt" ("attempt_id" text primary key, "study_id" text not null, "location_id" text not null, "kind" text not null check (kind in ('payment', 'refund')), "route" text not null, "amount" bigint not null check (amount >= 0), "currency" text not null, "refund_of" text, "memo" text not null, "state" text not null check (state in ('open', 'succeeded', 'declined', 'cancelled')), "intent_id" text, "failure" text, "transaction_id" text, "user_id" text, "user_name" text not null, "begun_at" bigint not null, "settled_at" bigint, "request_key" text)
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
