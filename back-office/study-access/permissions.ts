import { decideStudyAction, type StudyAction } from '#domain/permissions/study-actions.ts'
import type { SkuID } from '#domain/values/location-id.ts'
import { type Caller, type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { parseStatus, type StudyRow } from '../repositories/studies-repository.ts'

/** What a decision on a study's page depends on besides the study. */
type ActionContext = Pick<HandlerContext, 'caller' | 'environment' | 'preferredConsultUsers'>

/** Whether the configuration names this person for Schedule New Preferred Consult (study spec §6). */
export const isNamedForPreferredConsult = (
  caller: Pick<Caller, 'email'>,
  context: Pick<HandlerContext, 'preferredConsultUsers'>,
): boolean => context.preferredConsultUsers.includes(caller.email.trim().toLowerCase())

/**
 * Refuses what study spec §6 does not open to the caller on this study: 403 `insufficient-permissions` where the person never
 * may, 409 `act-not-allowed` where the study does not allow it as it is. Which studies somebody may see is checked before.
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
