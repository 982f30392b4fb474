import { describe, expect, it } from 'vitest'
import { buildInvoice } from '#domain/payments/build-invoice.ts'
import { toInvoiceText } from '#domain/payments/invoice-text.ts'
import { toMoney } from '#domain/values/money.ts'
import { instantSchema } from '#domain/values/time-schemas.ts'
import { aLocation, aMember, aStudy } from '../../builders/records.ts'

describe('the tax number of an invoice', () => {
  it.each([
    ['GST 10000 0001', 'en', ['GST 10000 0001']],
    ['EIN 00-0000001', 'fr-CA', ['EIN 00-0000001']],
    ['000000000', 'en', ['Tax number: 000000000']],
    ['00-0000001', 'fr-CA', ['Numéro de taxe\u00a0: 00-0000001']],
    ['', 'en', []],
  ] as const)('of %j in %s is %j', (taxId, language, lines) => {
    const invoice = buildInvoice({
      study: aStudy(),
      location: aLocation({ taxId }),
      member: aMember(),
      skuName: 'Whole body',
      price: toMoney(249_500),
      addons: [],
      transactions: [],
      promoNames: {},
      payerName: null,
      issuedAt: instantSchema.parse('2026-05-15T20:00:00Z'),
    })
    expect(toInvoiceText({ ...invoice, language }).sender.legal).toEqual(lines)
  })
})
