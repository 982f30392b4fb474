import { describe, expect, it } from 'vitest'
import { toMoney } from '#domain/values/money.ts'
import { readCashReceived } from '#renderer/payments/inside/cash-change.ts'

const amount = toMoney(49_550)

describe('readCashReceived', () => {
  it('accepts an empty field', () => {
    expect(readCashReceived('  ', amount)).toEqual({ kind: 'empty' })
  })

  it('returns the change when the cash is enough', () => {
    expect(readCashReceived('500', amount)).toEqual({ kind: 'enough', due: 450 })
    expect(readCashReceived('495.50', amount)).toEqual({ kind: 'enough', due: 0 })
  })

  it('refuses less than the amount', () => {
    expect(readCashReceived('495.49', amount)).toEqual({ kind: 'short', missing: 1 })
  })

  it.each(['five', '-5', '1.005', '12,50'])('refuses an unreadable amount: %s', (typed) => {
    expect(readCashReceived(typed, amount).kind).toBe('unreadable')
  })
})
