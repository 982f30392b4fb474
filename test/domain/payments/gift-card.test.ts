import { describe, expect, it } from 'vitest'
import { decideGiftCard, normalizeGiftCardNumber } from '#domain/payments/gift-card.ts'
import { toMoney } from '#domain/values/money.ts'

const card = { balance: toMoney(10_000), currency: 'CAD' as const }

describe('decideGiftCard', () => {
  it.each([1, 10_000])('pays %i of the remaining balance', (amount) => {
    expect(decideGiftCard({ card, currency: 'CAD', amount: toMoney(amount) })).toEqual({ ok: true })
  })
  it.each([
    ['no such number', { card: null }, 'No gift card or voucher has this number.'],
    ['another currency', { currency: 'USD' }, 'This gift card is in CAD, this study in USD.'],
    ['used up', { card: { ...card, balance: toMoney(0) } }, 'This gift card has no balance left.'],
    ['a cent too much', { amount: toMoney(10_001) }, 'The amount is more than the balance of this gift card.'],
  ] as const)('refuses: %s', (_clause, overrides, message) => {
    expect(decideGiftCard({ card, currency: 'CAD', amount: toMoney(100), ...overrides })).toEqual({
      ok: false,
      code: 'gift-card-not-valid',
      message,
    })
  })
})

describe('normalizeGiftCardNumber', () => {
  it.each(['GIFT-1000', ' gift-1000 ', 'Gift-1000\n'])('returns the same number for %j', (number) => {
    expect(normalizeGiftCardNumber(number)).toBe('GIFT-1000')
  })
})
