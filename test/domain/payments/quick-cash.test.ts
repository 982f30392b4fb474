import { describe, expect, it } from 'vitest'
import { quickCash } from '#domain/payments/quick-cash.ts'
import { toMoney } from '#domain/values/money.ts'

describe('the sums of cash that a member hands over', () => {
  it.each([
    ['CAD', 42_50, [42_50, 45_00, 50_00, 60_00]],
    ['CAD', 495_00, [495_00, 500_00]],
    ['CAD', 500_00, [500_00]],
    ['CAD', 3_00, [3_00, 5_00, 10_00, 20_00]],
    ['CAD', 2_495_00, [2_495_00, 2_500_00]],
    ['USD', 42_50, [42_50, 43_00, 45_00, 50_00]],
    ['USD', 0, []],
    ['CAD', -5_00, []],
  ] as const)('in %s for %i cents are %j', (currency, amount, sums) => {
    expect(quickCash(toMoney(amount), currency)).toEqual(sums)
  })

  it('begin with the exact amount, rise, and cover the amount', () => {
    for (let cents = 1; cents < 30_000; cents += 137) {
      for (const currency of ['CAD', 'USD'] as const) {
        const sums = quickCash(toMoney(cents), currency)
        expect(sums[0]).toBe(cents)
        expect(sums.every((sum, place) => place === 0 || sum > (sums[place - 1] ?? 0))).toBe(true)
      }
    }
  })
})
