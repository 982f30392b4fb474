import { describe, expect, it } from 'vitest'
import type { MoneyMoved } from '#contract/payments/routes.ts'
import { fail, ok } from '#contract/reply.ts'
import { toModalState } from '#domain/payments/payment-attempt.ts'
import { createPaymentAttempts } from '#main/payments/attempts.ts'
import {
  attemptID,
  codeOf,
  createBench,
  inTime,
  interacPayment,
  otherAttemptID,
  payment,
  refused,
  start,
} from './payment-world/attempt-bench.ts'

describe('starting a payment', () => {
  it('answers after the attempt is stored, and stores each step before an outside system receives it', async () => {
    const bench = createBench()
    const reply = await start(bench)
    expect(reply).toMatchObject({ ok: true, value: { state: 'sent', amountMinor: 129_900, currency: 'CAD' } })
    await bench.clock.pass(5000)
    expect(bench.done).toEqual(['register sent', 'collect 129900 handed-off', 'settle processing'])
    expect(bench.published.map((one) => toModalState(one))).toEqual([
      'handOff',
      'handOff',
      'processingPayment',
      'successful',
    ])
    expect(bench.recorded).toEqual([`${attemptID} t-${attemptID}`])
    expect(bench.attempts.hasOpen()).toBe(false)
  })

  it('is one attempt when the button is pressed twice', async () => {
    const bench = createBench()
    const both = await inTime(bench, Promise.all([bench.attempts.start(payment), bench.attempts.start(payment)]), 0)
    expect(both.map(codeOf)).toEqual(['ok', 'ok'])
    await bench.clock.pass(5000)
    expect(codeOf(await start(bench))).toBe('ok')
    await bench.clock.pass(5000)
    expect(bench.done.filter((what) => what.startsWith('register'))).toHaveLength(1)
    expect(bench.processor.charges()).toHaveLength(1)
  })

  it('refuses the id of another payment, and a second payment while the first has not ended', async () => {
    const bench = createBench()
    await start(bench)
    expect(codeOf(await start(bench, { amount: 1 }))).toBe('idempotency-key-reused')
    expect(codeOf(await start(bench, { attemptID: otherAttemptID }))).toBe('payment-in-progress')
    await bench.clock.pass(5000)
    expect(bench.processor.charges()).toHaveLength(1)
  })

  it.each([0, -1, 1.005, 1e21, Number.NaN, Number.POSITIVE_INFINITY])('refuses an amount of %s', async (amount) => {
    const bench = createBench()
    expect(codeOf(await start(bench, { amount }))).toBe('invalid-input')
    expect(bench.attempt()).toBeNull()
  })

  it('refuses without a signed-in user, a back office or a reader, and writes nothing', async () => {
    const signedOut = createBench({ change: () => ({ author: () => null }) })
    expect(codeOf(await start(signedOut))).toBe('signed-out')
    const offline = createBench({ change: () => ({ isOnline: () => false }) })
    expect(codeOf(await start(offline))).toBe('offline')
    const noReader = createBench({ change: () => ({ terminal: () => null }) })
    expect(codeOf(await start(noReader))).toBe('terminal-not-connected')
    const unplugged = createBench()
    unplugged.reader.setPlugged(false)
    expect(codeOf(await start(unplugged))).toBe('terminal-not-connected')
    for (const bench of [signedOut, offline, noReader, unplugged]) {
      expect(bench.attempt()).toBeNull()
      expect(bench.done).toEqual([])
    }
  })

  it("ends with the back office's refusal, and asks no reader", async () => {
    const bench = createBench({ office: { register: refused('payment-in-progress') } })
    await start(bench)
    expect(bench.attempt()).toMatchObject({ state: 'cancelled', failure: { message: 'Said by the back office.' } })
    expect(bench.done).toEqual([])
    expect(codeOf(await start(bench, { attemptID: otherAttemptID }))).toBe('ok')
  })

  it('asks the back office to abandon an attempt whose registration was never confirmed, and ends the attempt only after that', async () => {
    const bench = createBench({ office: { register: refused('timed-out') } })
    await start(bench)
    expect(bench.state()).toBe('unknown')
    await bench.clock.pass(1000)
    expect(bench.done).toEqual(['settle abandoned unknown'])
    expect(bench.attempt()).toMatchObject({ state: 'cancelled', failure: { code: 'offline' } })
  })

  it('refuses a new attempt while the result of an earlier one on the study is unknown, and charges once', async () => {
    const bench = createBench({ cards: [{ story: 'lost-while-processing', afterMs: 100, takesMs: 1500 }] })
    await start(bench)
    await bench.clock.pass(1000)
    expect(bench.state()).toBe('unknown')
    const early = await inTime(bench, bench.attempts.start({ ...payment, attemptID: otherAttemptID }), 100)
    expect(codeOf(early)).toBe('payment-in-progress')
    await bench.clock.pass(10_000)
    expect(bench.state()).toBe('succeeded')
    expect(bench.processor.charges()).toHaveLength(1)
  })

  it('fails without a charge when the attempt cannot be stored', async () => {
    const bench = createBench({
      change: ({ journal }) => ({
        journal: {
          ...journal,
          begin: () => {
            throw new Error('disk full')
          },
        },
      }),
    })
    expect(codeOf(await start(bench))).toBe('unexpected')
    await bench.clock.pass(5000)
    expect(bench.done).toEqual([])
  })

  it('does nothing before a step is on disk, and keeps events that arrive in the meantime', async () => {
    let isFull = false
    const bench = createBench({
      kind: 'pad',
      change: ({ journal }) => ({
        journal: {
          ...journal,
          save: (attempt) => {
            if (isFull) throw new Error('disk full')
            journal.save(attempt)
          },
        },
      }),
    })
    await start(bench)
    isFull = true
    await bench.clock.pass(10_000)
    expect(bench.done).toEqual(['register sent'])
    isFull = false
    await bench.clock.pass(10_000)
    expect(bench.attempt()).toMatchObject({ state: 'succeeded', transactionID: `t-${attemptID}` })
    expect(bench.logged).toContain('payments.journal-failed')
  })
})

