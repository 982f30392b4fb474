import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type LedgerEntry,
  type PendingRefund,
  refundableOf,
  summarizeLedger,
  undoneBy,
} from '#domain/payments/ledger.ts'
import { decidePayment } from '#domain/payments/payment-form.ts'
import { decideReconciliation } from '#domain/payments/reconciliation.ts'
import { decideRefund } from '#domain/payments/refund.ts'
import { toMoney } from '#domain/values/money.ts'
import { anEntry } from './money-records.ts'

/** An action at a workstation. `on` chooses one of the existing entries; `desk` is one of two workstations. */
type Operation =
  | {
      readonly do: 'pay' | 'credit'
      readonly amount: number
      readonly type: 'cash' | 'card' | 'prepaid' | 'giftCertificateIntegrated'
      readonly uncaptured: boolean
    }
  | { readonly do: 'discount'; readonly amount: number; readonly isReferral: boolean }
  | { readonly do: 'charge' | 'reconcile'; readonly amount: number }
  | { readonly do: 'begin-refund'; readonly desk: 0 | 1; readonly on: number; readonly amount: number }
  | { readonly do: 'finish-refund' | 'give-up-refund'; readonly desk: 0 | 1 }

const amount = fc.integer({ min: -500, max: 40_000 })
const desk = fc.constantFrom(0 as const, 1 as const)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    do: fc.constantFrom('pay' as const, 'pay' as const, 'credit' as const),
    amount,
    type: fc.constantFrom('cash', 'card', 'prepaid', 'giftCertificateIntegrated'),
    uncaptured: fc.boolean(),
  }),
  fc.record({ do: fc.constant('discount' as const), amount, isReferral: fc.boolean() }),
  fc.record({
    do: fc.constantFrom('charge' as const, 'reconcile' as const),
    amount: fc.integer({ min: -60_000, max: 60_000 }),
  }),
  fc.record({ do: fc.constant('begin-refund' as const), desk, on: fc.nat(30), amount }),
  fc.record({ do: fc.constant('begin-refund' as const), desk, on: fc.nat(30), amount }),
  fc.record({
    do: fc.constantFrom('finish-refund' as const, 'finish-refund' as const, 'give-up-refund' as const),
    desk,
  }),
)
// Sequences are long, because short ones rarely refund the same entry twice.
const operations = fc.array(operation, { maxLength: 60, size: 'max' })
const price = toMoney(100_000)

type World = {
  readonly entries: LedgerEntry[]
  /** The refund that each workstation is making at this moment. */
  readonly refunds: [PendingRefund | null, PendingRefund | null]
}

const append = (world: World, entry: Parameters<typeof anEntry>[0]): void => {
  world.entries.push(anEntry({ ...entry, id: `t-${world.entries.length + 1}` }))
}

const pendingOf = (world: World): readonly PendingRefund[] => world.refunds.filter((refund) => refund !== null)

/** Performs an operation if the rules allow it; otherwise does nothing. */
const perform = (world: World, operation: Operation): void => {
  const { balance } = summarizeLedger(price, world.entries)
  switch (operation.do) {
    case 'pay':
    case 'credit': {
      const paymentType = operation.do === 'credit' ? ('referralCredit' as const) : operation.type
      const decision = decidePayment({
        paymentType,
        amount: toMoney(operation.amount),
        referenceID: '',
        giftCardNumber: 'GIFT-1',
        balance,
        isForcedTotal: false,
        availableCredits: toMoney(20_000),
        isExternalLenderOffered: false,
        hasLocationAndTime: true,
      })
      const status =
        operation.uncaptured && paymentType === 'card' ? ('requires_capture' as const) : ('Complete' as const)
      if (decision.ok) append(world, { kind: decision.transactionType, paymentType, amount: decision.amount, status })
      return
    }
    case 'discount': {
      const taken = Math.max(0, Math.min(operation.amount, balance))
      append(world, {
        kind: 'discount',
        paymentType: operation.isReferral ? 'referral code' : 'promocode',
        amount: taken,
      })
      return
    }
    case 'charge':
      if (operation.amount > 0) append(world, { kind: 'charge', paymentType: 'finance', amount: operation.amount })
      return
    case 'reconcile': {
      const decision = decideReconciliation({
        amount: toMoney(operation.amount),
        classification: 'other',
        reason: 'why',
      })
      if (decision.ok) append(world, { kind: 'reconciliation', paymentType: 'finance', amount: decision.amount })
      return
    }
    case 'begin-refund': {
      const entry = world.entries[operation.on % Math.max(1, world.entries.length)]
      if (entry === undefined || world.refunds[operation.desk] !== null) return
      const refundable = refundableOf(world.entries, entry.transactionID, pendingOf(world))
      const requested = entry.paymentType === 'giftCertificateIntegrated' ? refundable : toMoney(operation.amount)
      const facts = { isInterac: false, hasInteracTransaction: false, isExternal: false }
      if (decideRefund({ entry, refundable, requested, ...facts }).ok)
        world.refunds[operation.desk] = { transactionID: entry.transactionID, amount: requested }
      return
    }
    case 'finish-refund':
    case 'give-up-refund': {
      const refund = world.refunds[operation.desk]
      world.refunds[operation.desk] = null
      const undone = world.entries.find(({ transactionID }) => transactionID === refund?.transactionID)
      const kind = undone === undefined ? null : undoneBy(undone.kind)
      if (refund === null || undone === undefined || kind === null || operation.do === 'give-up-refund') return
      append(world, {
        kind,
        paymentType: undone.paymentType,
        amount: refund.amount,
        linkedTransaction: refund.transactionID,
      })
    }
  }
}

