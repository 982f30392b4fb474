import { describe, expect, it } from 'vitest'
import { simulatedReaderOutcomes } from '#domain/payments/simulated-reader.ts'
import { testCardOf } from '#domain/payments/test-cards.ts'
import { type AttemptID, attemptIDSchema, transactionIDSchema } from '#domain/payments/transaction.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { toMoney } from '#domain/values/money.ts'
import type { CollectRequest, ProcessorLink } from '#main/devices/card-terminal/card-terminal.ts'
import type { SimulatedPace } from '#main/devices/card-terminal/simulated-card.ts'
import { createSimulatedTerminal } from '#main/devices/card-terminal/simulated-terminal.ts'
import { describeCardTerminal } from '#test/contract/card-terminal-suite.ts'

const locationID = locationIDSchema.parse('ca-bc-1')
const quick: SimulatedPace = {
  connectMs: 0,
  presentMs: 0,
  processMs: 0,
  slowProcessMs: 0,
  waitLimitMs: 60_000,
  answerLimitMs: 60_000,
}
const clock = {
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Creates the processor behind the connection: it has the record of charges. */
const createProcessor = () => {
  const charged = new Map<string, string[]>()
  let answers: 'all' | 'none' | 'unreachable' = 'all'
  let hasTokens = true
  const link: ProcessorLink = {
    connectionToken: async () =>
      hasTokens
        ? { ok: true, value: { location: 'tml_1', secret: 'token' } }
        : { ok: false, failure: { code: 'unavailable', reason: 'Error connecting via connection token' } },
    confirmSimulated: async (clientSecret, paymentMethod) => {
      if (answers === 'none') return new Promise(() => undefined)
      if (answers === 'unreachable') return { ok: false, isOutcomeUnknown: false, reason: 'no connection' }
      if (/declined/i.test(paymentMethod)) {
        const error = { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' }
        return { ok: true, value: { id: `pi_${clientSecret}`, status: 'requires_payment_method', error } }
      }
      if (charged.has(clientSecret)) {
        const error = { code: 'payment_intent_unexpected_state', declineCode: null, message: 'It has succeeded.' }
        return { ok: true, value: { id: `pi_${clientSecret}`, status: 'succeeded', error } }
      }
      charged.set(clientSecret, [...(charged.get(clientSecret) ?? []), paymentMethod])
      return { ok: true, value: { id: `pi_${clientSecret}`, status: 'succeeded', error: null } }
    },
  }
  return {
    link,
    charged,
    answer: (what: typeof answers) => {
      answers = what
    },
    withholdTokens: () => {
      hasTokens = false
    },
  }
}

const aRequest = (attemptID: AttemptID, over: Partial<CollectRequest> = {}): CollectRequest => ({
  attemptID,
  kind: 'payment',
  amount: toMoney(50_000),
  currency: 'CAD',
  clientSecret: `secret-${attemptID}`,
  refund: null,
  ...over,
})

const quiet = (): void => undefined

describeCardTerminal('simulated', async () => {
  const processor = createProcessor()
  const terminal = createSimulatedTerminal({ link: processor.link, clock, pace: quick })
  const outcomes = {
    approve: 'approve',
    decline: 'decline',
    'never-present': 'never-present',
    'lose-reader': 'disconnect-after-charge',
  } as const
  return {
    terminal,
    locationID,
    nextCard: (does) => void terminal.setOutcome(outcomes[does]),
    request: async (attemptID) => aRequest(attemptID),
    charges: async (attemptID) => processor.charged.get(`secret-${attemptID}`)?.length ?? 0,
    stop: () => terminal.close(),
  }
})

describe('simulated reader', () => {
  const attempt = attemptIDSchema.parse('attempt-1')
  const start = async (pace: Partial<SimulatedPace> = {}) => {
    const processor = createProcessor()
    const terminal = createSimulatedTerminal({ link: processor.link, clock, pace: { ...quick, ...pace } })
    const reply = await terminal.connect(locationID, 'simulated-1')
    expect(reply.ok).toBe(true)
    return { terminal, processor }
  }

  it('offers two readers with their batteries', async () => {
    const { terminal } = await start()
    expect(await terminal.discover(locationID)).toEqual({
      ok: true,
      value: [
        {
          readerID: 'simulated-1',
          driver: 'simulated',
          label: 'Simulated WisePOS E',
          isSimulated: true,
          link: 'connected',
          battery: 87,
        },
        {
          readerID: 'simulated-2',
          driver: 'simulated',
          label: 'Simulated WisePOS E 2',
          isSimulated: true,
          link: 'not-connected',
          battery: 34,
        },
      ],
    })
  })

  it('is connecting first and then connected, and disconnected again when there is no token', async () => {
    const processor = createProcessor()
    const terminal = createSimulatedTerminal({ link: processor.link, clock, pace: quick })
    const received: (string | undefined)[] = []
    terminal.onChange(({ reader }) => received.push(reader?.link))
    await terminal.connect(locationID, 'simulated-2')
    processor.withholdTokens()
    expect(await terminal.connect(locationID, 'simulated-1')).toEqual({
      ok: false,
      failure: { code: 'unavailable', reason: 'Error connecting via connection token' },
    })
    expect(received).toEqual(['connecting', 'connected', 'connecting', undefined])
  })

  it.each([
    ['approve', { outcome: 'approved' }, ['pm_card_visa']],
    ['interac', { outcome: 'approved', card: { isInterac: true } }, ['pm_card_interac']],
    ['slow', { outcome: 'approved' }, ['pm_card_visa']],
    ['decline', { outcome: 'declined', step: 'process', code: 'generic_decline' }, []],
    ['insufficient-funds', { outcome: 'declined', step: 'process' }, []],
    ['incorrect-pin', { outcome: 'declined', step: 'process' }, []],
    ['card-not-read', { outcome: 'declined', step: 'payment-method', code: 'reader_error' }, []],
    ['cancel-on-reader', { outcome: 'cancelled' }, []],
    ['disconnect-before-card', { outcome: 'unknown' }, []],
    ['disconnect-after-charge', { outcome: 'unknown' }, ['pm_card_visa']],
    ['reply-lost', { outcome: 'unknown' }, ['pm_card_visa']],
    ['busy', { outcome: 'not-started', failure: { code: 'busy' } }, []],
  ])(
    'answers as expected when set to %s, and the processor has exactly the expected charge or none',
    async (name, outcome, charged) => {
      const { terminal, processor } = await start()
      expect(terminal.setOutcome(name)).toBe(true)
      expect(await terminal.collect(aRequest(attempt), quiet)).toMatchObject(outcome)
      expect(processor.charged.get(`secret-${attempt}`) ?? []).toEqual(charged)
      expect(terminal.status().reader === null).toBe(name.startsWith('disconnect'))
      expect(terminal.nextOutcome()).toBe('approve')
    },
  )

  it.each([
    ['approve', { outcome: 'approved', card: { isInterac: true } }, ['pm_card_interac']],
    ['decline', { outcome: 'declined', step: 'process' }, []],
  ])('answers as expected to a refund to an Interac card when set to %s', async (name, outcome, confirmed) => {
    const { terminal, processor } = await start()
    terminal.setOutcome(name)
    const refund = { chargeID: 'ch_1', transactionID: transactionIDSchema.parse('t-1') }
    expect(await terminal.collect(aRequest(attempt, { kind: 'refund', refund }), quiet)).toMatchObject(outcome)
    expect(processor.charged.get(`secret-${attempt}`) ?? []).toEqual(confirmed)
  })

  it('reports a cancelled payment when the desk disconnects before a card was presented', async () => {
    const { terminal, processor } = await start()
    terminal.setOutcome('never-present')
    const running = terminal.collect(aRequest(attempt), quiet)
    await terminal.disconnect()
    expect(await running).toEqual({ outcome: 'cancelled' })
    expect(processor.charged.size).toBe(0)
  })

  it('has a unique name for each outcome, and refuses other names', async () => {
    const { terminal } = await start()
    const names = simulatedReaderOutcomes.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.every((name) => terminal.setOutcome(name))).toBe(true)
    expect(terminal.setOutcome('explode')).toBe(false)
  })

  it('presents only known test cards to the simulated processor', () => {
    const methods = simulatedReaderOutcomes.flatMap(({ paymentMethod }) => paymentMethod ?? [])
    expect(methods.map((method) => testCardOf(method)?.paymentMethod)).toEqual(methods)
  })

  it('times out when no card is presented within the time limit', async () => {
    const { terminal } = await start({ waitLimitMs: 5 })
    terminal.setOutcome('never-present')
    expect(await terminal.collect(aRequest(attempt), quiet)).toEqual({ outcome: 'cancelled' })
  })

  it('does not know the result when the processor does not answer in time', async () => {
    const { terminal, processor } = await start({ answerLimitMs: 5 })
    processor.answer('none')
    expect(await terminal.collect(aRequest(attempt), quiet)).toMatchObject({ outcome: 'unknown' })
    expect(await terminal.inquire(attempt)).toMatchObject({ outcome: 'cannot-say' })
  })

  it('reports the payment, without a second charge, when the desk asks again after a lost answer', async () => {
    const { terminal, processor } = await start()
    terminal.setOutcome('reply-lost')
    await terminal.collect(aRequest(attempt), quiet)
    expect(await terminal.collect(aRequest(attempt), quiet)).toMatchObject({ outcome: 'approved' })
    expect(processor.charged.get(`secret-${attempt}`)).toHaveLength(1)
  })

  it('answers not-started when the processor certainly was not reached', async () => {
    const { terminal, processor } = await start()
    processor.answer('unreachable')
    expect(await terminal.collect(aRequest(attempt), quiet)).toEqual({
      outcome: 'not-started',
      failure: { code: 'unavailable', reason: 'no connection' },
    })
  })

  it('refuses a cancel after the card was presented', async () => {
    const { terminal, processor } = await start()
    let cancelled: Promise<boolean> | null = null
    const outcome = await terminal.collect(aRequest(attempt), () => {
      cancelled = terminal.cancel(attempt)
    })
    expect(await cancelled).toBe(false)
    expect(outcome.outcome).toBe('approved')
    expect(processor.charged.get(`secret-${attempt}`)).toHaveLength(1)
  })

  it('asks the reader once for two simultaneous requests of one attempt', async () => {
    const { terminal, processor } = await start()
    const both = [terminal.collect(aRequest(attempt), quiet), terminal.collect(aRequest(attempt), quiet)]
    const [first, second] = await Promise.all(both)
    expect(first).toEqual(second)
    expect(processor.charged.get(`secret-${attempt}`)).toHaveLength(1)
  })
})
