import { type CashUpTotals, isMoneyReceived, totalsOf } from '#domain/finance/build-cash-up.ts'
import type { CashUp, CashUpLine, ClosedBlock } from '#domain/finance/cash-up.ts'
import { blockName, isDayClosed, numberCounts } from '#domain/finance/cash-up-blocks.ts'
import { countOutstanding } from '#domain/finance/outstanding.ts'
import { formatDate } from '#domain/format/format-date.ts'
import { formatAmount, formatSignedAmount, formatTableAmount } from '#domain/format/format-money.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { type Instant, toEpochMs, toInstant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { type Money, roundToMoney } from '#domain/values/money.ts'
import { type Cell, gap, heading, type PaperBlock, row, table } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { drawSheets } from '#paper/sheet/draw-sheets.ts'
import { footOf, letterheadRows, signatureLine } from '#paper/sheet/letterhead.ts'
import { paperSheetWords } from '#paper/sheet/paper-sheet-words.ts'
import { keepTogether } from '#paper/sheet/place-blocks.ts'
import { body, paperGrey, small, strong } from '#paper/sheet/sheet-style.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import { cashUpPaperWords as words } from './cash-up-paper-words.ts'
import type { PaperRequest } from './paper-maker.ts'

type CashUpRequest = Extract<PaperRequest, { kind: 'cash-up' }>

/**
 * Draws the cash-up of a location's day for the clinic's binder. For a line that must still be counted blind, the words
 * "not counted" replace the amounts.
 */
export const drawCashUp = (request: CashUpRequest, fonts: PaperFonts): Promise<DrawnPdf> => {
  const { cashUp, letterhead, timezone, madeAt, madeBy } = request
  const title = words.fileTitle(cashUp.locationID, formatDate(cashUp.date))
  return drawSheets(fonts, {
    title,
    running: words.continued(letterhead.name, formatDate(cashUp.date), cashUp.currency),
    foot: [footOf(letterhead, title), paperSheetWords.printedBy(formatInstant(madeAt, timezone as ZoneId), madeBy)],
    pageSize: letterhead.pageSize,
    logo: letterhead.logo,
    madeAt: toEpochMs(madeAt),
    blocks: (set) => [
      ...letterheadRows(set, letterhead, {
        title: words.title,
        aside: [formatDate(cashUp.date), words.amountsIn(cashUp.currency)],
      }),
      gap(6),
      ...cashUp.closed.flatMap((block, place) => [
        ...(place === 0 ? [] : [heading(set, words.afterClose(blockName(place)))]),
        ...linesOf(set, cashUp, block.lines, timezone),
        gap(8),
        ...signatureOf(set, block, timezone),
        gap(14),
      ]),
      ...openBlockOf(set, cashUp, timezone),
      ...listsOf(set, cashUp, timezone),
      ...historyOf(set, cashUp, timezone),
      signatureLine(set, words.countedByHand),
      signatureLine(set, words.checkedByHand),
      ...auditHeadOf(set, request),
    ],
  })
}

const money = (cashUp: CashUp, amount: number | null): string =>
  amount === null ? words.notCounted : formatAmount(amount, cashUp.currency)

/** Formats an amount of a table without the currency, which the head of the sheet names. */
const figure = (amount: number | null): string =>
  amount === null ? words.notCounted : formatTableAmount(roundToMoney(amount))

/** Formats a difference with its sign, without the currency. */
const difference = (amount: number | null): string =>
  amount === null ? words.notCounted : formatSignedAmount(roundToMoney(amount))

const right = (text: string, style = body): Cell => ({
  text,
  align: 'right',
  style: { face: style.face, size: small.size },
})
const plain = (text: string, style = body): Cell => ({ text, style: { face: style.face, size: small.size } })

const shares = [0.16, 0.14, 0.14, 0.14, 0.14, 0.14, 0.14]

const totalRow = (name: string, totals: CashUpTotals, isCounted: boolean): Cell[] => {
  const of = (amount: Money | null, format = formatTableAmount): Cell =>
    right(amount === null ? words.notCounted : format(amount), strong)
  return [
    plain(name, strong),
    of(totals.taken),
    of(totals.refunded),
    of(totals.uncaptured),
    of(totals.expected),
    isCounted ? of(totals.counted) : right(''),
    isCounted ? of(totals.difference, formatSignedAmount) : right(''),
  ]
}

