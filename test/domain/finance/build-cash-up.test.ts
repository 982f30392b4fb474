import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildCashUp,
  type CashUpCount,
  type CashUpEntry,
  type CashUpParts,
  countedTenders,
  signOffObstacle,
  sumCashUp,
  totalsOf,
} from '#domain/finance/build-cash-up.ts'
import { cashUpSchema } from '#domain/finance/cash-up.ts'
import { type LedgerEntry, summarizeLedger } from '#domain/payments/ledger.ts'
import { type PaymentType, paymentTypes } from '#domain/payments/payment-types.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { toMoney } from '#domain/values/money.ts'
import { instantSchema, plainDateSchema } from '#domain/values/time-schemas.ts'
import { anEntry } from '../payments/money-records.ts'

let entries = 0
const entry = (overrides: Partial<Omit<CashUpEntry, 'amount'>> & { amount?: number } = {}): CashUpEntry => {
  const { amount = 10_000, ...others } = overrides
  entries += 1
  return {
    transactionID: `t-${entries}`,
    time: 1_780_000_000,
    studyID: 's-1',
    userID: 'u-1',
    userName: 'Ada Moreau',
    paymentType: 'cash',
    kind: 'payment',
    status: 'Complete',
    ...others,
    amount: toMoney(amount),
  }
}
const count = (counted: number, expected: number, overrides: Partial<CashUpCount> = {}): CashUpCount => ({
  userID: 'u-1',
  userName: 'Ada Moreau',
  paymentType: 'cash',
  counted: toMoney(counted),
  expected: toMoney(expected),
  note: 'a coin short',
  countedBy: 'Ada Moreau',
  countedAt: instantSchema.parse('2026-05-15T23:00:00Z'),
  ...overrides,
})
const lists: Pick<CashUpParts, 'openAttempts' | 'unissuedInvoices' | 'undepositedCheques' | 'overpayments'> =
  cashUpSchema
    .pick({ openAttempts: true, unissuedInvoices: true, undepositedCheques: true, overpayments: true })
    .parse({
      openAttempts: [
        {
          attemptID: 'attempt-0001',
          studyID: 's-1',
          amount: 5,
          since: '2026-05-15T20:00:00.000Z',
          by: 'Ada',
          driver: 'stripe',
        },
      ],
      unissuedInvoices: [{ transactionID: 't-1', studyID: 's-1', amount: 5, date: '2026-05-15T20:00:00.000Z' }],
      undepositedCheques: [
        { transactionID: 't-2', studyID: 's-1', amount: 5, date: '2026-05-15T20:00:00.000Z', referenceID: '17' },
      ],
      overpayments: [{ studyID: 's-1', amount: 5 }],
    })
const none = {
  openAttempts: [],
  unissuedInvoices: [],
  outstandingInvoices: [],
  paidInvoices: [],
  undepositedCheques: [],
  overpayments: [],
}
const build = (
  entries: readonly CashUpEntry[],
  counts: readonly CashUpCount[] = [],
  overrides: Partial<CashUpParts> = {},
) =>
  buildCashUp({
    locationID: locationIDSchema.parse('ca-bc-1'),
    date: plainDateSchema.parse('2026-05-15'),
    currency: 'CAD',
    entries,
    counts,
    viewer: { userID: 'u-9', isFinance: true },
    block: 0,
    closed: [],
    events: [],
    lastAppointmentEnd: null,
    voidedCounts: [],
    blindElsewhere: new Set(),
    blindStudiesElsewhere: new Set(),
    ...none,
    ...overrides,
  })

