import { releaseMessages } from '#domain/release/release-messages.ts'
import type { Database } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import { serializeByKey } from '../kernel/serialize-by-key.ts'
import { isRunAlive } from '../kernel/server-runs-repository.ts'
import type { DeliveryRow } from '../repositories/deliveries-repository.ts'
import { type DeliveryMove, moveDelivery } from './deliveries-move.ts'

type DeliveriesRecoveryContext = Pick<
  HandlerContext,
  'caller' | 'db' | 'fax' | 'kind' | 'newId' | 'now' | 'setAuditSubject'
>

/** Seconds after which a sending process counts as gone; longer than any sending takes. */
const maxSeconds = 300

type Places = { readonly inTurn: ReturnType<typeof serializeByKey>; readonly underWay: Set<string> }
const placesOf = new WeakMap<Database, Places>()
const placesFor = ({ db }: Pick<HandlerContext, 'db'>): Places => {
  const places = placesOf.get(db) ?? { inTurn: serializeByKey(), underWay: new Set<string>() }
  placesOf.set(db, places)
  return places
}

/** Runs `work` after all earlier work of this process on the same delivery. */
export const serializeByDelivery = <Result>(
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

/** Returns whether this process is working on the delivery now. */
export const isUnderWay = (deliveryID: string, context: Pick<HandlerContext, 'db'>): boolean =>
  placesFor(context).underWay.has(deliveryID)

/**
 * Returns whether a delivery in state `sending` has lost its sender: the process that began it has ended, this process
 * began it but no longer works on it, or it has taken longer than any sending takes. Call this function inside
 * {@link serializeByDelivery}. Discs and sticks are excluded: the workstation reports their result itself.
 */
export const isInterrupted = async (
  { state, channel, sender_run, sending_since }: DeliveryRow,
  { db, kind, run, now }: Pick<HandlerContext, 'db' | 'kind' | 'run' | 'now'>,
): Promise<boolean> => {
  if (state !== 'sending' || (channel !== 'fax' && channel !== 'email')) return false
  if (sender_run === null || sender_run === run.id || sending_since === null) return true
  if (now - sending_since > maxSeconds) return true
  // Only one process uses a SQLite database, so a sending that began before this process is no longer running.
  return kind === 'sqlite' ? sending_since <= run.startedAt : !(await isRunAlive(db, kind, sender_run))
}

/**
 * Resolves a delivery whose sending was interrupted (decisions §5). Asks the carrier for a fax by its key. If the
 * carrier does not have the fax, the delivery becomes uncertain. With a carrier for which a missing fax proves that it
 * was never accepted, the delivery returns to `registered` instead. An email cannot be looked up, so it becomes
 * uncertain. The state remains if the carrier cannot be reached.
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