describe('ending a payment', () => {
  it('at 60 s asks reader and processor to stop, and trusts neither answer', async () => {
    const bench = createBench({ cards: [{ story: 'nobody-comes', afterMs: 0, takesMs: 0 }] })
    await start(bench)
    await bench.clock.pass(59_999)
    expect(bench.attempt()).toMatchObject({ state: 'handed-off', isCancelAsked: false })
    await bench.clock.pass(1000)
    expect(bench.done.slice(2, 4)).toEqual(['stop reader handed-off', 'cancel intent handed-off'])
    expect(bench.done.at(-1)).toMatch(/^settle abandoned/)
    expect(bench.attempt()).toMatchObject({ state: 'cancelled', isCancelAsked: true })
    expect(bench.processor.read(`pi_${attemptID}`)?.status).toBe('canceled')
  })

  it('records an approval that arrives between a cancel and its answer', async () => {
    const bench = createBench()
    await start(bench)
    await bench.clock.pass(2300)
    expect(bench.state()).toBe('processing')
    expect(codeOf(await bench.attempts.cancel({ attemptID }))).toBe('ok')
    await bench.clock.pass(5000)
    expect(bench.attempt()).toMatchObject({ state: 'succeeded', isCancelAsked: true, failure: null })
    expect(bench.recorded).toHaveLength(1)
  })

  it('keeps asking the back office to record a pad’s approval that the back office refuses, and logs the refusal', async () => {
    const standing = { attemptID, state: 'cancelled', intentID: null, failure: null, moved: null } as const
    const bench = createBench({ kind: 'pad', office: { settle: async () => ok(standing) } })
    await start(bench)
    await bench.clock.pass(60_000)
    expect(bench.attempt()).toMatchObject({ state: 'succeeded', transactionID: null })
    expect(bench.logged).toContain('payments.approval-not-recorded')
    expect(codeOf(await start(bench, { attemptID: otherAttemptID }))).toBe('payment-in-progress')
    // Finance has asked the acquirer and resolved the attempt.
    const moved = { transaction: interacPayment } as MoneyMoved
    bench.attempts.noteStanding({ ...standing, state: 'succeeded', moved })
    expect(bench.attempts.hasOpen()).toBe(false)
    expect(bench.recorded).toEqual([`${attemptID} t-1`])
  })

  it('retries after 1, 2, 4 and 8 s, and then every 10 s, while no answer arrives', async () => {
    const asked: number[] = []
    const bench = createBench({
      kind: 'pad',
      office: {
        settle: async () => {
          asked.push(bench.clock.nowMs())
          return fail('disconnected', '')
        },
      },
    })
    await start(bench)
    await bench.clock.pass(40_000)
    const gaps = asked.slice(1).map((at, place) => (at - (asked[place] ?? 0)) / 1000)
    expect(gaps).toEqual([1, 2, 4, 8, 10, 10])
  })

  it('shows an ended attempt until it is acknowledged', async () => {
    const bench = createBench()
    await start(bench)
    bench.attempts.acknowledge(attemptID)
    await bench.clock.pass(5000)
    expect(bench.attempts.open().map((one) => one.state)).toEqual(['succeeded'])
    bench.attempts.acknowledge(attemptID)
    expect(bench.attempts.open()).toEqual([])
  })

  it('answers not-found for attempts that were never begun at this workstation', async () => {
    const { attempts } = createBench()
    expect(codeOf(await attempts.check({ attemptID }))).toBe('not-found')
    expect(codeOf(await attempts.cancel({ attemptID }))).toBe('not-found')
    expect(codeOf(await attempts.cardFieldsDone({ attemptID, testPaymentMethod: 'pm_card_visa' }))).toBe('not-found')
  })

  it('stops the reader when Atrium is closed, and does nothing afterwards', async () => {
    const bench = createBench()
    await start(bench)
    await bench.clock.pass(100)
    await inTime(bench, bench.attempts.finish())
    const { length } = bench.published
    expect(bench.done.at(-1)).toBe('stop reader handed-off')
    await bench.clock.pass(120_000)
    expect(bench.published).toHaveLength(length)
    expect(bench.state()).toBe('handed-off')
  })
})

