import type { RouteAnswer } from '#contract/back-office.ts'
import { decideDisc } from '#domain/release/disc-burning.ts'
import { inTransaction } from '../database/database.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findDelivery, toDelivery } from '../repositories/deliveries-repository.ts'
import { parseStatus } from '../repositories/studies-repository.ts'
import { lockStudy } from '../study-access/lock.ts'
import { checkStudyAction } from '../study-access/permissions.ts'
import { moveDelivery, noSuchDelivery } from './deliveries-move.ts'

type DiscContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'environment' | 'kind' | 'newId' | 'now' | 'preferredConsultUsers' | 'setAuditSubject'
>

/**
 * Records the result of burning a disc, or undoes it (decision 294). The record has the caller's name. Throws 404
 * for a delivery of another study; 403 `insufficient-permissions`; 409 `act-not-allowed` with the reason of
 * {@link decideDisc}.
 */
export const confirmDisc = async (
  studyID: string,
  deliveryID: string,
  { outcome }: HandlerInput<'confirmDisc'>['body'],
  context: DiscContext,
): Promise<RouteAnswer<'confirmDisc'>> =>
  inTransaction(context.db, async (db) => {
    const inside = { ...context, db }
    const study = await lockStudy(db, studyID, inside)
    checkStudyAction(inside, study, 'send-to-practitioner')
    const row = await findDelivery(db, studyID, deliveryID)
    if (row === undefined) throw noSuchDelivery()
    context.setAuditSubject({ what: `${outcome} ${deliveryID}` })
    const isNotified = parseStatus(study).providerReportNotification === true
    const moved = await moveDelivery(
      row,
      (current) => {
        const decision = decideDisc(toDelivery(current), outcome, isNotified)
        if (decision.kind === 'refused') throw new Refusal('act-not-allowed', decision.reason)
        if (decision.kind === 'none') return null
        return {
          state: decision.state,
          reason: decision.reason,
          confirmed_by: outcome === 'waiting' ? null : requireCaller(context).name,
        }
      },
      inside,
    )
    return { delivery: toDelivery(moved) }
  })
