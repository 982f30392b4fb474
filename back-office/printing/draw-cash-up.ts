import { type CashUpTotals, isMoneyReceived, totalsOf } from '#domain/finance/build-cash-up.ts'
import type { CashUp, CashUpLine, ClosedBlock } from '#domain/finance/cash-up.ts'
import { blockName, isDayClosed, numberCounts } from '#domain/finance/cash-up-blocks.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { formatDate, formatInstant } from '#domain/values/format-time.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { formatMoney, parseDecimalAmount, toMoney } from '#domain/values/money.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import type { PaperRequest } from './paper-maker.ts'
import {
  accent,
  body,
  type Cell,
  drawSheets,
  gap,
  heading,
  type PaperBlock,
  paperGrey,
  row,
  rule,
  small,
  strong,
  table,
} from './paper-sheet.ts'

type CashUpRequest = Extract<PaperRequest, { kind: 'cash-up' }>

/** Draws a location's day as finance closes it, for its binder: amounts that are still to be counted blind stay blank. */
export const drawCashUp = (request: CashUpRequest, fonts: PaperFonts): Promise<DrawnPdf> => {
  const { cashUp, locationName, timezone, madeAt } = request
  const title = `Cash-up ${cashUp.locationID} ${cashUp.date}`
  return drawSheets(fonts, {
    title,
    running: `Cash-up · ${locationName} · ${formatDate(cashUp.date)} (continued)`,
    foot: [`${locationName} · ${formatDate(cashUp.date)}`, `Printed ${formatInstant(madeAt, timezone as ZoneId)}`],
    madeAt: toEpochMs(madeAt),
    blocks: (set) => [
      row(
        set,
        [
          { text: 'Atrium', style: { face: 'bold', size: 18 }, color: accent },
          { text: 'CASH-UP', style: { face: 'bold', size: 18 }, align: 'right' },
        ],
        [0.5, 0.5],
      ),
      row(
        set,
        [
          { text: locationName, style: strong },
          { text: `${formatDate(cashUp.date)}, amounts in ${cashUp.currency}`, style: strong, align: 'right' },
        ],
        [0.5, 0.5],
      ),
      rule(accent, 1.2),
      gap(6),
      ...cashUp.closed.flatMap((block, place) => [
        ...(place === 0 ? [] : [heading(set, `${blockName(place)}: money after the day was closed`)]),
        ...linesOf(set, cashUp, block.lines, timezone),
        gap(8),
        ...signatureOf(set, block, timezone),
        gap(14),
      ]),
      ...openBlockOf(set, cashUp, timezone),
      ...listsOf(set, cashUp, timezone),
      ...historyOf(set, cashUp, timezone),
    ],
  })
}

const money = (cashUp: CashUp, amount: number | null): string =>
  amount === null ? 'to count' : formatMoney(parseDecimalAmount(amount) ?? toMoney(0), cashUp.currency)

const right = (text: string, style = body): Cell => ({ text, align: 'right', style: { ...style, size: 8 } })
const plain = (text: string, style = body): Cell => ({ text, style: { ...style, size: 8 } })

const heads = ['Taken', 'Refunded', 'Not captured', 'Expected', 'Counted', 'Difference']
const shares = [0.16, 0.14, 0.14, 0.14, 0.14, 0.14, 0.14]

const totalRow = (cashUp: CashUp, name: string, totals: CashUpTotals, isCounted: boolean): Cell[] => {
  const of = (amount: number | null): Cell =>
    right(amount === null ? 'to count' : formatMoney(toMoney(amount), cashUp.currency), strong)
  return [
    plain(name, strong),
    of(totals.taken),
    of(totals.refunded),
    of(totals.uncaptured),
    of(totals.expected),
    isCounted ? of(totals.counted) : right(''),
    isCounted ? of(totals.difference) : right(''),
  ]
}

