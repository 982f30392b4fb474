import type { ErasureBasis } from '#domain/members/erasure.ts'
import type { RetentionKind, RetentionRun } from '#domain/members/retention.ts'

/** A legal hold of a member. Times in epoch seconds; `lifted_*` are null while the hold is in force. */
export type LegalHoldTable = {
  hold_id: string
  member_id: string
  name: string
  /** The name in its form for comparisons; unique among the holds of the member that are in force. */
  name_key: string
  reason: string
  placed_at: number
  placed_by: string
  placed_by_user: string
  lifted_at: number | null
  lifted_by: string | null
  lifted_reason: string | null
}

/** An erasure of a member. */
export type ErasureTable = {
  erasure_id: string
  member_id: string
  at: number
  /** Null for an erasure that was repeated after a restore. */
  by_user: string | null
  by_name: string
  basis: ErasureBasis | null
  reason: string
  /** When the erasure was written into the list outside the database; null until then. */
  listed_at: number | null
}

/** A period that an administrator set; `days` is null for records that are kept without an end. */
type RetentionPeriodTable = {
  kind: RetentionKind
  place: string
  days: number | null
  version: number
  set_by: string
  set_at: number
}

/**
 * A nightly run of retention. `day` counts the days since 1970 in UTC: each day has one run. `removed` is JSON: the
 * number of removed records of each kind.
 */
export type RetentionRunTable = { day: number; at: number; state: RetentionRun['state']; removed: string }

/**
 * A member of another location whom a user may book, because the user found the member by exact details or opened the
 * member from the CRM. `found_at` is in epoch seconds.
 */
type FoundMemberTable = { user_id: string; member_id: string; found_at: number }

/** The tables of legal holds, erasures and retention, and of found members, which retention removes. */
export type DataDutyTables = {
  found_member: FoundMemberTable
  legal_hold: LegalHoldTable
  erasure: ErasureTable
  retention_period: RetentionPeriodTable
  retention_run: RetentionRunTable
}
