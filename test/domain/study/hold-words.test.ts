import { describe, expect, it } from 'vitest'
import { describeHold, isHoldKept } from '#domain/study/hold-words.ts'

describe('a temporary hold', () => {
  it.each([
    [true, 0, false],
    [true, 0.01, true],
    [true, 1450, true],
    [false, 1450, false],
  ])('that is set (%s), with %d paid, is kept: %s', (temporaryHold, paymentAmount, isKept) => {
    expect(isHoldKept({ temporaryHold, paymentAmount })).toBe(isKept)
    expect(describeHold({ temporaryHold, paymentAmount }).includes('part-paid')).toBe(isKept)
  })
})
