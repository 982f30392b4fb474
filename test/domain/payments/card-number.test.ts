import { describe, expect, it } from 'vitest'
import { hasCardCheckDigit, looksLikeCardNumber } from '#domain/payments/card-number.ts'
import { testCards } from '#domain/payments/test-cards.ts'

describe('looksLikeCardNumber', () => {
  it.each(testCards.map(({ number }) => number))('knows %s', (number) => {
    expect(looksLikeCardNumber(number)).toBe(true)
    expect(looksLikeCardNumber(`ref ${number.replace(/(\d{4})(?=\d)/g, '$1 ')}.`)).toBe(true)
    expect(looksLikeCardNumber(number.replace(/(\d{4})(?=\d)/g, '$1-'))).toBe(true)
  })
  it.each([
    '',
    'CONF-8841',
    '4242',
    '4242424242424241',
    '1234567890123456',
    '2026-05-10 16:00:00',
    '+1 604 555 0100',
    'C1Ab-4242-xx-4242',
  ])('leaves %j alone', (text) => {
    expect(looksLikeCardNumber(text)).toBe(false)
  })
})

describe('hasCardCheckDigit', () => {
  it('finds every single wrong digit', () => {
    const number = '4242424242424242'
    for (let place = 0; place < number.length; place++)
      for (let digit = 0; digit < 10; digit++) {
        const changed = number.slice(0, place) + digit + number.slice(place + 1)
        expect(hasCardCheckDigit(changed)).toBe(changed === number)
      }
  })
  it.each(['', '42a4', '４２'])('is not had by %j', (text) => {
    expect(hasCardCheckDigit(text)).toBe(false)
  })
})
