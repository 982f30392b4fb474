import { stringify } from 'csv-stringify/sync'
import { isMoneyReceived } from '#domain/finance/build-cash-up.ts'
import type { CashUp, CashUpLine, CashUpTableName } from '#domain/finance/cash-up.ts'
import { blockName, numberCounts, voidedBlockName } from '#domain/finance/cash-up-blocks.ts'
import { toCsvAmount } from '#domain/format/format-money.ts'
import { toCsvTime } from '#domain/format/format-time.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { cashUpCsvWords as words } from './cash-up-csv-words.ts'

const { heads } = words

/** The values of one row; the keys are the column headers. */
type Row = Readonly<Record<string, string | number | null>>
type Table = { readonly headers: readonly string[]; readonly rows: readonly Row[] }

const localTime = (instant: Instant | null, zone: ZoneId): string => (instant === null ? '' : toCsvTime(instant, zone))

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
  [heads.block]: one.name,
  [heads.person]: one.line.userName,
  [heads.paymentType]: ruleOfPaymentType(one.line.paymentType).label,
  [heads.countNumber]: String(one.number),
  [heads.counted]: one.count.counted,
  [heads.float]: one.count.drawer?.float ?? null,
  [heads.difference]: one.count.difference,
  [heads.note]: one.count.note,
  [heads.countedBy]: one.count.countedBy,
  [heads.countedAt]: localTime(one.count.countedAt, one.zone),
})

const invoiceRows = (invoices: CashUp['unissuedInvoices'], zone: ZoneId): Table => ({
  headers: [heads.study, heads.amount, heads.recordedAt, heads.transaction],
  rows: invoices.map((one) => ({
    [heads.study]: one.studyID,
    [heads.amount]: one.amount,
    [heads.recordedAt]: localTime(one.date, zone),
    [heads.transaction]: one.transactionID,
  })),
})

const tables: Readonly<Record<CashUpTableName, (cashUp: CashUp, zone: ZoneId) => Table>> = {
  takings: (cashUp, zone) => ({
    headers: [
      heads.block,
      heads.state,
      heads.person,
      heads.paymentType,
      heads.isReceived,
      heads.taken,
      heads.refunded,
      heads.uncaptured,
      heads.expected,
      heads.counted,
      heads.difference,
      heads.counts,
      heads.note,
      heads.countedBy,
      heads.countedAt,
    ],
    rows: blocksOf(cashUp).flatMap(({ name, isClosed, lines }) =>
      lines.map((line) => ({
        [heads.block]: name,
        [heads.state]: isClosed ? words.closed : words.open,
        [heads.person]: line.userName,
        [heads.paymentType]: ruleOfPaymentType(line.paymentType).label,
        [heads.isReceived]: isMoneyReceived(line.paymentType) ? words.yes : words.no,
        [heads.taken]: line.taken,
        [heads.refunded]: line.refunded,
        [heads.uncaptured]: line.uncaptured,
        [heads.expected]: line.expected,
        [heads.counted]: line.counted,
        [heads.difference]: line.difference,
        [heads.counts]: String(line.counts.length),
        [heads.note]: line.note,
        [heads.countedBy]: line.countedBy ?? '',
        [heads.countedAt]: localTime(line.countedAt, zone),
      })),
    ),
  }),
  counts: (cashUp, zone) => ({
    headers: [
      heads.block,
      heads.person,
      heads.paymentType,
      heads.countNumber,
      heads.counted,
      heads.float,
      heads.difference,
      heads.note,
      heads.countedBy,
      heads.countedAt,
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
    headers: [heads.event, heads.by, heads.at, heads.note, heads.earlyReason],
    rows: events.map(({ kind, by, at, note, earlyReason }) => ({
      [heads.event]: kind === 'closed' ? words.closed : words.reopened,
      [heads.by]: by,
      [heads.at]: localTime(at, zone),
      [heads.note]: note,
      [heads.earlyReason]: earlyReason,
    })),
  }),
  'card-payments': ({ openAttempts }, zone) => ({
    headers: [heads.study, heads.amount, heads.startedAt, heads.startedBy, heads.attempt],
    rows: openAttempts.map((one) => ({
      [heads.study]: one.studyID,
      [heads.amount]: one.amount,
      [heads.startedAt]: localTime(one.since, zone),
      [heads.startedBy]: one.by,
      [heads.attempt]: one.attemptID,
    })),
  }),
  invoices: ({ unissuedInvoices }, zone) => invoiceRows(unissuedInvoices, zone),
  'outstanding-invoices': ({ outstandingInvoices }, zone) => invoiceRows(outstandingInvoices, zone),
  'paid-invoices': ({ paidInvoices }, zone) => ({
    headers: [heads.study, heads.amount, heads.paidBy, heads.markedBy, heads.markedAt, heads.transaction],
    rows: paidInvoices.map((one) => ({
      [heads.study]: one.studyID,
      [heads.amount]: one.amount,
      [heads.paidBy]: one.paymentMethod ?? '',
      [heads.markedBy]: one.by,
      [heads.markedAt]: localTime(one.at, zone),
      [heads.transaction]: one.transactionID,
    })),
  }),
  cheques: ({ undepositedCheques, currency }, zone) => ({
    headers: [heads.study, heads.amount, heads.chequeNumber, heads.recordedAt, heads.transaction],
    rows: undepositedCheques.map((one) => ({
      [heads.study]: one.studyID,
      [heads.amount]: one.amount,
      [heads.chequeNumber]: one.referenceID,
      [heads.currency]: one.currency ?? currency,
      [heads.recordedAt]: localTime(one.date, zone),
      [heads.transaction]: one.transactionID,
    })),
  }),
  overpayments: ({ overpayments }) => ({
    headers: [heads.study, heads.overpaid],
    rows: overpayments.map((one) => ({ [heads.study]: one.studyID, [heads.overpaid]: one.amount })),
  }),
}

/**
 * Returns one table of a day as comma-separated values. Amounts have two decimals, and times have the location's UTC
 * offset. Typed text never becomes a formula. An amount that is hidden for a blind count is empty.
 */
export const toCsv = (cashUp: CashUp, table: CashUpTableName, zone: ZoneId): string => {
  const { headers, rows } = tables[table](cashUp, zone)
  const { date, locationID, currency } = cashUp
  return stringify(
    rows.map((row) => ({ [heads.date]: date, [heads.location]: locationID, [heads.currency]: currency, ...row })),
    // The byte order mark makes spreadsheets read UTF-8; line ends follow RFC 4180.
    {
      columns: [heads.date, heads.location, heads.currency, ...headers],
      header: true,
      escape_formulas: true,
      bom: true,
      // Every number is an amount; quantities are text.
      cast: { number: toCsvAmount },
      record_delimiter: 'windows',
    },
  )
}