/**
 * Returns the sheet's blocks about what is not closed yet: the whole day, or the payments and refunds after the last
 * close of the day. Empty for a closed day without later payments or refunds.
 */
const openBlockOf = (set: Typesetter, cashUp: CashUp, timezone: string): readonly PaperBlock[] => {
  if (isDayClosed(cashUp)) return []
  const isAfter = cashUp.closed.length > 0
  return [
    ...(isAfter ? [heading(set, words.afterClose(blockName(cashUp.closed.length)))] : []),
    ...linesOf(set, cashUp, cashUp.lines, timezone),
    gap(14),
    row(set, [plain(isAfter ? words.blockNotClosed : words.dayNotClosed, strong)], [1]),
  ]
}

/** Describes one count in a line: amount, person, time and note. */
const countWords = (
  cashUp: CashUp,
  paymentType: CashUpLine['paymentType'],
  count: Omit<CashUpLine['counts'][number], 'counted'> & { readonly counted: number | null },
  number: number,
  timezone: string,
): string =>
  [
    words.count(ruleOfPaymentType(paymentType).label, number, money(cashUp, count.counted)),
    ...(count.difference === null ? [] : [words.difference(money(cashUp, count.difference))]),
    words.countedBy(count.countedBy, formatInstant(count.countedAt, timezone as ZoneId)),
    ...(count.drawer === undefined ? [] : [words.drawer(money(cashUp, count.drawer.float))]),
    ...(count.note === '' ? [] : [words.note(count.note)]),
  ].join(' · ')

