import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTableAmount, toFieldAmount } from '#domain/format/format-money.ts'
import {
  describeTypedAmountProblem,
  largestTypedAmount,
  parseTypedAmount,
  type TypedAmountProblem,
} from '#domain/payments/typed-amount.ts'
import { toMoney } from '#domain/values/money.ts'

describe('parseTypedAmount', () => {
  it.each([
    ['1,250.00', 125_000],
    ['1250', 125_000],
    [' 12.5 ', 1_250],
    ['12.', 1_200],
    ['.5', 50],
    ['0.01', 1],
    ['007', 700],
    ['0.1', 10],
    ['1.15', 115],
    ['9,999,999.99', 999_999_999],
    ['\u00a012\u00a0', 1_200],
  ])('reads %j', (text, amount) => {
    expect(parseTypedAmount(text, { min: 'above-zero' })).toEqual({ ok: true, amount })
  })

  it.each<[string, TypedAmountProblem]>([
    ['', 'empty'],
    ['   ', 'empty'],
    ['-', 'not-a-number'],
    ['.', 'not-a-number'],
    ['-.', 'not-a-number'],
    ['1e21', 'not-a-number'],
    ['1E5', 'not-a-number'],
    ['NaN', 'not-a-number'],
    ['Infinity', 'not-a-number'],
    ['0x10', 'not-a-number'],
    ['0b11', 'not-a-number'],
    ['١٢', 'not-a-number'],
    ['１２', 'not-a-number'],
    ['+5', 'not-a-number'],
    ['$5', 'not-a-number'],
    ['1 250', 'not-a-number'],
    ['12,50', 'not-a-number'],
    ['1,25', 'not-a-number'],
    ['1,2500', 'not-a-number'],
    ['12,50.00', 'not-a-number'],
    [',250', 'not-a-number'],
    ['0,250', 'not-a-number'],
    ['1250,000', 'not-a-number'],
    ['1.2.3', 'not-a-number'],
    ['1.250,00', 'not-a-number'],
    ['--5', 'not-a-number'],
    ['5-', 'not-a-number'],
    ['12\n5', 'not-a-number'],
    ['12.345', 'too-many-decimals'],
    ['12.000', 'too-many-decimals'],
    ['-5', 'negative'],
    ['-0.01', 'negative'],
    ['-99999999999', 'negative'],
    ['0', 'zero'],
    ['-0', 'zero'],
    ['0.00', 'zero'],
    ['10000000', 'too-large'],
    ['10,000,000.00', 'too-large'],
    ['999999999999999999999999', 'too-large'],
  ])('refuses %j as %s', (text, problem) => {
    expect(parseTypedAmount(text, { min: 'above-zero' })).toEqual({ ok: false, problem })
  })

  it('accepts 0 if the rule allows 0, and never returns -0', () => {
    const read = parseTypedAmount('-0', { min: 'zero' })
    expect(read.ok && Object.is(read.amount, 0)).toBe(true)
    expect(parseTypedAmount('-1', { min: 'zero' })).toEqual({ ok: false, problem: 'negative' })
  })
  it('accepts a sign if any amount is allowed, within both limits', () => {
    expect(parseTypedAmount('-1,000.50', { min: 'any' })).toEqual({ ok: true, amount: -100_050 })
    expect(parseTypedAmount('-10000000', { min: 'any' })).toEqual({ ok: false, problem: 'too-large' })
    expect(parseTypedAmount('-5.01', { min: 'any', max: toMoney(500) })).toEqual({ ok: false, problem: 'too-large' })
  })
  it('refuses a cent above the rule’s maximum, and anything above the largest amount', () => {
    expect(parseTypedAmount('5.00', { min: 'above-zero', max: toMoney(500) })).toEqual({ ok: true, amount: 500 })
    expect(parseTypedAmount('5.01', { min: 'above-zero', max: toMoney(500) })).toEqual({
      ok: false,
      problem: 'too-large',
    })
    expect(parseTypedAmount('10000000', { min: 'any', max: toMoney(1e12) })).toEqual({
      ok: false,
      problem: 'too-large',
    })
  })
  it('reads every amount in its displayed form without currency', () => {
    fc.assert(
      fc.property(fc.integer({ min: -largestTypedAmount, max: largestTypedAmount }), (minor) => {
        for (const text of [formatTableAmount(toMoney(minor)), toFieldAmount(toMoney(minor))]) {
          expect(parseTypedAmount(text, { min: 'any' })).toEqual({ ok: true, amount: minor })
        }
      }),
    )
  })
  it('returns whole cents in range or a problem, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-0-9.,e ]{0,16}$/)), (text) => {
        const read = parseTypedAmount(text, { min: 'above-zero' })
        if (read.ok) {
          expect(Number.isSafeInteger(read.amount)).toBe(true)
          expect(read.amount).toBeGreaterThan(0)
          expect(read.amount).toBeLessThanOrEqual(largestTypedAmount)
          expect(read.amount).toBe(Math.round(Number(text.trim().replaceAll(',', '')) * 100))
        } else expect(describeTypedAmountProblem(read.problem, null, 'CAD')).toMatch(/\.$/)
      }),
    )
  })
})

describe('describeTypedAmountProblem', () => {
  it('names the largest allowed amount', () => {
    expect(describeTypedAmountProblem('too-large', toMoney(50_000), 'CAD')).toBe('The amount can be at most CA$500.00.')
    expect(describeTypedAmountProblem('too-large', null, 'USD')).toBe('The amount can be at most US$9,999,999.99.')
  })
})
