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
