import type { Erasure } from '#domain/members/erasure.ts'
import type { Database, DatabaseKind } from '../database/database.ts'
import { appendAudit } from '../kernel/audit-repository.ts'
import { lockMember } from '../repositories/legal-holds-repository.ts'
import { findIDsOfMember } from '../repositories/member-merges-repository.ts'
import { eraseLocked, lockStudies } from './erase-member.ts'

type RepeatContext = {
  readonly db: Database
  readonly kind: DatabaseKind
  readonly newId: () => string
  /** Epoch seconds. */
  readonly now: number
}

/**
 * Erases again the members of a list whom a restored backup still has, in the caller's transaction, without checking
 * the rules again, because each erasure was allowed when it was made. Returns the ids of the members that were erased
 * again.
 */
export const repeatErasures = async (
  erasures: readonly Erasure[],
  { db, kind, newId, now }: RepeatContext,
): Promise<readonly string[]> => {
  const repeated: string[] = []
  for (const { memberID, by, basis, reason } of erasures) {
    const memberIDs: string[] = []
    for (const id of [...(await findIDsOfMember(db, memberID))].sort()) {
      if ((await lockMember(db, kind, id)) === false) memberIDs.push(id)
    }
    if (!memberIDs.includes(memberID)) continue
    const studies = await lockStudies(db, kind, memberIDs)
    const early = basis === null ? null : { basis, reason }
    await eraseLocked(db, kind, { memberIDs, studies, now, newId, by }, { byUser: null, early })
    repeated.push(memberID)
  }
  await appendAudit(
    db,
    kind,
    repeated.map((member_id) => ({
      ...{ at: now, user_id: null, action: 'member.erased after a restore', member_id },
      ...{ study_id: null, location_id: null, outcome: 'ok' },
    })),
  )
  return repeated
}
