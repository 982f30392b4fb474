import { describe, expect, it } from 'vitest'
import { countries } from '#domain/members/country.ts'
import { hasCardCheckDigit } from '#domain/payments/card-number.ts'
import {
  checkCardFields,
  describeDecline,
  outcomesByCents,
  simulatedOutcome,
  testCardOf,
  testCards,
  testPaymentMethodOf,
} from '#domain/payments/test-cards.ts'
import { toMoney } from '#domain/values/money.ts'
import { plainDateSchema } from '#domain/values/time-schemas.ts'

const today = plainDateSchema.parse('2026-05-15')
const valid = { number: '4242 4242 4242 4242', expiry: '12/30', code: '123', country: 'Canada' }

describe('test cards', () => {
  it.each(testCards.map(({ number, paymentMethod }) => [number, paymentMethod] as const))(
    'include %s with a valid check digit and the outcome of %s',
    (number, paymentMethod) => {
      expect(hasCardCheckDigit(number)).toBe(true)
      expect(paymentMethod).toMatch(/^pm_[A-Za-z0-9_]{2,60}$/)
      expect(testCardOf(paymentMethod)?.outcome).toEqual(testCards.find((card) => card.number === number)?.outcome)
    },
  )
  it('have each number only once', () => {
    expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length)
  })
  it.each([
    ['4242424242424242', 'pm_card_visa'],
    [' 4242 4242-4242 4242 ', 'pm_card_visa'],
    ['4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds'],
    ['378282246310005', 'pm_card_amex'],
    ['4506445006931933', null],
    ['4111111111111111', null],
    ['4242424242424241', null],
    ['', null],
  ])('are read in card fields: %j as %j', (number, expected) => {
    expect(testPaymentMethodOf(number)).toBe(expected)
  })
})

describe('simulatedOutcome', () => {
  const of = (paymentMethod: string, amount: number, isCardPresent: boolean) =>
    simulatedOutcome({ paymentMethod, amount: toMoney(amount), isCardPresent })
  it.each([
    ['00', 249_500, { kind: 'approved', needsPin: false }],
    ['01', 249_501, { kind: 'declined', code: 'card_declined', declineCode: 'call_issuer' }],
    ['02', 249_502, { kind: 'approved', needsPin: true }],
    ['03', 249_503, { kind: 'approved', needsPin: true }],
    ['05', 249_505, { kind: 'declined', code: 'card_declined', declineCode: 'generic_decline' }],
    ['55', 249_555, { kind: 'declined', code: 'incorrect_pin', declineCode: 'incorrect_pin' }],
    ['65', 249_565, { kind: 'declined', code: 'card_declined', declineCode: 'withdrawal_count_limit_exceeded' }],
    ['75', 249_575, { kind: 'declined', code: 'card_declined', declineCode: 'pin_try_exceeded' }],
    ['99', 249_599, { kind: 'approved', needsPin: false }],
  ])('uses the cents of the amount on a reader: .%s', (_cents, amount, expected) => {
    expect(of('pm_card_visa', amount, true)).toEqual(expected)
    expect(of('pm_card_interac', amount, true)).toEqual(expected)
  })
  it('ignores the amount when the card is typed into card fields', () => {
    for (const cents of Object.keys(outcomesByCents))
      expect(of('pm_card_visa', 10_000 + Number(cents), false)).toEqual({ kind: 'approved', needsPin: false })
  })
  it.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
    ['pm_card_visa_chargeDeclinedVelocityLimitExceeded', 'card_declined', 'card_velocity_exceeded'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
  ])('declines %s at every amount, whether or not the card is present', (paymentMethod, code, declineCode) => {
    for (const amount of [100, 101, 102, 155])
      for (const isCardPresent of [true, false])
        expect(of(paymentMethod, amount, isCardPresent)).toEqual({ kind: 'declined', code, declineCode })
  })
  it('is undefined for an unknown card, and for an Interac card that is not present', () => {
    expect(of('pm_card_nobody', 100, true)).toBeUndefined()
    expect(of('pm_card_interac', 100, false)).toBeUndefined()
  })
  it('has words for every decline, including unknown ones', () => {
    const codes = [...testCards.map(({ outcome }) => outcome), ...Object.values(outcomesByCents)].flatMap((outcome) =>
      outcome.kind === 'declined' ? [outcome.declineCode] : [],
    )
    expect(codes.length).toBeGreaterThan(10)
    for (const code of [...codes, 'new_code', null]) expect(describeDecline(code)).toMatch(/\.$/)
    expect(describeDecline('stolen_card')).toBe(describeDecline('generic_decline'))
  })
})

describe('checkCardFields', () => {
  it.each([
    ['number with spaces', {}],
    ['expiry with spaces', { expiry: '12 / 30' }],
    ['expiry without a slash', { expiry: '1230' }],
    ['expiry with a long year', { expiry: '12/2030' }],
    ['expiry this month', { expiry: '05/26' }],
    ['Amex with four digits', { number: '378282246310005', code: '1234' }],
  ])('accepts a test card: %s', (_what, overrides) => {
    expect(checkCardFields({ ...valid, ...overrides }, today)).toMatchObject({ ok: true })
  })
  it.each([
    ['an empty number', { number: '' }, 'number'],
    ['letters', { number: '4242abcd42424242' }, 'number'],
    ['part of a number', { number: '424242' }, 'number'],
    ['a wrong check digit', { number: '4242424242424241' }, 'number'],
    ['a number that is not a test card', { number: '4111111111111111' }, 'number'],
    ['an Interac card, which must be present', { number: '4506445006931933' }, 'number'],
    ['last month', { expiry: '04/26' }, 'expiry'],
    ['last year', { expiry: '12/25' }, 'expiry'],
    ['month 13', { expiry: '13/30' }, 'expiry'],
    ['month 00', { expiry: '00/30' }, 'expiry'],
    ['an expiry that is not a date', { expiry: 'soon' }, 'expiry'],
    ['no expiry', { expiry: ' ' }, 'expiry'],
    ['a year too far in the future', { expiry: '12/2099' }, 'expiry'],
    ['a code of two digits', { code: '12' }, 'code'],
    ['four digits instead of three', { code: '1234' }, 'code'],
    ['three digits instead of four', { number: '378282246310005', code: '123' }, 'code'],
    ['no code', { code: '' }, 'code'],
    ['no country', { country: '' }, 'country'],
    ['a country that is not offered', { country: 'Atlantis' }, 'country'],
  ])('refuses %s', (_what, overrides, field) => {
    const check = checkCardFields({ ...valid, ...overrides }, today)
    expect(check.ok ? {} : check.fields).toEqual({ [field]: expect.stringMatching(/\.$/) })
  })
  it('repeats none of the typed text', () => {
    const typed = { number: '4111111111111111', expiry: '13/99', code: '98765', country: 'Atlantis' }
    const result = JSON.stringify(checkCardFields(typed, today))
    for (const text of Object.values(typed)) expect(result).not.toContain(text)
  })
  it.each(countries)('accepts %s', (country) => {
    expect(checkCardFields({ ...valid, country }, today)).toEqual({ ok: true, paymentMethod: 'pm_card_visa' })
  })
})
