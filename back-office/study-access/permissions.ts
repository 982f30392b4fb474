import { decideStudyAction, type StudyAction } from '#domain/permissions/study-actions.ts'
import type { SkuID } from '#domain/values/location-id.ts'
import { type Caller, type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { parseStatus, type StudyRow } from '../repositories/studies-repository.ts'

/** The inputs, besides the study, that decide whether the caller may act on it. */
type ActionContext = Pick<HandlerContext, 'caller' | 'environment' | 'preferredConsultUsers'>

/** Returns whether the configuration names this user for Schedule New Preferred Consult (study spec §6). */
export const isNamedForPreferredConsult = (
  caller: Pick<Caller, 'email'>,
  context: Pick<HandlerContext, 'preferredConsultUsers'>,
): boolean => context.preferredConsultUsers.includes(caller.email.trim().toLowerCase())

/**
 * Refuses an action that study spec §6 does not allow: 403 `insufficient-permissions` if the caller never may, 409
 * `act-not-allowed` if the study's state does not allow it. The caller of this function has already checked access to
 * the study itself.
 */
export const checkStudyAction = (
  context: ActionContext,
  study: Pick<StudyRow, 'sku_id' | 'status'>,
  action: StudyAction,
): void => {
  const caller = requireCaller(context)
  const decision = decideStudyAction(action, {
    roles: caller.roles,
    environment: context.environment,
    isNamed: isNamedForPreferredConsult(caller, context),
    skuID: study.sku_id as SkuID,
    status: parseStatus(study),
  })
  if (decision.kind === 'forbidden') throw new Refusal('insufficient-permissions', decision.reason)
  if (decision.kind === 'not-now') throw new Refusal('act-not-allowed', decision.reason)
}
