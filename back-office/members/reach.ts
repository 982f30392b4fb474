import type { Database } from '../database/database.ts'
import { type Caller, type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { locationForbidden } from '../kernel/route-access.ts'
import { keepFoundMembers, noteFoundMembers } from '../repositories/found-members-repository.ts'
import { findInScope, type MemberScope } from '../repositories/member-search-repository.ts'

/**
 * Returns the members that a caller may find by any search (decisions section 6): staff without a list of locations
 * find all.
 */
export const memberScopeOf = (caller: Caller | null): MemberScope =>
  caller === null || caller.allowedLocations === 'all'
    ? 'all'
    : { locations: caller.allowedLocations, userID: caller.userID }

/** Marks an audit row about a member outside the caller's locations. */
export const outsideLocation = 'outside-location'

/**
 * Records members outside the caller's locations whom the caller found by exact details or opened from the CRM, so that
 * the caller may book them.
 */
export const noteFound = async (
  db: Database,
  memberIDs: readonly string[],
  { caller, now }: Pick<HandlerContext, 'caller' | 'now'>,
): Promise<void> => {
  if (caller?.isStaff === true) await noteFoundMembers(db, caller.userID, memberIDs, now)
}

/**
 * Throws 403 `location-forbidden` unless the caller may read and change a member and the member's records (decisions
 * section 6). Staff may always access a member with a study at their locations and a member that they created. They may
 * also access a member that they found by exact details or opened from the CRM in the last 12 hours, or for whom they
 * saved draft safety answers that belong to no study yet.
 */
export const checkMemberInReach = async (
  db: Database,
  memberID: string,
  context: Pick<HandlerContext, 'caller' | 'now' | 'setAuditSubject'>,
): Promise<void> => {
  const caller = requireCaller(context)
  if (!caller.isStaff) return
  const scope = memberScopeOf(caller)
  if (scope === 'all' || (await findInScope(db, [memberID], scope)).has(memberID)) return
  context.setAuditSubject({ memberID, what: outsideLocation })
  if ((await keepOpened(db, [memberID], caller.userID, context.now)).length === 0) throw locationForbidden()
}

/** Returns which of these members the caller may read, by the rule of {@link checkMemberInReach}. */
export const keepMembersInReach = async (
  db: Database,
  memberIDs: readonly string[],
  { caller, now }: Pick<HandlerContext, 'caller' | 'now'>,
): Promise<ReadonlySet<string>> => {
  const scope = memberScopeOf(caller)
  if (caller === null || scope === 'all') return new Set(memberIDs)
  const inside = await findInScope(db, [...memberIDs], scope)
  const outside = memberIDs.filter((memberID) => !inside.has(memberID))
  return new Set([...inside, ...(await keepOpened(db, outside, caller.userID, now))])
}

/**
 * Returns those of these members, all outside the user's locations, whom the user found or opened from the CRM in the
 * last 12 hours. Also returns those for whom the user saved draft safety answers that belong to no study yet.
 */
const keepOpened = async (
  db: Database,
  memberIDs: readonly string[],
  userID: string,
  now: number,
): Promise<readonly string[]> => {
  if (memberIDs.length === 0) return []
  const drafts = await db
    .selectFrom('safety_draft')
    .select('member_id')
    .where('member_id', 'in', memberIDs)
    .where('study_id', 'is', null)
    .where('saved_by_user', '=', userID)
    .execute()
  const isBooking = new Set(drafts.map(({ member_id }) => member_id))
  const found = await keepFoundMembers(db, userID, memberIDs, now)
  return memberIDs.filter((memberID) => isBooking.has(memberID) || found.has(memberID))
}
