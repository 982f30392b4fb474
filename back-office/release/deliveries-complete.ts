import type { RouteAnswer } from '#contract/back-office.ts'
import { decideDeliveryReport } from '#domain/release/delivery-rules.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { type DeliveryRow, findDelivery, toDelivery } from '../repositories/deliveries-repository.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { moveDelivery, noSuchDelivery } from './deliveries-move.ts'
import { serializeByDelivery } from './deliveries-recovery.ts'
import { unavailable, whyNoFax } from './deliveries-send.ts'

type DeliveriesSettleContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'fax' | 'kind' | 'newId' | 'now' | 'setAuditSubject'
>

type Body = HandlerInput<'settleDelivery'>['body']

/**
 * Records the state that the workstation or a user reports for a delivery. Reporting the present state changes nothing.
 * To cancel a fax that the carrier already has, the server cancels it at the carrier first. Throws 409
 * `act-not-allowed` when the delivery cannot change to that state or the carrier can no longer cancel the fax; 403
 * `insufficient-permissions` when a user other than the author reports a disc or stick as delivered; 503
 * `delivery-unavailable` when the carrier cannot be reached; 404 for a delivery of another study.
 */
export const completeDelivery = async (
  { studyId, deliveryID }: HandlerInput<'settleDelivery'>['params'],
  body: Body,
  context: DeliveriesSettleContext,
): Promise<RouteAnswer<'settleDelivery'>> => {
  const study = await findVisibleStudy(context.db, studyId, context)
  context.setAuditSubject({ memberID: study.patient_id, locationID: study.location_id, what: deliveryID })
  const row = await serializeByDelivery(deliveryID, context, async () => {
    const current = await findDelivery(context.db, studyId, deliveryID)
    if (current === undefined) throw noSuchDelivery()
    checkMayReportDelivery(current, body, context)
    if (decideDeliveryReport(current, body).kind !== 'stop-carrier') return settle(current, body, context)
    await stopCarrier(current, context)
    return moveDelivery(current, ({ state }) => (state === 'handed-over' ? { state: 'cancelled' } : null), context)
  })
  return { delivery: toDelivery(row) }
}

/**
 * Allows only the delivery's author or its ticket to report a disc or stick as delivered, because such a report can set
 * Released To Doctor. With `isFoundOut`, any user may report it: this resolves an uncertain delivery.
 */
const checkMayReportDelivery = (
  row: DeliveryRow,
  { state, isFoundOut }: Body,
  context: Pick<HandlerContext, 'caller'>,
): void => {
  const caller = requireCaller(context)
  if (state !== 'delivered' || isFoundOut || caller.ticket !== undefined || caller.userID === row.author_id) return
  throw new Refusal('insufficient-permissions', releaseMessages.notYours)
}

const settle = (row: DeliveryRow, body: Body, context: DeliveriesSettleContext): Promise<DeliveryRow> =>
  moveDelivery(
    row,
    (current) => {
      const decision = decideDeliveryReport(current, body)
      switch (decision.kind) {
        case 'none':
          return null
        case 'refused':
          throw notAllowed(decision.reason)
        case 'stop-carrier':
          throw notAllowed(releaseMessages.tooLate)
        case 'change': {
          const reason = body.reason === '' ? null : body.reason
          return {
            state: decision.state,
            reason: body.state === 'failed' || body.state === 'uncertain' ? (reason ?? noReason) : null,
            ...(decision.isNewSending && { sending: current.sending + 1 }),
          }
        }
      }
    },
    context,
  )

const noReason = 'No reason was given.'

const notAllowed = (message: string): Refusal => new Refusal('act-not-allowed', message)

const stopCarrier = async (row: DeliveryRow, context: Pick<HandlerContext, 'fax'>): Promise<void> => {
  if (row.receipt === null) throw notAllowed(releaseMessages.tooLate)
  const { kind } = await context.fax.cancel(row.receipt)
  if (kind === 'too-late') throw notAllowed(releaseMessages.tooLate)
  if (kind === 'unavailable') throw unavailable(whyNoFax(context))
}
