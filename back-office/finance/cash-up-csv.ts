import { stringify } from 'csv-stringify/sync'
import { isMoneyReceived } from '#domain/finance/build-cash-up.ts'
import type { CashUp, CashUpLine, CashUpTableName } from '#domain/finance/cash-up.ts'
import { blockName, numberCounts, voidedBlockName } from '#domain/finance/cash-up-blocks.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import { toWallTime, type ZoneId } from '#domain/values/location-clock.ts'

/** One row by column header. */
type Row = Readonly<Record<string, string | number | null>>
type Table = { readonly headers: readonly string[]; readonly rows: readonly Row[] }

/** Returns the location's time with its offset, such as `2026-11-22T05:03:07-07:00`. */
const localTime = (instant: Instant | null, zone: ZoneId): string => {
  if (instant === null) return ''
  const { date, time, offset } = toWallTime(instant, zone)
  const seconds = Math.floor(toEpochMs(instant) / 1000) % 60
  return `${date}T${time}:${String(seconds).padStart(2, '0')}${offset}`
}

type Block = { readonly name: string; readonly isClosed: boolean; readonly lines: readonly CashUpLine[] }

const blocksOf = (cashUp: CashUp): readonly Block[] => [
  ...cashUp.closed.map(({ lines }, place) => ({ name: blockName(place), isClosed: true, lines })),
  ...(cashUp.closed.length > 0 && cashUp.lines.length === 0
    ? []
    : [{ name: blockName(cashUp.closed.length), isClosed: false, lines: cashUp.lines }]),
]

const countRow = (one: {
  readonly name: string
  readonly line: Pick<CashUpLine, 'userName' | 'paymentType'>
  readonly count: Omit<CashUpLine['counts'][number], 'counted'> & { readonly counted: number | null }
  readonly number: number
  readonly zone: ZoneId
}): Row => ({
  'Part of day': one.name,
  Person: one.line.userName,
  'Payment type': ruleOfPaymentType(one.line.paymentType).label,
  'Count number': String(one.number),
  Counted: one.count.counted,
  Difference: one.count.difference,
  Note: one.count.note,
  'Counted by': one.count.countedBy,
  'Counted at': localTime(one.count.countedAt, one.zone),
})

/** Returns a row for each invoice. */
const invoiceRows = (invoices: CashUp['unissuedInvoices'], zone: ZoneId): Table => ({
  headers: ['Study', 'Amount', 'Recorded at', 'Transaction'],
  rows: invoices.map((one) => ({
    Study: one.studyID,
    Amount: one.amount,
    'Recorded at': localTime(one.date, zone),
    Transaction: one.transactionID,
  })),
})

const tables: Readonly<Record<CashUpTableName, (cashUp: CashUp, zone: ZoneId) => Table>> = {
  takings: (cashUp, zone) => ({
    headers: [
      'Part of day',
      'State',
      'Person',
      'Payment type',
      'Money received',
      'Taken',
      'Refunded',
      'Not captured',
      'Expected',
      'Counted',
      'Difference',
      'Number of counts',
      'Note',
      'Counted by',
      'Counted at',
    ],
    rows: blocksOf(cashUp).flatMap(({ name, isClosed, lines }) =>
      lines.map((line) => ({
        'Part of day': name,
        State: isClosed ? 'Closed' : 'Open',
        Person: line.userName,
        'Payment type': ruleOfPaymentType(line.paymentType).label,
        'Money received': isMoneyReceived(line.paymentType) ? 'Yes' : 'No',
        Taken: line.taken,
        Refunded: line.refunded,
        'Not captured': line.uncaptured,
        Expected: line.expected,
        Counted: line.counted,
        Difference: line.difference,
        'Number of counts': String(line.counts.length),
        Note: line.note,
        'Counted by': line.countedBy ?? '',
        'Counted at': localTime(line.countedAt, zone),
      })),
    ),
  }),
  counts: (cashUp, zone) => ({
    headers: [
      'Part of day',
      'Person',
      'Payment type',
      'Count number',
      'Counted',
      'Difference',
      'Note',
      'Counted by',
      'Counted at',
    ],
    rows: [
      ...numberCounts(cashUp.voidedCounts).map(({ count, number }) =>
        countRow({ name: voidedBlockName, line: count, count, number, zone }),
      ),
      ...blocksOf(cashUp).flatMap(({ name, lines }) =>
        lines.flatMap((line) =>
          line.counts.map((count, place) => countRow({ name, line, count, number: place + 1, zone })),
        ),
      ),
    ],
  }),
  closings: ({ events }, zone) => ({
    headers: ['Event', 'By', 'At', 'Note', 'Reason for closing early'],
    rows: events.map(({ kind, by, at, note, earlyReason }) => ({
      Event: kind === 'closed' ? 'Closed' : 'Reopened',
      By: by,
      At: localTime(at, zone),
      Note: note,
      'Reason for closing early': earlyReason,
    })),
  }),
  'card-payments': ({ openAttempts }, zone) => ({
    headers: ['Study', 'Amount', 'Started at', 'Started by', 'Attempt'],
    rows: openAttempts.map((one) => ({
      Study: one.studyID,
      Amount: one.amount,
      'Started at': localTime(one.since, zone),
      'Started by': one.by,
      Attempt: one.attemptID,
    })),
  }),
  invoices: ({ unissuedInvoices }, zone) => invoiceRows(unissuedInvoices, zone),
  'outstanding-invoices': ({ outstandingInvoices }, zone) => invoiceRows(outstandingInvoices, zone),
  'paid-invoices': ({ paidInvoices }, zone) => ({
    headers: ['Study', 'Amount', 'Paid by', 'Marked by', 'Marked at', 'Transaction'],
    rows: paidInvoices.map((one) => ({
      Study: one.studyID,
      Amount: one.amount,
      'Paid by': one.paymentMethod ?? '',
      'Marked by': one.by,
      'Marked at': localTime(one.at, zone),
      Transaction: one.transactionID,
    })),
  }),
  cheques: ({ undepositedCheques }, zone) => ({
    headers: ['Study', 'Amount', 'Cheque number', 'Recorded at', 'Transaction'],
    rows: undepositedCheques.map((one) => ({
      Study: one.studyID,
      Amount: one.amount,
      'Cheque number': one.referenceID,
      'Recorded at': localTime(one.date, zone),
      Transaction: one.transactionID,
    })),
  }),
  overpayments: ({ overpayments }) => ({
    headers: ['Study', 'Amount paid beyond the price'],
    rows: overpayments.map((one) => ({ Study: one.studyID, 'Amount paid beyond the price': one.amount })),
  }),
}

/**
 * Returns one table of a day as comma-separated values. Amounts have two decimals, times the location's offset. Typed
 * text never becomes a formula; amounts in a blind count are empty.
 */
export const toCsv = (cashUp: CashUp, table: CashUpTableName, zone: ZoneId): string => {
  const { headers, rows } = tables[table](cashUp, zone)
  const { date, locationID, currency } = cashUp
  return stringify(
    rows.map((row) => ({ Date: date, Location: locationID, Currency: currency, ...row })),
    // The byte order mark makes spreadsheets read UTF-8; line ends follow RFC 4180.
    {
      columns: ['Date', 'Location', 'Currency', ...headers],
      header: true,
      escape_formulas: true,
      bom: true,
      // Every number is an amount; quantities are text.
      cast: { number: (amount) => amount.toFixed(2) },
      record_delimiter: 'windows',
    },
  )
}
