import { describe, expect, it } from 'vitest'
import { mayLackAnswers } from '#domain/safety/proactive-booking.ts'

describe('mayLackAnswers', () => {
  it.each([
    [true, 0, true],
    [true, 0.01, false],
    [true, 2495, false],
    [false, 0, false],
    [false, 2495, false],
  ])('decides for proactive %s with %s paid: %s', (isProactive, paymentAmount, may) => {
    expect(mayLackAnswers({ isProactive, paymentAmount })).toBe(may)
  })
})
