import { describe, expect, it } from 'vitest'
import { type AttemptID, attemptIDSchema } from '#domain/payments/transaction.ts'
import { toMoney } from '#domain/values/money.ts'
import type { CollectRequest } from '#main/devices/card-terminal/card-terminal.ts'
import { toEcrReference } from '#main/devices/card-terminal/ecr-messages.ts'
import { isDeep } from '#test/fixtures/deep.ts'
import { createRandom, type Random } from '#test/fixtures/random.ts'
import type { FaultRates } from '../../../fakes/pad-simulator/line-faults.ts'
import type { PadCard } from '../../../fakes/pad-simulator/pad-memory.ts'
import { missing, type SerialDesk, setUpSerialDesk } from './serial-desk.ts'

const PADS = 4
const PAYMENTS = Number(process.env.ATRIUM_PAD_PAYMENTS ?? (isDeep ? 1_000 : 200))
const seed = Number(process.env.ATRIUM_PAD_SEED ?? 20_260)

/** A bad cable: most payments have at least one of these faults. */
const faults: FaultRates = { noise: 0.002, drop: 0.002, flip: 0.002, lostAck: 0.02, badLrc: 0.03, delayedAnswer: 0.05 }

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

type Belief = 'approved' | 'declined' | 'cancelled' | 'nothing'
type Mishap = 'unplugged' | 'power' | 'crash' | 'acks-lost' | 'none'

const pick = <One>(chance: Random, ...shares: readonly (readonly [number, One])[]): One => {
  let left = chance()
  for (const [share, one] of shares) {
    if (left < share) return one
    left -= share
  }
  const last = shares.at(-1)
  if (last === undefined) throw new Error('There is nothing to choose from')
  return last[1]
}

/** Makes a payment, and queries or repeats it while its result is unknown. Returns the result as the desk sees it. */
const payAndSettle = async (
  desk: SerialDesk,
  request: CollectRequest,
  chance: Random,
  onUnknown: () => void,
): Promise<Belief> => {
  let outcome = await desk.terminal.collect(request, () => undefined)
  const mayAskAgain = chance() < 0.3
  if (outcome.outcome === 'unknown') onUnknown()
  for (;;) {
    switch (outcome.outcome) {
      case 'approved':
      case 'declined':
      case 'cancelled':
        return outcome.outcome
      case 'not-started':
        return 'nothing'
    }
    await desk.connected()
    if (mayAskAgain) {
      outcome = await desk.terminal.collect(request, () => undefined)
      continue
    }
    const inquiry = await desk.terminal.inquire(request.attemptID)
    if (inquiry.outcome === 'not-found') return 'nothing'
    if (inquiry.outcome === 'approved' || inquiry.outcome === 'declined' || inquiry.outcome === 'cancelled')
      return inquiry.outcome
    await pause(5)
  }
}

const applyMishap = async (desk: SerialDesk, mishap: Mishap, afterMs: number, awayMs: number): Promise<void> => {
  if (mishap === 'acks-lost') {
    desk.pad.setFrameAcksLost(true)
    await pause(10 * awayMs)
    desk.pad.setFrameAcksLost(false)
    return
  }
  await pause(afterMs)
  if (mishap === 'crash') desk.process().kill()
  if (mishap === 'power') await desk.pad.powerCycle(awayMs)
  if (mishap !== 'unplugged') return
  await desk.pad.unplug()
  await pause(awayMs)
  await desk.pad.plugIn()
}

