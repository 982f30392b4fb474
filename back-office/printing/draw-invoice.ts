import { formatPercent } from '#domain/format/format-count.ts'
import { formatDate, formatDateText } from '#domain/format/format-date.ts'
import { formatAmount, formatTableAmount } from '#domain/format/format-money.ts'
import { formatPhone } from '#domain/format/format-phone.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import type { Invoice } from '#domain/payments/invoice.ts'
import { invoiceOutstandingWords } from '#domain/study/invoice-outstanding.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import { toWallTime, type ZoneId } from '#domain/values/location-clock.ts'
import { roundToMoney } from '#domain/values/money.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import type { TextStyle, Typesetter } from '#paper/sheet/typesetter.ts'
import { invoicePaperWords as words } from './invoice-paper-words.ts'
import {
  accent,
  body,
  type Cell,
  columns,
  drawSheets,
  gap,
  heading,
  ink,
  type PaperBlock,
  paperGrey,
  row,
  rule,
  small,
  strong,
  table,
  tint,
} from './paper-sheet.ts'

const label: TextStyle = { face: 'bold', size: 8 }
const labelled = (text: string, align: 'left' | 'right' = 'left'): Cell => ({
  text,
  style: label,
  color: paperGrey,
  align,
})

/**
 * Draws an invoice as `buildInvoice` made it. Each page begins `headRoom` points lower. The PDF's metadata contains no
 * name of a person.
 */
export const drawInvoice = (invoice: Invoice, headRoom: number, fonts: PaperFonts): Promise<DrawnPdf> =>
  drawSheets(fonts, {
    title: words.fileTitle(invoice.invoiceNumber),
    running: words.continued(invoice.invoiceNumber),
    foot: footOf(invoice),
    madeAt: toEpochMs(invoice.issuedAt),
    headRoom,
    blocks: (set) => [
      ...headOf(set, invoice),
      gap(14),
      ...peopleOf(set, invoice),
      gap(16),
      ...itemsOf(set, invoice),
      ...paymentsOf(set, invoice),
      gap(12),
      ...totalsOf(set, invoice),
    ],
  })

const footOf = ({ location, invoiceNumber }: Invoice): readonly string[] => [
  [location.name, formatPhone(location.phone), location.email].filter((part) => part !== '').join(' · '),
  [words.fileTitle(invoiceNumber), location.taxId].filter((part) => part !== '').join(' · '),
]

/** Returns an amount of a table, whose head names the currency. */
const figure = (amount: number): Cell => ({ text: formatTableAmount(roundToMoney(amount)), align: 'right' })

const dateOf = (instant: Instant, invoice: Invoice): string =>
  formatDate(toWallTime(instant, invoice.timezone as ZoneId).date)

const headOf = (set: Typesetter, invoice: Invoice): readonly PaperBlock[] => {
  const { location } = invoice
  return [
    row(
      set,
      [
        { text: 'Atrium', style: { face: 'bold', size: 22 }, color: accent },
        { text: words.title, style: { face: 'bold', size: 22 }, align: 'right' },
      ],
      [0.5, 0.5],
    ),
    gap(4),
    columns(
      set,
      [
        [
          { text: location.name, style: strong },
          ...location.lines.map((text) => ({ text, color: paperGrey })),
          { text: location.taxId, style: small, color: paperGrey },
        ],
        [
          { text: invoice.invoiceNumber, style: strong, align: 'right' },
          { text: words.date(dateOf(invoice.issuedAt, invoice)), align: 'right', color: paperGrey },
        ],
      ],
      [0.6, 0.4],
    ),
    gap(6),
    rule(accent, 1.2),
  ]
}

