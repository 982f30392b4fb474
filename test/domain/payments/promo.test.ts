import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promoCategories, promoCodeSchema } from '#domain/catalogue/sku.ts'
import {
  describePromo,
  isInCategory,
  isPromoExpired,
  isPromoOffered,
  mayUseOpenPromos,
  promoDiscount,
} from '#domain/payments/promo.ts'
import { toMoney } from '#domain/values/money.ts'

const promo = (overrides: Readonly<Record<string, unknown>> = {}) =>
  promoCodeSchema.parse({
    promoID: 'WELCOME',
    name: 'Welcome',
    type: 'fixed',
    amount: 100,
    notes: '',
    category: 'marketing',
    validFrom: 1_000,
    validTo: 2_000,
    booking_valid_from: 5_000,
    booking_valid_to: 6_000,
    ...overrides,
  })
const place = { promocodesOfSku: ['OTHER', 'WELCOME'], now: 1_500, appointment: 5_500, mayUseOpen: false }

describe('isPromoOffered', () => {
  it.each([
    ['for the chosen SKU', {}, {}, true],
    ['not for another SKU', {}, { promocodesOfSku: ['OTHER'] }, false],
    ['not by another spelling of its id', {}, { promocodesOfSku: ['welcome'] }, false],
    ['from validFrom', {}, { now: 1_000 }, true],
    ['not a second before validFrom', {}, { now: 999 }, false],
    ['to validTo', {}, { now: 2_000 }, true],
    ['not a second after validTo', {}, { now: 2_001 }, false],
    ['for an appointment at booking_valid_from', {}, { appointment: 5_000 }, true],
    ['not a second before booking_valid_from', {}, { appointment: 4_999 }, false],
    ['for an appointment at booking_valid_to', {}, { appointment: 6_000 }, true],
    ['not a second after booking_valid_to', {}, { appointment: 6_001 }, false],
    ['not without an appointment', {}, { appointment: null }, false],
    ['open promos for users who may use them', { type: 'open' }, { mayUseOpen: true }, true],
    ['open promos for no other user', { type: 'open' }, {}, false],
  ] as const)('decides whether to offer a promo: %s', (_clause, ofPromo, ofPlace, expected) => {
    expect(isPromoOffered(promo(ofPromo), { ...place, ...ofPlace })).toBe(expected)
  })
})

describe('isPromoExpired', () => {
  it.each([
    ['not before it is valid', 999, false],
    ['not in its last second', 2_000, false],
    ['a second after its last second', 2_001, true],
  ])('decides whether a promo has expired: %s', (_clause, now, expected) => {
    expect(isPromoExpired(promo(), now)).toBe(expected)
  })
})

describe('isInCategory', () => {
  it('lists a promo under its own category and under `all`, and a promo of category `all` under every category', () => {
    for (const chosen of promoCategories)
      for (const category of promoCategories)
        expect(isInCategory({ category }, chosen)).toBe(chosen === 'all' || category === 'all' || chosen === category)
  })
})

describe('mayUseOpenPromos', () => {
  const allowedEmails = ['one@atrium.example', 'Two@Atrium.example']
  it.each([
    ['everyone outside production', 'DEMO', 'another@atrium.example', true],
    ['the named users in production', 'PRODUCTION', 'one@atrium.example', true],
    ['the named users, regardless of case', 'PRODUCTION', 'two@atrium.EXAMPLE', true],
    ['no other user in production', 'PRODUCTION', 'another@atrium.example', false],
    ['no user by part of an address', 'PRODUCTION', 'ne@atrium.example', false],
  ] as const)('allows %s', (_clause, environment, email, expected) => {
    expect(mayUseOpenPromos({ environment, email, allowedEmails })).toBe(expected)
  })
})

describe('promoDiscount', () => {
  const against = { price: toMoney(249_500), balance: toMoney(249_500), openAmount: null }
  it.each([
    ['fixed', { type: 'fixed', amount: 100 }, {}, 10_000],
    ['fixed with cents', { type: 'fixed', amount: 19.99 }, {}, 1_999],
    ['fixed above the balance', { type: 'fixed', amount: 100 }, { balance: toMoney(4_000) }, 4_000],
    [
      'percentage of the price, not of the balance',
      { type: 'percentage', amount: 0.1 },
      { balance: toMoney(100_000) },
      24_950,
    ],
    ['percentage above the balance', { type: 'percentage', amount: 0.5 }, { balance: toMoney(100_000) }, 100_000],
    ['the whole price', { type: 'percentage', amount: 1 }, {}, 249_500],
    ['half a cent is rounded up', { type: 'percentage', amount: 0.15 }, { price: toMoney(30) }, 5],
    [
      'half a cent is rounded up even where a float is slightly less',
      { type: 'percentage', amount: 0.285 },
      { price: toMoney(100) },
      29,
    ],
    ['open as typed', { type: 'open', amount: 0 }, { openAmount: toMoney(5_050) }, 5_050],
    ['open above the balance', { type: 'open', amount: 0 }, { openAmount: toMoney(900_000) }, 249_500],
    ['open without an amount', { type: 'open', amount: 0 }, {}, 0],
    ['open below 0', { type: 'open', amount: 0 }, { openAmount: toMoney(-1) }, 0],
    ['nothing owed', { type: 'fixed', amount: 100 }, { balance: toMoney(0) }, 0],
    ['overpaid', { type: 'fixed', amount: 100 }, { balance: toMoney(-100) }, 0],
    ['fixed, with a typed amount that is ignored', { type: 'fixed', amount: 100 }, { openAmount: toMoney(1) }, 10_000],
  ] as const)('returns the discount: %s', (_clause, ofPromo, overrides, expected) => {
    expect(promoDiscount(ofPromo, { ...against, ...overrides })).toBe(expected)
  })
  it('rounds the discount exactly to the nearest cent, for percentages in steps of 0.1%', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 1_000 }), (price, perMille) => {
        const exact = Number((BigInt(price) * BigInt(perMille) * 2n + 1_000n) / 2_000n)
        const found = promoDiscount(
          { type: 'percentage', amount: perMille / 1_000 },
          { price: toMoney(price), balance: toMoney(price), openAmount: null },
        )
        expect(found).toBe(exact)
      }),
    )
  })
})

describe('describePromo', () => {
  it.each([
    [{ type: 'fixed', amount: 100 }, 'Welcome - $100 off'],
    [{ type: 'fixed', amount: 12.5 }, 'Welcome - $12.50 off'],
    [{ type: 'percentage', amount: 0.1 }, 'Welcome - 10% off'],
    [{ type: 'percentage', amount: 0.07 }, 'Welcome - 7% off'],
    [{ type: 'percentage', amount: 0.125 }, 'Welcome - 12.5% off'],
    [{ type: 'open', amount: 0 }, 'Welcome - open amount'],
  ])('describes %j as %j', (ofPromo, expected) => {
    expect(describePromo(promo(ofPromo))).toBe(expected)
  })
})
