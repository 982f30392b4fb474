import { describe, expect, it } from 'vitest'
import {
  decideReferral,
  hasEarlierScan,
  isWholeBodyScan,
  normalizeReferralCode,
  referralOffer,
} from '#domain/payments/referral.ts'
import { toMoney } from '#domain/values/money.ts'

const valid = {
  code: 'SHARE-7',
  owner: 'm-2',
  memberID: 'm-1',
  hasLocationAndTime: true,
  hasEarlierScan: false,
  isUsedOnStudy: false,
  isWholeBody: true,
  referralValue: toMoney(10_000),
  balance: toMoney(249_500),
}

describe('decideReferral', () => {
  it('subtracts the location’s referralValue', () => {
    expect(decideReferral(valid)).toEqual({ ok: true, discount: 10_000, notice: null })
  })
  it('never subtracts more than is owed', () => {
    expect(decideReferral({ ...valid, balance: toMoney(4_000) })).toEqual({ ok: true, discount: 4_000, notice: null })
  })
  it('gives a discount of 0, and a notice that explains it, if the scan is not whole-body', () => {
    expect(decideReferral({ ...valid, isWholeBody: false })).toEqual({
      ok: true,
      discount: 0,
      notice: 'Referral code added, but a discount will not be applied since it is not a WB scan',
    })
  })
  it.each([
    ['an empty code', { code: '' }, 'referral-not-valid', 'Invalid Referral Code'],
    ['only spaces', { code: '   ' }, 'referral-not-valid', 'Invalid Referral Code'],
    ['an unknown code', { owner: null }, 'referral-not-valid', 'Invalid Referral Code'],
    ['the member’s own code', { owner: 'm-1' }, 'referral-not-valid', "This is the member's own referral code."],
    [
      'not the first scan',
      { hasEarlierScan: true },
      'referral-not-valid',
      "Cannot add referral code since it is not the patient's first scan.",
    ],
    [
      'not the first scan, and not whole-body',
      { hasEarlierScan: true, isWholeBody: false },
      'referral-not-valid',
      "Cannot add referral code since it is not the patient's first scan.",
    ],
    [
      'a study without location and time',
      { hasLocationAndTime: false },
      'location-and-time-missing',
      'Please choose a location and time of scan before processing a payment.',
    ],
    ['a second code', { isUsedOnStudy: true }, 'referral-not-valid', 'This study already has a referral code.'],
    [
      'a second code, even if the discount would be 0',
      { isUsedOnStudy: true, isWholeBody: false },
      'referral-not-valid',
      'This study already has a referral code.',
    ],
    [
      'nothing owed',
      { balance: toMoney(0) },
      'referral-not-valid',
      'Nothing is owed, so a referral code has no effect.',
    ],
    [
      'overpaid',
      { balance: toMoney(-100) },
      'referral-not-valid',
      'Nothing is owed, so a referral code has no effect.',
    ],
    [
      'a location without a value',
      { referralValue: toMoney(0) },
      'referral-not-valid',
      'This location gives no discount for referral codes.',
    ],
  ] as const)('refuses: %s', (_clause, overrides, code, message) => {
    expect(decideReferral({ ...valid, ...overrides })).toEqual({ ok: false, code, message })
  })
  it.each([
    ['a whole-body scan', { ...valid }, 10_000],
    ['a scan that is not whole-body', { ...valid, isWholeBody: false }, 10_000],
    ['a location without a referralValue', { ...valid, referralValue: toMoney(0) }, 0],
    ['nothing owed', { ...valid, isWholeBody: false, balance: toMoney(0) }, 0],
    ['not the first scan', { ...valid, hasEarlierScan: true }, 0],
    ['a second code', { ...valid, isUsedOnStudy: true }, 0],
    ['no location and time', { ...valid, hasLocationAndTime: false }, 0],
  ])(
    'offers the discount, or gives the reason for no discount, whatever the scan type: %s',
    (_when, place, discount) => {
      const offer = referralOffer(place)
      expect(offer.discount).toBe(discount)
      expect(offer.notice === null).toBe(discount > 0)
    },
  )
})

describe('normalizeReferralCode', () => {
  it.each(['SHARE-7', ' share-7 ', 'Share-7\t'])('returns the same code for %j', (code) => {
    expect(normalizeReferralCode(code)).toBe('SHARE-7')
  })
})

describe('isWholeBodyScan', () => {
  it.each([
    ['whole-body', true],
    ['Whole-Body', true],
    ['partial', false],
    ['body-composition', false],
    ['', false],
  ])('returns for %j: %j', (category, expected) => {
    expect(isWholeBodyScan({ category })).toBe(expected)
  })
})

describe('hasEarlierScan', () => {
  const scan = (
    studyID: string,
    utcStart: string | null,
    status: Partial<Record<'cancelled' | 'scanned' | 'paid', boolean>> = {},
  ) => ({
    studyID,
    booking: utcStart === null ? null : { utcStart },
    status: { cancelled: false, scanned: false, paid: false, ...status },
  })
  const study = scan('s-2', '2026-05-10T16:00:00Z', { paid: true })
  it.each([
    ['no other study', [], false],
    ['only the study itself, paid', [study], false],
    ['an earlier one, scanned', [scan('s-1', '2026-05-01T16:00:00Z', { scanned: true })], true],
    ['an earlier one, paid', [scan('s-1', '2026-05-01T16:00:00Z', { paid: true })], true],
    ['an earlier one, neither scanned nor paid', [scan('s-1', '2026-05-01T16:00:00Z')], false],
    ['an earlier one, cancelled', [scan('s-1', '2026-05-01T16:00:00Z', { paid: true, cancelled: true })], false],
    ['a later one, paid', [scan('s-3', '2026-06-01T16:00:00Z', { paid: true })], false],
    ['a later one, at another offset', [scan('s-3', '2026-05-10T10:00:00-07:00', { paid: true })], false],
    ['a paid one without a time', [scan('s-3', null, { paid: true })], true],
  ] as const)('decides with %s', (_what, others, expected) => {
    expect(hasEarlierScan(study, others)).toBe(expected)
  })
})
