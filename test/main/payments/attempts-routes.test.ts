import { describe, expect, it } from 'vitest'
import { fail, ok } from '#contract/reply.ts'
import {
  attemptID,
  type Bench,
  codeOf,
  createBench,
  inTime,
  interacPayment,
  refused,
  start,
  studyID,
} from './payment-world/attempt-bench.ts'

describe('card fields', () => {
  const typed = { through: 'card-fields' } as const
  const done = (bench: Bench, testPaymentMethod: string) =>
    inTime(bench, bench.attempts.cardFieldsDone({ attemptID, testPaymentMethod }))

  it('are confirmed once with the stand-in’s test payment method, even if the method is sent twice', async () => {
    const bench = createBench()
    await start(bench, typed)
    await bench.clock.pass(100)
    const say = () => bench.attempts.cardFieldsDone({ attemptID, testPaymentMethod: 'pm_card_visa' })
    await inTime(bench, Promise.all([say(), say()]))
    expect(bench.done.filter((what) => what.startsWith('confirm'))).toHaveLength(1)
    expect(bench.state()).toBe('succeeded')
  })

  it('end as declined when the card is declined, with the intent cancelled at the processor', async () => {
    const bench = createBench()
    await start(bench, typed)
    await bench.clock.pass(100)
    await done(bench, 'pm_card_declined')
    expect(bench.attempt()).toMatchObject({
      state: 'declined',
      failure: { message: 'Process Payment Result Error: Your card was declined.' },
    })
    expect(bench.processor.read(`pi_${attemptID}`)?.status).toBe('canceled')
  })

  it('accept no card after a cancel was requested', async () => {
    const bench = createBench()
    await start(bench, typed)
    await bench.clock.pass(100)
    void bench.attempts.cancel({ attemptID })
    await done(bench, 'pm_card_visa')
    expect(bench.state()).toBe('cancelled')
    expect(bench.processor.charges()).toEqual([])
  })

  it('give the reason if the provider’s window cannot be opened', async () => {
    const bench = createBench({ change: () => ({ openCardFields: () => fail('terminal-unavailable', 'No window.') }) })
    await start(bench, typed)
    await bench.clock.pass(1000)
    expect(bench.attempt()).toMatchObject({ state: 'cancelled', failure: { code: 'terminal-unavailable' } })
  })

  it('close the provider’s window when a cancel is requested', async () => {
    const closed: string[] = []
    const bench = createBench({
      change: () => ({
        openCardFields: () => ok({ outcome: new Promise(() => {}), close: () => closed.push('closed') }),
      }),
    })
    await start(bench, typed)
    await bench.clock.pass(100)
    await inTime(bench, bench.attempts.cancel({ attemptID }))
    expect(closed).toContain('closed')
    expect(bench.state()).toBe('cancelled')
  })
})

describe('refunding with the card present', () => {
  const refund = { attemptID, studyID, transactionID: interacPayment.transactionID, amount: 50, memo: 'moved away' }
  const startRefund = (bench: Bench, changes: Partial<typeof refund> = {}) =>
    inTime(bench, bench.attempts.startRefund({ ...refund, ...changes }))

  it('asks the reader to refund the charge of exactly this payment', async () => {
    const bench = createBench()
    expect(codeOf(await startRefund(bench))).toBe('ok')
    expect(bench.attempt()).toMatchObject({ kind: 'refund', refundOf: 't-1', amountMinor: 5000, memo: 'moved away' })
    expect(bench.done).toContain('collect ch_1 handed-off')
  })

  it('refuses more than can be refunded, payments other than Interac, other currencies and other studies', async () => {
    expect(codeOf(await startRefund(createBench(), { amount: 50.01 }))).toBe('amount-above-refundable')
    const transactions = [
      ['invalid-input', { ...interacPayment, details: { ...interacPayment.details, isInterac: false } }],
      ['invalid-input', { ...interacPayment, currency: 'USD' as const }],
      ['not-found', { ...interacPayment, studyID: 'S-2' as typeof studyID }],
    ] as const
    for (const [code, transaction] of transactions) {
      const bench = createBench({ office: { readTransaction: async () => ok(transaction) } })
      expect(codeOf(await startRefund(bench))).toBe(code)
      expect(bench.attempt()).toBeNull()
    }
  })

  describe('of a PIN pad payment', () => {
    const padPayment = {
      ...interacPayment,
      details: { ...interacPayment.details, isInterac: false, paymentMethod: 'serial', referenceID: 'P1' },
    }
    const office = { readTransaction: async () => ok(padPayment), readInteracRefund: refused('interac-needs-card') }

    it('asks the pad, and no processor', async () => {
      const bench = createBench({ kind: 'pad', office })
      expect(codeOf(await startRefund(bench))).toBe('ok')
      expect(bench.attempt()).toMatchObject({ kind: 'refund', route: 'serial', refundOf: 't-1', amountMinor: 5000 })
      expect(bench.done).toContain('collect P1 handed-off')
    })

    it('is refused if another reader is connected', async () => {
      const bench = createBench({ office })
      expect(codeOf(await startRefund(bench))).toBe('terminal-not-connected')
      expect(bench.attempt()).toBeNull()
    })
  })

  it("returns the back office's refusal", async () => {
    const bench = createBench({ office: { readInteracRefund: refused('interac-needs-card') } })
    expect(codeOf(await startRefund(bench))).toBe('interac-needs-card')
  })
})
