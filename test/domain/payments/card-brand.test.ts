import { describe, expect, it } from 'vitest'
import { describeCard } from '#domain/payments/card-brand.ts'

describe('describeCard', () => {
  it.each([
    ['visa', 'Visa ending 4242'],
    ['MASTERCARD', 'Mastercard ending 4242'],
    ['interac', 'Interac ending 4242'],
    ['amex', 'American Express ending 4242'],
    ['', 'Card ending 4242'],
    [null, 'Card ending 4242'],
  ])('describes a card of brand %j as “%s”', (cardType, words) => {
    expect(describeCard({ cardType, cardLastFour: '4242' })).toBe(words)
  })

  it('is null if no digits are known', () => {
    expect(describeCard({ cardType: 'visa', cardLastFour: null })).toBeNull()
  })
})
