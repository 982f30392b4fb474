import { describe, expect, it } from 'vitest'
import { type AttemptID, attemptIDSchema, transactionIDSchema } from '#domain/payments/transaction.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { toMoney } from '#domain/values/money.ts'
import type { CollectRequest, ProcessorLink, TerminalStatus } from '#main/devices/card-terminal/card-terminal.ts'
import { createStripeTerminal } from '#main/devices/card-terminal/stripe-terminal.ts'
import type { StripeDeadlines } from '#main/devices/card-terminal/stripe-terminal-page.ts'
import type { ProviderWindow } from '#main/platform.ts'
import { createTerminalPage, type TerminalScript } from '#renderer/terminal-window/terminal-page.ts'
import { describeCardTerminal } from '#test/contract/card-terminal-suite.ts'
import { createFakeStripeTerminal } from '#test/fakes/stripe/fake-stripe-terminal.ts'

const locationID = locationIDSchema.parse('ca-bc-1')
const attempt = attemptIDSchema.parse('attempt-1')
const quiet = (): void => undefined

/**
 * Creates windows in memory. Each is a separate page over the same fake script. Inputs and answers are copied, as
 * between processes.
 */
const createWindows = (load: () => Promise<TerminalScript | null>) => {
  const open: { close: () => void }[] = []
  const openWindow = async (): Promise<ProviderWindow> => {
    const page = createTerminalPage(load)
    const closed: (() => void)[] = []
    let isGone = false
    const window: ProviderWindow = {
      call: async (method, input) => {
        if (isGone) return undefined
        const answer = page.call(method, structuredClone(input)).then((value) => structuredClone(value))
        return await Promise.race([answer, gone.promise])
      },
      onEvent: (listener) => {
        const listen = async (): Promise<void> => {
          while (!isGone) for (const { name, payload } of await page.takeEvents()) if (!isGone) listener(name, payload)
        }
        void listen()
      },
      onClosed: (listener) => void closed.push(listener),
      close: () => {
        if (isGone) return
        isGone = true
        gone.resolve(undefined)
        for (const listener of closed) listener()
      },
    }
    const gone = Promise.withResolvers<undefined>()
    open.push(window)
    return window
  }
  return { open, openWindow }
}

