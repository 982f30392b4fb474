import { beforeEach, describe, expect, it } from 'vitest'
import type { Reader, TerminalState } from '#contract/payments/bridge.ts'
import { paymentMessages } from '#domain/payments/payment-messages.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { CardTerminal, TerminalReply, TerminalStatus } from '#main/devices/card-terminal/card-terminal.ts'
import type { TerminalDriver } from '#main/payments/reader-search.ts'
import { createTerminalService } from '#main/payments/terminal-service.ts'
import { createMemorySettings } from '#test/fakes/memory-settings.ts'

const locationID = 'ca-bc-1' as LocationID
const at = toInstant(1_795_000_000_000)

const aReader = (readerID: string, driver: Reader['driver']): Reader => ({
  readerID,
  driver,
  label: `Reader ${readerID}`,
  isSimulated: driver === 'simulated',
  link: 'not-connected',
  battery: null,
})

type PlayedTerminal = CardTerminal & {
  /** The results of discovering and connecting; null for success. */
  failure: { discover: TerminalReply<never> | null; connect: TerminalReply<never> | null }
  lose(): void
  become(link: Reader['link']): void
  be(activity: TerminalStatus['activity']): void
  readonly calls: string[]
}

/** Returns a driver that a test controls by hand, with one reader. */
const playTerminal = (driver: Reader['driver'], readerID = `${driver}-1`): PlayedTerminal => {
  const listeners = new Set<(status: TerminalStatus) => void>()
  const calls: string[] = []
  let reader: Reader | null = null
  let activity: TerminalStatus['activity'] = 'idle'
  const tell = (): void => {
    for (const listener of listeners) listener({ reader, activity })
  }
  const terminal: PlayedTerminal = {
    driver,
    unavailable: null,
    calls,
    failure: { discover: null, connect: null },
    discover: async () => {
      calls.push('discover')
      return terminal.failure.discover ?? { ok: true, value: [aReader(readerID, driver)] }
    },
    connect: async (_, wanted) => {
      calls.push(`connect ${wanted}`)
      if (terminal.failure.connect !== null) return terminal.failure.connect
      reader = { ...aReader(wanted, driver), link: 'connected' }
      tell()
      return { ok: true, value: reader }
    },
    disconnect: async () => {
      calls.push('disconnect')
      reader = null
      tell()
    },
    test: async () =>
      reader === null
        ? { ok: false, failure: { code: 'unavailable', reason: 'No sign of life.' } }
        : { ok: true, value: reader },
    status: () => ({ reader, activity }),
    collect: async () => ({ outcome: 'cancelled' }),
    cancel: async () => false,
    inquire: async () => ({ outcome: 'not-found' }),
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: async () => void calls.push('close'),
    lose: () => {
      reader = null
      tell()
    },
    become: (link) => {
      if (reader !== null) reader = { ...reader, link }
      tell()
    },
    be: (next) => {
      activity = next
      tell()
    },
  }
  return terminal
}

const refused = (
  code: 'not-found' | 'not-connected' | 'busy' | 'unavailable',
  reason: string,
): TerminalReply<never> => ({
  ok: false,
  failure: { code, reason },
})

