import type { Invoice } from '#domain/payments/invoice.ts'
import { type InvoiceText, toInvoiceText } from '#domain/payments/invoice-text.ts'
import type { Receipt } from '#domain/payments/receipt.ts'
import { toReceiptText } from '#domain/payments/receipt-text.ts'
import { type Instant, toEpochMs } from '#domain/values/instant.ts'
import { type Cell, columns, gap, heading, type PaperBlock, row, table } from '#paper/sheet/blocks.ts'
import type { DrawnPdf, PaperFonts } from '#paper/sheet/draw-in-thread.ts'
import { drawSheets } from '#paper/sheet/draw-sheets.ts'
import { footOf, identityRows, letterheadRows } from '#paper/sheet/letterhead.ts'
import { keepTogether, keepWithNext } from '#paper/sheet/place-blocks.ts'
import { body, ink, labelStyle, paperGrey, strong, tint, totalStyle } from '#paper/sheet/sheet-style.ts'
import type { Typesetter } from '#paper/sheet/typesetter.ts'
import { invoicePaperWordsIn } from './invoice-paper-words.ts'

/**
 * Draws an invoice as `buildInvoice` made it. Each page begins `headRoom` points lower. The PDF's metadata contains no
 * name of a person.
 */
export const drawInvoice = (invoice: Invoice, headRoom: number, fonts: PaperFonts): Promise<DrawnPdf> => {
  const text = toInvoiceText(invoice)
  const title = invoicePaperWordsIn(text.language).fileTitle(invoice.invoiceNumber)
  return drawMoneyPaper(text, title, invoice.issuedAt, headRoom, fonts)
}

/** Draws the receipt of a payment as `buildReceipt` made it, in the form of an invoice. */
export const drawReceipt = (receipt: Receipt, headRoom: number, fonts: PaperFonts): Promise<DrawnPdf> => {
  const text = toReceiptText(receipt)
  const title = invoicePaperWordsIn(text.language).receiptTitle(receipt.receiptNumber)
  return drawMoneyPaper(text, title, receipt.invoice.issuedAt, headRoom, fonts)
}

const drawMoneyPaper = (
  text: InvoiceText,
  title: string,
  madeAt: Instant,
  headRoom: number,
  fonts: PaperFonts,
): Promise<DrawnPdf> => {
  const { sender, language } = text
  // The name comes last, because a very long line is cut at its end, and the number and birth date must remain.
  const [label = '', dob = ''] = text.member.facts[0] ?? []
  const born = dob === '' ? [] : [label, dob]
  return drawSheets(fonts, {
    language,
    title,
    running: [invoicePaperWordsIn(language).continued(title), born.join(' '), text.member.name]
      .filter((part) => part !== '')
      .join(' · '),
    foot: [footOf(sender, sender.email), [title, ...sender.legal].join(' · ')],
    madeAt: toEpochMs(madeAt),
    pageSize: sender.pageSize,
    logo: sender.logo,
    headRoom,
    blocks: (set) => invoiceRows(set, text),
  })
}

/** Returns the rows of the printed invoice. @internal Tests compare their texts with the screen's. */
export const invoiceRows = (set: Typesetter, text: InvoiceText): readonly PaperBlock[] => [
  ...letterheadRows(set, text.sender, text),
  gap(6),
  ...identityRows(set, text.member.name, text.member.facts),
  gap(12),
  columns(
    set,
    text.parties.map(({ label, name, lines }): Cell[] => [
      { text: label, style: labelStyle, color: paperGrey },
      { text: name, style: strong },
      ...lines.map((line) => ({ text: line })),
    ]),
    [0.55, 0.45],
  ),
  // The totals are never alone on a page: the last row above them stays with them.
  ...keepWithNext(text.tables.flatMap((each) => tableOf(set, each))),
  gap(12),
  ...totalsOf(set, text),
]

const tableOf = (set: Typesetter, { title, heads, rows }: InvoiceText['tables'][number]): readonly PaperBlock[] => {
  const toCells = (texts: readonly string[]): Cell[] =>
    texts.map((text, place) => ({ text, align: place === texts.length - 1 ? 'right' : 'left' }))
  return [
    gap(14),
    heading(set, title),
    ...table(set, {
      heads: toCells(heads),
      rows: rows.map(toCells),
      maxLines: 45,
      shares: heads.length === 2 ? [0.78, 0.22] : [0.2, 0.58, 0.22],
    }),
  ]
}

/** Returns the totals at the right, with the balance emphasised. They stay together on one page. */
const totalsOf = (set: Typesetter, { totals }: InvoiceText): readonly PaperBlock[] => {
  const from = set.format.contentWidth / 2
  const rows = totals.flatMap(({ label, value, kind }): readonly PaperBlock[] => {
    if (kind === 'balance') {
      const cells: Cell[] = [
        { text: label, style: totalStyle, color: ink },
        { text: value, style: totalStyle, align: 'right' },
      ]
      return [gap(4), row(set, cells, [0.5, 0.5], { from, fill: tint, padding: 6 }), gap(2)]
    }
    const style = kind === 'after' ? strong : body
    const cells: Cell[] = [
      { text: label, style },
      { text: value, style, align: 'right' },
    ]
    return [row(set, cells, [0.6, 0.4], { from, padding: 2 })]
  })
  return keepTogether(rows)
}
