import { createHash } from 'node:crypto'
import {
  boundRefusal,
  opensAgain,
  type RefusedMessage,
  refusalKey,
  refusedMessageSchema,
  repeatedSince,
} from '#domain/results/refused-delivery.ts'
import type { Log } from '#runtime/log.ts'
import { inTransaction } from '../database/database.ts'
import type { HandlerContext } from '../kernel/handler.ts'
import {
  addRefusal,
  changeRefusal,
  countRefusalsOpen,
  findRefusalByHash,
} from '../repositories/refused-deliveries-repository.ts'
import { hasResultOfMessage } from '../repositories/results-repository.ts'

type StoreContext = Pick<HandlerContext, 'db' | 'kind' | 'newId' | 'now'>

const hashOf = (refusal: RefusedMessage): string =>
  createHash('sha256')
    .update(JSON.stringify(refusalKey(refusal)))
    .digest('hex')

/**
 * Stores that a message was refused, without its content, or counts a repetition of it (decision 311).
 *
 * @internal Tests refuse messages without a sender.
 */
export const storeRefusal = async (given: RefusedMessage, { db, kind, newId, now }: StoreContext): Promise<void> => {
  const refusal = refusedMessageSchema.parse(given)
  await inTransaction(db, async (transaction) => {
    const since = repeatedSince(refusal, now)
    if (since !== null && (await hasResultOfMessage(transaction, refusal.sender, refusal.controlID, since))) return
    const { reason, detail, address } = refusal
    const known = await findRefusalByHash(transaction, kind, hashOf(refusal))
    if (known !== undefined) {
      const isOpened = opensAgain({ state: known.state, closedAt: known.closed_at }, now)
      await changeRefusal(transaction, known.refusal_id, {
        ...{ reason, detail, address, last_at: now, copies: known.copies + 1 },
        ...(isOpened && { state: 'open', closed_at: null, closed_by: null, note: null }),
      })
      return
    }
    const listed = boundRefusal(refusal, await countRefusalsOpen(transaction, address))
    const { controlID, ...columns } = listed
    await addRefusal(transaction, {
      ...columns,
      refusal_id: newId(),
      mark: hashOf(listed),
      control_id: controlID,
      first_at: now,
      last_at: now,
      copies: 1,
      state: 'open',
      closed_at: null,
      closed_by: null,
      note: null,
    })
  })
}

/**
 * Stores a refusal. A failure is logged and does not change the answer: the sender knows that its message was refused.
 */
export const noteRefusal = async (
  refusal: RefusedMessage,
  context: StoreContext & { readonly log: Log },
): Promise<void> => {
  try {
    await storeRefusal(refusal, context)
  } catch (error) {
    context.log('error', 'results.refusal-not-stored', { error: error instanceof Error ? error.name : typeof error })
  }
}
