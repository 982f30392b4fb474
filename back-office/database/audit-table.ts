export type AuditTable = {
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
  /**
   * The record that a call of administration changed, as JSON: `before` is its state before the change (null for a new
   * record), `after` its state after the change. Both columns are null for all other calls.
   */
  before: string | null
  after: string | null
  /** Hash of the previous row's hash and this row's content: the chain reveals edits, deletions and reorderings. */
  previous_hash: string
  hash: string
}
