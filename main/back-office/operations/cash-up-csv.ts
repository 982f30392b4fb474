import { stringify } from 'csv-stringify/sync'
import type { CashUp } from '#domain/payments/cash-up.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'

const columns = [
  'record',
  'date',
  'location',
  'currency',
  'person',
  'tender',
  'taken',
  'refunded',
  'notCaptured',
  'expected',
  'counted',
  'difference',
  'study',
  'transaction',
  'amount',
  'reference',
  'at',
  'by',
  'note',
] as const
type Row = Partial<Record<(typeof columns)[number], string | number | null>>

/**
 * A day as one table of comma-separated values for a spreadsheet: amounts are plain decimals, times instants of UTC. What
 * somebody typed never becomes a formula; amounts that are to be counted blind are empty.
 */
export const toCsv = (cashUp: CashUp): string => {
  const { date, locationID, currency } = cashUp
  const rows: readonly Row[] = [
    ...cashUp.lines.map(
      (line): Row => ({
        record: 'line',
        person: line.userName,
        tender: ruleOfPaymentType(line.paymentType).label,
        taken: line.taken,
        refunded: line.refunded,
        notCaptured: line.uncaptured,
        expected: line.expected,
        counted: line.counted,
        difference: line.difference,
        at: line.countedAt,
        by: line.countedBy,
        note: line.note,
      }),
    ),
    ...cashUp.openAttempts.map(
      ({ studyID, amount, since, by, attemptID }): Row => ({
        record: 'card payment that has not ended',
        study: studyID,
        amount,
        reference: attemptID,
        at: since,
        by,
      }),
    ),
    ...cashUp.unissuedInvoices.map(
      (one): Row => ({
        record: 'invoice not issued',
        study: one.studyID,
        transaction: one.transactionID,
        amount: one.amount,
        at: one.date,
      }),
    ),
    ...cashUp.undepositedCheques.map(
      (one): Row => ({
        record: 'cheque not deposited',
        study: one.studyID,
        transaction: one.transactionID,
        amount: one.amount,
        reference: one.referenceID,
        at: one.date,
      }),
    ),
    ...cashUp.overpayments.map(({ studyID, amount }): Row => ({ record: 'paid too much', study: studyID, amount })),
    ...(cashUp.signedOff === null
      ? []
      : [{ record: 'signed off', at: cashUp.signedOff.at, by: cashUp.signedOff.by, note: cashUp.signedOff.note }]),
  ]
  return stringify(
    rows.map((row) => ({ date, location: locationID, currency, ...row })),
    // The mark at the start has spreadsheets read it as UTF-8; lines end as RFC 4180 has them.
    { columns: [...columns], header: true, escape_formulas: true, bom: true, record_delimiter: 'windows' },
  )
}