describe('terminal service', () => {
  let settings: Map<string, string>
  let received: TerminalState[]
  let timers: { readonly ms: number; run: (() => void) | null }[]
  let mayConnect: boolean
  let simulated: PlayedTerminal
  let stripe: PlayedTerminal
  let whyNoStripe: string | null

  const start = (drivers?: readonly TerminalDriver[]) =>
    createTerminalService({
      drivers: drivers ?? [
        { driver: 'stripe', terminal: stripe, unavailable: () => whyNoStripe },
        { driver: 'simulated', terminal: simulated, unavailable: () => null },
      ],
      settings: createMemorySettings(settings),
      publish: (name, payload) => {
        if (name === 'terminal.changed') received.push(payload as TerminalState)
      },
      log: () => {},
      now: () => at,
      after: (ms, run) => {
        const timer: (typeof timers)[number] = { ms, run }
        timers.push(timer)
        return () => {
          timer.run = null
        }
      },
      mayConnect: () => mayConnect,
    })
  let service: ReturnType<typeof start>
  const state = async () => {
    const reply = await service.read({})
    if (!reply.ok) throw new Error(reply.failure.message)
    return reply.value
  }
  const fire = async () => {
    const due = timers.filter(({ run }) => run !== null)
    timers = []
    for (const { run } of due) run?.()
    await new Promise((done) => setImmediate(done))
  }

  beforeEach(() => {
    settings = new Map()
    received = []
    timers = []
    mayConnect = true
    whyNoStripe = "The server isn't set up for Stripe."
    simulated = playTerminal('simulated')
    stripe = playTerminal('stripe')
    service = start()
  })

  it('has no reader at first and reports which drivers cannot be used, and why', async () => {
    expect(await state()).toEqual({
      current: null,
      activity: 'idle',
      lastSuccessAt: null,
      problem: null,
      drivers: [
        { driver: 'stripe', unavailable: whyNoStripe },
        { driver: 'simulated', unavailable: null },
      ],
    })
    expect(service.currentTerminal()).toBeNull()
  })

  it('discovers the readers of every usable driver, and asks no other driver', async () => {
    expect(await service.discover({ locationID })).toMatchObject({ ok: true, value: [{ readerID: 'simulated-1' }] })
    expect(stripe.calls).toEqual([])
    whyNoStripe = null
    expect(await service.discover({ locationID })).toMatchObject({
      value: [{ readerID: 'stripe-1' }, { readerID: 'simulated-1' }],
    })
  })

  it.each([
    [
      'there is no reader',
      refused('not-found', 'nothing'),
      'terminal-not-found',
      'Failed to discover: No available readers.',
    ],
    [
      'the driver fails',
      refused('unavailable', 'no network'),
      'terminal-unavailable',
      'Failed to discover: no network',
    ],
    [
      'no token arrived',
      refused('unavailable', paymentMessages.tokenError),
      'terminal-unavailable',
      paymentMessages.tokenError,
    ],
  ] as const)('answers in the words of the spec’s error catalogue when %s', async (_, failure, code, message) => {
    simulated.failure.discover = failure
    expect(await service.discover({ locationID })).toEqual({ ok: false, failure: { code, message } })
    expect((await state()).problem).toBe(message)
  })

  it('waits only until the time limit for a driver that hangs', async () => {
    whyNoStripe = null
    stripe.discover = () => new Promise(() => {})
    const found = service.discover({ locationID })
    // The other driver has answered by now.
    await new Promise((done) => setImmediate(done))
    await fire()
    expect(await found).toMatchObject({ ok: true, value: [{ readerID: 'simulated-1' }] })
  })

  it('reports an unexpected error for a driver that throws, and continues', async () => {
    simulated.discover = () => Promise.reject(new Error('broken'))
    expect(await service.discover({ locationID })).toMatchObject({
      failure: { code: 'terminal-unavailable', message: `Failed to discover: ${paymentMessages.unexpectedError}` },
    })
  })

  it('connects a reader from a fresh discovery, stores the choice and notifies the windows', async () => {
    const reply = await service.connect({ locationID, readerID: 'simulated-1' })
    expect(reply).toMatchObject({ ok: true, value: { current: { readerID: 'simulated-1', link: 'connected' } } })
    expect(simulated.calls).toEqual(['discover', 'connect simulated-1'])
    expect(service.currentTerminal()).toBe(simulated)
    expect(received.at(-1)?.current?.link).toBe('connected')
    service = start()
    expect((await state()).current, 'after the next start').toMatchObject({
      readerID: 'simulated-1',
      link: 'not-connected',
    })
  })

  it.each([
    ['in use elsewhere', refused('busy', 'in use by another desk'), 'terminal-busy', 'in use by another desk'],
    ['switched off', refused('unavailable', 'no answer'), 'terminal-unavailable', 'no answer'],
  ] as const)('reports when a reader is %s', async (_, failure, code, reason) => {
    simulated.failure.connect = failure
    expect(await service.connect({ locationID, readerID: 'simulated-1' })).toEqual({
      ok: false,
      failure: { code, message: `Failed to connect: ${reason}` },
    })
    expect(settings.size).toBe(0)
  })

  it('refuses a reader that no longer exists', async () => {
    expect(await service.connect({ locationID, readerID: 'simulated-9' })).toMatchObject({
      failure: { code: 'terminal-not-found', message: 'Failed to connect: No available readers.' },
    })
  })

  it('connects a reader through the driver that found it, and asks no other driver', async () => {
    whyNoStripe = null
    await service.discover({ locationID })
    await service.connect({ locationID, readerID: 'simulated-1' })
    expect(stripe.calls).toEqual(['discover'])
    expect(simulated.calls).toEqual(['discover', 'discover', 'connect simulated-1'])
  })

  it('starts no search while the driver’s status still has the lost reader, and shows the problem in the meantime', async () => {
    await service.connect({ locationID, readerID: 'simulated-1' })
    simulated.become('not-connected')
    expect(await state()).toMatchObject({
      current: { link: 'not-connected' },
      problem: 'Failed to connect: The reader was disconnected.',
    })
    expect(timers.filter(({ run }) => run !== null)).toEqual([])
    simulated.become('connected')
    expect(await state()).toMatchObject({ current: { link: 'connected' }, problem: null })
  })

  it('disconnects the old reader before it connects one of another driver', async () => {
    whyNoStripe = null
    await service.connect({ locationID, readerID: 'simulated-1' })
    await service.connect({ locationID, readerID: 'stripe-1' })
    expect(simulated.calls.at(-1)).toBe('disconnect')
    expect(service.currentTerminal()).toBe(stripe)
  })

  it('refuses to connect or disconnect while its reader waits for a card', async () => {
    await service.connect({ locationID, readerID: 'simulated-1' })
    simulated.be('waiting-for-card')
    expect(await service.connect({ locationID, readerID: 'simulated-1' })).toMatchObject({
      failure: { code: 'terminal-busy' },
    })
    expect(await service.disconnect({})).toMatchObject({ failure: { code: 'terminal-busy' } })
    expect(simulated.status().reader).not.toBeNull()
  })

  it('forgets a reader that a user disconnects, and does not search for it', async () => {
    await service.connect({ locationID, readerID: 'simulated-1' })
    expect(await service.disconnect({})).toMatchObject({ ok: true, value: { current: null, problem: null } })
    expect(service.currentTerminal()).toBeNull()
    await fire()
    expect(simulated.status().reader).toBeNull()
    expect(settings.size).toBe(0)
  })

  it('searches for a lost reader at growing intervals, until it is found', async () => {
    await service.connect({ locationID, readerID: 'simulated-1' })
    simulated.failure.discover = refused('unavailable', 'no network')
    simulated.lose()
    expect(await state()).toMatchObject({
      current: { link: 'not-connected' },
      problem: expect.stringContaining('Failed to connect'),
    })
    const waits: number[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      waits.push(...timers.filter(({ run }) => run !== null).map(({ ms }) => ms))
      await fire()
    }
    expect(waits).toEqual([2000, 5000, 15_000, 30_000, 30_000])
    simulated.failure.discover = null
    await fire()
    expect(await state()).toMatchObject({ current: { readerID: 'simulated-1', link: 'connected' }, problem: null })
    expect(timers.filter(({ run }) => run !== null)).toEqual([])
  })

  it('discovers the readers after a restart and a sign-in, and reconnects the previously connected one', async () => {
    await service.connect({ locationID, readerID: 'simulated-1' })
    await service.close()
    simulated = playTerminal('simulated')
    service = start()
    mayConnect = false
    await service.reconnect()
    expect(simulated.calls, 'before a user who takes payments is signed in').toEqual([])
    mayConnect = true
    await service.reconnect()
    expect(simulated.calls).toEqual(['discover', 'connect simulated-1'])
    await service.reconnect()
    expect(simulated.calls).toHaveLength(2)
  })

  it('starts without a reader when the stored choice cannot be read', async () => {
    settings.set('card-reader', '{"reader":7}')
    service = start()
    expect((await state()).current).toBeNull()
  })

  it("keeps the time of the reader's last success over a restart", async () => {
    await service.connect({ locationID, readerID: 'simulated-1' })
    expect((await state()).lastSuccessAt).toBeNull()
    service.noteSuccess()
    expect(received.at(-1)?.lastSuccessAt).toBe(at)
    service = start()
    expect((await state()).lastSuccessAt).toBe(at)
  })

  it('tests the connected reader, and fails if no reader is connected', async () => {
    expect(await service.test({})).toMatchObject({ failure: { code: 'terminal-not-connected' } })
    await service.connect({ locationID, readerID: 'simulated-1' })
    expect(await service.test({})).toMatchObject({ ok: true, value: { lastSuccessAt: at } })
  })

  it('publishes every change of the reader’s activity once', async () => {
    await service.connect({ locationID, readerID: 'simulated-1' })
    received = []
    simulated.be('waiting-for-card')
    simulated.be('waiting-for-card')
    simulated.be('processing')
    simulated.be('idle')
    expect(received.map(({ activity }) => activity)).toEqual(['waiting-for-card', 'processing', 'idle'])
  })

  it('refuses to set an outcome if the reader’s driver cannot simulate one', async () => {
    await service.connect({ locationID, readerID: 'simulated-1' })
    expect(await service.setSimulatedOutcome({ outcome: 'decline' })).toMatchObject({ failure: { code: 'not-found' } })
  })

  it('closes every driver', async () => {
    await service.close()
    expect([simulated.calls, stripe.calls]).toEqual([['close'], ['close']])
  })
})
