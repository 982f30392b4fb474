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
  /** A record of administration before (null if new) and after its change, as JSON; both null for other calls. */
  before: string | null
  after: string | null
  /** Hash of the previous row's hash and this row's content: the chain reveals edits, deletions and reorderings. */
  previous_hash: string
  hash: string
}
