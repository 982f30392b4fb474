import { describe, expect, it } from 'vitest'
import type { CashUp, CashUpLine } from '#domain/finance/cash-up.ts'
import {
  blockName,
  type CashUpEvent,
  closesInForce,
  closingDifferences,
  entriesOfOpenBlock,
  isDayClosed,
  isVoidedBlock,
  openBlockOf,
  totalDifference,
} from '#domain/finance/cash-up-blocks.ts'
import { isEarlyClose } from '#domain/finance/early-close.ts'
import { toInstant } from '#domain/values/instant.ts'

const at = (seconds: number) => toInstant(seconds * 1000)
const closed = (place: number, ids: readonly string[] | null, seconds = place * 100): CashUpEvent => ({
  place,
  kind: 'closed',
  at: at(seconds),
  transactionIDs: ids,
})
const reopened = (place: number): CashUpEvent => ({
  place,
  kind: 'reopened',
  at: at(place * 100),
  transactionIDs: null,
})
const entry = (transactionID: string, time = 0) => ({ transactionID, time })

describe('the open block', () => {
  it.each<[string, readonly CashUpEvent[], number, readonly string[]]>([
    ['is the whole day before the first close', [], 0, ['a', 'b', 'c']],
    ['is the part that the close did not freeze', [closed(1, ['a', 'b'])], 1, ['c']],
    ['is empty when all is frozen', [closed(1, ['a', 'b', 'c'])], 1, []],
    ['is the part that no close froze', [closed(1, ['a']), closed(2, ['b'])], 2, ['c']],
    ['is the whole day again after a reopening', [closed(1, ['a', 'b']), reopened(2)], 2, ['a', 'b', 'c']],
    [
      'is what the close after a reopening did not freeze',
      [closed(1, ['a', 'b']), reopened(2), closed(3, ['a'])],
      3,
      ['b', 'c'],
    ],
  ])('%s', (_what, events, block, ids) => {
    expect(openBlockOf(events)).toBe(block)
    const entries = [entry('a'), entry('b'), entry('c')]
    expect(entriesOfOpenBlock(events, entries).map(({ transactionID }) => transactionID)).toEqual(ids)
  })

  it('has only entries of later seconds than the close, if the close stored no ids', () => {
    const entries = [entry('before', 99), entry('same second', 100), entry('after', 101)]
    const open = entriesOfOpenBlock([closed(1, null, 100)], entries)
    expect(open.map(({ transactionID }) => transactionID)).toEqual(['after'])
    expect(entriesOfOpenBlock([closed(1, null, 100), reopened(2)], entries)).toEqual(entries)
  })

  it('includes an entry of the same second as the close if the close did not freeze it', () => {
    expect(entriesOfOpenBlock([closed(1, ['a'], 100)], [entry('a', 100), entry('b', 100)])).toEqual([entry('b', 100)])
  })

  it('depends only on the closes in force, which are those after the last reopening', () => {
    const events = [closed(1, []), reopened(2), closed(3, []), closed(4, [])]
    expect(closesInForce(events).map(({ place }) => place)).toEqual([3, 4])
    expect(closesInForce([closed(1, []), reopened(2)])).toEqual([])
  })

  it('is not voided, because only blocks before a reopening are voided', () => {
    const events = [closed(1, []), closed(2, []), reopened(3), closed(4, [])]
    expect([0, 1, 2, 3, 4].map((block) => isVoidedBlock(events, block))).toEqual([true, true, true, false, false])
    expect(isVoidedBlock([closed(1, [])], 0)).toBe(false)
  })

  it.each([
    [0, 'Day'],
    [1, 'After close'],
    [2, 'After close 2'],
  ])('is named by the number of closes before it: %i', (closes, name) => expect(blockName(closes)).toBe(name))
})

