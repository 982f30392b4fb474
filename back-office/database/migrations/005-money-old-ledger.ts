import { sql } from 'kysely'
import type { MigrationDatabase } from './migration.ts'

type OldRow = {
  readonly transaction_id: string
  readonly study_id: string
  readonly transaction_time: number
  readonly document: string
}

/** A row of the new table: its columns in the order of {@link columns}. */
type NewRow = { readonly [Column in (typeof columns)[number]]: string | number | null }

const columns = [
  'transaction_id',
  'study_id',
  'location_id',
  'place',
  'transaction_type',
  'payment_type',
  'amount',
  'currency',
  'timezone',
  'transaction_time',
  'status',
  'memo',
  'sku',
  'processed_by',
  'linked_transaction',
  'attempt_id',
  'request_key',
  'gift_card_number',
  'details',
] as const

const transactionTypes = [
  'payment',
  'Refund',
  'Discount',
  'discount',
  'Remove Discount',
  'credit',
  'charge',
  'Charge',
  'reconciliation',
]

const paymentTypes = [
  'card',
  'physicalTerminal',
  'cash',
  'cheque',
  'clinic',
  'eTransfer',
  'externalCredit',
  'externalLender',
  'giftCertificate',
  'giftCertificateIntegrated',
  'invoice',
  'partner invoice',
  'prepaid',
  'referralCredit',
  'finance',
  'promocode',
  'referral code',
  'buyNowPayLater',
  'cardInvoice',
]

const statuses = ['Complete', 'requires_capture', 'Pending']

const rowsPerInsert = 500

/** Converts a decimal amount to cents; returns 0 if it is not a whole number of cents. */
const centsOf = (amount: number): number => {
  const cents = Math.round(amount * 100)
  return Number.isSafeInteger(cents) && Math.abs(cents / 100 - amount) < 1e-9 ? cents : 0
}

/**
 * Converts a transaction of the old table, which stored it as one JSON document. An old reconciliation had no sign and
 * always reduced the balance, so its amount becomes negative.
 */
const toRow = (old: OldRow, locationID: string, place: number): NewRow => {
  const document = JSON.parse(old.document) as Record<string, unknown>
  const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
  const transactionType = transactionTypes.find((type) => type === document.transactionType) ?? 'payment'
  const paymentType = paymentTypes.find((type) => type === document.paymentType) ?? 'card'
  const amount = Math.abs(centsOf(Number(document.amount ?? 0)))
  const details = (document.details ?? {}) as Record<string, unknown>
  const cardLastFour = text(details.cardLastFour)
  return {
    transaction_id: old.transaction_id,
    study_id: old.study_id,
    location_id: locationID,
    place,
    transaction_type: transactionType,
    payment_type: paymentType,
    amount: transactionType === 'reconciliation' ? -amount : amount,
    currency: document.currency === 'USD' ? 'USD' : 'CAD',
    timezone: text(document.timezone) ?? 'UTC',
    transaction_time: old.transaction_time,
    status: statuses.find((status) => status === document.status) ?? 'Complete',
    memo: text(document.memo) ?? '',
    sku: Number(document.sku ?? 0),
    processed_by: text(document.processedBy),
    linked_transaction: null,
    attempt_id: null,
    request_key: null,
    gift_card_number: null,
    details: JSON.stringify({
      paymentMethod: null,
      paymentType,
      referralCode: null,
      cardType: text(details.cardType),
      cardLastFour: cardLastFour !== null && /^\d{4}$/.test(cardLastFour) ? cardLastFour : null,
      referenceID: text(details.referenceID),
      status: null,
      invoicePayer: null,
      linkedTransaction: null,
      giftCardNumber: null,
      classification: null,
      promoID: null,
      promoCategory: null,
      isInterac: false,
      isExternalRefund: false,
    }),
  }
}

/**
 * Reads the old table before it is dropped. Returns its rows in the form of the new table, in the order in which they
 * were written.
 */
export const readOldLedger = async (db: MigrationDatabase): Promise<NewRow[]> => {
  const old = await sql<OldRow>`select transaction_id, study_id, transaction_time, document from "transaction"
    order by study_id, transaction_time, transaction_id`.execute(db)
  const studies = await sql<{ study_id: string; location_id: string }>`select study_id, location_id from study`.execute(
    db,
  )
  const places = new Map(studies.rows.map((study) => [study.study_id, study.location_id]))
  const counts = new Map<string, number>()
  return old.rows.map((row) => {
    const place = (counts.get(row.study_id) ?? 0) + 1
    counts.set(row.study_id, place)
    return toRow(row, places.get(row.study_id) ?? '', place)
  })
}

/**
 * Sums a study's entries, in cents. The old ledger did not link entries, so a refund reduces the sum of payments, and a
 * removal the sum of discounts.
 */
const sumUp = (rows: readonly NewRow[]): { readonly owedLess: number; readonly settled: number } => {
  const of = (...types: readonly string[]): number =>
    rows
      .filter(({ transaction_type }) => types.includes(String(transaction_type)))
      .reduce((sum, { amount }) => sum + Number(amount), 0)
  const paid = of('payment') - of('Refund')
  const credit = of('credit')
  const discounts = of('Discount', 'discount') - of('Remove Discount')
  const charges = of('charge', 'Charge')
  return { owedLess: discounts + credit + paid - charges - of('reconciliation'), settled: paid + credit }
}

/** Writes the rows into the new table, and sets the sums of each study from its rows. */
export const writeNewLedger = async (db: MigrationDatabase, rows: readonly NewRow[]): Promise<void> => {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  for (let start = 0; start < rows.length; start += rowsPerInsert) {
    const values = rows
      .slice(start, start + rowsPerInsert)
      .map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
    await sql`insert into "transaction" (${names}) values ${sql.join(values)}`.execute(db)
  }
  await sql`update study set balance = price`.execute(db)
  for (const [studyID, own] of Map.groupBy(rows, (row) => row.study_id)) {
    const { owedLess, settled } = sumUp(own)
    await sql`update study set balance = price - ${owedLess}, payment_amount = ${settled}, ledger_version = ${own.length}
      where study_id = ${studyID}`.execute(db)
  }
}