describe('buildCashUp', () => {
  it('shows the drawer of a voided count, but not while its line is to be counted blind', () => {
    const drawer = { pieces: { 10000: 3 }, float: 200 }
    const voidedCounts = [count(10_000, 10_000, { drawer })]
    const shown = build([entry()], [count(10_000, 10_000)], { voidedCounts }).voidedCounts
    expect(shown).toMatchObject([{ counted: 100, drawer }])
    const [hidden] = build([entry()], [], { voidedCounts }).voidedCounts
    expect(hidden).toMatchObject({ counted: null })
    expect(hidden).not.toHaveProperty('drawer')
  })

  it.each(['cash', 'cheque'] as const)('hides uncounted %s from all users, including finance', (paymentType) => {
    const [line] = build([entry({ paymentType }), entry({ paymentType, kind: 'refund', amount: 2_500 })]).lines
    expect(line).toMatchObject({
      isCounted: true,
      taken: null,
      refunded: null,
      expected: null,
      uncaptured: null,
      counted: null,
      difference: null,
      isOutdated: false,
    })
  })
  it.each([
    ['short', 7_400, -1],
    ['right', 7_500, 0],
    ['over', 7_600, 1],
  ])('shows every amount of a line once it is counted: %s', (_what, counted, difference) => {
    const [line] = build([entry(), entry({ kind: 'refund', amount: 2_500 })], [count(counted, 7_500)]).lines
    expect(line).toMatchObject({
      taken: 100,
      refunded: 25,
      expected: 75,
      uncaptured: 0,
      counted: counted / 100,
      difference,
      note: 'a coin short',
      countedBy: 'Ada Moreau',
      countedAt: '2026-05-15T23:00:00Z',
      isOutdated: false,
    })
  })
  it('marks a line as outdated and hides it again if money moved after the count', () => {
    const [line] = build([entry(), entry({ amount: 500 })], [count(10_000, 10_000)]).lines
    expect(line).toMatchObject({ isOutdated: true, counted: 100, taken: null, expected: null, difference: null })
  })
  it('shows the amounts of a tender that needs no hand count, even before any count', () => {
    const [line] = build([entry({ paymentType: 'physicalTerminal' })]).lines
    expect(line).toMatchObject({ isCounted: false, taken: 100, expected: 100, counted: null, difference: null })
  })
  it('requires a hand count only for cash and cheques', () => {
    const lines = build(paymentTypes.map((paymentType) => entry({ paymentType }))).lines
    expect(lines).toHaveLength(paymentTypes.length)
    expect(lines.filter((line) => line.isCounted).map((line) => line.paymentType)).toEqual(['cash', 'cheque'])
  })
  it('excludes uncaptured payments from the expected amount', () => {
    const uncaptured = entry({ paymentType: 'card', status: 'requires_capture', amount: 4_000 })
    const [line] = build([entry({ paymentType: 'card' }), uncaptured]).lines
    expect(line).toMatchObject({ taken: 140, uncaptured: 40, expected: 100 })
    const [givenBack] = build([uncaptured, { ...uncaptured, kind: 'refund' }]).lines
    expect(givenBack).toMatchObject({ taken: 40, refunded: 40, uncaptured: 0, expected: 0 })
  })
  it('subtracts a refund on the day of the refund, even if nothing was taken that day', () => {
    const [line] = build([entry({ paymentType: 'card', kind: 'refund', amount: 3_000 })]).lines
    expect(line).toMatchObject({ taken: 0, refunded: 30, expected: -30 })
  })
  it('has one line for each person and tender, sorted by name and then by the order of the payment types', () => {
    const bo = { userID: 'u-2', userName: 'Bo Lind' }
    const lines = build([entry(bo), entry({ paymentType: 'cheque' }), entry({ paymentType: 'card' }), entry()]).lines
    expect(lines.map(({ userName, paymentType }) => `${userName} ${paymentType}`)).toEqual([
      'Ada Moreau card',
      'Ada Moreau cash',
      'Ada Moreau cheque',
      'Bo Lind cash',
    ])
  })
  it('keeps two people of the same name apart', () => {
    expect(build([entry(), entry({ userID: 'u-2' })]).lines.map(({ userID }) => userID)).toEqual(['u-1', 'u-2'])
  })
  it('has a line for a tender that was counted but not expected', () => {
    expect(build([], [count(500, 0)]).lines).toMatchObject([{ taken: 0, expected: 0, counted: 5, difference: 5 }])
  })
  it('shows non-finance users only their own lines and the open attempts', () => {
    const entries = [entry(), entry({ userID: 'u-2', userName: 'Bo Lind' })]
    const own = build(entries, [], { viewer: { userID: 'u-2', isFinance: false }, ...lists })
    expect(own.lines.map(({ userID }) => userID)).toEqual(['u-2'])
    expect(own).toMatchObject({ ...none, openAttempts: lists.openAttempts })
    expect(build(entries, [count(10_000, 10_000), count(10_000, 10_000, { userID: 'u-2' })], lists)).toMatchObject(
      lists,
    )
  })
})