/** The open block: the day that is not closed, or money that came after. Empty where the day is closed and none came. */
const openBlockOf = (set: Typesetter, cashUp: CashUp, timezone: string): readonly PaperBlock[] => {
  if (isDayClosed(cashUp)) return []
  const isAfter = cashUp.closed.length > 0
  return [
    ...(isAfter ? [heading(set, `${blockName(cashUp.closed.length)}: money after the day was closed`)] : []),
    ...linesOf(set, cashUp, cashUp.lines, timezone),
    gap(14),
    row(set, [plain(isAfter ? 'This part is not closed.' : 'This day is not closed.', strong)], [1]),
  ]
}

/** One count in a line: how much, by whom, when, and the note. */
const countWords = (
  cashUp: CashUp,
  paymentType: CashUpLine['paymentType'],
  count: Omit<CashUpLine['counts'][number], 'counted'> & { readonly counted: number | null },
  number: number,
  timezone: string,
): string =>
  [
    `${ruleOfPaymentType(paymentType).label}, count ${number}: ${money(cashUp, count.counted)}`,
    ...(count.difference === null ? [] : [`difference ${money(cashUp, count.difference)}`]),
    `by ${count.countedBy}, ${formatInstant(count.countedAt, timezone as ZoneId)}`,
    ...(count.note === '' ? [] : [`Note: ${count.note}`]),
  ].join(' · ')

const linesOf = (
  set: Typesetter,
  cashUp: CashUp,
  lines: readonly CashUpLine[],
  timezone: string,
): readonly PaperBlock[] => {
  const totals = totalsOf({ lines: [...lines] })
  const headCells = [{ text: 'TENDER' }, ...heads.map((text): Cell => ({ text: text.toUpperCase(), align: 'right' }))]
  const received = lines.filter(({ paymentType }) => isMoneyReceived(paymentType))
  const others = lines.filter(({ paymentType }) => !isMoneyReceived(paymentType))
  const people = Map.groupBy(lines, ({ userID }) => userID)
  if (lines.length === 0) return [row(set, [plain('No payments, refunds or counts on this day.')], [1])]
  return [
    ...[...people.values()].flatMap((own): readonly PaperBlock[] => [
      heading(set, own[0]?.userName ?? ''),
      ...table(set, {
        heads: headCells,
        shares,
        rows: own.flatMap((line): Cell[][] => [
          [
            plain(ruleOfPaymentType(line.paymentType).label),
            right(money(cashUp, line.taken)),
            right(money(cashUp, line.refunded)),
            right(money(cashUp, line.uncaptured)),
            right(money(cashUp, line.expected)),
            right(line.isCounted ? money(cashUp, line.counted) : ''),
            right(line.isCounted ? money(cashUp, line.difference) : ''),
          ],
          ...(line.isOutdated ? [[{ text: 'Money moved since: count again', style: small, color: paperGrey }]] : []),
        ]),
      }),
      ...own.flatMap((line) =>
        line.counts.map((count, place) => {
          const text = countWords(cashUp, line.paymentType, count, place + 1, timezone)
          return row(set, [{ text, style: small, color: paperGrey }], [1])
        }),
      ),
      gap(10),
    ]),
    heading(set, 'Totals'),
    ...table(set, {
      heads: headCells,
      shares,
      rows: [
        ...totals.byTender.map((tender) =>
          totalRow(
            cashUp,
            ruleOfPaymentType(tender.paymentType).label,
            tender,
            lines.some((line) => line.isCounted && line.paymentType === tender.paymentType),
          ),
        ),
        totalRow(
          cashUp,
          'Money received',
          totalsOf({ lines: received }).all,
          received.some((line) => line.isCounted),
        ),
        ...(received.length === lines.length
          ? []
          : [totalRow(cashUp, 'Invoiced or redeemed, no money received', totalsOf({ lines: others }).all, false)]),
      ],
    }),
  ]
}