const peopleOf = (set: Typesetter, invoice: Invoice): readonly PaperBlock[] => {
  const { member, appointment, invoicePayer } = invoice
  const who: readonly Cell[] = [
    labelled(words.member),
    { text: member.name, style: strong },
    ...member.lines.map((text) => ({ text })),
    { text: member.email },
    { text: member.dob === '' ? '' : words.dob(formatDateText(member.dob)), color: paperGrey },
  ]
  const about: readonly Cell[] = [
    ...(invoicePayer === null
      ? []
      : [labelled(words.payer), { text: invoicePayer, style: strong }, { text: ' ', style: small }]),
    labelled(words.appointment),
    { text: appointment === null ? words.noAppointment : formatInstant(appointment, invoice.timezone as ZoneId) },
    { text: words.study(invoice.studyID), color: paperGrey },
  ]
  return [columns(set, [who, about], [0.55, 0.45])]
}

const itemsOf = (set: Typesetter, invoice: Invoice): readonly PaperBlock[] => [
  ...table(set, {
    heads: [
      { text: invoice.discounts.length === 0 ? words.itemHeads.description : words.itemHeads.reductions },
      { text: words.itemHeads.amount(invoice.currency), align: 'right' },
    ],
    rows: [
      ...invoice.items.map((item): Cell[] => [{ text: item.description }, figure(item.amount)]),
      ...invoice.discounts.map((discount): Cell[] => [
        { text: discount.description, color: paperGrey },
        { ...figure(-discount.amount), color: paperGrey },
      ]),
    ],
    shares: [0.78, 0.22],
  }),
]

const paymentsOf = (set: Typesetter, invoice: Invoice): readonly PaperBlock[] =>
  invoice.payments.length === 0
    ? []
    : [
        gap(16),
        heading(set, words.payments),
        ...table(set, {
          heads: [
            { text: words.itemHeads.date },
            {
              text: invoice.payments.some(({ amount }) => amount < 0)
                ? words.itemHeads.refunds
                : words.itemHeads.description,
            },
            { text: words.itemHeads.amount(invoice.currency), align: 'right' },
          ],
          rows: invoice.payments.map((payment): Cell[] => [
            { text: dateOf(payment.date, invoice) },
            { text: payment.description },
            figure(payment.amount),
          ]),
          shares: [0.2, 0.58, 0.22],
        }),
      ]

/** Returns the totals at the right, with the amount due emphasised. They stay together on one page. */
const totalsOf = (set: Typesetter, invoice: Invoice): readonly PaperBlock[] => {
  const { totals, tax } = invoice
  const from = 262
  const line = (text: string, amount: number, style: TextStyle = body): PaperBlock =>
    row(
      set,
      [
        { text, style },
        { text: formatAmount(amount, invoice.currency), style, align: 'right' },
      ],
      [0.6, 0.4],
      { from, padding: 2 },
    )
  const total: TextStyle = { face: 'bold', size: 12 }
  const lines: readonly PaperBlock[] = [
    line(words.totalPrice, totals.totalPrice),
    ...(totals.discounts === 0 ? [] : [line(words.discounts, -totals.discounts)]),
    ...(tax === undefined ? [] : [line(words.tax(formatPercent(tax.rate)), tax.amount)]),
    ...(totals.credits === 0 ? [] : [line(words.credits, -totals.credits)]),
    ...(totals.reconciliationAdjust === 0 ? [] : [line(words.adjustment, totals.reconciliationAdjust)]),
    line(totals.outstanding === 0 ? words.paid : words.paidOrBilled, -totals.paid),
    gap(4),
    row(
      set,
      [
        { text: totals.totalBalance > 0 ? words.balanceDue : words.balance, style: total, color: ink },
        { text: formatAmount(totals.totalBalance, invoice.currency), style: total, align: 'right' },
      ],
      [0.5, 0.5],
      { from, fill: tint, padding: 6 },
    ),
  ]
  const billed = totals.outstanding === 0 ? [] : [gap(2), line(invoiceOutstandingWords, totals.outstanding, strong)]
  const over = totals.overpaid === 0 ? [] : [gap(2), line(words.overpaid, totals.overpaid, strong)]
  return [...lines.map((block) => ({ ...block, isHeading: true })), ...billed, ...over, gap(0)]
}