describe('a cash-up with blind lines', () => {
  const cheque = entry({ paymentType: 'cheque', transactionID: 't-2', studyID: 's-1' })
  const amounts = (cashUp: ReturnType<typeof build>) => [
    cashUp.undepositedCheques.map(({ amount }) => amount),
    cashUp.overpayments.map(({ amount }) => amount),
  ]
  it.each<[string, ReturnType<typeof build>, readonly unknown[]]>([
    [
      'hides cheque amounts and overpayments until the cheques are counted',
      build([cheque], [], lists),
      [[null], [null]],
    ],
    [
      'shows cheque amounts and overpayments after the cheques are counted',
      build([cheque], [count(10_000, 10_000, { paymentType: 'cheque' })], lists),
      [[5], [5]],
    ],
    [
      'hides cheque amounts and overpayments again if money moved after the count',
      build([cheque, entry({ paymentType: 'cheque' })], [count(10_000, 10_000, { paymentType: 'cheque' })], lists),
      [[null], [null]],
    ],
    [
      'hides the overpayment of a study with uncounted cash',
      build([entry({ studyID: 's-1' })], [], lists),
      [[5], [null]],
    ],
    [
      'shows cheque amounts and overpayments if only card payments were taken',
      build([entry({ paymentType: 'card' })], [], lists),
      [[5], [5]],
    ],
    [
      'hides the amounts of cheques and studies that are blind on another day',
      build([], [], { ...lists, blindElsewhere: new Set(['t-2']), blindStudiesElsewhere: new Set(['s-1']) }),
      [[null], [null]],
    ],
  ])('%s', (_what, cashUp, shown) => {
    expect(amounts(cashUp)).toEqual(shown)
  })
  it('hides the differences of earlier counts while the line is blind', () => {
    const [line] = build([entry(), entry()], [count(9_000, 10_000)]).lines
    expect(line?.counts).toMatchObject([{ counted: 90, difference: null, countedBy: 'Ada Moreau' }])
  })
  it('keeps every count with its person and time', () => {
    const second = instantSchema.parse('2026-05-15T23:05:00Z')
    const counts = [count(9_000, 10_000), count(10_000, 10_000, { countedBy: 'Bo Lind', countedAt: second })]
    expect(build([entry()], counts).lines[0]?.counts).toMatchObject([
      { counted: 90, difference: -10, countedBy: 'Ada Moreau' },
      { counted: 100, difference: 0, countedBy: 'Bo Lind', countedAt: second },
    ])
  })
})

describe('totalsOf', () => {
  it('hides every sum that includes a blind line', () => {
    const { all, byTender } = totalsOf(build([entry(), entry({ paymentType: 'card' })]))
    expect(all).toEqual({
      taken: null,
      refunded: null,
      expected: null,
      uncaptured: null,
      counted: null,
      difference: null,
    })
    expect(byTender).toMatchObject([
      { paymentType: 'card', taken: 10_000, expected: 10_000 },
      { paymentType: 'cash', taken: null, expected: null },
    ])
  })
  it('ignores counts made before money moved', () => {
    const { all } = totalsOf(build([entry(), entry()], [count(10_000, 10_000)]))
    expect(all).toMatchObject({ counted: null, difference: null })
  })
})

describe('signOffObstacle', () => {
  it.each([
    ['a counted day', build([entry()], [count(10_000, 10_000)]), null],
    ['an empty day', build([]), null],
    ['an open attempt', build([], [], lists), 'A card payment is still in progress. Resolve it first.'],
    ['cash that is not counted', build([entry()]), 'Count all cash and cheques first.'],
    [
      'a count that is outdated',
      build([entry(), entry()], [count(1, 10_000)]),
      'Payments changed since the count. Count again.',
    ],
    [
      'an unexplained difference',
      build([entry()], [{ ...count(9_500, 10_000), note: '' }]),
      'A count is over or short. Add a note that explains it.',
    ],
    [
      'a correct second count after a wrong first count, without a note',
      build(
        [entry()],
        [
          { ...count(9_500, 10_000), note: '' },
          { ...count(10_000, 10_000), note: '' },
        ],
      ),
      'A count is over or short. Add a note that explains it.',
    ],
    [
      'a correct second count with a note, after a wrong first count',
      build([entry()], [{ ...count(9_500, 10_000), note: '' }, count(10_000, 10_000)]),
      null,
    ],
    [
      'two correct counts',
      build(
        [entry()],
        [
          { ...count(10_000, 10_000), note: '' },
          { ...count(10_000, 10_000), note: '' },
        ],
      ),
      null,
    ],
    ['a difference with its note', build([entry()], [{ ...count(9_500, 10_000), note: 'Wrong change' }]), null],
  ])('returns the obstacle, or null, for %s', (_what, cashUp, expected) => {
    expect(signOffObstacle(cashUp)).toBe(expected)
  })
})