const start = (over: { deadlines?: Partial<StripeDeadlines>; isProduction?: boolean; scriptFails?: number } = {}) => {
  const fake = createFakeStripeTerminal()
  let failures = over.scriptFails ?? 0
  const windows = createWindows(async () => {
    failures -= 1
    if (failures >= 0) throw new Error('Failed to load StripeTerminal')
    return fake.script as unknown as TerminalScript
  })
  let tokens = 0
  let hasTokens = true
  const link: ProcessorLink = {
    connectionToken: async () => {
      tokens += 1
      return hasTokens
        ? { ok: true, value: { location: 'tml_here', secret: `token-${tokens}` } }
        : { ok: false, failure: { code: 'unavailable', reason: 'Error connecting via connection token' } }
    },
    confirmSimulated: async () => ({ ok: false, isOutcomeUnknown: false, reason: 'not the simulated processor' }),
  }
  const terminal = createStripeTerminal({
    openWindow: windows.openWindow,
    link,
    isProduction: () => over.isProduction ?? false,
    clock: {
      after: (ms, run) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
    deadlines: over.deadlines ?? {},
  })
  const connect = () => terminal.connect(locationID, 'tmr_1')
  return {
    fake,
    windows,
    terminal,
    connect,
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
const aRefund = aRequest(attempt, {
  kind: 'refund',
  clientSecret: '',
  amount: toMoney(1_250),
  refund: { chargeID: 'ch_1', transactionID: transactionIDSchema.parse('transaction-1') },
})

const waitFor = (
  terminal: { status(): TerminalStatus; onChange(listener: (status: TerminalStatus) => void): () => void },
  activity: TerminalStatus['activity'],
): Promise<void> =>
  new Promise((resolve) => {
    if (terminal.status().activity === activity) return resolve()
    terminal.onChange((status) => status.activity === activity && resolve())
  })

describeCardTerminal('stripe', async () => {
  const { fake, terminal } = start()
  const cards = {
    approve: 'approve',
    decline: 'decline',
    'never-present': 'never-present',
    'lose-reader': 'lose-reader-after',
  } as const
  return {
    terminal,
    locationID,
    nextCard: (does) => {
      fake.next = cards[does]
    },
    request: async (attemptID) => aRequest(attemptID),
    charges: async (attemptID) => fake.charged.get(`secret-${attemptID}`) ?? 0,
    stop: () => terminal.close(),
  }
})

describe('Stripe reader', () => {
  it('uses simulated readers outside production, and the location’s own readers in production', async () => {
    const trial = start()
    expect(await trial.terminal.discover(locationID)).toMatchObject({
      ok: true,
      value: [{ readerID: 'tmr_1', label: 'Front desk', isSimulated: true }, { readerID: 'tmr_2' }],
    })
    expect(trial.fake.discoveries).toEqual([{ simulated: true }])
    const real = start({ isProduction: true })
    expect(await real.terminal.discover(locationID)).toMatchObject({ ok: true, value: [{ isSimulated: false }, {}] })
    expect(real.fake.discoveries).toEqual([{ location: 'tml_here' }])
  })

  it('connects a reader only if no other desk has it', async () => {
    const { fake, connect, terminal } = start()
    fake.isInUse = true
    expect(await connect()).toMatchObject({ ok: false, failure: { code: 'busy' } })
    expect(fake.connections).toEqual([{ id: 'tmr_1', fail_if_in_use: true }])
    expect(terminal.status().reader).toBeNull()
  })

  it('requests a new token each time the script needs one', async () => {
    const { fake, connect, terminal } = start()
    await connect()
    await terminal.disconnect()
    await connect()
    expect(fake.tokens).toHaveLength(2)
    expect(new Set(fake.tokens).size).toBe(2)
  })

  it('reports that the token is missing when there is none', async () => {
    const { connect, withholdTokens, windows } = start()
    withholdTokens()
    expect(await connect()).toMatchObject({
      ok: false,
      failure: { code: 'unavailable', reason: 'Error connecting via connection token' },
    })
    expect(windows.open).toHaveLength(0)
  })

  it('opens a new page when the script could not be loaded', async () => {
    const { connect, windows } = start({ scriptFails: 1 })
    expect(await connect()).toMatchObject({ ok: false, failure: { code: 'unavailable' } })
    expect(await connect()).toMatchObject({ ok: true })
    expect(windows.open).toHaveLength(2)
  })

  it('is unavailable if no window can be opened', async () => {
    const terminal = createStripeTerminal({
      openWindow: null,
      link: {} as ProcessorLink,
      isProduction: () => false,
      clock: { after: () => quiet },
    })
    expect(terminal.unavailable).not.toBeNull()
    expect(await terminal.discover(locationID)).toMatchObject({ ok: false, failure: { code: 'unavailable' } })
  })

  it.each([
    ['approve', { outcome: 'approved', card: { cardType: 'visa', cardLastFour: '4242', isInterac: false } }, 1],
    ['decline', { outcome: 'declined', step: 'process', code: 'generic_decline' }, 0],
    ['unreadable', { outcome: 'declined', step: 'payment-method', code: 'reader_error' }, 0],
    ['lose-reader-before', { outcome: 'unknown' }, 0],
    ['lose-reader-after', { outcome: 'unknown' }, 1],
    ['network-error', { outcome: 'unknown' }, 1],
    ['needs-confirmation-again', { outcome: 'approved' }, 1],
  ] as const)('reports no more than it knows after %s', async (next, outcome, charges) => {
    const { fake, connect, terminal } = start()
    await connect()
    fake.next = next
    expect(await terminal.collect(aRequest(attempt), quiet)).toMatchObject(outcome)
    expect(fake.charged.get(`secret-${attempt}`) ?? 0).toBe(charges)
  })

  it('does not charge a card that is read after the desk has lost the reader', async () => {
    const { fake, connect, terminal } = start()
    await connect()
    fake.next = 'lose-reader-for-a-moment'
    expect(await terminal.collect(aRequest(attempt), quiet)).toMatchObject({ outcome: 'unknown' })
    await expect.poll(() => fake.takenLate).toBe(1)
    await new Promise((later) => setTimeout(later, 20))
    expect(fake.charged.size).toBe(0)
  })

  it('does not report a payment as declined when its intent has progressed further than this desk knew', async () => {
    const { fake, connect, terminal } = start()
    await connect()
    fake.next = 'network-error'
    await terminal.collect(aRequest(attempt), quiet)
    expect(await terminal.collect(aRequest(attempt), quiet)).toMatchObject({ outcome: 'unknown' })
    expect(fake.charged.get(`secret-${attempt}`)).toBe(1)
  })

  it('does not know the result when the window closes while the reader waits for a card', async () => {
    const { fake, connect, terminal, windows } = start()
    await connect()
    fake.next = 'never-present'
    const running = terminal.collect(aRequest(attempt), quiet)
    await waitFor(terminal, 'waiting-for-card')
    windows.open[0]?.close()
    expect(await running).toMatchObject({ outcome: 'unknown' })
    expect(terminal.status()).toEqual({ reader: null, activity: 'idle' })
    expect(await connect()).toMatchObject({ ok: true })
    expect(windows.open).toHaveLength(2)
  })

  it('cancels the reader’s prompt when it is not answered in time', async () => {
    const { fake, connect, terminal } = start({ deadlines: { collectMs: 5 } })
    await connect()
    fake.next = 'never-present'
    expect(await terminal.collect(aRequest(attempt), quiet)).toMatchObject({ outcome: 'unknown' })
    const next = attemptIDSchema.parse('attempt-2')
    expect(await terminal.collect(aRequest(next), quiet)).toMatchObject({ outcome: 'approved' })
    expect(fake.charged.has(`secret-${attempt}`)).toBe(false)
  })

  it("cancels the reader's prompt when the desk disconnects", async () => {
    const { fake, connect, terminal } = start()
    await connect()
    fake.next = 'never-present'
    const running = terminal.collect(aRequest(attempt), quiet)
    await waitFor(terminal, 'waiting-for-card')
    await terminal.disconnect()
    expect(await running).toEqual({ outcome: 'cancelled' })
  })

  it('refunds an Interac payment with the card present, with the amount in cents', async () => {
    const { fake, connect, terminal } = start()
    await connect()
    expect(await terminal.collect(aRefund, quiet)).toMatchObject({
      outcome: 'approved',
      referenceID: 're_1',
      card: { isInterac: true },
    })
    expect(fake.refunds).toEqual([{ charge: 'ch_1', amount: 1250, currency: 'cad' }])
    expect(fake.charged.size).toBe(0)
  })

  it('refunds nothing when the refund is declined or cancelled', async () => {
    const { fake, connect, terminal } = start()
    await connect()
    fake.next = 'decline'
    expect(await terminal.collect(aRefund, quiet)).toMatchObject({ outcome: 'declined', step: 'process' })
    fake.next = 'never-present'
    const other = { ...aRefund, attemptID: attemptIDSchema.parse('attempt-2') }
    const running = terminal.collect(other, quiet)
    await waitFor(terminal, 'waiting-for-card')
    expect(await terminal.cancel(other.attemptID)).toBe(true)
    expect(await running).toEqual({ outcome: 'cancelled' })
    expect(fake.refunds).toEqual([])
  })
})
