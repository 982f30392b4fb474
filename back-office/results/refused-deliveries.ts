import { maxRefusals, type RefusedDelivery, refusedDeliverySchema } from '#domain/results/refused-delivery.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type Database, inTransaction } from '../database/database.ts'
import type { RefusedDeliveryTable } from '../database/result-tables.ts'
import { type HandlerContext, type HandlerInput, requireCaller } from '../kernel/handler.ts'
import { Refusal } from '../kernel/refusal.ts'
import {
  changeRefusal,
  findOpenRefusals,
  findRefusalForUpdate,
  removeClosedRefusals,
} from '../repositories/refused-deliveries-repository.ts'
import { resultsServerWords as words } from './results-words.ts'

/** Returns the refused messages that wait for a person, the oldest first (decision 311). They have no health data. */
export const readRefusedDeliveries = async ({ db }: Pick<HandlerContext, 'db'>): Promise<RefusedDelivery[]> =>
  // The limit is doubled, because each address can also have one entry for its messages that are not listed singly.
  (await findOpenRefusals(db, maxRefusals * 2)).map(toRefusedDelivery)

const toRefusedDelivery = (row: RefusedDeliveryTable): RefusedDelivery =>
  refusedDeliverySchema.parse({
    refusalID: row.refusal_id,
    channel: row.channel,
    sender: row.sender,
    address: row.address,
    controlID: row.control_id,
    reason: row.reason,
    detail: row.detail,
    firstAt: toInstant(Number(row.first_at) * 1000),
    lastAt: toInstant(Number(row.last_at) * 1000),
    copies: Number(row.copies),
  })

/**
 * Closes a refused message, because its sender was informed or nothing needs to be done. Repeating the call changes
 * nothing. Throws 404, and 409 `act-not-allowed` if it was closed in another way.
 */
export const closeRefusedDelivery = async (
  refusalID: string,
  { end, note }: HandlerInput<'closeRefusedDelivery'>['body'],
  context: Pick<HandlerContext, 'caller' | 'db' | 'kind' | 'now' | 'setAuditSubject'>,
): Promise<{ readonly ok: true }> => {
  const { name } = requireCaller(context)
  context.setAuditSubject({ what: `${refusalID}: ${end}` })
  return inTransaction(context.db, async (db) => {
    const row = await findRefusalForUpdate(db, context.kind, refusalID)
    if (row === undefined) throw new Refusal('not-found', words.noSuchRefusal)
    if (row.state === end && row.closed_by === name) return { ok: true }
    if (row.state !== 'open') throw new Refusal('act-not-allowed', words.refusalClosed)
    // Without a control id, the next message from that address must become a new entry.
    const mark = row.control_id === '' ? { mark: `${row.mark} ${refusalID}` } : {}
    await changeRefusal(db, refusalID, { ...mark, state: end, closed_at: context.now, closed_by: name, note })
    return { ok: true }
  })
}

/** How long a closed refused message is kept. */
const keptSeconds = 90 * 86_400

/** Removes the refused messages that were closed more than 90 days ago. The audit log keeps who closed them. */
export const removeOldRefusals = (db: Database, now: number): Promise<number> =>
  removeClosedRefusals(db, now - keptSeconds)
