import { describe, expect, it } from 'vitest'
import { drawOnPaper } from '#back-office/printing/paper-maker.ts'
import type { CashUp } from '#domain/finance/cash-up.ts'
import type { Invoice } from '#domain/payments/invoice.ts'
import { readPdf } from '../../paper/stamp/read-pdf.ts'
import { aDay, aLine, anInvoice, closedBlock, issuedAt } from './sample-money-papers.ts'
import { letterhead } from './sample-papers.ts'

const draw = async (invoice: Invoice) => {
  const { bytes, pages } = await drawOnPaper({ kind: 'invoice', invoice })
  const pdf = await readPdf(bytes)
  expect(pdf.pages).toHaveLength(pages)
  for (const { texts, width } of pdf.pages) {
    for (const { x, y } of texts) expect(x >= 0 && x < width && y > 20 && y < 780, `${x} ${y}`).toBe(true)
  }
  return pdf
}

const aPayment = (amount: number): Invoice['payments'][number] => ({
  date: issuedAt,
  description: 'Card (visa ending 4242)',
  paymentType: 'card',
  amount,
})

describe('an invoice on paper', { timeout: 60_000 }, () => {
  it('has one page with the amount owed if there are few entries', async () => {
    const pdf = await draw(anInvoice())
    expect(pdf.pages).toHaveLength(1)
    for (const part of ['Invoice', 'BC1-s-1', 'Ana Silva', '03 Feb 1980', 'No appointment', 'Page 1 of 1'])
      expect(pdf.text).toContain(part)
    expect(pdf.text).toMatch(/Balance due\nCA\$2,495\.00/)
    expect(pdf.text).not.toContain('Payments')
    expect(pdf.text).not.toContain('Overpaid')
    expect(pdf.properties).toBe('Invoice BC1-s-1|Atrium|Atrium')
  })

  it('has the tax id and the included tax, even after payment, and no tax line if the location is exempt', async () => {
    const taxed = await draw(anInvoice({ tax: { rate: 0.13, amount: 287.04 } }))
    expect(taxed.text).toMatch(/Includes tax \(13%\)\nCA\$287\.04/)
    expect(taxed.text).toContain('GST 1')
    const { totals } = anInvoice()
    const paid = await draw(
      anInvoice({
        tax: { rate: 0.13, amount: 287.04 },
        payments: [aPayment(2495)],
        totals: { ...totals, paid: 2495, totalBalance: 0 },
      }),
    )
    expect(paid.text).toMatch(/Includes tax \(13%\)\nCA\$287\.04\nPaid\n−CA\$2,495\.00\nBalance\nCA\$0\.00/)
    const quebec = await draw(anInvoice({ tax: { rate: 0.14975, amount: 324.96 } }))
    expect(quebec.text).toContain('Includes tax (14.975%)')
    const exempt = await draw(anInvoice())
    expect(exempt.text).not.toContain('Includes tax')
  })

  it('shows the payer, adjustments and overpayments', async () => {
    const { totals } = anInvoice()
    const pdf = await draw(
      anInvoice({
        invoicePayer: 'Dr. Élodie Marchand',
        currency: 'USD',
        payments: [aPayment(2495), aPayment(-20.5)],
        totals: { ...totals, paid: 2474.5, reconciliationAdjust: -100, credits: 25, totalBalance: 0, overpaid: 104.5 },
      }),
    )
    for (const part of ['Dr. Élodie Marchand', '−20.50', 'Adjustment', '−US$100.00', 'Share Health Credits'])
      expect(pdf.text).toContain(part)
    expect(pdf.text).toMatch(/Balance\nUS\$0\.00/)
    expect(pdf.text).toMatch(/Overpaid\nUS\$104\.50/)
  })

  it('shows how much of the paid amount is billed and not received yet', async () => {
    const { totals } = anInvoice()
    const billed = { ...totals, paid: 2495, totalBalance: 0, outstanding: 2495 }
    const pdf = await draw(anInvoice({ totals: billed }))
    expect(pdf.text).toMatch(/Balance\nCA\$0\.00\nBilled, invoice outstanding\nCA\$2,495\.00/)
    const paid = await draw(anInvoice({ totals: { ...billed, outstanding: 0 } }))
    expect(paid.text).not.toContain('outstanding')
  })

  it('repeats its column headers on further pages, prints every row once and keeps the totals together on one page', async () => {
    const payments = Array.from({ length: 90 }, (_, index) => aPayment(index + 1))
    const pdf = await draw(anInvoice({ payments }))
    expect(pdf.pages.length).toBeGreaterThan(2)
    for (const { amount } of payments) {
      expect(pdf.text.split('\n').filter((text) => text === `${amount}.00`)).toHaveLength(1)
    }
    const pages = pdf.pages.map(({ texts }) => texts.map(({ text }) => text))
    expect(pages[1]).toContain('Invoice BC1-s-1 (continued) · Date of birth 03 Feb 1980 · Ana Silva')
    expect(pages[1]).toContain('Description')
    expect(pages.filter((page) => page.includes('Total price') || page.includes('Balance due'))).toHaveLength(1)
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`)
  })

  it('prints names of any script and length, and marks missing characters', async () => {
    const member = { ...anInvoice().member, name: `Ελένη Łukasz 漢字 ${'Very-Long-Name '.repeat(20)}`, lines: [''] }
    const pdf = await draw(anInvoice({ member, items: [{ description: 'x'.repeat(3000), amount: 1 }] }))
    expect(pdf.text).toContain('Ελένη Łukasz')
    expect(pdf.text).toContain('\u{fffd} replaces a character that cannot be printed here.')
  })
})

const drawDay = async (cashUp: CashUp) => {
  const { bytes } = await drawOnPaper({
    kind: 'cash-up',
    cashUp,
    letterhead,
    timezone: 'America/Vancouver',
    madeAt: issuedAt,
    madeBy: 'Alex Finch',
    auditHead: { at: 1_795_000_000, rows: 4711, hash: 'ab'.repeat(32) },
  })
  return readPdf(bytes)
}

describe('a cash-up on paper', { timeout: 60_000 }, () => {
  it('has each line with its difference and note, the totals, and who closed it', async () => {
    const { text } = await drawDay(aDay({ closed: [closedBlock], lines: [] }))
    for (const part of ['Robin Frost', 'amounts in CAD', '90.00', '−5.00', 'Note: five short', 'Totals', 'all well'])
      expect(text).toContain(part)
    expect(text.replace(/\s/g, '')).toContain(`4711:${'ab'.repeat(32)}`)
    for (const part of ['count 1: CA$80.00', 'count 2: CA$85.00']) expect(text).toContain(part)
    expect(text).toContain('Closed by Alex Finch, 21 Nov 2026 11:00am')
    expect(text).not.toContain('not counted')
    expect(text).not.toContain('not closed')
  })

  it('lists separately the money that was taken after the day was closed', async () => {
    const after = aLine({ expected: 7, taken: 7, refunded: 0, counted: 7, difference: 0, note: '', counts: [] })
    const { text } = await drawDay(aDay({ closed: [closedBlock], lines: [after] }))
    expect(text).toMatch(/\b90\.00[\s\S]*Closed by Alex Finch[\s\S]*After close[\s\S]*\b7\.00[\s\S]*not closed/)
  })

  it('shows no amounts of a line that must still be counted blind', async () => {
    const blind = { taken: null, refunded: null, expected: null, uncaptured: null, counted: null, difference: null }
    const { text } = await drawDay(aDay({ lines: [aLine({ ...blind, note: '', counts: [] })] }))
    expect(text).toContain('not counted')
    expect(text).not.toContain('CA$')
    expect(text).toContain('This day is not closed.')
  })

  it('states that the day has no payments, refunds or counts', async () => {
    expect((await drawDay(aDay({ lines: [] }))).text).toContain('No payments, refunds or counts on this day.')
  })
})
