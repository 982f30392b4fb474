import type { Database } from '../database/database.ts'
import { type Caller, type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { locationForbidden } from '../kernel/route-access.ts'
import { keepFoundMembers, noteFoundMembers } from '../repositories/found-members-repository.ts'
import { findInScope, type MemberScope } from '../repositories/member-search-repository.ts'

/** Whom a caller may find by any search (decisions section 6): staff without a list of locations find everybody. */
export const memberScopeOf = (caller: Caller | null): MemberScope =>
  caller === null || caller.allowedLocations === 'all'
    ? 'all'
    : { locations: caller.allowedLocations, userID: caller.userID }

/** What the action of an audit row says more of a member outside the caller's locations. */
export const outsideLocation = 'outside-location'

/** Opens the record of members whom the caller found by exact details outside their locations, so that they can be booked. */
export const noteFound = async (
  db: Database,
  memberIDs: readonly string[],
  { caller, now }: Pick<HandlerContext, 'caller' | 'now'>,
): Promise<void> => {
  if (caller?.isStaff === true) await noteFoundMembers(db, caller.userID, memberIDs, now)
}

/**
 * Throws 403 `location-forbidden` unless the caller may read and change a member and what belongs to them (decisions section 6): a
 * member with a study at their locations at any time, one whom they created, or one whom they are booking. That is one whom they
 * found by exact details or opened from the CRM in the last 12 hours, or whose answers they keep before the booking.
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

/** Those of these members whom the caller may read, as {@link checkMemberInReach}. */
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

/** Those of these members outside the user's locations whom the user is booking or found in the last hours. */
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