describe('attempts of an earlier run of Atrium', () => {
  it('are resolved when Atrium starts again', async () => {
    const bench = createBench({ kind: 'pad' })
    await start(bench)
    await bench.clock.pass(2200)
    await inTime(bench, bench.attempts.finish(), 0)
    await bench.clock.pass(5000)
    const next = createPaymentAttempts(bench.parts)
    await inTime(bench, next.settleOpen())
    expect(bench.attempt()).toMatchObject({ state: 'succeeded', transactionID: `t-${attemptID}` })
  })

  it('are queried only at the pad that received them', async () => {
    const bench = createBench({ kind: 'pad' })
    await start(bench)
    await bench.clock.pass(2200)
    await inTime(bench, bench.attempts.finish(), 0)
    const another = createBench({ kind: 'pad' }).reader
    const reader = { ...another.status().reader, readerID: 'reader-2' } as NonNullable<
      ReturnType<typeof another.status>['reader']
    >
    const terminal = { ...another, status: () => ({ reader, activity: 'idle' as const }) }
    const next = createPaymentAttempts({ ...bench.parts, terminal: () => terminal })
    await inTime(bench, next.settleOpen())
    await bench.clock.pass(60_000)
    expect(bench.attempt()).toMatchObject({ state: 'unknown', terminalResult: null })
    expect(next.hasOpen()).toBe(true)
  })
})