/** Makes one pad's share of the payments. Returns the results as the desk sees them, and counts of mishaps. */
const work = async (desk: SerialDesk, pad: number, count: number) => {
  const chance = createRandom(seed * 100 + pad)
  const beliefs = new Map<string, { readonly belief: Belief; readonly request: CollectRequest }>()
  const mishaps: Record<Mishap, number> = { unplugged: 0, power: 0, crash: 0, 'acks-lost': 0, none: 0 }
  let unknowns = 0
  await desk.connect()
  for (let index = 0; index < count; index += 1) {
    const attemptID: AttemptID = attemptIDSchema.parse(`attempt-${seed}-${pad}-${index}`)
    const request: CollectRequest = {
      attemptID,
      kind: chance() < 0.1 ? 'refund' : 'payment',
      amount: toMoney(1 + Math.floor(chance() * 500_000)),
      currency: chance() < 0.5 ? 'CAD' : 'USD',
      clientSecret: '',
      refund: null,
    }
    const card = pick<PadCard>(
      chance,
      [0.72, 'approve'],
      [0.08, 'interac'],
      [0.1, 'decline'],
      [0.05, 'unreadable'],
      [0.05, 'cancel-key'],
    )
    const mishap = pick<Mishap>(
      chance,
      [0.04, 'unplugged'],
      [0.02, 'power'],
      [0.01, 'crash'],
      [0.02, 'acks-lost'],
      [0.91, 'none'],
    )
    mishaps[mishap] += 1
    desk.pad.nextCards(card)
    await desk.connected()
    const mishapDone = applyMishap(desk, mishap, Math.floor(chance() * 30), Math.floor(chance() * 30))
    beliefs.set(toEcrReference(attemptID), {
      belief: await payAndSettle(desk, request, chance, () => {
        unknowns += 1
      }),
      request,
    })
    await mishapDone
  }
  return { beliefs, mishaps, unknowns }
}

describe('a serial terminal on a bad cable', () => {
  it(`agrees with its pad on each of ${PAYMENTS} payments when bytes, cables, power and processes fail`, {
    timeout: 180_000,
  }, async (context) => {
    if (missing !== undefined) context.skip(missing)
    console.info(`pads: seed ${seed} (ATRIUM_PAD_SEED), ${PAYMENTS} payments (ATRIUM_PAD_PAYMENTS)`)
    const desks = await Promise.all(
      Array.from({ length: PADS }, (_, pad) => setUpSerialDesk({ seed: seed * 100 + 50 + pad, faults })),
    )
    const sums = { payments: 0, unknown: 0, faults: 0, approved: 0, charged: 0, paid: 0, believed: 0 }
    const mismatches: string[] = []
    try {
      const done = await Promise.all(desks.map((desk, pad) => work(desk, pad, Math.ceil(PAYMENTS / PADS))))
      for (const [pad, { beliefs, mishaps, unknowns }] of done.entries()) {
        const records = new Map(desks[pad]?.pad.records().map((record) => [record.reference, record]))
        for (const [reference, { belief, request }] of beliefs) {
          const record = records.get(reference)
          const charges = record?.charges ?? 0
          const isSame = record === undefined || Number(record.amount) === request.amount
          sums.payments += 1
          if (belief === 'approved') {
            sums.approved += 1
            sums.believed += request.kind === 'payment' ? request.amount : -request.amount
          }
          if (charges !== (belief === 'approved' ? 1 : 0) || !isSame || record?.state === 'working')
            mismatches.push(`seed ${seed} pad ${pad} ${reference}: desk ${belief}, pad ${JSON.stringify(record)}`)
        }
        const strays = [...records.keys()].filter((reference) => !beliefs.has(reference))
        for (const reference of strays) mismatches.push(`seed ${seed} pad ${pad} ${reference}: no desk requested it`)
        const totals = desks[pad]?.pad.totals() ?? { count: 0, paid: 0, refunded: 0 }
        sums.charged += totals.count
        sums.unknown += unknowns
        sums.faults += desks[pad]?.pad.faultCount() ?? 0
        sums.paid += totals.paid - totals.refunded
        console.info(`pad ${pad}: ${JSON.stringify({ ...totals, ...mishaps })}`)
      }
    } finally {
      await Promise.all(desks.map((desk) => desk.stop()))
    }
    console.info(`pads: ${JSON.stringify(sums)}, ${mismatches.length} mismatches`)
    expect(mismatches).toEqual([])
    expect(sums.charged).toBe(sums.approved)
    expect(sums.paid).toBe(sums.believed)
    // If one of these three checks fails, the run had too few faults, unknown results or approvals to prove anything.
    expect(sums.faults).toBeGreaterThan(sums.payments / 2)
    expect(sums.unknown).toBeGreaterThan(sums.payments / 100)
    expect(sums.approved).toBeGreaterThan(sums.payments / 2)
  })
})