const listsOf = (set: Typesetter, cashUp: CashUp, timezone: string): readonly PaperBlock[] => {
  const when = (instant: Instant): string => formatInstant(instant, timezone as ZoneId)
  const list = (
    title: string,
    names: readonly string[],
    rows: readonly (readonly string[])[],
  ): readonly PaperBlock[] => {
    if (rows.length === 0) return []
    const widths = names.map(() => 1 / names.length)
    return [
      gap(14),
      heading(set, `${title} (${rows.length})`),
      ...table(set, {
        heads: names.map((text) => ({ text: text.toUpperCase() })),
        rows: rows.map((cells) => cells.map((text) => plain(text))),
        shares: widths,
      }),
    ]
  }
  return [
    ...list(
      'Card payments that have not ended',
      ['Study', 'Amount', 'Since', 'By'],
      cashUp.openAttempts.map((one) => [one.studyID, money(cashUp, one.amount), when(one.since), one.by]),
    ),
    ...list(
      'Invoices not issued',
      ['Study', 'Amount', 'Recorded'],
      cashUp.unissuedInvoices.map((one) => [one.studyID, money(cashUp, one.amount), when(one.date)]),
    ),
    ...list(
      'Invoices issued and not paid',
      ['Study', 'Amount', 'Recorded'],
      cashUp.outstandingInvoices.map((one) => [one.studyID, money(cashUp, one.amount), when(one.date)]),
    ),
    ...list(
      'Invoices marked as paid, not part of the counts',
      ['Study', 'Amount', 'Paid by', 'Marked by', 'At'],
      cashUp.paidInvoices.map((one) => [
        one.studyID,
        money(cashUp, one.amount),
        one.paymentMethod ?? '',
        one.by,
        when(one.at),
      ]),
    ),
    ...list(
      'Cheques not deposited',
      ['Study', 'Amount', 'Received', 'Cheque #'],
      cashUp.undepositedCheques.map((one) => [one.studyID, money(cashUp, one.amount), when(one.date), one.referenceID]),
    ),
    ...list(
      'Paid beyond the price',
      ['Study', 'Amount'],
      cashUp.overpayments.map((one) => [one.studyID, money(cashUp, one.amount)]),
    ),
  ]
}

const signatureOf = (set: Typesetter, block: ClosedBlock, timezone: string): readonly PaperBlock[] => [
  row(set, [plain(`Closed by ${block.closedBy}, ${formatInstant(block.closedAt, timezone as ZoneId)}`, strong)], [1]),
  ...(block.note === '' ? [] : [row(set, [plain(block.note)], [1])]),
  ...(block.earlyReason === '' ? [] : [row(set, [plain(`Closed early: ${block.earlyReason}`)], [1])]),
]

/** Every close and reopening with the counts they voided, where the day was reopened. */
const historyOf = (set: Typesetter, cashUp: CashUp, timezone: string): readonly PaperBlock[] =>
  cashUp.events.every(({ kind }) => kind === 'closed')
    ? []
    : [
        gap(14),
        heading(set, 'Closed and reopened'),
        ...cashUp.events.map(({ kind, by, at, note, earlyReason }) =>
          row(
            set,
            [
              plain(
                `${kind === 'closed' ? 'Closed' : 'Reopened'} by ${by}, ${formatInstant(at, timezone as ZoneId)}${note === '' ? '' : `: ${note}`}${earlyReason === '' ? '' : `. Closed early: ${earlyReason}`}`,
              ),
            ],
            [1],
          ),
        ),
        ...(cashUp.voidedCounts.length === 0
          ? []
          : [
              gap(8),
              heading(set, 'Counts before the day was reopened'),
              ...numberCounts(cashUp.voidedCounts).map(({ count, number }) => {
                const words = countWords(cashUp, count.paymentType, count, number, timezone)
                return row(set, [{ text: `${count.userName}: ${words}`, style: small, color: paperGrey }], [1])
              }),
            ]),
      ]
