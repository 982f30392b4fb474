import type { CardRoute } from '#domain/payments/payment-attempt.ts'
import type { PaymentType } from '#domain/payments/payment-types.ts'
import type {
  InvoiceStepName,
  StepPaymentMethod,
  TransactionStatus,
  TransactionType,
} from '#domain/payments/transaction.ts'
import type { StudyInvoiceStep } from '#domain/study/study-details.ts'
import type { Currency } from '#domain/values/money.ts'
import type { AccountColumns, AccountTables } from './account-tables.ts'
import type { AuditTables } from './audit-table.ts'
import type { CashUpTables } from './cash-up-tables.ts'
import type { CatalogueTables } from './catalogue-tables.ts'
import type { DataDutyTables } from './data-duty-tables.ts'
import type { DeliveryTables } from './delivery-tables.ts'
import type { DocumentTables } from './document-tables.ts'
import type { ExternalIDTable } from './external-id-table.ts'
import type { ClosureKeepTable, ClosureTable, LocationTable } from './location-tables.ts'
import type { LaterMemberColumns, MemberMergeTable } from './member-merge-table.ts'
import type { MessageTables } from './message-tables.ts'
import type { ServerTables } from './server-identity-table.ts'
import type { UpdateTables } from './update-tables.ts'

/**
 * The back office's tables, the same on SQLite and PostgreSQL. Instants are epoch seconds (a bigint that is read as a
 * number), dates `YYYY-MM-DD`, money integer minor units, documents JSON text. No zone arithmetic happens in SQL.
 */

/** 0 or 1: SQLite has no booleans, and one shape serves both engines. */
type Flag = 0 | 1

export type UserTable = {
  user_id: string
  email: string
  /** Lower case, for lookups. */
  email_key: string
  /** `scrypt$N$r$p$salt$hash`; null for members who have never signed up for an account. */
  password_hash: string | null
  failed_sign_ins: number
  locked_until: number | null
  firstname: string
  lastname: string
  /** JSON array of role names. */
  roles: string
  /** JSON array of location ids, or null for all. */
  allowed_locations: string | null
  /** The location that this account's screens show first each day; null for none. */
  home_location: string | null
}

export type MemberTable = {
  patient_id: string
  firstname: string
  middlename: string
  preferred_name: string
  lastname: string
  email: string
  email_key: string
  dob: string
  gender: string
  phone_number: string
  /** Digits only, without a leading 1. */
  phone_key: string
  address: string
  city: string
  state: string
  postal_code: string
  country: string
  phn: string
  salesforce_account_id: string | null
  sf_opportunity_id: string | null
  lead_source: string
  lead_source_detail: string
  language: string
  /** Upper case; a booking that names it gets a discount. Null in rows that have not been given a code yet. */
  referral_code: string | null
  /** Folded names, birth date, digits of the phone and email in one line, for searching. */
  search_text: string
  version: number
  created_at: number
}

/** The words that a search finds a member by, one per row (domain/members/search-words.ts). */
type MemberWordTable = { word: string; member_id: string }

/** The keys under which a misspelling finds a word of a name (domain/members/name-keys.ts). */
type NameKeyTable = { name_key: string; word: string }

/** The last change of a member's email address by staff; `location_id` is null when unknown. `at` in epoch seconds. */
export type MemberEmailChangeTable = {
  member_id: string
  previous_email: string
  location_id: string | null
  by_user: string
  by_name: string
  at: number
}

/** A member's email address that a user confirmed for a location; `email_key` in lower case, `at` in epoch seconds. */
export type MemberEmailConfirmationTable = {
  member_id: string
  location_id: string
  email_key: string
  by_user: string
  by_name: string
  at: number
}

/** A change of the directory; `fields` is JSON of directoryChangeSchema. Times in epoch seconds. */
export type DirectoryChangeTable = {
  change_id: string
  practitioner_id: string
  state: 'counted' | 'proposed' | 'confirmed' | 'declined'
  fields: string
  by_user: string
  by_name: string
  at: number
  decided_by_name: string | null
  decided_at: number | null
  /** The location of the study on whose page the change was made. */
  location_id: string | null
}

/** A directory change announced to a location, and who saw it there first. */
type DirectoryNoticeTable = {
  change_id: string
  location_id: string
  seen_by_name: string | null
  seen_at: number | null
}

export type StudyTable = {
  study_id: string
  patient_id: string
  location_id: string
  sku_id: number
  /** Null before a time is chosen and after a cancellation. */
  starts_at: number | null
  ends_at: number | null
  wall_time: string | null
  timezone: string | null
  machine_id: string | null
  event_id: string | null
  temporary_hold: Flag
  temporary_hold_until: number | null
  cancelled: Flag
  /** `StudyStatus`, JSON; it includes `cancelled`, which is written together with the column `cancelled`. */
  status: string
  cancellation: string | null
  price: number
  /**
   * Payments and credits minus their refunds. `payment_made` is 1 from the first payment or credit on, even after a
   * refund. `balance` is the amount due.
   */
  payment_amount: number
  payment_made: Flag
  balance: number
  /** Counts changes of the ledger, including steps and price. `invoice_step` is written together with it. */
  ledger_version: number
  invoice_step: StudyInvoiceStep
  opportunity_id: string | null
  member_type: string | null
  referral_type: string
  referrer: string
  sedative_taken: string | null
  slot_selection_type: string
  proactive_booking: Flag
  /** `Addon[]`, JSON, null for none. `extra` is `StudyDetails` and more, JSON: see `study-details-column.ts`. */
  items: string | null
  extra: string
  /** `Sedative`, JSON. */
  sedative: string
  /** `SafetySummary`, JSON: written whenever the answers, the appointment or the member's recorded sex changes. */
  safety: string
  /** Dangers known from the member's other bookings, `StoredOthers`, JSON; null before they are first computed. */
  other_safety: string | null
  version: number
  created_at: number
}

