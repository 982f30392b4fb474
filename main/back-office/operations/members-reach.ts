import type { Database } from '../repositories/database.ts'
import { hasFoundMember, noteFoundMembers } from '../repositories/found-members-repository.ts'
import { findInScope, type MemberScope } from '../repositories/member-search-repository.ts'
import { type Caller, type HandlerContext, requireCaller } from '../rest/handler.ts'
import { locationForbidden } from '../rest/route-access.ts'

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
  if (await isBooking(db, memberID, caller.userID)) return
  if (await hasFoundMember(db, caller.userID, memberID, context.now)) return
  throw locationForbidden()
}

/** Those of these members whom the caller may read, as {@link checkMemberInReach}. */
export const keepMembersInReach = async (
  db: Database,
  memberIDs: readonly string[],
  { caller, now }: Pick<HandlerContext, 'caller' | 'now'>,
): Promise<ReadonlySet<string>> => {
  const scope = memberScopeOf(caller)
  if (caller === null || scope === 'all') return new Set(memberIDs)
  const inside = new Set(await findInScope(db, [...memberIDs], scope))
  for (const memberID of memberIDs) {
    if (inside.has(memberID)) continue
    const isOpen =
      (await isBooking(db, memberID, caller.userID)) || (await hasFoundMember(db, caller.userID, memberID, now))
    if (isOpen) inside.add(memberID)
  }
  return inside
}

const isBooking = async (db: Database, memberID: string, userID: string): Promise<boolean> => {
  const draft = await db
    .selectFrom('safety_draft')
    .select('draft_id')
    .where('member_id', '=', memberID)
    .where('study_id', 'is', null)
    .where('saved_by_user', '=', userID)
    .limit(1)
    .executeTakeFirst()
  return draft !== undefined
}
