import type { DeliveryChannel } from '#domain/release/delivery.ts'
import { hasEnded } from '#domain/release/delivery-rules.ts'
import { deliveryWord } from '#domain/release/delivery-words.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import { inTransaction } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { noteAroundStudy } from '../repositories/changes-repository.ts'
import {
  changeDelivery,
  type DeliveryRow,
  findDeliveryForUpdate,
  itemOf,
} from '../repositories/deliveries-repository.ts'
import { changeStudy, parseStatus, type StudyRow, toStudy } from '../repositories/studies-repository.ts'
import { staleOf } from '../study-access/checks.ts'
import { writeFlags } from '../study-access/flags.ts'
import { lockStudy } from '../study-access/lock.ts'
import { logForStudy } from '../study-access/log.ts'

type DeliveriesMoveContext = Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'newId' | 'now' | 'setAuditSubject'>

export type DeliveryMove = Pick<DeliveryRow, 'state'> &
  Partial<Pick<DeliveryRow, 'reason' | 'pages' | 'receipt' | 'sending' | 'sender_run' | 'sending_since'>>

export const noSuchDelivery = (): Refusal => new Refusal('not-found', 'This study has no such delivery.')

/**
 * Writes a delivery's new state under a lock: `decide` receives the current row and returns null when nothing changes.
 * The same write adds to the study's log, sets Released To Doctor when the report has arrived for the first time, and
 * notes the change in the feed. Returns the delivery after the write.
 */
export const moveDelivery = async (
  delivery: Pick<DeliveryRow, 'delivery_id' | 'study_id'>,
  decide: (current: DeliveryRow) => DeliveryMove | null,
  context: DeliveriesMoveContext,
): Promise<DeliveryRow> =>
  inTransaction(context.db, async (db) => {
    const study = await lockStudy(db, delivery.study_id, context)
    const current = await findDeliveryForUpdate(db, context.kind, delivery.delivery_id)
    if (current === undefined) throw noSuchDelivery()
    const move = decide(current)
    if (move === null) return current
    const { now } = context
    const hasLeft = move.state === 'handed-over' || move.state === 'delivered'
    const changed = await changeDelivery(db, current.delivery_id, {
      reason: null,
      ...move,
      ...(hasLeft && current.handed_over_at === null && { handed_over_at: now }),
      ...(move.state === 'delivered' && { delivered_at: now }),
      // A new sending starts without the receipt of the one before it.
      ...(move.sending !== undefined && move.sending !== current.sending && { receipt: null, handed_over_at: null }),
      ended_at: hasEnded(move.state) ? now : null,
    })
    if (changed.state === current.state) {
      if (changed.reason !== current.reason) await noteAroundStudy(db, context.kind, study)
      return changed
    }
    await logForStudy(db, study, 'Release', describeMove(current, changed), context)
    // Accepted by the carrier does not mean delivered: a fax may still fail.
    const isReleased = move.state === 'delivered' && (await releaseToDoctor(study, changed, { ...context, db }))
    if (!isReleased) await noteAroundStudy(db, context.kind, study)
    return changed
  })

/**
 * Sets Released To Doctor if the item is the study's own report and the flag is not set; returns whether this call set
 * the flag.
 */
const releaseToDoctor = async (
  study: StudyRow,
  row: DeliveryRow,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now'>,
): Promise<boolean> => {
  const item = itemOf(row)
  const isReport = item.kind === 'paper' && (item.paper === 'physician-report' || item.paper === 'traditional-report')
  const { status } = toStudy(study)
  const isSet = readFlag(status, 'releasedToDoctor').isSet || readFlag(status, 'traditionalReleasedToDoctor').isSet
  if (!isReport || isSet) return false
  const written = writeFlags(parseStatus(study), { releasedToDoctor: true }, context)
  const changed = await changeStudy(context.db, study, { status: JSON.stringify(written) })
  if (changed === undefined) throw await staleOf(context.db, study.study_id)
  return true
}

const sentWords: { readonly [Channel in DeliveryChannel]: string } = {
  fax: 'faxed to',
  email: 'emailed to',
  cd: 'written to CD for',
  usb: 'written to USB for',
}
const channelWords: { readonly [Channel in DeliveryChannel]: string } = {
  fax: 'Fax',
  email: 'Email',
  cd: 'CD',
  usb: 'USB stick',
}

/**
 * Returns the log line: the paper with its version, the channel and the practitioner. It quotes nothing that a user
 * typed.
 */
const describeMove = (before: DeliveryRow, after: DeliveryRow): readonly string[] => {
  const item = itemOf(after)
  const what = item.kind === 'document' ? `Document${/, version \d+$/.exec(after.title)?.[0] ?? ''}` : after.title
  const { channel, recipient_name: to } = after
  switch (after.state) {
    case 'handed-over':
      return [`${what} ${sentWords[channel]} ${to}`]
    case 'delivered':
      return before.state === 'handed-over'
        ? [`${channelWords[channel]} to ${to} ${deliveryWord(channel, 'delivered').toLowerCase()}: ${what}`]
        : [`${what} ${sentWords[channel]} ${to}`]
    case 'failed':
      return [`${channelWords[channel]} to ${to} failed: ${what}`]
    case 'uncertain':
      return [`${channelWords[channel]} to ${to} is uncertain: ${what}`]
    case 'cancelled':
      return [`${channelWords[channel]} to ${to} cancelled: ${what}`]
    case 'registered':
      return before.state === 'uncertain' ? [`${channelWords[channel]} to ${to} is to be sent again: ${what}`] : []
    case 'sending':
      return []
  }
}
