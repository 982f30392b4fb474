import { formatMoney, parseDecimalAmount, toMoney } from '#domain/money/money.ts'
import { type CashUpTotals, totalsOf } from '#domain/payments/build-cash-up.ts'
import type { CashUp } from '#domain/payments/cash-up.ts'
import { ruleOfPaymentType } from '#domain/payments/payment-types.ts'
import { formatDate, formatInstant } from '#domain/time/format-time.ts'
import { type Instant, toEpochMs } from '#domain/time/instant.ts'
import type { ZoneId } from '#domain/time/location-clock.ts'
import type { DrawnPdf, PaperFonts } from '../../paper/draw-in-thread.ts'
import type { Typesetter } from '../../paper/typesetter.ts'
import type { PaperRequest } from './paper-maker.ts'
import {
  accent,
  type Block,
  body,
  type Cell,
  drawSheets,
  gap,
  grey,
  heading,
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
      ...linesOf(set, cashUp),
      ...listsOf(set, cashUp, timezone),
      gap(14),
      ...signatureOf(set, cashUp, timezone),
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

const linesOf = (set: Typesetter, cashUp: CashUp): readonly Block[] => {
  const totals = totalsOf(cashUp)
  const headCells = [{ text: 'TENDER' }, ...heads.map((text): Cell => ({ text: text.toUpperCase(), align: 'right' }))]
  const people = Map.groupBy(cashUp.lines, ({ userID }) => userID)
  if (cashUp.lines.length === 0) return [row(set, [plain('No payments, refunds or counts on this day.')], [1])]
  return [
    ...[...people.values()].flatMap((lines): readonly Block[] => [
      heading(set, lines[0]?.userName ?? ''),
      ...table(set, {
        heads: headCells,
        shares,
        rows: lines.flatMap((line): Cell[][] => [
          [
            plain(ruleOfPaymentType(line.paymentType).label),
            right(money(cashUp, line.taken)),
            right(money(cashUp, line.refunded)),
            right(money(cashUp, line.uncaptured)),
            right(money(cashUp, line.expected)),
            right(line.isCounted ? money(cashUp, line.counted) : ''),
            right(line.isCounted ? money(cashUp, line.difference) : ''),
          ],
          ...(line.note === '' ? [] : [[{ text: `Note: ${line.note}`, style: small, color: grey }]]),
          ...(line.isOutdated ? [[{ text: 'Money moved since: count again', style: small, color: grey }]] : []),
        ]),
      }),
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
            cashUp.lines.some((line) => line.isCounted && line.paymentType === tender.paymentType),
          ),
        ),
        totalRow(
          cashUp,
          'All',
          totals.all,
          cashUp.lines.some((line) => line.isCounted),
        ),
      ],
    }),
  ]
}

const listsOf = (set: Typesetter, cashUp: CashUp, timezone: string): readonly Block[] => {
  const when = (instant: Instant): string => formatInstant(instant, timezone as ZoneId)
  const list = (title: string, names: readonly string[], rows: readonly (readonly string[])[]): readonly Block[] => {
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
      'Cheques not deposited',
      ['Study', 'Amount', 'Received', 'Cheque #'],
      cashUp.undepositedCheques.map((one) => [one.studyID, money(cashUp, one.amount), when(one.date), one.referenceID]),
    ),
    ...list(
      'Paid too much',
      ['Study', 'Amount'],
      cashUp.overpayments.map((one) => [one.studyID, money(cashUp, one.amount)]),
    ),
  ]
}

const signatureOf = (set: Typesetter, { signedOff }: CashUp, timezone: string): readonly Block[] =>
  signedOff === null
    ? [row(set, [plain('This day is not signed off.', strong)], [1])]
    : [
        row(
          set,
          [plain(`Signed off by ${signedOff.by}, ${formatInstant(signedOff.at, timezone as ZoneId)}`, strong)],
          [1],
        ),
        ...(signedOff.note === '' ? [] : [row(set, [plain(signedOff.note)], [1])]),
      ]
