import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildInvoice, type InvoiceParts } from '#domain/payments/build-invoice.ts'
import { type Invoice, invoiceSchema } from '#domain/payments/invoice.ts'
import { transactionIDSchema } from '#domain/payments/transaction.ts'
import { skuIDSchema } from '#domain/values/location-id.ts'
import { parseDecimalAmount, toMoney } from '#domain/values/money.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import { aLocation, aMember, aStudy } from '../../builders/records.ts'
import { aTransaction } from './money-records.ts'

const build = (transactions: InvoiceParts['transactions'], overrides: Partial<InvoiceParts> = {}): Invoice =>
  buildInvoice({
    study: aStudy({ studyID: 's-000017' }),
    location: aLocation(),
    member: aMember(),
    skuName: 'Whole body',
    price: toMoney(249_500),
    addons: [],
    transactions,
    promoNames: { WELCOME: 'Welcome' },
    payerName: null,
    issuedAt: instantSchema.parse('2026-05-15T20:00:00Z'),
    ...overrides,
  })
const first = transactionIDSchema.parse('t-1')
const promo = aTransaction(
  { transactionType: 'Discount', paymentType: 'promocode', memo: 'the member complained' },
  { promoID: 'WELCOME' },
)

const noStep = {
  isDone: false,
  amount: null,
  transactionTime: null,
  paymentMethod: null,
  referenceID: '',
  processedBy: null,
  processedByPII: null,
} as const

