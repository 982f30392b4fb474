import type { Member } from '#domain/members/member.ts'
import type { HandlerContext, HandlerInput } from '../kernel/handler.ts'
import type { SearchFound } from '../kernel/member-search.ts'
import { findInScope } from '../repositories/member-search-repository.ts'
import { findMemberByEmail } from '../repositories/members-repository.ts'
import { memberScopeOf, noteFound, outsideLocation } from './reach.ts'

type SearchMembersContext = Pick<HandlerContext, 'addAuditSubject' | 'caller' | 'db' | 'memberSearch' | 'now'>

const searchLimit = 20

/** Finds members by a text or an email address (booking spec §2). Writes an audit row for each member found. */
export const searchMembers = async (
  wanted: HandlerInput<'searchMembers'>['body'],
  context: SearchMembersContext,
): Promise<Member[]> => {
  const email = wanted.email?.trim().toLowerCase()
  const hasEmail = email !== undefined && email !== ''
  const scope = memberScopeOf(context.caller)
  const limit = wanted.limit ?? searchLimit
  const byEmail = async (address: string): Promise<SearchFound> => {
    const member = await findMemberByEmail(context.db, address)
    const inside = member === undefined ? new Set() : await findInScope(context.db, [member.patientID], scope)
    return {
      members: member === undefined ? [] : [member],
      outside: new Set(member === undefined || inside.has(member.patientID) ? [] : [member.patientID]),
    }
  }
  const { members, outside } =
    hasEmail && wanted.exactMatch === true
      ? await byEmail(email)
      : await context.memberSearch.find({ text: wanted.text ?? '', email: email ?? '', scope, limit })
  await noteFound(context.db, [...outside], context)
  for (const { patientID } of members) {
    context.addAuditSubject({ memberID: patientID, what: outside.has(patientID) ? outsideLocation : null })
  }
  return [...members]
}
