import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildCashUp,
  type CashUpCount,
  type CashUpEntry,
  countedTenders,
  signOffObstacle,
  sumCashUp,
  totalsOf,
} from '#domain/finance/build-cash-up.ts'
import { type CashUp, type ClosedBlock, closedBlockSchema } from '#domain/finance/cash-up.ts'
import {
  type CashUpEvent,
  closesInForce,
  closingDifferences,
  entriesOfOpenBlock,
  isDayClosed,
  openBlockOf,
} from '#domain/finance/cash-up-blocks.ts'
import { toInstant } from '#domain/values/instant.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { toMoney } from '#domain/values/money.ts'
import { plainDateSchema } from '#domain/values/time-schemas.ts'
import { howMany } from '#test/fixtures/deep.ts'

const clerks = [
  { userID: 'u-1', userName: 'Ada Moreau' },
  { userID: 'u-2', userName: 'Bo Lind' },
] as const
const tenders = ['cash', 'cheque', 'card', 'invoice'] as const

const clerk = fc.constantFrom(...clerks)
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      clerk,
      tender: fc.constantFrom(...tenders),
      amount: fc.integer({ min: 1, max: 300_000 }),
      isCaptured: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      clerk,
      pick: fc.nat(),
      part: fc.integer({ min: 1, max: 100 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('count' as const),
      clerk,
      tender: fc.constantFrom(...countedTenders),
      offBy: fc.constantFrom(0, 0, 0, -500, 250),
    }),
  },
  // Counts every line that is still blind, so that a close often succeeds.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('count all' as const), offBy: fc.constantFrom(0, -100) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('close' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
)
type Act = typeof act extends fc.Arbitrary<infer Made> ? Made : never

type Frozen = CashUpEvent & { readonly text: string | null }

/** Simulates a day at a location: keeps in memory what the server would store, and applies the domain's rules. */
const createDay = () => {
  const entries: CashUpEntry[] = []
  const counts: (CashUpCount & { readonly block: number })[] = []
  const events: Frozen[] = []
  let clock = 0

  const open = (): readonly CashUpEntry[] => entriesOfOpenBlock(events, entries)
  const read = (): CashUp =>
    buildCashUp({
      locationID: locationIDSchema.parse('ca-bc-1'),
      date: plainDateSchema.parse('2026-05-15'),
      currency: 'CAD',
      block: openBlockOf(events),
      entries: open(),
      counts: counts.filter(({ block }) => block === openBlockOf(events)),
      closed: closesInForce(events).map(({ text }) => closedBlockSchema.parse(JSON.parse(text ?? 'null'))),
      events: [],
      voidedCounts: [],
      outstandingInvoices: [],
      paidInvoices: [],
      lastAppointmentEnd: null,
      openAttempts: [],
      unissuedInvoices: [],
      undepositedCheques: [],
      overpayments: [],
      blindElsewhere: new Set(),
      blindStudiesElsewhere: new Set(),
      viewer: { userID: 'u-9', isFinance: true },
    })
  const add = (entry: Omit<CashUpEntry, 'transactionID' | 'time' | 'studyID'>): void => {
    // Five steps share a second, to check that a close within a second still assigns each entry to the right block.
    entries.push({ ...entry, transactionID: `t-${entries.length}`, time: Math.floor(clock / 5), studyID: 's-1' })
  }
  const countLine = (person: (typeof clerks)[number], tender: CashUpCount['paymentType'], offBy: number): void => {
    const own = open().filter((one) => one.userID === person.userID && one.paymentType === tender)
    if (own.length === 0 && closesInForce(events).length > 0) return
    const { expected } = sumCashUp(own)
    counts.push({
      ...person,
      paymentType: tender,
      counted: toMoney(Math.max(0, expected + offBy)),
      expected,
      note: 'noted',
      countedBy: person.userName,
      countedAt: toInstant(clock * 1000),
      block: openBlockOf(events),
    })
  }

  const apply = (one: Act): void => {
    clock += 1
    switch (one.kind) {
      case 'pay': {
        const status = one.tender === 'card' && !one.isCaptured ? 'requires_capture' : 'Complete'
        add({ ...one.clerk, paymentType: one.tender, kind: 'payment', amount: toMoney(one.amount), status })
        return
      }
      case 'refund': {
        const payments = entries.filter(({ kind }) => kind === 'payment')
        const paid = payments[one.pick % Math.max(1, payments.length)]
        if (paid === undefined) return
        const amount = toMoney(Math.max(1, Math.floor((paid.amount * one.part) / 100)))
        add({ ...one.clerk, paymentType: paid.paymentType, kind: 'refund', amount, status: paid.status })
        return
      }
      case 'count':
        countLine(one.clerk, one.tender, one.offBy)
        return
      case 'count all':
        for (const line of read().lines.filter(({ isCounted }) => isCounted)) {
          const person = clerks.find(({ userID }) => userID === line.userID)
          if (person !== undefined) countLine(person, line.paymentType, one.offBy)
        }
        return
      case 'close': {
        const cashUp = read()
        if (isDayClosed(cashUp) || signOffObstacle(cashUp) !== null) return
        const { lines, unissuedInvoices, undepositedCheques, overpayments } = cashUp
        const frozen: ClosedBlock = {
          ...{ lines, unissuedInvoices, undepositedCheques, overpayments },
          closedBy: 'Alex Finch',
          closedAt: toInstant(clock * 1000),
          note: '',
          earlyReason: '',
        }
        const transactionIDs = open().map(({ transactionID }) => transactionID)
        const place = openBlockOf(events) + 1
        events.push({ place, kind: 'closed', at: frozen.closedAt, transactionIDs, text: JSON.stringify(frozen) })
        return
      }
      case 'reopen': {
        if (closesInForce(events).length === 0) return
        const place = openBlockOf(events) + 1
        events.push({ place, kind: 'reopened', at: toInstant(clock * 1000), transactionIDs: null, text: null })
      }
    }
  }
  return { entries, counts, events, apply, read, open }
}
type Day = ReturnType<typeof createDay>