describe('buildInvoice', () => {
  it('bills only the booked item if there is nothing else', () => {
    const invoice = build([])
    expect(invoiceSchema.parse(invoice)).toEqual(invoice)
    expect(invoice).toMatchObject({
      studyID: 's-000017',
      invoiceNumber: 'BC1-s-000017',
      currency: 'CAD',
      timezone: 'America/Vancouver',
      items: [{ description: 'Whole body', amount: 2495 }],
      discounts: [],
      payments: [],
      totals: { totalPrice: 2495, discounts: 0, credits: 0, paid: 0, totalBalance: 2495, overpaid: 0 },
    })
    expect(invoice.location.lines).toEqual(['1 Harbour Street', 'Vancouver BC V6B 1A1', 'Canada'])
  })
  it.each([
    [0, 0, undefined],
    [0.05, 0, { rate: 0.05, amount: 118.81 }],
    [0.13, 0, { rate: 0.13, amount: 287.04 }],
    [0.13, 500, { rate: 0.13, amount: 229.51 }],
    [0.14975, 0, { rate: 0.14975, amount: 324.96 }],
    [0.13, 3000, { rate: 0.13, amount: 0 }],
  ])('for a tax rate of %d and reductions of %d, names the included tax: %j', (taxRate, discount, tax) => {
    const location = aLocation({ taxRate, taxId: 'GST 12345 RT0001' })
    const invoice = build(
      discount === 0
        ? []
        : [
            aTransaction(
              { transactionType: 'Discount', paymentType: 'promocode', amount: discount },
              { promoID: 'WELCOME' },
            ),
          ],
      { location },
    )
    expect(invoice.tax).toEqual(tax)
    expect(invoice.location.taxId).toBe('GST 12345 RT0001')
    // The price includes the tax, so the tax does not change what is owed.
    expect(invoice.totals.totalBalance).toBe(Math.max(0, 2495 - discount))
  })
  it.each([
    [
      true,
      [
        { description: 'Whole body', amount: 2495 },
        { description: 'Images on disc', amount: 25.5 },
      ],
    ],
    [false, [{ description: 'Whole body, Images on disc', amount: 2520.5 }]],
  ])(
    'prints a line for each item where the location has detailed invoices (%s), else one line',
    (detailedInvoice, items) => {
      const addons = [{ skuID: skuIDSchema.parse(910), name: 'Images on disc', price: 25.5 }]
      const invoice = build([], { addons, location: aLocation({ detailedInvoice }) })
      expect(invoice).toMatchObject({ items, totals: { totalPrice: 2520.5, totalBalance: 2520.5 } })
    },
  )
  it('lists charges among the items', () => {
    const charge = aTransaction({ transactionType: 'charge', paymentType: 'finance', memo: 'Extra copy', amount: 20 })
    expect(build([charge], { location: aLocation({ detailedInvoice: true }) })).toMatchObject({
      items: [{ amount: 2495 }, { description: 'Extra copy', amount: 20 }],
      totals: { totalPrice: 2515, totalBalance: 2515 },
    })
  })
  it('names a promo without the reason that staff entered', () => {
    const invoice = build([promo])
    expect(invoice.discounts).toEqual([{ description: 'Promo code: Welcome', amount: 100 }])
    expect(JSON.stringify(invoice)).not.toContain('complained')
  })
  it('describes a promo without a name as “Promo code”', () => {
    expect(build([promo], { promoNames: {} }).discounts).toEqual([{ description: 'Promo code', amount: 100 }])
  })
  it('leaves out a removed discount and a discount of 0', () => {
    const removal = aTransaction(
      { transactionID: 't-2', transactionType: 'Remove Discount', paymentType: 'promocode' },
      { linkedTransaction: first },
    )
    const zero = aTransaction({
      transactionID: 't-3',
      transactionType: 'Discount',
      paymentType: 'referral code',
      amount: 0,
    })
    expect(build([promo, removal, zero])).toMatchObject({ discounts: [], totals: { discounts: 0 } })
  })
  it('lists referral discounts and Share Health Credits, with a separate total for the credits', () => {
    const referral = aTransaction({ transactionType: 'Discount', paymentType: 'referral code', amount: 50 })
    const credit = aTransaction({ transactionID: 't-2', transactionType: 'credit', paymentType: 'referralCredit' })
    expect(build([referral, credit])).toMatchObject({
      discounts: [
        { description: 'Referral code', amount: 50 },
        { description: 'Share Health Credits', amount: 100 },
      ],
      totals: { discounts: 50, credits: 100, paid: 0, totalBalance: 2345 },
    })
  })
  it('lists payments and their refunds by date, with refunds as negative amounts', () => {
    const refund = aTransaction(
      {
        transactionID: 't-2',
        transactionType: 'Refund',
        paymentType: 'card',
        amount: 40,
        transactionTime: 1_780_000_060,
      },
      { linkedTransaction: first },
    )
    const payment = aTransaction({ paymentType: 'card' }, { cardType: 'visa', cardLastFour: '4242' })
    expect(build([refund, payment])).toMatchObject({
      payments: [
        { description: 'Card (Visa ending 4242)', amount: 100, date: '2026-05-28T20:26:40Z' },
        { description: 'Refund: Card', amount: -40, date: '2026-05-28T20:27:40Z' },
      ],
      totals: { paid: 60 },
    })
  })
  it('lists no refund of credits among the payments', () => {
    const credit = aTransaction({ transactionType: 'credit', paymentType: 'referralCredit' })
    const back = aTransaction(
      { transactionID: 't-2', transactionType: 'Refund', paymentType: 'referralCredit', amount: 30 },
      { linkedTransaction: first },
    )
    expect(build([credit, back])).toMatchObject({
      payments: [],
      discounts: [{ amount: 70 }],
      totals: { paid: 0, credits: 70 },
    })
  })
  it('shows no balance below 0, and shows an overpayment separately', () => {
    expect(build([aTransaction({ amount: 2500 })]).totals).toMatchObject({ totalBalance: 0, overpaid: 5 })
  })
  it.each([
    ['none by default', {}, null],
    ['the practitioner', { payerName: 'Dr Vale' }, 'Dr Vale'],
    [
      'the whitelabel partner',
      { location: aLocation({ type: 'whitelabel', invoicePayer: 'Partner Ltd' }) },
      'Partner Ltd',
    ],
    [
      'the practitioner, even if there is a partner',
      { payerName: 'Dr Vale', location: aLocation({ type: 'whitelabel', invoicePayer: 'Partner Ltd' }) },
      'Dr Vale',
    ],
    ['none at a clinic, even if a partner is set', { location: aLocation({ invoicePayer: 'Partner Ltd' }) }, null],
    ['none at a whitelabel location without a partner', { location: aLocation({ type: 'whitelabel' }) }, null],
  ])('returns the payer: %s', (_who, overrides, expected) => {
    expect(build([], overrides).invoicePayer).toBe(expected)
  })
  it.each([true, false])('states whether viewing and emailing the invoice are allowed: %j', (invoiceAvailable) => {
    const study = aStudy()
    const invoice = build([], { study: { ...study, status: { ...study.status, invoiceAvailable } } })
    expect(invoice.isAvailable).toBe(invoiceAvailable)
  })

  const ledger = fc
    .array(
      fc.record({
        transactionType: fc.constantFrom('payment', 'Discount', 'credit', 'charge', 'reconciliation'),
        minor: fc.integer({ min: 1, max: 300_000 }),
        part: fc.integer({ min: 0, max: 100 }),
        isReferral: fc.boolean(),
        transactionTime: fc.integer({ min: 1_780_000_000, max: 1_780_000_005 }),
      }),
      { maxLength: 12 },
    )
    .map((made) =>
      made.flatMap(({ transactionType, minor, part, isReferral, transactionTime }, place) => {
        const reduction = isReferral ? 'referral code' : 'promocode'
        const paymentType =
          transactionType === 'Discount' ? reduction : transactionType === 'credit' ? 'referralCredit' : 'cash'
        const transactionID = transactionIDSchema.parse(`t-${place}`)
        const entry = aTransaction({
          transactionID,
          transactionType,
          paymentType,
          amount: minor / 100,
          transactionTime,
        })
        const undone = Math.floor((minor * part) / 100)
        if (undone === 0 || !['payment', 'Discount', 'credit'].includes(transactionType)) return [entry]
        return [
          entry,
          aTransaction(
            {
              transactionID: `r-${place}`,
              transactionType: transactionType === 'Discount' ? 'Remove Discount' : 'Refund',
              paymentType,
              amount: undone / 100,
            },
            { linkedTransaction: transactionID },
          ),
        ]
      }),
    )
  const sum = (lines: readonly { readonly amount: number }[]): number =>
    lines.reduce((total, { amount }) => total + (parseDecimalAmount(amount) ?? Number.NaN), 0)
  const cents = (amount: number): number => parseDecimalAmount(amount) ?? Number.NaN

  it('has lines that add up to its totals, and totals that add up, for any ledger', () => {
    fc.assert(
      fc.property(ledger, (transactions) => {
        const invoice = build(transactions)
        invoiceSchema.parse(invoice)
        const { totals } = invoice
        expect(sum(invoice.items)).toBe(cents(totals.totalPrice))
        expect(sum(invoice.discounts)).toBe(cents(totals.discounts) + cents(totals.credits))
        expect(sum(invoice.payments)).toBe(cents(totals.paid))
        expect(cents(totals.totalBalance) - cents(totals.overpaid)).toBe(
          cents(totals.totalPrice) -
            cents(totals.discounts) -
            cents(totals.credits) -
            cents(totals.paid) +
            cents(totals.reconciliationAdjust),
        )
      }),
    )
  })
  it('does not depend on the order of the ledger', () => {
    fc.assert(
      fc.property(ledger, (transactions) => {
        expect(build([...transactions].reverse())).toEqual(build(transactions))
      }),
    )
  })
  it('shows how much of the paid amount is billed and not received yet', () => {
    const step = { ...noStep, isDone: false }
    const steps = { issued: step, deposit: step, paid: step }
    const bill = aTransaction({ paymentType: 'invoice', amount: 2495, refundable: 2495, steps })
    expect(build([bill]).totals).toMatchObject({ paid: 2495, totalBalance: 0, outstanding: 2495 })
    const received = { ...bill, steps: { ...steps, paid: { ...step, isDone: true } } }
    expect(build([received]).totals).toMatchObject({ paid: 2495, totalBalance: 0, outstanding: 0 })
  })
  it('describes an unpaid bill as billed, with its number', () => {
    const step = { ...noStep, isDone: false }
    const steps = { issued: step, deposit: step, paid: step }
    const numbered = aTransaction({ paymentType: 'invoice', amount: 2495, refundable: 2495, steps })
    const bill = { ...numbered, details: { ...numbered.details, referenceID: 'INV-10307' } }
    expect(build([bill]).payments).toMatchObject([{ description: 'Billed (invoice INV-10307)' }])
    const received = { ...bill, steps: { ...steps, paid: { ...step, isDone: true } } }
    expect(build([received]).payments).toMatchObject([{ description: 'Invoice' }])
  })
})
