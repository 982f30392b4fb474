import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decimalAmountSchema,
  floorToUnits,
  joinToMoney,
  parseDecimalAmount,
  roundToMoney,
  toDecimalAmount,
  toMoney,
} from '#domain/values/money.ts'

describe('money', () => {
  it('is read back unchanged from its decimal form, for every amount of cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (minorUnits) => {
        expect(parseDecimalAmount(toDecimalAmount(toMoney(minorUnits)))).toBe(minorUnits)
      }),
    )
  })
  it.each([0.001, 1.005, Number.NaN, Number.POSITIVE_INFINITY, 20_000_000])('refuses %d', (amount) => {
    expect(decimalAmountSchema.safeParse(amount).success).toBe(false)
  })
  it('refuses a fraction of a cent', () => {
    expect(() => toMoney(0.5)).toThrow(RangeError)
  })
})

describe('a conversion of money', () => {
  it('agrees with parseDecimalAmount for a whole number of cents, and rounds any other amount to the nearest cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (cents) => {
        const amount = toDecimalAmount(toMoney(cents))
        expect(roundToMoney(amount)).toBe(parseDecimalAmount(amount))
      }),
    )
    expect([roundToMoney(0.004), roundToMoney(0.006), roundToMoney(-12.349)]).toEqual([0, 1, -1235])
    expect(() => roundToMoney(Number.NaN)).toThrow(RangeError)
  })

  it('joins typed units and decimals, and counts missing digits as 0', () => {
    expect([joinToMoney('12', ''), joinToMoney('12', '5'), joinToMoney('', '05')]).toEqual([1200, 1250, 5])
  })

  it('rounds down to whole units', () => {
    expect([floorToUnits(12_399), floorToUnits(12_300), floorToUnits(99.5)]).toEqual([12_300, 12_300, 0])
  })
})
