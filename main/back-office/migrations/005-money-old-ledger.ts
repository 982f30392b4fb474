import type { Kysely } from 'kysely'
import { parseDecimalAmount, toMoney } from '#domain/money/money.ts'
import { summarizeLedger } from '#domain/payments/ledger.ts'
import { paymentTypes } from '#domain/payments/payment-types.ts'
import { bareDetails, ledgerKind, transactionStatuses, transactionTypes } from '#domain/payments/transaction.ts'
import type { Database } from '../repositories/database.ts'
import type { TransactionTable } from '../repositories/tables.ts'
import { toEntryOfRow } from '../repositories/transactions-repository.ts'

type OldRow = {
  readonly transaction_id: string
  readonly study_id: string
  readonly transaction_time: number
  readonly document: string
}

const rowsPerInsert = 500

/**
 * A transaction as it was kept before, whole in one document. A reconciliation had no sign then and meant that finance had
 * settled that much: it takes from what is owed.
 */
const toRow = (old: OldRow, locationID: string, place: number): TransactionTable => {
  const document = JSON.parse(old.document) as Record<string, unknown>
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
  const transactionType = transactionTypes.find((type) => type === document.transactionType) ?? 'payment'
  const paymentType = paymentTypes.find((type) => type === document.paymentType) ?? 'card'
  const amount = Math.abs(parseDecimalAmount(Number(document.amount ?? 0)) ?? 0)
  const details = (document.details ?? {}) as Record<string, unknown>
  const cardLastFour = text(details.cardLastFour)
  return {
    transaction_id: old.transaction_id,
    study_id: old.study_id,
    location_id: locationID,
    place,
    transaction_type: transactionType,
    payment_type: paymentType,
    amount: ledgerKind(transactionType) === 'reconciliation' ? -amount : amount,
    currency: document.currency === 'USD' ? 'USD' : 'CAD',
    timezone: text(document.timezone) ?? 'UTC',
    transaction_time: old.transaction_time,
    status: transactionStatuses.find((status) => status === document.status) ?? 'Complete',
    memo: text(document.memo) ?? '',
    sku: Number(document.sku ?? 0),
    processed_by: text(document.processedBy),
    linked_transaction: null,
    attempt_id: null,
    request_key: null,
    gift_card_number: null,
    details: JSON.stringify({
      ...bareDetails(paymentType),
      cardType: text(details.cardType),
      cardLastFour: cardLastFour !== null && /^\d{4}$/.test(cardLastFour) ? cardLastFour : null,
      referenceID: text(details.referenceID),
    }),
  }
}

/** Reads what the old table has, before it goes: rows of the new one, in the order in which they were written. */
export const readOldLedger = async (db: Database): Promise<TransactionTable[]> => {
  const anyTable = db as unknown as Kysely<{ transaction: OldRow }>
  const old = await anyTable
    .selectFrom('transaction')
    .selectAll()
    .orderBy('study_id')
    .orderBy('transaction_time')
    .orderBy('transaction_id')
    .execute()
  const studies = await db.selectFrom('study').select(['study_id', 'location_id']).execute()
  const places = new Map(studies.map((study) => [study.study_id, study.location_id]))
  const counts = new Map<string, number>()
  return old.map((row) => {
    const place = (counts.get(row.study_id) ?? 0) + 1
    counts.set(row.study_id, place)
    return toRow(row, places.get(row.study_id) ?? '', place)
  })
}

/** Writes the rows into the new table, and into each study what its ledger says. */
export const writeNewLedger = async (db: Database, rows: readonly TransactionTable[]): Promise<void> => {
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    await db
      .insertInto('transaction')
      .values(rows.slice(start, start + rowsPerInsert))
      .execute()
  }
  await db
    .updateTable('study')
    .set((study) => ({ balance: study.ref('price') }))
    .execute()
  const byStudy = Map.groupBy(rows, (row) => row.study_id)
  const studies = await db.selectFrom('study').select(['study_id', 'price']).execute()
  for (const { study_id, price } of studies) {
    const own = byStudy.get(study_id)
    if (own === undefined) continue
    const summary = summarizeLedger(toMoney(price), own.map(toEntryOfRow))
    await db
      .updateTable('study')
      .set({
        balance: summary.balance,
        payment_amount: summary.paid + summary.discountReferralCredit,
        ledger_version: own.length,
      })
      .where('study_id', '=', study_id)
      .execute()
  }
}