const linesOf = (
  set: Typesetter,
  cashUp: CashUp,
  lines: readonly CashUpLine[],
  timezone: string,
): readonly PaperBlock[] => {
  const totals = totalsOf({ lines: [...lines] })
  const headCells = [{ text: words.paymentType }, ...words.heads.map((text): Cell => ({ text: text, align: 'right' }))]
  const received = lines.filter(({ paymentType }) => isMoneyReceived(paymentType))
  const others = lines.filter(({ paymentType }) => !isMoneyReceived(paymentType))
  const people = Map.groupBy(lines, ({ userID }) => userID)
  if (lines.length === 0) return [row(set, [plain(words.empty)], [1])]
  return [
    ...[...people.values()].flatMap((own): readonly PaperBlock[] => [
      heading(set, own[0]?.userName ?? ''),
      ...table(set, {
        heads: headCells,
        shares,
        rows: own.flatMap((line): Cell[][] => [
          [
            plain(ruleOfPaymentType(line.paymentType).label),
            right(figure(line.taken)),
            right(figure(line.refunded)),
            right(figure(line.uncaptured)),
            right(figure(line.expected)),
            right(line.isCounted ? figure(line.counted) : ''),
            right(line.isCounted ? difference(line.difference) : ''),
          ],
          ...(line.isOutdated ? [[{ text: words.outdated, style: small, color: paperGrey }]] : []),
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
    ...keepTogether([
      heading(set, words.totals),
      ...table(set, {
        heads: headCells,
        shares,
        rows: [
          ...totals.byTender.map((tender) =>
            totalRow(
              ruleOfPaymentType(tender.paymentType).label,
              tender,
              lines.some((line) => line.isCounted && line.paymentType === tender.paymentType),
            ),
          ),
          totalRow(
            words.received,
            totalsOf({ lines: received }).all,
            received.some((line) => line.isCounted),
          ),
          ...(received.length === lines.length
            ? []
            : [totalRow(words.notReceived, totalsOf({ lines: others }).all, false)]),
        ],
      }),
    ]),
  ]
}

const listsOf = (set: Typesetter, cashUp: CashUp, timezone: string): readonly PaperBlock[] => {
  const when = (instant: Instant): string => formatInstant(instant, timezone as ZoneId)
  const list = (
    title: string,
    names: readonly string[],
    rows: readonly (readonly string[])[],
    count = rows.length,
  ): readonly PaperBlock[] => {
    if (rows.length === 0) return []
    const widths = names.map(() => 1 / names.length)
    return [
      gap(14),
      heading(set, words.lists.title(title, count)),
      ...table(set, {
        heads: names.map((text) => ({ text })),
        rows: rows.map((cells) => cells.map((text) => plain(text))),
        shares: widths,
      }),
      ...(count > rows.length
        ? [row(set, [{ text: words.lists.more(rows.length), style: small, color: paperGrey }], [1])]
        : []),
    ]
  }
  return [
    ...list(
      words.lists.attempts,
      words.lists.attemptHeads(cashUp.currency),
      cashUp.openAttempts.map((one) => [one.studyID, figure(one.amount), when(one.since), one.by]),
    ),
    ...list(
      words.lists.invoicesNotIssued,
      words.lists.invoiceHeads(cashUp.currency),
      cashUp.unissuedInvoices.map((one) => [one.studyID, figure(one.amount), when(one.date)]),
      countOutstanding(cashUp, 'unissuedInvoices'),
    ),
    ...list(
      words.lists.invoicesOutstanding,
      words.lists.invoiceHeads(cashUp.currency),
      cashUp.outstandingInvoices.map((one) => [one.studyID, figure(one.amount), when(one.date)]),
      countOutstanding(cashUp, 'outstandingInvoices'),
    ),
    ...list(
      words.lists.invoicesPaid,
      words.lists.paidInvoiceHeads(cashUp.currency),
      cashUp.paidInvoices.map((one) => [
        one.studyID,
        figure(one.amount),
        one.paymentMethod ?? '',
        one.by,
        when(one.at),
      ]),
    ),
    ...list(
      words.lists.chequesNotDeposited,
      words.lists.chequeHeads(cashUp.currency),
      cashUp.undepositedCheques.map((one) => [
        one.studyID,
        one.amount === null || (one.currency ?? cashUp.currency) === cashUp.currency
          ? figure(one.amount)
          : formatAmount(one.amount, one.currency ?? cashUp.currency),
        when(one.date),
        one.referenceID,
      ]),
      countOutstanding(cashUp, 'undepositedCheques'),
    ),
    ...list(
      words.lists.overpaid,
      words.lists.overpaidHeads(cashUp.currency),
      cashUp.overpayments.map((one) => [one.studyID, figure(one.amount)]),
      countOutstanding(cashUp, 'overpayments'),
    ),
  ]
}

const signatureOf = (set: Typesetter, block: ClosedBlock, timezone: string): readonly PaperBlock[] => [
  row(set, [plain(words.closedBy(block.closedBy, formatInstant(block.closedAt, timezone as ZoneId)), strong)], [1]),
  ...(block.note === '' ? [] : [row(set, [plain(block.note)], [1])]),
  ...(block.earlyReason === '' ? [] : [row(set, [plain(words.closedEarly(block.earlyReason))], [1])]),
]

/**
 * Returns the blocks with the head of the audit log, so that `verify-audit --expect` can compare the log with what was
 * printed.
 */
const auditHeadOf = (set: Typesetter, { auditHead, timezone }: CashUpRequest): readonly PaperBlock[] => {
  if (auditHead === null) return []
  const time = formatInstant(toInstant(auditHead.at * 1000), timezone as ZoneId)
  return [
    gap(14),
    row(set, [{ text: words.auditHead(time), style: small, color: paperGrey }], [1]),
    row(set, [{ text: `${auditHead.rows}:${auditHead.hash}`, style: small, color: paperGrey }], [1]),
  ]
}

/**
 * Returns the list of every close and reopening of the day, with the counts that a reopening voided; empty for a day
 * that was never reopened.
 */
const historyOf = (set: Typesetter, cashUp: CashUp, timezone: string): readonly PaperBlock[] =>
  cashUp.events.every(({ kind }) => kind === 'closed')
    ? []
    : [
        gap(14),
        heading(set, words.history),
        ...cashUp.events.map(({ kind, by, at, note, earlyReason }) =>
          row(
            set,
            [plain(words.event(kind, { by, time: formatInstant(at, timezone as ZoneId), note, earlyReason }))],
            [1],
          ),
        ),
        ...(cashUp.voidedCounts.length === 0
          ? []
          : [
              gap(8),
              heading(set, words.voidedCounts),
              ...numberCounts(cashUp.voidedCounts).map(({ count, number }) => {
                const counted = countWords(cashUp, count.paymentType, count, number, timezone)
                return row(set, [{ text: words.countOf(count.userName, counted), style: small, color: paperGrey }], [1])
              }),
            ]),
      ]