describe('a generated day', () => {
  const people = [
    { userID: 'u-1', userName: 'Ada Moreau' },
    { userID: 'u-2', userName: 'Bo Lind' },
    { userID: 'u-3', userName: 'Cy Ngo' },
  ]
  const tenders: readonly PaymentType[] = ['cash', 'cheque', 'card', 'physicalTerminal', 'invoice', 'prepaid']
  /** Payments of a day: for each, the person who took it, the refunded percentage, and who refunded it. */
  const day = fc.array(
    fc.record({
      person: fc.constantFrom(...people),
      paymentType: fc.constantFrom(...tenders),
      amount: fc.integer({ min: 1, max: 500_000 }),
      isCaptured: fc.boolean(),
      refund: fc.option(fc.record({ person: fc.constantFrom(...people), part: fc.integer({ min: 1, max: 100 }) })),
    }),
    { maxLength: 40 },
  )
  type Payment = (typeof day extends fc.Arbitrary<infer Made> ? Made : never)[number]
  const toEntries = (payments: readonly Payment[]): { ofDay: CashUpEntry[]; ledger: LedgerEntry[] } => {
    const ofDay: CashUpEntry[] = []
    const ledger: LedgerEntry[] = []
    payments.forEach(({ person, paymentType, amount, isCaptured, refund }, place) => {
      const status = isCaptured || paymentType !== 'card' ? ('Complete' as const) : ('requires_capture' as const)
      const payment = anEntry({ id: `t-${place}`, paymentType, amount, status })
      ofDay.push(entry({ ...person, paymentType, amount, status }))
      ledger.push(payment)
      const given = refund === null ? 0 : Math.floor((amount * refund.part) / 100)
      if (refund === null || given === 0) return
      ofDay.push(entry({ ...refund.person, paymentType, amount: given, status, kind: 'refund' }))
      ledger.push(
        anEntry({
          id: `r-${place}`,
          kind: 'refund',
          paymentType,
          amount: given,
          linkedTransaction: payment.transactionID,
        }),
      )
    })
    return { ofDay, ledger }
  }
  const countAll = (entries: readonly CashUpEntry[], offBy: number): CashUpCount[] =>
    people.flatMap((person) =>
      countedTenders.map((paymentType) => {
        const of = entries.filter((one) => one.userID === person.userID && one.paymentType === paymentType)
        const { expected } = sumCashUp(of)
        return count(expected + offBy, expected, { ...person, paymentType })
      }),
    )

  it('has totals that equal the ledger’s', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -500, max: 500 }), (payments, offBy) => {
        const { ofDay, ledger } = toEntries(payments)
        const counts = countAll(ofDay, offBy)
        const cashUp = build(ofDay, counts)
        cashUpSchema.parse(cashUp)
        const summary = summarizeLedger(toMoney(0), ledger)
        const { all, byTender } = totalsOf(cashUp)
        expect(Number(all.taken) - Number(all.refunded)).toBe(summary.paid)
        expect(all.uncaptured).toBe(summary.uncaptured)
        expect(all.expected).toBe(summary.paid - summary.uncaptured)
        expect(all.difference).toBe(counts.length * offBy)
        expect(byTender.reduce((sum, { expected }) => sum + Number(expected), 0)).toBe(all.expected)
        for (const { paymentType, expected } of byTender) {
          const ofTender = summarizeLedger(
            toMoney(0),
            ledger.filter((one) => one.paymentType === paymentType),
          )
          expect(expected).toBe(ofTender.paid - ofTender.uncaptured)
        }
      }),
    )
  })
  it('shows finance exactly the lines that the users together see as their own', () => {
    fc.assert(
      fc.property(day, (payments) => {
        const { ofDay } = toEntries(payments)
        const counts = countAll(ofDay, 0)
        const own = people.flatMap(({ userID }) => build(ofDay, counts, { viewer: { userID, isFinance: false } }).lines)
        expect(own).toEqual(build(ofDay, counts).lines)
      }),
    )
  })
  it('reveals no amount of a tender that is not counted yet', () => {
    fc.assert(
      fc.property(day, (payments) => {
        const { ofDay } = toEntries(payments)
        const cashUp = build(ofDay)
        for (const line of cashUp.lines.filter(({ isCounted }) => isCounted))
          expect(Object.values(line).filter((value) => typeof value === 'number')).toEqual([])
        const hasBlindLine = cashUp.lines.some(({ isCounted }) => isCounted)
        expect(totalsOf(cashUp).all.expected === null).toBe(hasBlindLine)
      }),
    )
  })
  it('does not depend on the order of its entries', () => {
    const shuffled = day.chain((payments) => {
      const { ofDay } = toEntries(payments)
      return fc.tuple(
        fc.constant(ofDay),
        fc.shuffledSubarray(ofDay, { minLength: ofDay.length, maxLength: ofDay.length }),
      )
    })
    fc.assert(
      fc.property(shuffled, ([entries, inAnotherOrder]) => {
        expect(build(inAnotherOrder)).toEqual(build(entries))
      }),
    )
  })
})
