import { releaseMessages } from '#domain/release/release-messages.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { createTurns } from '../kernel/in-turn.ts'
import type { DeliveryRow } from '../repositories/deliveries-repository.ts'
import { type DeliveryMove, moveDelivery } from './deliveries-move.ts'

type DeliveriesRecoveryContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'fax' | 'kind' | 'newId' | 'now' | 'setAuditSubject'
>

/** Longer than any sending takes: a process that is at it for so long is at it no more. */
const longestSeconds = 300

type Places = { readonly inTurn: ReturnType<typeof createTurns>; readonly underWay: Set<string> }
const placesOf = new WeakMap<Database, Places>()
const placesFor = ({ db }: Pick<HandlerContext, 'db'>): Places => {
  const places = placesOf.get(db) ?? { inTurn: createTurns(), underWay: new Set<string>() }
  placesOf.set(db, places)
  return places
}

/** Lets two who act on one delivery in this process wait for each other. */
export const inTurnOf = <Result>(
  deliveryID: string,
  context: Pick<HandlerContext, 'db'>,
  work: () => Promise<Result>,
): Promise<Result> => {
  const { inTurn, underWay } = placesFor(context)
  return inTurn(deliveryID, async () => {
    underWay.add(deliveryID)
    try {
      return await work()
    } finally {
      underWay.delete(deliveryID)
    }
  })
}

/** Whether this process is at it now. */
export const isUnderWay = (deliveryID: string, context: Pick<HandlerContext, 'db'>): boolean =>
  placesFor(context).underWay.has(deliveryID)

/**
 * Whether a delivery that stands as being sent is sent by nobody any more: begun before this run, left by this one, or taking
 * longer than any. Ask in its turn. Discs and sticks are the workstation's: it says itself what has become of them.
 */
export const isInterrupted = (
  { state, channel, sender_run, sending_since }: DeliveryRow,
  { run, now }: Pick<HandlerContext, 'run' | 'now'>,
): boolean =>
  state === 'sending' &&
  (channel === 'fax' || channel === 'email') &&
  (sender_run === run.id ||
    sending_since === null ||
    sending_since <= run.startedAt ||
    now - sending_since > longestSeconds)

/**
 * What has become of a delivery that was being sent when that broke off (decisions §5): a fax is asked about by its key, an
 * e-mail nobody can be asked about. A fax that the carrier certainly never had has not left, one that it only does not know of may
 * have; where it cannot be asked all stays as it is.
 */
export const findOut = async (row: DeliveryRow, context: DeliveriesRecoveryContext): Promise<DeliveryRow> => {
  const move = row.channel === 'fax' ? await askCarrier(row, context) : uncertain
  if (move === null) return row
  return moveDelivery(
    row,
    ({ state, sending }) => (state === row.state && sending === row.sending ? move : null),
    context,
  )
}

const uncertain: DeliveryMove = { state: 'uncertain', reason: releaseMessages.uncertain }

const askCarrier = async (row: DeliveryRow, { fax }: Pick<HandlerContext, 'fax'>): Promise<DeliveryMove | null> => {
  const found = await fax.find(`${row.delivery_id}-${row.sending}`)
  if (found.kind === 'found') return { state: 'handed-over', receipt: found.receipt }
  if (found.kind === 'unavailable') return null
  return fax.isAbsenceProof ? { state: 'registered' } : uncertain
}
