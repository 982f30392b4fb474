import { findMissingPayments } from '#domain/finance/find-missing-payments.ts'
import { inTransaction } from '../database/database.ts'
import type { RestorationTable } from '../database/server-identity-table.ts'
import type { ProcessorCard } from '../outside/processor/card-processor.ts'
import {
  endRestorationCheck,
  findKnownAttempts,
  findUncheckedRestorations,
  type RestoredPaymentRow,
} from '../repositories/restores-repository.ts'
import type { CardContext } from './card-record.ts'

type RestoredCardsContext = Pick<CardContext, 'cardProcessor' | 'db' | 'log' | 'now'>

/** The clocks of the server and the processor may differ by this much. */
const clockSeconds = 900

const describeCard = (card: ProcessorCard | null): string =>
  card === null ? '' : `${card.brand} ${card.last4 ?? ''}`.trim()

type Item = Pick<
  RestoredPaymentRow,
  'amount' | 'card' | 'currency' | 'kind' | 'location_id' | 'study_id' | 'taken_at'
> & {
  readonly id: string
  readonly attemptID: string | null
  readonly ofPayment: string | null
}

/**
 * Returns the payments that the processor took, or null if it did not answer. A server without a processor has nothing
 * to ask.
 */
const readTaken = async (
  since: number,
  { cardProcessor, log }: RestoredCardsContext,
): Promise<readonly Item[] | null> => {
  if (cardProcessor.kind === 'none') return []
  const reply = await cardProcessor.findTaken(since)
  if (!reply.ok) {
    log('warning', 'cards.restore-not-checked', { code: reply.kind })
    return null
  }
  const payments = reply.value.payments.map(({ intent, createdAt, studyID, locationID }): Item => {
    const { id, attemptID, amount, currency } = intent
    const place = { study_id: studyID, location_id: locationID }
    const money = { amount, currency, card: describeCard(intent.card), taken_at: createdAt }
    return { kind: 'payment', id, attemptID, ofPayment: null, ...place, ...money }
  })
  const byID = new Map(payments.map((payment) => [payment.id, payment]))
  const refunds = reply.value.refunds.flatMap(({ id, attemptID, intentID, amount, currency, createdAt }): Item[] => {
    const undone = byID.get(intentID ?? '')
    const known = currency ?? undone?.currency
    if (known === undefined) return []
    const place = { study_id: undone?.study_id ?? null, location_id: undone?.location_id ?? null }
    const money = { amount, currency: known, card: '', taken_at: createdAt }
    return [{ kind: 'refund', id, attemptID, ofPayment: intentID, ...place, ...money }]
  })
  return [...payments, ...refunds]
}

const isString = (value: string | null): value is string => value !== null

const checkOne = async (restoration: Readonly<RestorationTable>, context: RestoredCardsContext): Promise<void> => {
  const taken = await readTaken(restoration.backup_at - clockSeconds, context)
  if (taken === null) return
  const { db, now, log } = context
  const restorationID = restoration.restoration_id
  const rows = await inTransaction(db, async (transaction) => {
    const known = await findKnownAttempts(transaction, {
      attemptIDs: taken.map(({ attemptID }) => attemptID).filter(isString),
      intentIDs: taken.map(({ ofPayment }) => ofPayment).filter(isString),
    })
    const missing = findMissingPayments(taken, known).map(
      ({ id, attemptID: _attempt, ofPayment: _undone, ...money }): RestoredPaymentRow => ({
        ...money,
        payment_id: id,
        restoration_id: restorationID,
        resolved_at: null,
        resolved_by: null,
        note: null,
      }),
    )
    await endRestorationCheck(transaction, { restorationID, now, missing })
    return missing.length
  })
  if (rows > 0) log('error', 'cards.missing-after-restore', { rows })
}

/**
 * After a restore, asks the card processor once which payments it took since the backup, and stores for finance those
 * that the database lacks. Repeats at the next sweep until the processor answers.
 */
export const checkRestoredCards = async (context: RestoredCardsContext): Promise<void> => {
  for (const restoration of await findUncheckedRestorations(context.db)) await checkOne(restoration, context)
}
