import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasCardCheckDigit, looksLikeCardNumber } from '#domain/payments/card-number.ts'
import { testCards } from '#domain/payments/test-cards.ts'

describe('looksLikeCardNumber', () => {
  it.each(testCards.map(({ number }) => number))('recognizes %s', (number) => {
    expect(looksLikeCardNumber(number)).toBe(true)
    expect(looksLikeCardNumber(`ref ${number.replace(/(\d{4})(?=\d)/g, '$1 ')}.`)).toBe(true)
    expect(looksLikeCardNumber(number.replace(/(\d{4})(?=\d)/g, '$1-'))).toBe(true)
  })
  it.each([
    '4242424242424242 12/26',
    '4242 4242 4242 4242 123',
    'ref 1 4242424242424242',
    'ref1 4242424242424242',
    '4242.4242.4242.4242',
    '4242/4242/4242/4242',
    '4242  4242  4242  4242',
    '4242 – 4242 – 4242 – 4242',
    '4242\u00a04242\u20114242\u200b4242',
    '4242-4242-4242-4242, 12/26, 123',
    '42424242424242421226',
    '1234242424242424242',
    ';4242424242424242=26121010000000000000?',
    '%B378282246310005^DOE/JANE^2612',
    '3782 822463 10005 1234',
    '4242424242424242',
  ])('finds the number in %j', (text) => {
    expect(looksLikeCardNumber(text)).toBe(true)
  })
  it.each([
    '',
    'CONF-8841',
    '424242424242',
    '123456789012 of 2026-05-10',
    'CA1b2c3d4e 4242-4242',
    'b7c1f6de-4242-4242-8242-424242424242',
    'Cheques 4441, 4442, 4443 and 4444 of 10/05/2026',
    '100.00 + 250.00 + 300.00',
    '2026-11-23T16:00:00.000Z',
    '4242',
    '4242424242424241',
    '1234567890123456',
    '2026-05-10 16:00:00',
    '+1 604 555 0100',
    'C1Ab-4242-xx-4242',
  ])('finds no card number in %j', (text) => {
    expect(looksLikeCardNumber(text)).toBe(false)
  })
})

describe('looksLikeCardNumber for references of digits', () => {
  it('is false for every number of at most 12 digits, and for most numbers of 20 digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,12}$/), (reference) => {
        expect(looksLikeCardNumber(reference)).toBe(false)
      }),
    )
    const long = fc.sample(fc.stringMatching(/^\d{20}$/), { numRuns: 2_000, seed: 7 })
    expect(long.filter(looksLikeCardNumber).length / long.length).toBeLessThan(0.15)
  })
})

describe('hasCardCheckDigit', () => {
  it('detects any one wrong digit', () => {
    const number = '4242424242424242'
    for (let place = 0; place < number.length; place++)
      for (let digit = 0; digit < 10; digit++) {
        const changed = number.slice(0, place) + digit + number.slice(place + 1)
        expect(hasCardCheckDigit(changed)).toBe(changed === number)
      }
  })
  it.each(['', '42a4', '４２'])('is false for %j', (text) => {
    expect(hasCardCheckDigit(text)).toBe(false)
  })
})
