import { describe, expect, it } from 'vitest'
import {
  type ChequeDeposit,
  chequeDepositSchema,
  chequeProblems,
  depositDateProblem,
  isDepositHidden,
  partsOfDeposit,
  sumCheques,
  whyNotDeposited,
} from '#domain/finance/cheque-deposit.ts'
import { chequeProblemWords, nameCheque } from '#domain/finance/cheque-deposit-words.ts'
import { toMoney } from '#domain/values/money.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'

const state = (letters: string) => ({
  issued: letters.includes('i'),
  deposit: letters.includes('d'),
  paid: letters.includes('p'),
})

describe('whyNotDeposited', () => {
  it.each([
    ['', 100, 0, 0, false, null],
    ['i', 100, 1, 1, false, null],
    ['d', 100, 1, 0, false, 'deposited'],
    ['d', 100, 1, 1, false, 'deposited'],
    ['ip', 100, 2, 2, false, 'paid'],
    ['dp', 100, 2, 2, false, 'deposited'],
    ['', 0, 1, 0, false, 'refunded'],
    ['d', 0, 2, 0, false, 'refunded'],
    ['', 60, 1, 0, false, 'changed'],
    ['', 100, 2, 0, false, 'changed'],
    ['', 100, 0, 0, true, 'hidden'],
    ['', 60, 1, 0, true, 'hidden'],
  ] as const)(
    'returns for steps %j, %i left, version %i, seen %i, hidden %s: %s',
    (steps, left, version, seen, isHidden, problem) => {
      expect(whyNotDeposited({ steps: state(steps), left: toMoney(left), version, isHidden }, seen)).toBe(problem)
    },
  )

  it('has words for each problem', () => {
    for (const problem of chequeProblems) expect(chequeProblemWords[problem]).toMatch(/\.$/)
    expect(nameCheque({ referenceID: '77', studyID: 's-1' })).toBe('Cheque 77, study s-1')
    expect(nameCheque({ referenceID: '', studyID: '' })).toBe('Cheque without a number')
  })
})

describe('depositDateProblem', () => {
  it.each([
    ['2026-11-20', null],
    ['2026-11-21', null],
    ['2026-11-22', null],
    ['2026-11-23', 'future'],
    ['2026-11-19', 'before-cheque'],
  ] as const)('returns for %s: %s', (date, problem) => {
    const newest = '2026-11-20' as PlainDate
    expect(depositDateProblem(date as PlainDate, '2026-11-22' as PlainDate, newest)).toBe(problem)
  })
})

describe('sumCheques', () => {
  const cheque = (amount: number | null, currency: 'CAD' | 'USD' = 'CAD') => ({ amount, currency })
  it.each([
    ['nothing', [], []],
    ['a sum without a rounding error', [cheque(0.1), cheque(0.2)], [{ currency: 'CAD', count: 2, total: 30 }]],
    [
      'the sum of each currency, in order',
      [cheque(5, 'USD'), cheque(7), cheque(1, 'USD')],
      [
        { currency: 'CAD', count: 1, total: 700 },
        { currency: 'USD', count: 2, total: 600 },
      ],
    ],
    ['no total while an amount is hidden', [cheque(7), cheque(null)], [{ currency: 'CAD', count: 2, total: null }]],
  ])('returns %s', (_what, cheques, sums) => {
    expect(sumCheques(cheques)).toEqual(sums)
  })
})

describe('a deposit', () => {
  const deposit = (amounts: readonly (number | null)[]): ChequeDeposit =>
    chequeDepositSchema.parse({
      ...{ depositID: 'deposit-1', locationID: 'ca-bc-1', number: 1, date: '2026-11-21', bankReference: '' },
      ...{ by: 'Robin Frost', at: '2026-11-21T18:00:00Z' },
      cheques: amounts.map((amount, index) => ({
        ...{ transactionID: `t-${index}`, studyID: `s-${index}`, referenceID: `${index}`, amount, currency: 'CAD' },
        takenBack: index === 0 ? { by: 'Alex Finch', at: '2026-11-22T18:00:00Z' } : null,
      })),
    })

  it('separates the cheques that were taken back from the others', () => {
    const { standing, takenBack } = partsOfDeposit(deposit([1, 2, 3]))
    expect([standing.map(({ amount }) => amount), takenBack.map(({ amount }) => amount)]).toEqual([[2, 3], [1]])
  })

  it.each([
    [[1, 2], false],
    [[1, null], true],
    [[null, 1], true],
  ])('with %j is hidden: %s', (amounts, isHidden) => expect(isDepositHidden(deposit(amounts))).toBe(isHidden))
})
