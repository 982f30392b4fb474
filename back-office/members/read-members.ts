import { type Member, memberIDSchema } from '#domain/members/member.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findKeptMembers } from '../repositories/member-merges-repository.ts'
import { findMember, findMembers } from '../repositories/members-repository.ts'
import { noSuchMember } from './member-checks.ts'
import { checkMemberInReach, keepMembersInReach } from './reach.ts'

const maxMembersRead = 100

/** Returns one member. Throws 404 for an unknown one, 403 for one out of the caller's reach. */
export const readMember = async (
  memberID: string,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now' | 'setAuditSubject'>,
): Promise<Member> => {
  const member = await findMember(context.db, memberID)
  if (member === undefined) throw noSuchMember()
  await checkMemberInReach(context.db, member.patientID, context)
  return member
}

/**
 * Returns the members of a comma-separated list of ids, without those out of the caller's reach; a merged member is
 * replaced by the kept one. Throws 400 for a list that is too long or has an invalid id.
 */
export const readMembers = async (
  memberIDs: string,
  context: Pick<HandlerContext, 'addAuditSubject' | 'caller' | 'db' | 'now'>,
): Promise<Member[]> => {
  const named = [...new Set(memberIDs.split(',').map((id) => id.trim()))].filter((id) => id !== '')
  if (named.length > maxMembersRead || named.some((id) => !memberIDSchema.safeParse(id).success)) {
    throw new Refusal('invalid-input', 'Check this field: user_id.', {
      fields: { user_id: `must be at most ${maxMembersRead} member ids, separated by commas` },
    })
  }
  const kept = await findKeptMembers(context.db, named)
  const ids = [...new Set(named.map((id) => kept.get(id) ?? id))]
  const inReach = await keepMembersInReach(context.db, ids, context)
  const members = await findMembers(
    context.db,
    ids.filter((id) => inReach.has(id)),
  )
  for (const member of members) context.addAuditSubject({ memberID: member.patientID })
  return members
}
