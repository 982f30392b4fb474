import type { DeliveryChannel } from '#domain/release/delivery.ts'
import { hasEnded } from '#domain/release/delivery-rules.ts'
import { deliveryWord } from '#domain/release/delivery-words.ts'
import { doctorReleaseOf, doctorReleaseToClear } from '#domain/release/release-act.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import { toInstant } from '#domain/values/instant.ts'
import { inTransaction } from '../database/database.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import { recordRelatedChange } from '../repositories/changes-repository.ts'
import {
  addDeliveryStep,
  changeDelivery,
  type DeliveryRow,
  findDeliveries,
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
  Partial<
    Pick<DeliveryRow, 'reason' | 'pages' | 'receipt' | 'sending' | 'sender_run' | 'sending_since' | 'confirmed_by'>
  >

export const noSuchDelivery = (): Refusal => new Refusal('not-found', 'This study has no such delivery.')

/**
 * Writes a delivery's new state under a lock: `decide` receives the current row and returns null when nothing changes.
 * The same write adds a line to the study's log and a change to the change feed. It sets Released To Doctor when the
 * report arrives for the first time. It clears the flag when a disc is no longer marked as burnt. Returns the delivery
 * after the write.
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
      // The name of the person who recorded a disc's result; every later change of the delivery removes it.
      confirmed_by: null,
      ...move,
      ...(hasLeft && current.handed_over_at === null && { handed_over_at: now }),
      delivered_at: move.state === 'delivered' ? now : null,
      // A new sending starts without the receipt of the one before it.
      ...(move.sending !== undefined && move.sending !== current.sending && { receipt: null, handed_over_at: null }),
      ended_at: hasEnded(move.state) ? now : null,
    })
    if (changed.state !== current.state || changed.reason !== current.reason || changed.receipt !== current.receipt) {
      await addDeliveryStep(db, changed, requireCaller(context).name, now)
    }
    if (changed.state === current.state) {
      if (changed.reason !== current.reason) await recordRelatedChange(db, context.kind, study)
      return changed
    }
    await logForStudy(db, study, 'Release', describeMove(current, changed), context)
    // Accepted by the carrier does not mean delivered: a fax may still fail.
    const isFlagged =
      move.state === 'delivered'
        ? await releaseToDoctor(study, changed, { ...context, db })
        : current.state === 'delivered' && (await undoReleaseToDoctor(study, current, { ...context, db }))
    if (!isFlagged) await recordRelatedChange(db, context.kind, study)
    return changed
  })

/**
 * Sets Released To Doctor, or the flag of the traditional report, if the item is a report of the study and the flag is
 * not set; returns whether this call set it.
 */
const releaseToDoctor = async (
  study: StudyRow,
  row: DeliveryRow,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now'>,
): Promise<boolean> => {
  const flag = doctorReleaseOf(itemOf(row))
  if (flag === null || readFlag(toStudy(study).status, flag).isSet) return false
  return flagRelease(study, { [flag]: true }, context)
}

/** Clears the flag of {@link releaseToDoctor} by the rule of `doctorReleaseToClear`; returns whether it did. */
const undoReleaseToDoctor = async (
  study: StudyRow,
  before: DeliveryRow,
  context: Pick<HandlerContext, 'caller' | 'db' | 'now'>,
): Promise<boolean> => {
  const { delivery_id: deliveryID, delivered_at: at } = before
  const others = (await findDeliveries(context.db, study.study_id)).filter(
    (one) => one.delivery_id !== deliveryID && one.state === 'delivered',
  )
  const delivery = { item: itemOf(before), deliveredAt: at === null ? null : toInstant(at * 1000) }
  const flag = doctorReleaseToClear(toStudy(study), delivery, others.map(itemOf))
  return flag === null ? false : flagRelease(study, { [flag]: false }, context)
}

const flagRelease = async (
  study: StudyRow,
  flags: Parameters<typeof writeFlags>[1],
  context: Pick<HandlerContext, 'caller' | 'db' | 'now'>,
): Promise<true> => {
  const written = writeFlags(parseStatus(study), flags, context)
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
  if (channel === 'cd') {
    const line = describeDiscMove(before, after, what)
    if (line !== null) return [line]
  }
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

/** Returns the log line for a step that only a disc can have; null for any other step. */
const describeDiscMove = (before: DeliveryRow, after: DeliveryRow, what: string): string | null => {
  const { recipient_name: to } = after
  if (after.state === 'delivered') return `CD for ${to} burnt: ${what}`
  if (after.state === 'failed' && after.confirmed_by !== null) return `CD for ${to} could not be burnt: ${what}`
  if (after.state !== 'handed-over') return null
  return before.state === 'delivered' || before.state === 'failed'
    ? `CD for ${to} waits to be burnt again: ${what}`
    : `CD image for ${to} written, waits to be burnt: ${what}`
}
