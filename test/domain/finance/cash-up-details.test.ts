import { describe, expect, it } from 'vitest'
import { ageInDays } from '#domain/finance/age-in-days.ts'
import {
  amountIn,
  type CashUpFigure,
  type CashUpTransaction,
  sumOfFigure,
  transactionsOfFigure,
} from '#domain/finance/cash-up-details.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'

const entry = (id: string, more: Partial<CashUpTransaction> = {}): CashUpTransaction => ({
  transactionID: id as CashUpTransaction['transactionID'],
  studyID: 's-1' as CashUpTransaction['studyID'],
  userID: 'u-1',
  userName: 'Robin Frost',
  paymentType: 'cash',
  kind: 'payment',
  amount: 100,
  isUncaptured: false,
  at: `2026-11-21T18:00:0${id}Z` as Instant,
  block: null,
  ...more,
})
const transactions = [
  entry('9', { amount: 30, kind: 'refund' }),
  entry('1'),
  entry('2', { userID: 'u-2' }),
  entry('3', { paymentType: 'card', amount: 65 }),
  entry('4', { paymentType: 'card', amount: 35, isUncaptured: true }),
  entry('5', { paymentType: 'invoice', amount: 500 }),
  entry('6', { block: 0 }),
]
const figure = (more: Partial<CashUpFigure>): CashUpFigure => ({
  ...{ column: 'taken', block: null, userID: null, paymentType: null, isReceived: true },
  ...more,
})

describe('the transactions behind a figure', () => {
  it.each([
    ['a line', { userID: 'u-1', paymentType: 'cash' }, ['1'], 100_00],
    ['the refunds of a line', { userID: 'u-1', paymentType: 'cash', column: 'refunded' }, ['9'], 30_00],
    ['the expected amount of a line', { userID: 'u-1', paymentType: 'cash', column: 'expected' }, ['1', '9'], 70_00],
    ['uncaptured cards', { paymentType: 'card', column: 'uncaptured' }, ['4'], 35_00],
    ['captured cards', { paymentType: 'card', column: 'expected' }, ['3'], 65_00],
    ['the total taken', {}, ['1', '2', '3', '4'], 300_00],
    ['entries without received money', { isReceived: false }, ['5'], 500_00],
    ['a closed block', { block: 0 }, ['6'], 100_00],
    ['another person', { userID: 'u-3' }, [], 0],
  ] as const)('of %s', (_what, more, ids, sum) => {
    const behind = transactionsOfFigure({ transactions }, figure(more))
    expect(behind.map(({ transactionID }) => transactionID)).toEqual(ids)
    expect(sumOfFigure(behind, figure(more).column)).toBe(sum)
  })

  it('have no sum while one of them must still be counted blind', () => {
    const blind = entry('1', { amount: null })
    expect(amountIn(blind, 'taken')).toBeNull()
    expect(sumOfFigure([blind, entry('2')], 'taken')).toBeNull()
  })
})

describe('the age of an open item', () => {
  const zone = 'America/Vancouver' as ZoneId
  it.each([
    ['2026-11-21T18:00:00Z', '2026-11-21T20:00:00Z', 0, false],
    // One hour later by the clock, and on the next date of the location.
    ['2026-11-22T06:30:00Z', '2026-11-22T07:30:00Z', 1, false],
    ['2026-10-22T18:00:00Z', '2026-11-21T18:00:00Z', 30, false],
    ['2026-10-21T18:00:00Z', '2026-11-21T18:00:00Z', 31, true],
    ['2026-11-22T18:00:00Z', '2026-11-21T18:00:00Z', 0, false],
  ])('from %s to %s is %i days', (since, now, days, isOld) => {
    expect(ageInDays(since as Instant, now as Instant, zone)).toEqual({ days, isOld })
  })
})
