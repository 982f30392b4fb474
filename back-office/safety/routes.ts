import type { RouteAnswer } from '#contract/back-office.ts'
import { toInstant } from '#domain/time/instant.ts'
import { discardBookingSafetyDraft, readBookingSafetyDrafts, saveBookingSafetyDraft } from '../booking/safety-draft.ts'
import { type HandlerContext, type HandlerInput, type Handlers, requireCaller } from '../kernel/handler.ts'
import { findOtherDesks, notePresence, removePresence } from '../repositories/safety-presence-repository.ts'
import { readSafetyQuestions, saveSafetyQuestions } from './answers.ts'
import { discardSafetyDraft, saveSafetyDraft } from './draft.ts'
import { updatePrescriptionStatus } from './sedative.ts'
import { signOffSafety, withdrawSafetySignOff } from './sign-off.ts'

type SafetyRoutes =
  | 'readSafetyQuestions'
  | 'saveSafetyQuestions'
  | 'saveSafetyDraft'
  | 'discardSafetyDraft'
  | 'saveBookingSafetyDraft'
  | 'readBookingSafetyDrafts'
  | 'discardBookingSafetyDraft'
  | 'signOffSafety'
  | 'withdrawSafetySignOff'
  | 'touchSafetyPresence'
  | 'updatePrescriptionStatus'

/** The calls of booking spec §7 Safety questions and prescription, each behind its operation. */
export const safetyHandlers: Handlers<SafetyRoutes> = {
  readSafetyQuestions: ({ query }, context) => readSafetyQuestions(query.studyID, context),
  saveSafetyQuestions: ({ body }, context) => saveSafetyQuestions(body, context),
  saveSafetyDraft: ({ body }, context) => saveSafetyDraft(body, context),
  discardSafetyDraft: ({ body }, context) => discardSafetyDraft(body, context),
  saveBookingSafetyDraft: ({ body }, context) => saveBookingSafetyDraft(body, context),
  readBookingSafetyDrafts: ({ query }, context) => readBookingSafetyDrafts(query, context),
  discardBookingSafetyDraft: ({ body }, context) => discardBookingSafetyDraft(body, context),
  signOffSafety: ({ body }, context) => signOffSafety(body, context),
  withdrawSafetySignOff: ({ body }, context) => withdrawSafetySignOff(body, context),
  touchSafetyPresence: ({ body }, context) => touchPresence(body, context),
  updatePrescriptionStatus: ({ params, body }, context) => updatePrescriptionStatus(params.studyId, body, context),
}

/** Notes that a desk has the questions open, or has them no more; answers who else has. */
const touchPresence = async (
  input: HandlerInput<'touchSafetyPresence'>['body'],
  context: HandlerContext,
): Promise<RouteAnswer<'touchSafetyPresence'>> => {
  const { userID, name } = requireCaller(context)
  const desk = { studyID: input.studyID, deskID: input.deskID, userID, name }
  if (input.isLeaving) await removePresence(context.db, desk)
  else await notePresence(context.db, desk, context.now)
  const others = await findOtherDesks(context.db, desk, context.now)
  return { others: others.map((other) => ({ name: other.name, since: toInstant(other.since * 1000) })) }
}
