import type { HeadState } from '#domain/audit/audit-head.ts'

export type AuditTable = {
  /** Increases across all chains. On PostgreSQL a transaction that was rolled back leaves a gap. */
  sequence: number
  at: number
  user_id: string | null
  action: string
  member_id: string | null
  study_id: string | null
  location_id: string | null
  outcome: string
  /** The workstation of the call; null if it named none, and in rows older than the column. */
  workstation_id: string | null
  /** The network address of the caller; null for the server's own actions, and in rows older than the column. */
  address: string | null
  /**
   * What a call changed, as JSON (decision 327): `before` is null for a new record, `after` the state after the change.
   * Both columns are null for calls that changed nothing.
   */
  before: string | null
  after: string | null
  /** The ids of the records that a bulk call gave to a workstation, by kind, as JSON; null for all other calls. */
  given: string | null
  /** A location's id, `organisation`, or `closed` for the rows written before there were several chains. */
  chain: string
  /** 1 for the first row of the chain, without gaps. */
  position: number
  /** Hash of the previous row of the chain and of this row: the chain reveals edits, deletions and reorderings. */
  previous_hash: string
  hash: string
}

/** The chains that have rows, besides `closed`. */
type AuditChainTable = { chain: string; opened_at: number }

/** The members whose records a bulk call returned: an index of the column `given` for a member's access report. */
type AuditGivenTable = { member_id: string; sequence: number }

/** The public keys that sign heads of the audit log. */
type AuditSignerTable = { key_id: string; public_key: string; added_at: number }

/**
 * The last report of a workstation about the heads that it keeps (decision 341). `confirmed_at` and `problem_at` are
 * times of heads.
 */
export type AuditHeadsKeptTable = {
  workstation_id: string
  compared_at: number
  /** The time of the newest head that matches the log. */
  confirmed_at: number | null
  confirmed_rows: number | null
  /** The newest head with a difference. */
  problem: HeadState | null
  problem_at: number | null
}

/** A review by an administrator of the differing heads up to a time. Append-only. */
type AuditHeadsReviewTable = { review_id: string; until: number; reason: string; by_user: string; at: number }

/** The tables of the audit log. */
export type AuditTables = {
  audit: AuditTable
  audit_chain: AuditChainTable
  audit_given: AuditGivenTable
  audit_signer: AuditSignerTable
  audit_heads_kept: AuditHeadsKeptTable
  audit_heads_review: AuditHeadsReviewTable
}

/** The records that a call names, and so may change. */
export type ChangedRecords = { readonly studyID: string | null; readonly memberID: string | null }

/** The fields of records: the audit log may store `values`, but only the names of the `hidden` fields. */
export type AuditedState = {
  readonly values: Readonly<Record<string, string | number | boolean | null>>
  readonly hidden: Readonly<Record<string, string | number | null>>
}