/**
 * The taken times of a machine, [starts_at, ends_at). The database itself prevents overlaps of one machine: an
 * exclusion constraint on PostgreSQL, triggers on SQLite. An `overridden` row may overlap others: an administrator
 * booked the overlap with a reason, or the row is a hold that overlaps only the study being moved. PostgreSQL's
 * constraint ignores these rows, but triggers on both engines refuse an ordinary row that overlaps one.
 */
export type MachineTimeTable = {
  event_id: string
  machine_id: string
  location_id: string
  starts_at: number
  ends_at: number
  /** `study`, `temporary-hold` or `slot-hold`. */
  kind: string
  study_id: string | null
  owner_user_id: string | null
  owner_name: string | null
  expires_at: number | null
  overridden: Flag
  /** A hold without an owner cannot be renewed past this time; null for all other rows. */
  renewable_until: number | null
}

/** A study's current safety answers; no row before the first save. `answers` is JSON by dotted field. */
export type SafetyRecordTable = {
  study_id: string
  answers: string
  version: number
  saved_at: number
  saved_by: string
  /** Null for saves that no user made. */
  saved_by_user: string | null
}

/** One save of safety answers; `changes` is JSON in the form of the contract's revisions. */
export type SafetyRevisionTable = {
  study_id: string
  version: number
  saved_at: number
  saved_by: string
  changes: string
}

/** A sign-off on red notices. The three `withdrawn` columns are null together while the sign-off is valid. */
export type SafetySignOffTable = {
  sign_off_id: string
  study_id: string
  /** Version of the answers that were signed. */
  version: number
  signed_at: number
  signed_by: string
  signed_by_user: string | null
  reason: string
  /** `SignOffBasis`, JSON. */
  ground: string
  withdrawn_at: number | null
  withdrawn_by: string | null
  withdrawn_reason: string | null
}

/** Incomplete safety answers. `answers` is JSON by dotted field; `study_id` is null before there is a study. */
export type SafetyDraftTable = {
  draft_id: string
  study_id: string | null
  member_id: string
  location_id: string
  answers: string
  /**
   * Increases with each change. A new draft starts at the current time in epoch seconds, so that it does not repeat the
   * versions of a removed draft.
   */
  version: number
  /** Version of the saved answers that the draft started from. */
  base_version: number
  saved_at: number
  saved_by: string
  /** The only user who gave these answers; null if there were several. */
  saved_by_user: string | null
}

/** The reason why a member was booked or moved while a stop was not settled. */
type SettleReasonTable = {
  settle_reason_id: string
  study_id: string
  kind: 'booked' | 'moved'
  reason: string
  /** The notices that the reason covered, as JSON: key, text and dates of each. Null in rows older than the column. */
  notices: string | null
  given_at: number
  given_by: string
  given_by_user: string | null
}

/** The reason why a member was checked in, or marked as scanned, despite open stops. */
type ActReasonTable = {
  act_reason_id: string
  study_id: string
  kind: 'checked-in' | 'scanned'
  reason: string
  /** The open stops of the study itself, as JSON: key, text and dates of each. */
  notices: string
  /** The stops of other bookings that the reason covered, JSON; only compared with the current stops, never shown. */
  others: string
  given_at: number
  given_by: string
  given_by_user: string | null
}

/** A workstation that has a study's safety questions open. It counts as gone when not seen for half a minute. */
type SafetyPresenceTable = {
  study_id: string
  desk_id: string
  user_id: string
  name: string
  since: number
  seen_at: number
}

export type StudyLogTable = {
  log_id: string
  study_id: string
  /** Counts the study's lines from oldest to newest; two lines written concurrently may have the same number. */
  place: number
  category: string
  time: number
  content: string
  by_user: string
}

/** A line of the log before its place is assigned. */
export type NewStudyLogRow = Omit<StudyLogTable, 'place'>

/** The changes in order, for the `changes` feed. A row is written in the same transaction as the change itself. */
export type ChangeTable = {
  sequence: number
  location_id: string
  kind: string
  record_id: string
  changed_at: number
}

type CrmPersonTable = { person_id: string; atrium_id: string | null; document: string }
type CrmOpportunityTable = {
  opportunity_id: string
  person_id: string
  study_id: string | null
  document: string
}

/** A member with whom a study is shared, by platform id (booking spec §3 Share). */
export type ShareTable = { study_id: string; platform_id: string; shared_at: number }

