import { describe, expect, it } from 'vitest'
import {
  defaultPaymentType,
  isExternalLenderOffered,
  isForcedToTotal,
  offeredPaymentTypes,
  type PaymentType,
  paymentTypeRules,
  paymentTypes,
  ruleOfPaymentType,
} from '#domain/payments/payment-types.ts'

/** The list of booking spec §9, with the rules of §4 and §5 for each type. */
const table: readonly (readonly [PaymentType, string | null, 'steps' | '', 'bill' | '', 'offered' | ''])[] = [
  ['card', null, '', '', 'offered'],
  ['physicalTerminal', null, '', '', 'offered'],
  ['cash', null, 'steps', '', 'offered'],
  ['cheque', 'Cheque #', 'steps', '', 'offered'],
  ['clinic', 'Confirmation Code', 'steps', '', 'offered'],
  ['eTransfer', 'Confirmation Code', '', '', 'offered'],
  ['externalCredit', 'Confirmation Code', '', '', 'offered'],
  ['externalLender', 'Confirmation Code', 'steps', '', 'offered'],
  ['giftCertificate', 'Cert #', '', '', 'offered'],
  ['giftCertificateIntegrated', 'Gift Card/Voucher Number', '', '', 'offered'],
  ['invoice', 'Invoice #', 'steps', 'bill', 'offered'],
  ['partner invoice', 'Invoice #', 'steps', 'bill', 'offered'],
  ['prepaid', null, '', '', 'offered'],
  ['referralCredit', null, '', '', 'offered'],
  ['buyNowPayLater', null, '', '', ''],
  ['cardInvoice', null, 'steps', 'bill', ''],
  ['promocode', null, '', '', ''],
  ['referral code', null, '', '', ''],
  ['finance', null, '', '', ''],
]

describe('payment types', () => {
  it('have one rule and one row of this table each', () => {
    expect(new Set(table.map(([paymentType]) => paymentType))).toEqual(new Set(paymentTypes))
    expect(paymentTypeRules.map(({ paymentType }) => paymentType)).toEqual(table.map(([paymentType]) => paymentType))
  })
  it.each(table)('have for %s: reference %j, %j, %j, %j', (paymentType, referenceLabel, steps, bill, offered) => {
    const rule = ruleOfPaymentType(paymentType)
    expect(rule).toMatchObject({
      referenceLabel,
      hasSteps: steps !== '',
      isBill: bill !== '',
      isOffered: offered !== '',
    })
    expect(rule.label).not.toBe('')
  })
  it('have different labels', () => {
    expect(new Set(paymentTypeRules.map(({ label }) => label)).size).toBe(paymentTypes.length)
  })
})

describe('the external lender', () => {
  it.each([
    ['buyNowPayLater', 'United States', true],
    ['buyNowPayLater', 'US', true],
    ['buyNowPayLater', ' us ', true],
    ['buyNowPayLater', 'Canada', false],
    ['buyNowPayLater', '', false],
    ['buyNowPayLater', 'United States Minor Outlying Islands', false],
    ['another', 'United States', false],
    ['', 'United States', false],
    [null, 'United States', false],
  ])('is offered for the lender %j and a member in %j: %j', (externalLender, memberCountry, expected) => {
    const place = { externalLender, memberCountry, currency: 'USD' as const }
    expect(isExternalLenderOffered(place)).toBe(expected)
    expect(offeredPaymentTypes(place).some(({ paymentType }) => paymentType === 'externalLender')).toBe(expected)
  })
  it('is the only type that depends on location and member', () => {
    const place = { externalLender: null, memberCountry: 'Canada', currency: 'CAD' as const }
    expect(offeredPaymentTypes(place).map(({ paymentType }) => paymentType)).toEqual(
      table.filter(([type, , , , offered]) => offered !== '' && type !== 'externalLender').map(([type]) => type),
    )
  })
})

describe('defaultPaymentType', () => {
  it.each([
    ['card for a clinic', 'clinic', null, 'card'],
    ['card for partner locations', 'partner', null, 'card'],
    ['invoice for whitelabel locations', 'whitelabel', null, 'invoice'],
    ['invoice for whitelabel with a viewed payment', 'whitelabel', { paymentType: 'cash', issued: true }, 'invoice'],
    ['invoice for a viewed unissued invoice', 'clinic', { paymentType: 'invoice', issued: false }, 'invoice'],
    ['invoice for an unissued partner invoice', 'clinic', { paymentType: 'partner invoice', issued: false }, 'invoice'],
    ['card for a viewed issued invoice', 'clinic', { paymentType: 'invoice', issued: true }, 'card'],
    ['card for a viewed unissued cheque', 'clinic', { paymentType: 'cheque', issued: false }, 'card'],
  ] as const)('is %s', (_clause, locationType, viewed, expected) => {
    expect(defaultPaymentType({ locationType, viewed })).toBe(expected)
  })
})

describe('isForcedToTotal', () => {
  it.each([
    ['on the cut-off day', 'invoice', 'clinic', '2025-03-03', false, false],
    ['the day after the cut-off day', 'invoice', 'clinic', '2025-03-04', false, true],
    ['long before the cut-off day', 'invoice', 'clinic', '2024-12-31', false, false],
    ['long before the cut-off day, with the query flag', 'invoice', 'clinic', '2024-12-31', true, true],
    ['long before the cut-off day, at a whitelabel location', 'invoice', 'whitelabel', '2024-12-31', false, true],
    ['a partner’s bill after the cut-off day', 'partner invoice', 'clinic', '2026-01-01', false, true],
    ['cash after the cut-off day', 'cash', 'clinic', '2026-01-01', false, false],
    ['cash with the query flag', 'cash', 'clinic', '2026-01-01', true, false],
    ['cash at a whitelabel location', 'cash', 'whitelabel', '2026-01-01', false, false],
  ] as const)('%s (%s, %s, %s, flag %s): %s', (_clause, paymentType, locationType, today, hasFlag, expected) => {
    expect(isForcedToTotal({ paymentType, locationType, today, hasFlag })).toBe(expected)
  })
})
