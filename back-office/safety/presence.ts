import type { RouteAnswer } from '#contract/back-office.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { findOtherDesks, notePresence, removePresence } from '../repositories/safety-presence-repository.ts'

/**
 * Records that a workstation has opened or closed the questions; returns the other workstations that have the questions
 * open.
 */
export const touchSafetyPresence = async (
  input: HandlerInput<'touchSafetyPresence'>['body'],
  context: Pick<HandlerContext, 'caller' | 'db' | 'now'>,
): Promise<RouteAnswer<'touchSafetyPresence'>> => {
  const { userID, name } = requireCaller(context)
  const desk = { studyID: input.studyID, deskID: input.deskID, userID, name }
  if (input.isLeaving) await removePresence(context.db, desk)
  else await notePresence(context.db, desk, context.now)
  const others = await findOtherDesks(context.db, desk, context.now)
  return { others: others.map((other) => ({ name: other.name, since: toInstant(other.since * 1000) })) }
}
