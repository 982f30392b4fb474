import type { RouteAnswer } from '#contract/back-office.ts'
import type { SentMail } from '#contract/settings/routes.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { memberScopeOf } from '../members/reach.ts'
import { findInScope } from '../repositories/member-search-repository.ts'
import { findMemberByEmail } from '../repositories/members-repository.ts'
import { findSentMail } from '../repositories/sent-mail-repository.ts'

/** Returns the messages of the demo's mail sink. Throws 404 when mail goes to a real server or is not configured. */
export const readSentMail = async (
  context: Pick<HandlerContext, 'caller' | 'db' | 'mailer'>,
): Promise<RouteAnswer<'readSentMail'>> => {
  if (context.mailer.kind !== 'sink') throw new Refusal('not-found', "This server doesn't keep sent mail.")
  return keepInReach(await findSentMail(context.db), context)
}

/**
 * Omits messages that the caller may not see. Staff who are limited to some locations see a message only if every
 * recipient is a member in the scope of their member search.
 */
const keepInReach = async (mails: SentMail[], context: Pick<HandlerContext, 'caller' | 'db'>): Promise<SentMail[]> => {
  const scope = memberScopeOf(context.caller)
  if (scope === 'all') return mails
  const known = new Map<string, boolean>()
  for (const address of new Set(mails.flatMap(({ to }) => to))) {
    const member = await findMemberByEmail(context.db, address)
    const inside = member === undefined ? new Set() : await findInScope(context.db, [member.patientID], scope)
    known.set(address, inside.size > 0)
  }
  return mails.filter(({ to }) => to.length > 0 && to.every((address) => known.get(address) === true))
}
