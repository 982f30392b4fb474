import * as fontkit from '@cantoo/fontkit'
import fc from 'fast-check'
import { PDFDocument } from 'pdf-lib'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { invoiceRows } from '#back-office/printing/draw-invoice.ts'
import { buildInvoice } from '#domain/payments/build-invoice.ts'
import type { Invoice } from '#domain/payments/invoice.ts'
import { toInvoiceText } from '#domain/payments/invoice-text.ts'
import { transactionIDSchema } from '#domain/payments/transaction.ts'
import { toMoney } from '#domain/values/money.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import { pageFormat } from '#paper/sheet/page-format.ts'
import { createTypesetter, type Typesetter } from '#paper/sheet/typesetter.ts'
import { InvoicePaper } from '#renderer/payments/invoice/invoice-paper.tsx'
import { aLocation, aMember, aStudy } from '../../../builders/records.ts'
import { aTransaction } from '../../../domain/payments/money-records.ts'
import { fonts } from '../../../main/safety/safety-view.ts'

const entry = fc.record({
  transactionType: fc.constantFrom('payment', 'Refund', 'Discount', 'charge', 'reconciliation'),
  paymentType: fc.constantFrom('cash', 'cheque', 'card', 'invoice', 'promocode', 'referral code'),
  amount: fc.integer({ min: 1, max: 300_000 }).map((cents) => cents / 100),
  memo: fc.constantFrom('', 'Extra sequence', 'A very long description of a charge. '.repeat(6)),
})

const anyInvoice = fc
  .record({
    entries: fc.array(entry, { maxLength: 12 }),
    payerName: fc.constantFrom(null, 'Partner Ltd'),
    taxRate: fc.constantFrom(0, 0.05, 0.14975),
    hasTime: fc.boolean(),
  })
  .map(
    ({ entries, payerName, taxRate, hasTime }): Invoice =>
      buildInvoice({
        study: aStudy(hasTime ? {} : { booking: null }),
        location: aLocation({ taxRate, taxId: taxRate === 0 ? '' : 'GST 12345 RT0001', detailedInvoice: true }),
        member: aMember(),
        skuName: 'Whole body',
        price: toMoney(249_500),
        addons: [],
        transactions: entries.map((fields, place) => ({
          ...aTransaction(fields),
          transactionID: transactionIDSchema.parse(`t-${place}`),
        })),
        promoNames: {},
        payerName,
        issuedAt: instantSchema.parse('2026-05-15T20:00:00Z'),
      }),
  )

/** Returns the texts of the screen in their order. */
const onScreen = (invoice: Invoice): readonly string[] =>
  renderToStaticMarkup(createElement(InvoicePaper, { invoice }))
    .split(/<[^>]*>/)
    .filter((text) => text !== '')
    .map((text) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'"))

/** Returns a function that reads the texts of the paper in the order in which they are drawn. */
const readPaper = async () => {
  const document = await PDFDocument.create()
  document.registerFontkit(fontkit)
  const [regular, bold] = [await document.embedFont(fonts.regular), await document.embedFont(fonts.bold)]
  const page = document.addPage()
  const setter = createTypesetter({ regular, bold }, pageFormat('letter'))
  return (invoice: Invoice): readonly string[] => {
    const drawn: string[] = []
    const set: Typesetter = { ...setter, draw: (_page, line) => void drawn.push(line) }
    for (const block of invoiceRows(set, toInvoiceText(invoice))) block.draw(page, 700)
    return drawn
  }
}

/** Joins texts without blanks, because the paper breaks a long text into lines. */
const joined = (texts: readonly string[]): string => texts.join('').replace(/\s/g, '')
const sorted = (texts: readonly string[]): string => [...joined(texts)].sort().join('')
/** Returns the texts that begin with the billed party: parties, tables and totals. */
const lower = (texts: readonly string[]): readonly string[] => texts.slice(texts.indexOf('Billed to'))

describe('the invoice on the screen', { timeout: 60_000 }, () => {
  it('has the same words, rows, order and sums as the printed one, for 300 random ledgers', async () => {
    const read = await readPaper()
    fc.assert(
      fc.property(anyInvoice, (invoice) => {
        const [screen, paper] = [onScreen(invoice), read(invoice)]
        expect(screen).toContain('Billed to')
        expect(joined(lower(screen))).toBe(joined(lower(paper)))
        // The letterhead has its two columns in a different order on the paper.
        expect(sorted(screen)).toBe(sorted(paper))
      }),
      { numRuns: 300 },
    )
  })

  it('has tables and totals that add up', () => {
    const cents = (text: string): number => Math.round(Number(text.replace('−', '-').replace(/[^\d.-]/g, '')) * 100)
    fc.assert(
      fc.property(anyInvoice, (invoice) => {
        const { tables } = toInvoiceText(invoice)
        const sums = tables.map(({ rows }) => rows.reduce((sum, cells) => sum + cents(cells.at(-1) ?? ''), 0))
        const { totals } = invoice
        const whole = [totals.totalPrice, -totals.discounts - totals.credits, totals.paid].map((sum) =>
          Math.round(sum * 100),
        )
        expect(sums[0]).toBe(whole[0])
        if (invoice.discounts.length > 0) expect(sums[1]).toBe(whole[1])
        if (invoice.payments.length > 0) expect(sums.at(-1)).toBe(whole[2])
      }),
    )
  })
})