const worldAfter = (done: readonly Operation[]): World => {
  const world: World = { entries: [], refunds: [null, null] }
  for (const one of done) perform(world, one)
  return world
}

const total = (entries: readonly LedgerEntry[], ...kinds: readonly LedgerEntry['kind'][]): number =>
  entries.filter(({ kind }) => kinds.includes(kind)).reduce((sum, entry) => sum + entry.amount, 0)

describe('a ledger, after any sequence of operations at two workstations', () => {
  it('has parts that add up', () => {
    fc.assert(
      fc.property(operations, (done) => {
        const { entries } = worldAfter(done)
        const summary = summarizeLedger(price, entries)
        expect(summary.balance).toBe(
          summary.totalPrice -
            summary.discountPromo -
            summary.discountReferral -
            summary.discountReferralCredit -
            summary.paid +
            summary.reconciliationAdjust,
        )
        // Computes the same balance from kinds and amounts alone, ignoring links between entries.
        const takes = total(entries, 'payment', 'credit', 'discount') - total(entries, 'refund', 'remove-discount')
        expect(summary.balance).toBe(price + total(entries, 'charge', 'reconciliation') - takes)
        expect(summary.totalPrice).toBe(price + total(entries, 'charge'))
        expect(summary.paid + summary.discountReferralCredit).toBe(
          total(entries, 'payment', 'credit') - total(entries, 'refund'),
        )
      }),
      { numRuns: 500 },
    )
  })
  it('never shows a balance below 0, and shows an overpayment separately', () => {
    fc.assert(
      fc.property(operations, (done) => {
        const { balance, totalBalance, overpaid } = summarizeLedger(price, worldAfter(done).entries)
        expect(totalBalance).toBeGreaterThanOrEqual(0)
        expect(overpaid).toBeGreaterThanOrEqual(0)
        expect(totalBalance - overpaid).toBe(balance)
        expect(Math.min(totalBalance, overpaid)).toBe(0)
      }),
      { numRuns: 500 },
    )
  })
  it('never refunds more of an entry than its amount, pending refunds included', () => {
    fc.assert(
      fc.property(operations, (done) => {
        const world = worldAfter(done)
        for (const entry of world.entries) {
          const undoing = world.entries.filter(({ linkedTransaction }) => linkedTransaction === entry.transactionID)
          const going = pendingOf(world).filter(({ transactionID }) => transactionID === entry.transactionID)
          const gone = [...undoing, ...going].reduce((sum, { amount }) => sum + amount, 0)
          if (undoneBy(entry.kind) === null) expect(gone).toBe(0)
          else {
            expect(gone).toBeLessThanOrEqual(entry.amount)
            expect(refundableOf(world.entries, entry.transactionID, pendingOf(world))).toBe(entry.amount - gone)
          }
        }
        const { entries } = world
        const summary = summarizeLedger(price, entries)
        for (const part of [
          summary.paid,
          summary.discountPromo,
          summary.discountReferral,
          summary.discountReferralCredit,
          summary.serviceCreditUse,
          summary.uncaptured,
        ])
          expect(part).toBeGreaterThanOrEqual(0)
        expect(summary.serviceCreditUse + summary.uncaptured).toBeLessThanOrEqual(summary.paid)
      }),
      { numRuns: 500 },
    )
  })
  it('gives the same summary in any order', () => {
    const shuffled = operations.chain((done) => {
      const { entries } = worldAfter(done)
      return fc.tuple(
        fc.constant(entries),
        fc.shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length }),
      )
    })
    fc.assert(
      fc.property(shuffled, ([entries, inAnotherOrder]) => {
        expect(summarizeLedger(price, inAnotherOrder)).toEqual(summarizeLedger(price, entries))
        for (const { transactionID } of entries)
          expect(refundableOf(inAnotherOrder, transactionID)).toBe(refundableOf(entries, transactionID))
      }),
      { numRuns: 300 },
    )
  })
  it('is tested with simultaneous refunds, removed discounts, overpayments and uncaptured payments', () => {
    const reached = { both: 0, removed: 0, refunded: 0, overpaid: 0, uncaptured: 0 }
    for (const done of fc.sample(operations, { numRuns: 400, seed: 7 })) {
      const world: World = { entries: [], refunds: [null, null] }
      for (const one of done) {
        perform(world, one)
        const [a, b] = world.refunds
        if (a !== null && a.transactionID === b?.transactionID) reached.both += 1
      }
      const summary = summarizeLedger(price, world.entries)
      if (total(world.entries, 'remove-discount') > 0) reached.removed += 1
      if (total(world.entries, 'refund') > 0) reached.refunded += 1
      if (summary.overpaid > 0) reached.overpaid += 1
      if (summary.uncaptured > 0) reached.uncaptured += 1
    }
    for (const times of Object.values(reached)) expect(times).toBeGreaterThan(10)
  })
})