/** Sums entries up without the product's own functions. */
const plainSum = (entries: readonly CashUpEntry[]): readonly number[] => {
  let [taken, refunded, expected] = [0, 0, 0]
  for (const { kind, amount, status } of entries) {
    if (kind === 'payment') taken += amount
    else refunded += amount
    if (status !== 'requires_capture') expected += kind === 'payment' ? amount : -amount
  }
  return [taken, refunded, expected]
}

const checkDay = (day: Day): number => {
  const cashUp = day.read()
  const closes = closesInForce(day.events)
  closes.forEach((close, place) => {
    const ids = new Set(close.transactionIDs ?? [])
    const own = day.entries.filter(({ transactionID }) => ids.has(transactionID))
    expect(own).toHaveLength(ids.size)
    const lines = cashUp.closed[place]?.lines ?? []
    for (const line of lines) {
      const ofLine = own.filter((one) => one.userID === line.userID && one.paymentType === line.paymentType)
      const cents = [line.taken, line.refunded, line.expected].map((amount) => Math.round((amount ?? Number.NaN) * 100))
      expect(cents).toEqual(plainSum(ofLine))
      if (line.isCounted) {
        expect(Math.round((line.difference ?? Number.NaN) * 100)).toBe(
          Math.round((line.counted ?? Number.NaN) * 100) - (plainSum(ofLine)[2] ?? 0),
        )
      }
    }
    const { all } = totalsOf({ lines })
    expect([all.taken, all.refunded, all.expected]).toEqual(plainSum(own))
    const shown = closingDifferences({ lines, currency: 'CAD', voidedCounts: [] }).length
    expect(shown).toBeGreaterThanOrEqual(lines.filter(({ difference }) => (difference ?? 0) !== 0).length)
  })
  // Each entry is in exactly one block.
  const frozen = closes.flatMap(({ transactionIDs }) => transactionIDs ?? [])
  const all = [...frozen, ...day.open().map(({ transactionID }) => transactionID)]
  expect(all.toSorted()).toEqual(day.entries.map(({ transactionID }) => transactionID).toSorted())
  // Every count in force is shown.
  const shown = [...cashUp.lines, ...cashUp.closed.flatMap(({ lines }) => lines)].flatMap(({ counts }) => counts)
  const first = day.events.findLast(({ kind }) => kind === 'reopened')?.place ?? 0
  expect(shown).toHaveLength(day.counts.filter(({ block }) => block >= first).length)
  return closes.length
}

const sequences = howMany(10_000)

describe('closing a day', () => {
  it('freezes sums that equal the sums of the frozen transactions, in random sequences of acts by two users', () => {
    let closed = 0
    let reopened = 0
    fc.assert(
      fc.property(fc.array(act, { minLength: 5, maxLength: 40 }), (acts) => {
        const day = createDay()
        for (const one of acts) {
          const before = day.events.map(({ text }) => text)
          day.apply(one)
          if (!before.every((text, place) => day.events[place]?.text === text)) throw new Error('a close changed')
          if (one.kind === 'close' || one.kind === 'reopen') checkDay(day)
        }
        closed += checkDay(day) > 0 ? 1 : 0
        reopened += day.events.some(({ kind }) => kind === 'reopened') ? 1 : 0
      }),
      { numRuns: sequences, seed: 2026 },
    )
    // Checks that the sequences reach the cases under test.
    expect(closed).toBeGreaterThan(sequences * 0.3)
    expect(reopened).toBeGreaterThan(sequences * 0.05)
  }, 120_000)
})