const line = (more: Partial<CashUpLine> = {}): CashUpLine => ({
  userID: 'u-1',
  userName: 'Ada Moreau',
  paymentType: 'cash',
  taken: 100,
  refunded: 0,
  expected: 100,
  uncaptured: 0,
  isCounted: true,
  counted: 100,
  difference: 0,
  note: '',
  countedBy: 'Ada Moreau',
  countedAt: at(0),
  isOutdated: false,
  counts: [],
  ...more,
})
const count = (difference: number, note = '', countedBy = 'Ada Moreau') => ({
  counted: 100 + difference,
  difference,
  note,
  countedBy,
  countedAt: at(0),
})

describe('the close of a day', () => {
  it.each([
    ['nothing to freeze and no close', [], 0, false],
    ['a close, and no line after the close', [], 1, true],
    ['a close, and a line after the close', [line()], 1, false],
  ])('is complete or not: %s', (_what, lines, closes, isClosed) => {
    const block = { lines: [], unissuedInvoices: [], undepositedCheques: [], overpayments: [] }
    const one = { ...block, closedBy: 'Ada', closedAt: at(0), note: '', earlyReason: '' }
    expect(isDayClosed({ lines, closed: Array.from({ length: closes }, () => one) })).toBe(isClosed)
  })

  it.each([
    ['no appointment', 100, null, false],
    ['a second before the end', 99, 100, true],
    ['at the end', 100, 100, false],
    ['a second after the end', 101, 100, false],
  ])('is early or not: %s', (_what, now, end, isEarly) => {
    expect(isEarlyClose(at(now), end === null ? null : at(end))).toBe(isEarly)
  })

  it('names every line that is over or short, with its note, and the total', () => {
    const cashUp = {
      currency: 'CAD' as const,
      voidedCounts: [],
      lines: [
        line({ difference: -448, counts: [count(-448, 'stolen')] }),
        line({ userName: 'Bo Lind', paymentType: 'cheque', difference: -200, note: 'lost', counts: [] }),
        line({ userName: 'Cy Ngo', difference: 5, counts: [count(5, 'tip')] }),
        line({ userName: 'Di Roy' }),
      ],
    }
    expect(closingDifferences(cashUp).map(({ who, what, words, note }) => [who, what, words, note])).toEqual([
      ['Ada Moreau', 'Cash', 'CA$448.00 short', 'Note by Ada Moreau: stolen'],
      ['Bo Lind', 'Cheque', 'CA$200.00 short', 'Note by Ada Moreau: lost'],
      ['Cy Ngo', 'Cash', 'CA$5.00 over', 'Note by Ada Moreau: tip'],
    ])
    expect(totalDifference(cashUp)).toBe('CA$643.00 short')
  })

  it('names a balanced line whose earlier count was over or short', () => {
    const cashUp = {
      currency: 'CAD' as const,
      voidedCounts: [],
      lines: [line({ counts: [count(-10, '', 'Bo Lind'), count(0, 'found it')] })],
    }
    expect(closingDifferences(cashUp)).toMatchObject([
      {
        words: 'balanced',
        earlier: ['Earlier count by Bo Lind: CA$10.00 short'],
        note: 'Note by Ada Moreau: found it',
      },
    ])
    expect(totalDifference(cashUp)).toBeNull()
  })

  it('names a difference that was found before the day was reopened', () => {
    const voided = { ...count(-10, 'searched', 'Bo Lind'), userID: 'u-1', userName: 'Ada Moreau', paymentType: 'cash' }
    const other = { ...voided, userID: 'u-2' }
    const cashUp = {
      currency: 'CAD' as const,
      voidedCounts: [voided, other] as const as CashUp['voidedCounts'],
      lines: [line({ counts: [count(0)] })],
    }
    expect(closingDifferences(cashUp)).toMatchObject([
      { words: 'balanced', earlier: ['Earlier count by Bo Lind: CA$10.00 short'], note: 'Note by Bo Lind: searched' },
    ])
  })

  it('lists both differences, with a balanced total, if one line is over by the amount that another line is short', () => {
    const cashUp = {
      currency: 'CAD' as const,
      voidedCounts: [],
      lines: [line({ difference: -5 }), line({ userName: 'Bo Lind', difference: 5 })],
    }
    expect(closingDifferences(cashUp)).toHaveLength(2)
    expect(totalDifference(cashUp)).toBe('balanced')
  })
})
