import type { RouteAnswer } from '#contract/back-office.ts'
import { toTransmission } from '#domain/release/transmission.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { drawNamedPaper } from '../printing/recipe.ts'
import { openStudyPaper } from '../printing/study-paper-subject.ts'
import { findDelivery, findDeliverySteps, toDelivery } from '../repositories/deliveries-repository.ts'
import { noSuchDelivery } from './deliveries-move.ts'

type TransmissionContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'environment' | 'now' | 'preferredConsultUsers' | 'setAuditSubject'
>

/** Draws the transmission report of a delivery (decision 295). Throws 404 for a delivery of another study. */
export const readTransmissionReport = async (
  studyID: string,
  deliveryID: string,
  context: TransmissionContext,
): Promise<RouteAnswer<'readTransmissionReport'>> => {
  const { head } = await openStudyPaper(studyID, null, context)
  const row = await findDelivery(context.db, studyID, deliveryID)
  if (row === undefined) throw noSuchDelivery()
  context.setAuditSubject({ what: deliveryID })
  const transmission = toTransmission(toDelivery(row), row, await findDeliverySteps(context.db, deliveryID))
  return drawNamedPaper(`${studyID} transmission report.pdf`, { kind: 'transmission', head, transmission })
}
