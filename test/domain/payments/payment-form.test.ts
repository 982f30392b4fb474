import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardNumberProblems, decidePayment, type PaymentInput, toReferences } from '#domain/payments/payment-form.ts'
import { missingReference } from '#domain/payments/payment-messages.ts'
import { paymentTypeRules, paymentTypes } from '#domain/payments/payment-types.ts'
import { toMoney } from '#domain/values/money.ts'

const valid: PaymentInput = {
  paymentType: 'cash',
  amount: toMoney(10_000),
  referenceID: '',
  giftCardNumber: '',
  balance: toMoney(249_500),
  isForcedTotal: false,
  availableCredits: toMoney(0),
  isExternalLenderOffered: true,
  hasLocationAndTime: true,
}
const decide = (overrides: Partial<PaymentInput>) => decidePayment({ ...valid, ...overrides })

describe('decidePayment', () => {
  it.each([
    ['giftCertificate', 'Cert #'],
    ['cheque', 'Cheque #'],
    ['externalLender', 'Confirmation Code'],
    ['externalCredit', 'Confirmation Code'],
    ['eTransfer', 'Confirmation Code'],
    ['clinic', 'Confirmation Code'],
    ['invoice', 'Invoice #'],
    ['partner invoice', 'Invoice #'],
  ] as const)('requires the reference of %s: %s', (paymentType, label) => {
    expect(decide({ paymentType, referenceID: ' ' })).toEqual({
      ok: false,
      code: 'invalid-input',
      fields: { referenceID: missingReference(label) },
      message: missingReference(label),
    })
    expect(decide({ paymentType, referenceID: 'A-17' })).toEqual({
      ok: true,
      amount: 10_000,
      transactionType: 'payment',
    })
  })
  it('requires the Gift Card/Voucher Number of giftCertificateIntegrated, in its own field', () => {
    const paymentType = 'giftCertificateIntegrated'
    expect(decide({ paymentType, referenceID: 'A-17' })).toMatchObject({
      code: 'invalid-input',
      fields: { giftCardNumber: 'Enter the gift card or voucher number.' },
    })
    expect(decide({ paymentType, giftCardNumber: 'GIFT-1000' })).toMatchObject({ ok: true })
  })
  it.each(['cash', 'prepaid', 'card', 'physicalTerminal'] as const)('requires no reference for %s', (paymentType) => {
    expect(decide({ paymentType })).toEqual({ ok: true, amount: 10_000, transactionType: 'payment' })
  })
  it.each(paymentTypeRules.filter(({ isOffered }) => !isOffered).map(({ paymentType }) => paymentType))(
    'does not accept %s in Make a Payment',
    (paymentType) => {
      expect(decide({ paymentType })).toMatchObject({
        code: 'invalid-input',
        fields: { paymentType: "This payment type isn't available for this study." },
      })
    },
  )
  it('does not accept the external lender if it is not offered', () => {
    expect(decide({ paymentType: 'externalLender', referenceID: 'A', isExternalLenderOffered: false })).toMatchObject({
      code: 'invalid-input',
      fields: { paymentType: expect.any(String) },
    })
  })

  it.each([
    ['the whole balance', 249_500, true],
    ['a cent', 1, true],
    ['a cent above the balance', 249_501, false],
  ])('accepts an amount only up to the remaining balance: %s', (_what, amount, ok) => {
    expect(decide({ amount: toMoney(amount) })).toMatchObject(
      ok ? { ok, amount } : { ok, code: 'amount-above-balance' },
    )
  })
  it.each([0, -1])('refuses an amount of %i', (amount) => {
    expect(decide({ amount: toMoney(amount) })).toMatchObject({
      code: 'invalid-input',
      fields: { amount: 'The amount must be above 0.' },
    })
  })
  it.each([0, -5_000])('refuses every amount when the balance is %i', (balance) => {
    expect(decide({ balance: toMoney(balance) })).toMatchObject({ code: 'amount-above-balance' })
    expect(
      decide({ paymentType: 'invoice', referenceID: '1', isForcedTotal: true, balance: toMoney(balance) }),
    ).toMatchObject({
      code: 'amount-above-balance',
    })
  })
  it.each([0, 10_000, 249_500, 900_000])(
    'replaces the typed amount by the balance if the total is forced: %i',
    (amount) => {
      expect(
        decide({ paymentType: 'invoice', referenceID: '1', isForcedTotal: true, amount: toMoney(amount) }),
      ).toEqual({
        ok: true,
        amount: 249_500,
        transactionType: 'payment',
      })
    },
  )

  it('refuses a study without location and time before any other check', () => {
    expect(decide({ hasLocationAndTime: false, amount: toMoney(-1) })).toEqual({
      ok: false,
      code: 'location-and-time-missing',
      message: 'Please Add Location and Time Before Completing a Payment',
    })
  })

  it.each([
    [10_000, { ok: true, amount: 10_000, transactionType: 'credit' }],
    [9_999, { ok: false, code: 'not-enough-credits' }],
    [0, { ok: false, code: 'not-enough-credits' }],
  ])('refuses an amount above the available Share Health Credits: %i available', (availableCredits, expected) => {
    expect(decide({ paymentType: 'referralCredit', availableCredits: toMoney(availableCredits) })).toMatchObject(
      expected,
    )
  })

  it.each(['4242 4242 4242 4242', 'card 5555555555554444', '3782-822463-10005'])(
    'refuses a card number as a reference: %j',
    (referenceID) => {
      const decision = decide({ paymentType: 'clinic', referenceID })
      expect(decision).toMatchObject({
        code: 'invalid-input',
        fields: { referenceID: expect.stringMatching(/never stored/) },
      })
      expect(JSON.stringify(decision)).not.toContain(referenceID)
    },
  )

  it.each(paymentTypeRules.filter(({ isOffered }) => isOffered).map(({ paymentType }) => paymentType))(
    'checks both reference fields of %s for a card number, whether or not the field is shown',
    (paymentType) => {
      for (const field of ['referenceID', 'giftCardNumber'] as const) {
        const texts = { referenceID: 'A-1', giftCardNumber: 'GIFT-1', [field]: '4242.4242.4242.4242' }
        expect(decide({ paymentType, availableCredits: toMoney(10_000), ...texts })).toMatchObject({
          code: 'invalid-input',
          fields: { [field]: expect.stringMatching(/never stored/) },
        })
      }
    },
  )

  it('names all wrong fields at once', () => {
    const decision = decide({ paymentType: 'cheque', amount: toMoney(0) })
    expect(decision.ok ? {} : Object.keys(decision.fields ?? {})).toEqual(['amount', 'referenceID'])
  })

  it('accepts neither an amount above the balance nor an amount of 0 or below, for any input', () => {
    const money = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(toMoney)
    const input = fc.record({
      paymentType: fc.constantFrom(...paymentTypes),
      amount: money,
      balance: money,
      availableCredits: money,
      isForcedTotal: fc.boolean(),
      isExternalLenderOffered: fc.boolean(),
      hasLocationAndTime: fc.boolean(),
      referenceID: fc.constantFrom('', ' ', 'A-1'),
      giftCardNumber: fc.constantFrom('', 'GIFT-1'),
    })
    fc.assert(
      fc.property(input, (payment) => {
        const decision = decidePayment(payment)
        if (!decision.ok) return
        expect(decision.amount).toBeGreaterThan(0)
        expect(decision.amount).toBeLessThanOrEqual(payment.balance)
        expect(decision.amount).toBe(payment.isForcedTotal ? payment.balance : payment.amount)
        expect(decision.transactionType).toBe(payment.paymentType === 'referralCredit' ? 'credit' : 'payment')
        if (payment.paymentType === 'referralCredit')
          expect(decision.amount).toBeLessThanOrEqual(payment.availableCredits)
      }),
    )
  })
})

describe('toReferences', () => {
  it.each([
    ['cheque', { referenceID: '1001', giftCardNumber: '' }],
    ['giftCertificateIntegrated', { referenceID: '', giftCardNumber: 'GC-1' }],
    ['cash', { referenceID: '', giftCardNumber: '' }],
    ['prepaid', { referenceID: '', giftCardNumber: '' }],
    ['referralCredit', { referenceID: '', giftCardNumber: '' }],
    ['card', { referenceID: '', giftCardNumber: '' }],
  ] as const)('keeps only the reference that %s uses', (paymentType, expected) => {
    expect(toReferences(paymentType, { referenceID: ' 1001 ', giftCardNumber: ' GC-1 ' })).toEqual(expected)
  })
})

describe('cardNumberProblems', () => {
  it('names the texts that contain a card number, without repeating it', () => {
    const problems = cardNumberProblems({ reason: 'card 4242 4242 4242 4242', memo: 'Late', note: '' })
    expect(Object.keys(problems)).toEqual(['reason'])
    expect(JSON.stringify(problems)).not.toContain('4242')
  })
})
