import type { RouteAnswer } from '#contract/back-office.ts'
import { addressOf } from '#domain/release/recipient.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type HandlerContext, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { FaxStatus } from '../outside/fax/fax-carrier.ts'
import { findPractitioners } from '../repositories/catalogue-repository.ts'
import {
  type DeliveryRow,
  findAddressesUsedAt,
  findDeliveries,
  findDelivery,
  findUsedAddresses,
  toDelivery,
} from '../repositories/deliveries-repository.ts'
import { toStudy } from '../repositories/studies-repository.ts'
import { findVisibleStudy } from '../study-access/visible-study.ts'
import { type DeliveryMove, moveDelivery, noSuchDelivery } from './deliveries-move.ts'
import { findOut, isInterrupted, isUnderWay, serializeByDelivery } from './deliveries-recovery.ts'

type DeliveriesReadContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'fax' | 'kind' | 'newId' | 'now' | 'run' | 'setAuditSubject'
>

/**
 * Returns a study's deliveries, newest first, and for each address of the study's practitioners, when an item last
 * arrived there.
 */
export const readRelease = async (
  studyID: string,
  context: Pick<HandlerContext, 'caller' | 'db' | 'setAuditSubject'>,
): Promise<RouteAnswer<'readRelease'>> => {
  const row = await findVisibleStudy(context.db, studyID, context)
  context.setAuditSubject({ memberID: row.patient_id, locationID: row.location_id })
  const { primary, referring, additional } = toStudy(row).details.practitioners
  const refs = [primary, referring, ...additional].filter((ref) => ref !== null)
  const directory = await findPractitioners(
    context.db,
    refs.map(({ practitionerID }) => practitionerID),
  )
  const addresses = refs.flatMap(({ practitionerID, locationID }) => {
    const practitioner = directory.find(({ id }) => id === practitionerID)
    if (practitioner === undefined) return []
    return (['fax', 'email'] as const).map((channel) => ({
      channel,
      address: addressOf(practitioner, locationID, channel),
    }))
  })
  const asked = new Map(addresses.map((one) => [`${one.channel} ${one.address}`, one]))
  return {
    deliveries: (await findDeliveries(context.db, studyID)).map(toDelivery),
    usedAddresses: await findUsedAddresses(context.db, [...asked.values()]),
  }
}

/**
 * Returns a delivery's status. If the status may have changed, asks the carrier first. Throws 404 for a delivery of
 * another study.
 */
export const readDelivery = async (
  studyID: string,
  deliveryID: string,
  context: DeliveriesReadContext,
): Promise<RouteAnswer<'readDelivery'>> => {
  await findVisibleStudy(context.db, studyID, context)
  const row = await findDelivery(context.db, studyID, deliveryID)
  if (row === undefined) throw noSuchDelivery()
  // If this process is sending the delivery now, the sending itself records the result.
  if (!mayStatusChange(row) || isUnderWay(deliveryID, context)) return { delivery: toDelivery(row) }
  const known = await serializeByDelivery(deliveryID, context, async () => {
    const current = await findDelivery(context.db, studyID, deliveryID)
    return current === undefined ? row : checkStatus(current, context)
  })
  return { delivery: toDelivery(known) }
}

const mayStatusChange = ({ state, channel }: DeliveryRow): boolean =>
  state === 'sending' || (channel === 'fax' && (state === 'handed-over' || state === 'uncertain'))

const checkStatus = async (row: DeliveryRow, context: DeliveriesReadContext): Promise<DeliveryRow> => {
  if (row.state === 'sending') return (await isInterrupted(row, context)) ? findOut(row, context) : row
  if (row.channel !== 'fax') return row
  if (row.state === 'handed-over' && row.receipt !== null) return watch(row, row.receipt, context)
  if (row.state !== 'uncertain') return row
  // The carrier may list the fax by now. If it does not, that proves nothing.
  const found = await context.fax.find(`${row.delivery_id}-${row.sending}`)
  if (found.kind !== 'found') return row
  const move = toMove(await context.fax.read(found.receipt))
  if (move === null || move.state === 'uncertain') return row
  return write(row, { ...move, receipt: found.receipt }, context)
}

const watch = async (row: DeliveryRow, receipt: string, context: DeliveriesReadContext): Promise<DeliveryRow> => {
  const move = toMove(await context.fax.read(receipt))
  const isNews = move !== null && (move.state !== row.state || (move.reason ?? null) !== row.reason)
  return isNews ? write(row, move, context) : row
}

const write = (row: DeliveryRow, move: DeliveryMove, context: DeliveriesReadContext): Promise<DeliveryRow> =>
  moveDelivery(row, ({ state, sending }) => (state === row.state && sending === row.sending ? move : null), context)

/** Returns the change of state that follows from the carrier's status; null when the carrier cannot be reached. */
const toMove = (status: FaxStatus): DeliveryMove | null => {
  switch (status.kind) {
    case 'under-way':
      return { state: 'handed-over', reason: status.reason }
    case 'delivered':
      return { state: 'delivered', ...(status.pages !== null && { pages: status.pages }) }
    case 'failed':
      return { state: 'failed', reason: status.reason }
    case 'cancelled':
      return { state: 'cancelled' }
    case 'lost':
      return { state: 'uncertain', reason: releaseMessages.faxLost }
    case 'unavailable':
      return null
  }
}

/** Returns the faxes that the demo's fax machine sent, newest first. Throws 404 with a real carrier. */
export const readSentFaxes = async (
  context: Pick<HandlerContext, 'caller' | 'db' | 'fax'>,
): Promise<RouteAnswer<'readSentFaxes'>> => {
  const sent = context.fax.readSent()
  if (sent === null) throw new Refusal('not-found', "This server doesn't keep sent faxes.")
  const shown = await keepFaxesInReach(sent, context)
  return shown.map(({ at, ...fax }) => ({ ...fax, at: toInstant(at * 1000) }))
}

/**
 * Returns the faxes that the caller may see. A caller who is limited to some locations sees only faxes to the numbers
 * in deliveries of these locations.
 */
const keepFaxesInReach = async <Fax extends { readonly to: string }>(
  faxes: readonly Fax[],
  context: Pick<HandlerContext, 'caller' | 'db'>,
): Promise<readonly Fax[]> => {
  const { allowedLocations } = requireCaller(context)
  if (allowedLocations === 'all') return faxes
  const own = await findAddressesUsedAt(context.db, 'fax', allowedLocations)
  return faxes.filter(({ to }) => own.has(to))
}
