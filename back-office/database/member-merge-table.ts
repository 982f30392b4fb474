/** The columns of a member that were added later. */
export type LaterMemberColumns = {
  /** The staff account that created a member; absent for a sign-up, and in rows older than the column. */
  created_by?: string | null
  /** The member whose record replaced this one, after any number of merges; null for a member who was not merged. */
  merged_into?: string | null
  /** When the member was erased, in epoch seconds; the row is a tombstone then. */
  erased_at?: number | null
}

/**
 * A merge of two members. The four columns `undone_` are null together while the merge is in force; times in epoch
 * seconds.
 */
export type MemberMergeTable = {
  merge_id: string
  kept_id: string
  merged_id: string
  reason: string
  /** `MergeDocument` of member-merges-repository.ts, JSON: both records before, the kept one after, and what moved. */
  document: string
  merged_at: number
  by_user: string
  by_name: string
  undone_at: number | null
  undone_by: string | null
  undone_by_name: string | null
  undone_reason: string | null
}
