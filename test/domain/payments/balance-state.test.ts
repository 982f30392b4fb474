import { describe, expect, it } from 'vitest'
import { toBalanceState } from '#domain/payments/balance-state.ts'
import { toMoney } from '#domain/values/money.ts'

describe('the meaning of a balance', () => {
  it.each([
    ['owed', 500, { balance: 500 }],
    ['owed', 500, { balance: 500, paid: 200, isBilled: true }],
    ['owed', 300, { balance: 500, stillOwed: 300 }],
    ['covered', 0, { balance: 500, stillOwed: 0 }],
    ['not-collected', 700, { balance: 700, stillOwed: 0, isCancelled: true }],
    ['paid', 0, { paid: 700 }],
    ['billed', 0, { paid: 700, isBilled: true }],
    ['overpaid', 40, { paid: 740, overpaid: 40 }],
    ['overpaid', 40, { paid: 740, overpaid: 40, isBilled: true }],
    ['not-collected', 700, { balance: 700, isCancelled: true }],
    ['refund-due', 200, { balance: 500, paid: 200, isCancelled: true }],
    ['refund-due', 740, { paid: 740, overpaid: 40, isCancelled: true }],
  ] as const)('is %s with %i cents', (kind, amount, input) => {
    const given: { readonly [Name in 'balance' | 'stillOwed' | 'paid' | 'overpaid']?: number } = input
    const { balance = 0, stillOwed = balance, paid = 0, overpaid = 0 } = given
    const flags = { isBilled: 'isBilled' in input, isCancelled: 'isCancelled' in input }
    const sums = { balance: toMoney(balance), stillOwed: toMoney(stillOwed), paid: toMoney(paid) }
    expect(toBalanceState({ ...sums, overpaid: toMoney(overpaid), ...flags })).toEqual({ kind, amount })
  })
})
