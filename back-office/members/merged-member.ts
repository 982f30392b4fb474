import { fullName } from '#domain/members/member.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findKeptMember } from '../repositories/member-merges-repository.ts'
import { findMember } from '../repositories/members-repository.ts'

/** Returns the refusal of a call that named a member who was merged into another. */
export const memberMerged = async (db: Database, keptID: string): Promise<Refusal> => {
  const kept = await findMember(db, keptID)
  const name = kept === undefined ? keptID : `${fullName(kept)} (${keptID})`
  return new Refusal('member-merged', `This record was merged into that of ${name}. Nothing is lost: try again.`, {
    keptID,
  })
}

/**
 * Throws 409 `member-merged` if the member was merged into another while this call was on its way. Calls that name a
 * merged member reach the kept one, so that only a merge at the same moment leads to this refusal, and a repeated call
 * succeeds.
 */
export const refuseMerged = async (db: Database, memberID: string): Promise<void> => {
  const keptID = await findKeptMember(db, memberID)
  if (keptID !== memberID) throw await memberMerged(db, keptID)
}
