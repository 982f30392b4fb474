import { describe, expect, it } from 'vitest'
import {
  formatAmount,
  formatMoney,
  formatSignedAmount,
  formatTableAmount,
  toCsvAmount,
  toFieldAmount,
} from '#domain/format/format-money.ts'
import { toMoney } from '#domain/values/money.ts'

describe('formats of money', () => {
  it.each([
    [145_000, 'CAD', 'CA$1,450.00'],
    [-2_000, 'USD', '−US$20.00'],
    [5, 'USD', 'US$0.05'],
    [0, 'CAD', 'CA$0.00'],
    [-0, 'CAD', 'CA$0.00'],
    [123_456_789, 'CAD', 'CA$1,234,567.89'],
    [Number.MAX_SAFE_INTEGER, 'USD', 'US$90,071,992,547,409.91'],
  ] as const)('write %i minor units of %s as %s', (minorUnits, currency, text) => {
    expect(formatMoney(toMoney(minorUnits), currency)).toBe(text)
  })

  it('write a decimal amount, the form that the contract uses', () => {
    expect(formatAmount(1450, 'CAD')).toBe('CA$1,450.00')
    expect(formatAmount(-0.1, 'USD')).toBe('−US$0.10')
  })

  it.each([
    [145_000, '1,450.00', '+1,450.00', '1,450.00'],
    [-1_000, '−10.00', '−10.00', '-10.00'],
    [0, '0.00', '0.00', '0.00'],
  ])('write %i for a table, for a column with +/- signs and for a field', (minorUnits, plain, signed, typed) => {
    const amount = toMoney(minorUnits)
    expect([formatTableAmount(amount), formatSignedAmount(amount), toFieldAmount(amount)]).toEqual([
      plain,
      signed,
      typed,
    ])
  })

  it('write plain decimal numbers in CSV files', () => {
    expect([toCsvAmount(1450), toCsvAmount(-10.5), toCsvAmount(0)]).toEqual(['1450.00', '-10.50', '0.00'])
  })
})
