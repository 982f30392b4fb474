/**
 * The back office's tables, the same on SQLite and PostgreSQL. Instants are epoch seconds (bigint in PostgreSQL, read as
 * numbers), calendar dates are `YYYY-MM-DD` text, money is integer minor units, documents of many fields are JSON text.
 * No zone arithmetic happens in SQL.
 */

/** 0 or 1: SQLite has no booleans, and one shape serves both engines. */
export type Flag = 0 | 1

export type UserTable = {
  user_id: string
  email: string
  /** Lower case, for looking up. */
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
}

export type SessionTable = {
  /** SHA-256 of the token; the token itself is never stored. */
  token_hash: string
  user_id: string
  created_at: number
  last_used_at: number
  expires_at: number
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
  /** Folded names, birth date, digits of the phone and e-mail in one line, for searching. */
  search_text: string
  version: number
  created_at: number
}

export type LocationTable = {
  location_id: string
  /** The whole location as `locationSchema` has it, JSON. */
  document: string
}

export type SkuTable = { sku_id: number; document: string }
export type PromoCodeTable = { promo_id: string; document: string }
export type PractitionerTable = { practitioner_id: string; search_text: string; document: string }

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
  /** `StudyStatus`, JSON; `cancelled` stands here too and is written together with the column. */
  status: string
  cancellation: string | null
  price: number
  payment_amount: number
  opportunity_id: string | null
  member_type: string | null
  referral_type: string
  referrer: string
  sedative_taken: string | null
  slot_selection_type: string
  proactive_booking: Flag
  /** What later screens need of a study, JSON; untouched by booking. */
  extra: string
  /** `Sedative`, JSON. */
  sedative: string
  /** `SafetySummary`, JSON: written whenever answers, appointment or the member's sex change. */
  safety: string
  version: number
  created_at: number
}

/**
 * What is taken on a machine, [starts_at, ends_at). The database itself keeps two rows of one machine from overlapping:
 * an exclusion constraint on PostgreSQL, triggers on SQLite. `overridden` rows were put over others by an administrator,
 * with a reason, and are left out of the constraint; nothing may later be put over them without the same.
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
  /** Past this no renewal carries a hold without an owner; null for everything else. */
  renewable_until: number | null
}

/** A study's safety answers as they are; no row before the first save. `answers` is JSON by dotted field. */
export type SafetyRecordTable = {
  study_id: string
  answers: string
  version: number
  saved_at: number
  saved_by: string
  /** Null for what nobody at a desk saved. */
  saved_by_user: string | null
}

/** What one save changed: JSON as the contract's revisions have it. */
export type SafetyRevisionTable = {
  study_id: string
  version: number
  saved_at: number
  saved_by: string
  changes: string
}

/** A sign-off on red notices. The three `withdrawn` columns are null together while it stands. */
export type SafetySignOffTable = {
  sign_off_id: string
  study_id: string
  /** Of the answers that were signed. */
  version: number
  signed_at: number
  signed_by: string
  signed_by_user: string | null
  reason: string
  /** `SignOffGround`, JSON. */
  ground: string
  withdrawn_at: number | null
  withdrawn_by: string | null
  withdrawn_reason: string | null
}

/** A desk that has a study's safety questions open. Whoever was not seen for half a minute has gone. */
export type SafetyPresenceTable = {
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
  category: string
  time: number
  content: string
  by_user: string
}

/** What changed, in order, for the `changes` feed. A row is written in the same transaction as the change itself. */
export type ChangeTable = {
  sequence: number
  location_id: string
  kind: string
  record_id: string
  changed_at: number
}

/** One row: which database this is. `epoch` is random, so that a cursor of another database is known as such. */
export type ChangeFeedTable = { feed_id: number; epoch: string }

export type IdempotencyKeyTable = {
  idempotency_key: string
  user_id: string
  route: string
  body_hash: string
  status: number | null
  answer: string | null
  created_at: number
}

export type AuditTable = {
  sequence: number
  at: number
  user_id: string | null
  action: string
  member_id: string | null
  study_id: string | null
  location_id: string | null
  outcome: string
  /** Hash of the row before and of this row's content: the chain shows edits, deletions and reorderings. */
  previous_hash: string
  hash: string
}

export type CrmPersonTable = { person_id: string; atrium_id: string | null; document: string }
export type CrmOpportunityTable = {
  opportunity_id: string
  person_id: string
  study_id: string | null
  document: string
}

/** Documents of a study (booking spec §3 Document); filled by the demo, served from issue to issue. */
export type DocumentTable = {
  uuid: string
  study_id: string
  patient_id: string
  type_id: string
  name: string
  status: string
  active: Flag
  file_type: string
  base64_file: string
  created_at: number
}
export type DocumentTypeTable = { uuid: string; name: string; description: string }

/** Money of a study (booking spec §3 Transaction), JSON in the specs' field names. */
export type TransactionTable = { transaction_id: string; study_id: string; transaction_time: number; document: string }

export type BackOfficeTables = {
  user: UserTable
  session: SessionTable
  member: MemberTable
  location: LocationTable
  sku: SkuTable
  promo_code: PromoCodeTable
  practitioner: PractitionerTable
  study: StudyTable
  machine_time: MachineTimeTable
  study_log: StudyLogTable
  safety_record: SafetyRecordTable
  safety_revision: SafetyRevisionTable
  safety_sign_off: SafetySignOffTable
  safety_presence: SafetyPresenceTable
  change: ChangeTable
  change_feed: ChangeFeedTable
  idempotency_key: IdempotencyKeyTable
  audit: AuditTable
  crm_person: CrmPersonTable
  crm_opportunity: CrmOpportunityTable
  document: DocumentTable
  document_type: DocumentTypeTable
  transaction: TransactionTable
}
