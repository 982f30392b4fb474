import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decideReconciliation,
  isReconciliationAmountTyping,
  parseReconciliation,
  reconciliationClassifications,
} from '#domain/payments/reconciliation.ts'
import { toMoney } from '#domain/values/money.ts'

const valid = { amountText: '-25.50', classification: 'chargeback', reason: 'Bank took it back' }
const amountError = { title: 'Amount error', message: 'Please enter a valid amount between -99999.0 to 99999.0.' }

describe('parseReconciliation', () => {
  it.each([
    ['-99999', -9_999_900],
    ['99999', 9_999_900],
    ['99,999.00', 9_999_900],
    ['0.01', 1],
    ['-0.01', -1],
  ])('accepts amounts between -99999 and 99999, both ends included: %j', (amountText, amount) => {
    expect(parseReconciliation({ ...valid, amountText })).toEqual({
      ok: true,
      amount,
      classification: 'chargeback',
      reason: 'Bank took it back',
    })
  })
  it.each(['', '-', '99999.01', '-99999.01', '1e21', 'NaN', '12.345', '0', '-0', '100000'])(
    'has an Amount error with %j',
    (amountText) => {
      expect(parseReconciliation({ ...valid, amountText })).toEqual({ ok: false, problems: { amount: amountError } })
    },
  )
  it.each([null, '', 'wrong', 'Chargeback'])('has a Classification error with %j', (classification) => {
    expect(parseReconciliation({ ...valid, classification })).toEqual({
      ok: false,
      problems: {
        classification: { title: 'Classification error', message: 'Please choose classification from the drop down' },
      },
    })
  })
  it.each(['', '  \t'])('has a Reason error with %j', (reason) => {
    expect(parseReconciliation({ ...valid, reason })).toEqual({
      ok: false,
      problems: { reason: { title: 'Reason error', message: 'Please enter a valid reason' } },
    })
  })
  it('names every problem at once', () => {
    const decision = parseReconciliation({ amountText: 'x', classification: null, reason: '' })
    expect(decision.ok ? [] : Object.keys(decision.problems)).toEqual(['amount', 'classification', 'reason'])
  })
  it.each(reconciliationClassifications)('accepts the classification %s', (classification) => {
    expect(parseReconciliation({ ...valid, classification })).toMatchObject({ ok: true, classification })
  })
  it('trims the reason', () => {
    expect(parseReconciliation({ ...valid, reason: '  late  ' })).toMatchObject({ ok: true, reason: 'late' })
  })
  it('checks the amount of a call in the same way as a typed amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_100_000, max: 10_100_000 }), (minor) => {
        const typed = parseReconciliation({ ...valid, amountText: (minor / 100).toFixed(2) })
        expect(decideReconciliation({ ...valid, amount: toMoney(minor) })).toEqual(typed)
      }),
    )
  })
})

describe('isReconciliationAmountTyping', () => {
  it.each(['', '-', ' - ', '-5', '5.', '99999', '-99999', '0', '-0'])('accepts %j while typing', (text) => {
    expect(isReconciliationAmountTyping(text)).toBe(true)
  })
  it.each(['99999.01', '-100000', '--', 'abc', '1e3', '1.234'])('marks %j as an error', (text) => {
    expect(isReconciliationAmountTyping(text)).toBe(false)
  })
})