/** An entry of a study's ledger (booking spec §3 Transaction); triggers refuse changes and removals. */
export type TransactionTable = {
  transaction_id: string
  study_id: string
  location_id: string
  /** The study's `ledger_version` after the entry was written; it orders entries of the same second. */
  place: number
  transaction_type: TransactionType
  payment_type: PaymentType
  /** Minor units; below 0 only for reconciliations. */
  amount: number
  currency: Currency
  timezone: string
  transaction_time: number
  status: TransactionStatus
  memo: string
  sku: number
  /** User id; null if no user did it. */
  processed_by: string | null
  linked_transaction: string | null
  attempt_id: string | null
  /** The caller and the idempotency key of the call, for calls that may be repeated after a crash. */
  request_key: string | null
  gift_card_number: string | null
  /** `TransactionDetails`, JSON. */
  details: string
}

/** One toggle of a step; the latest toggle of each step counts. Append-only. */
export type TransactionStepTable = {
  step_id: string
  transaction_id: string
  /** 1 for the transaction's first toggle, and so on. */
  place: number
  step: InvoiceStepName
  is_done: Flag
  amount: number | null
  payment_method: StepPaymentMethod | null
  reference_id: string
  processed_by: string | null
  at: number
}

/** A card payment or refund from its registration on; the database allows one `open` attempt per study. */
export type PaymentAttemptTable = {
  attempt_id: string
  study_id: string
  location_id: string
  kind: 'payment' | 'refund'
  route: CardRoute
  /**
   * Minor units; 0 if the attempt was stored as cancelled because it was not registered when its result was requested.
   */
  amount: number
  currency: Currency
  refund_of: string | null
  memo: string
  state: 'open' | 'succeeded' | 'declined' | 'cancelled'
  intent_id: string | null
  /** `{code, message}`, JSON. */
  failure: string | null
  transaction_id: string | null
  user_id: string | null
  user_name: string
  begun_at: number
  settled_at: number | null
  request_key: string | null
  // Epoch seconds of the next status request to the processor: for an attempt that ended without the processor's
  // result, or for a refund in progress. Null when the result is final.
  look_again_at: number | null
}

/** Share Health Credits that a member earned (above 0) or used (below 0). Append-only. */
export type MemberCreditTable = {
  credit_id: string
  patient_id: string
  amount: number
  currency: Currency
  /** The study through which the credits were earned, or on which they were used. */
  study_id: string
  transaction_id: string | null
  reason: 'referral' | 'used' | 'given-back' | 'granted'
  at: number
  processed_by: string | null
}

/** Money on a gift card; a card's balance is the sum of its entries. Append-only. */
export type GiftCardEntryTable = {
  entry_id: string
  gift_card_key: string
  /** Above 0 loaded, below 0 spent. */
  amount: number
  study_id: string | null
  transaction_id: string | null
  at: number
}

/** Mail that was sent, or that the demo's mail sink received. */
type SentMailTable = {
  mail_id: string
  at: number
  sender: string
  /** JSON array of addresses. */
  recipients: string
  subject: string
  body: string
  /** JSON array of `{fileName, contentType, sizeBytes}`. */
  attachments: string
  request_key: string | null
}

/** Events booked at the scheduling service's stand-in. */
export type SchedulerEventTable = {
  event_id: string
  invitee_id: string
  /** The last part of the location's scheduling path. */
  team: string
  starts_at: number
  status: 'active' | 'canceled'
  name: string
  email: string
  created_at: number
}

export type BackOfficeTables = AccountTables &
  AuditTables &
  DataDutyTables &
  DeliveryTables &
  DocumentTables &
  CashUpTables &
  CatalogueTables &
  MessageTables &
  ServerTables &
  UpdateTables & {
    closure: ClosureTable
    closure_keep: ClosureKeepTable
    user: UserTable & AccountColumns
    member: MemberTable & LaterMemberColumns
    member_word: MemberWordTable
    name_key: NameKeyTable
    location: LocationTable
    study: StudyTable
    machine_time: MachineTimeTable
    study_log: StudyLogTable
    safety_record: SafetyRecordTable
    safety_revision: SafetyRevisionTable
    safety_sign_off: SafetySignOffTable
    safety_draft: SafetyDraftTable
    safety_presence: SafetyPresenceTable
    settle_reason: SettleReasonTable
    member_email_change: MemberEmailChangeTable
    member_email_confirmation: MemberEmailConfirmationTable
    member_merge: MemberMergeTable
    directory_change: DirectoryChangeTable
    directory_notice: DirectoryNoticeTable
    act_reason: ActReasonTable
    change: ChangeTable
    crm_person: CrmPersonTable
    crm_opportunity: CrmOpportunityTable
    share: ShareTable
    transaction: TransactionTable
    transaction_step: TransactionStepTable
    payment_attempt: PaymentAttemptTable
    member_credit: MemberCreditTable
    gift_card_entry: GiftCardEntryTable
    sent_mail: SentMailTable
    scheduler_event: SchedulerEventTable
    external_id: ExternalIDTable
  }
