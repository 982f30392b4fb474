import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { BridgeEvents, EventName } from '#contract/bridge.ts'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import { fail, isFailureCode, ok, type Reply } from '#contract/reply.ts'
import type { SessionState } from '#contract/session/bridge.ts'
import { KEPT_EVENTS } from '#main/bridge/event-stream.ts'
import { createFakeServices, type FakeAnswers } from '#test/fakes/fake-services.ts'
import type { BridgeClient, BridgeUnderTest, MakeBridge } from './bridge-under-test.ts'

type Gate = 'signed-out' | 'signed-in' | 'locked'

const nobody: SessionState = { kind: 'signed-out' }
const calendarChanged = (day: number): BridgeEvents['booking.calendarChanged'] =>
  ({ locationID: 'ca-bc-1', dates: [`2026-11-${String(day).padStart(2, '0')}`] }) as never

const codeOf = (reply: Reply<unknown> | 'refused'): string =>
  reply === 'refused' ? 'refused' : reply.ok ? 'ok' : reply.failure.code

/** Waits for a condition, because transports deliver asynchronously. The test's own time limit is the only timeout. */
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((done) => setTimeout(done, 2))
}

const drop = async (client: BridgeClient): Promise<void> => {
  if (!client.drop) throw new Error('canBreak is true, but this transport has no drop function.')
  await client.drop()
}

/** Every command with the names of its input's fields, from the table of commands. */
const commands = Object.entries(bridgeSchemas).flatMap(([subject, entries]) =>
  Object.entries(entries as Record<string, { input: { shape?: object } }>).map(([method, entry]) => ({
    name: `${subject}.${method}`,
    fields: Object.keys(entry.input.shape ?? {}),
  })),
)

/**
 * The contract of every transport of the bridge. `make` starts a bridge over the transport. `fuzzRuns` is the number of
 * random payloads per command. `anyValue` makes any value that this transport can carry. `canBreak` is true if the
 * connection can be lost while both ends keep running.
 */
export const describeBridge = (
  name: string,
  make: MakeBridge,
  options: { canBreak: boolean; fuzzRuns: number; anyValue: fc.Arbitrary<unknown> },
): void => {
  describe(`bridge over ${name}`, () => {
    let stops: (() => Promise<void> | void)[] = []
    afterEach(async () => {
      for (const stop of stops.reverse()) await stop()
      stops = []
    })

    const setUp = async (
      answers: FakeAnswers = {},
      timeLimitMs = 20_000,
    ): Promise<{
      under: BridgeUnderTest
      client: BridgeClient
      connect: () => Promise<BridgeClient>
      setGate: (gate: Gate) => void
      logged: { code: string; data: Readonly<Record<string, unknown>> | undefined }[]
    }> => {
      let gate: Gate = 'signed-in'
      const logged: { code: string; data: Readonly<Record<string, unknown>> | undefined }[] = []
      const under = await make({
        services: createFakeServices(answers),
        sessionGate: () => gate,
        timeLimitMs,
        log: (_level, code, data) => logged.push({ code, data }),
      })
      stops.push(() => under.stop())
      const connect = async (): Promise<BridgeClient> => {
        const client = await under.connect()
        stops.push(() => client.close())
        // A reply shows that the resume message, which was sent before this call, has arrived.
        await client.bridge.connectivity.read({})
        return client
      }
      return {
        under,
        client: await connect(),
        connect,
        setGate: (next) => {
          gate = next
        },
        logged,
      }
    }

    const record = <Name extends EventName>(client: BridgeClient, eventName: Name): BridgeEvents[Name][] => {
      const seen: BridgeEvents[Name][] = []
      client.bridge.on(eventName, (payload) => seen.push(payload))
      return seen
    }

    it('passes a call to its service and returns the value', async () => {
      const { client } = await setUp({ 'connectivity.retry': async () => ok({ state: 'online' }) })
      expect(await client.bridge.connectivity.retry({})).toEqual({ ok: true, value: { state: 'online' } })
      expect(await client.bridge.members.search({ text: 'Ada', limit: 5 })).toEqual({
        ok: true,
        value: { command: 'members.search', input: { text: 'Ada', limit: 5 } },
      })
    })

    it('has every command of the contract as a function', async () => {
      const { client } = await setUp()
      for (const { name: command } of commands) {
        const [subject = '', method = ''] = command.split('.')
        expect(typeof (client.bridge as never)[subject as never][method as never], command).toBe('function')
      }
    })

    it('returns a typed failure with its details', async () => {
      const failure = { code: 'stale', message: 'Somebody changed this.', details: { currentVersion: 7 } } as const
      const { client } = await setUp({ 'drafts.read': async () => ({ ok: false, failure }) })
      expect(await client.bridge.drafts.read({ draftID: 'd-1' })).toEqual({ ok: false, failure })
    })

    it('gives each of many concurrent calls its own answer', async () => {
      const { client } = await setUp({
        'drafts.read': async ({ draftID }: { draftID: string }) => {
          await new Promise((done) => setTimeout(done, Number(draftID.slice(2)) % 7))
          return ok(draftID)
        },
      })
      const ids = Array.from({ length: 60 }, (_, index) => `d-${index}`)
      const replies = await Promise.all(ids.map((draftID) => client.bridge.drafts.read({ draftID })))
      expect(replies).toEqual(ids.map((id) => ok(id)))
    })

    it('refuses names that are not commands, especially inherited ones', async () => {
      const { client } = await setUp()
      const names = [
        'nothing.here',
        'booking',
        'booking.',
        '.book',
        'booking.book.book',
        '',
        '__proto__',
        'constructor',
      ]
      const inherited = ['__proto__.toString', 'constructor.constructor', 'booking.__proto__', 'booking.constructor']
      for (const command of [...names, ...inherited, 'booking.toString', 'toString.call', 'hasOwnProperty.call']) {
        expect(codeOf(await client.call(command, {})), command).toBe('unknown-command')
      }
    })

    it('refuses input that its schema refuses, with the field, and does not call the service', async () => {
      let called = 0
      const { client } = await setUp({
        'members.search': async () => {
          called += 1
          return ok(null)
        },
      })
      const reply = await client.call('members.search', { text: 'Ada', limit: 'all' })
      expect(codeOf(reply)).toBe('invalid-input')
      expect(reply.ok ? {} : reply.failure.details?.fields).toHaveProperty('limit')
      expect(codeOf(await client.call('members.search', { text: 'Ada', limit: 5, more: 1 }))).toBe('invalid-input')
      expect(codeOf(await client.call('members.search', null))).toBe('invalid-input')
      expect(called).toBe(0)
    })

    it('answers a malformed envelope with a typed failure or disconnects, and continues to serve', async () => {
      const { client, connect } = await setUp()
      for (const message of [
        null,
        42,
        'call',
        [],
        {},
        { kind: 'call' },
        { kind: 'call', id: 'one', command: 'session.current', input: {} },
        { kind: 'call', id: -3, command: 'session.current', input: {} },
        { kind: 'call', id: 3, command: 7, input: {} },
        { kind: 'call', id: 4, command: 'x'.repeat(5000), input: {} },
        { kind: 'call', id: 5, command: 'session.current', input: {}, extra: true },
        { kind: 'reply', id: 6, reply: { ok: true, value: 1 } },
        { kind: 'event', start: 'x', sequence: 1, name: 'session.changed', payload: {} },
        { kind: 'resume', start: 5, sequence: 'many' },
      ]) {
        expect(['invalid-input', 'refused'], JSON.stringify(message)).toContain(codeOf(await client.sendRaw(message)))
      }
      expect(codeOf(await (await connect()).bridge.session.current({}))).toBe('ok')
    })

    it('returns `unexpected` and a logged error id when a service throws, without the text of the error', async () => {
      const boom = (): never => {
        throw new TypeError('secret-name is not a function')
      }
      const { client, logged } = await setUp({
        'members.search': async () => boom(),
        'search.find': boom as never,
        'drafts.read': () => Promise.reject('a string'),
      })
      for (const [command, input] of [
        ['members.search', { text: 'a', limit: 1 }],
        ['search.find', { text: 'a', limit: 1 }],
        ['drafts.read', { draftID: 'd' }],
      ] as const) {
        const reply = await client.call(command, input)
        expect(codeOf(reply)).toBe('unexpected')
        const errorID = reply.ok ? undefined : reply.failure.details?.errorID
        const entry = logged.find((line) => line.data?.errorID === errorID)
        expect(entry?.code).toBe('bridge.unexpected')
        expect(entry?.data?.command).toBe(command)
        expect(JSON.stringify([reply, entry])).not.toContain('secret-name')
      }
    })

    it('returns `timed-out` when a service hangs', async () => {
      const { client } = await setUp({ 'session.current': () => new Promise(() => undefined) }, 30)
      expect(codeOf(await client.bridge.session.current({}))).toBe('timed-out')
      expect(codeOf(await client.bridge.locations.skus({}))).toBe('ok')
    })

    it('does not serve foreign pages', async () => {
      let called = 0
      const { under } = await setUp({
        'session.current': async () => {
          called += 1
          return ok(nobody)
        },
      })
      expect(['wrong-sender', 'refused']).toContain(codeOf(await under.callAsStranger('session.current', {})))
      expect(called).toBe(0)
    })

    it('requires the session that the table of commands states', async () => {
      const { client, setGate } = await setUp()
      setGate('signed-out')
      expect(codeOf(await client.bridge.session.current({}))).toBe('ok')
      expect(codeOf(await client.bridge.session.lock({}))).toBe('signed-out')
      expect(codeOf(await client.bridge.booking.settled({}))).toBe('signed-out')
      setGate('locked')
      expect(codeOf(await client.bridge.session.unlock({ password: 'x' }))).toBe('ok')
      expect(codeOf(await client.bridge.booking.settled({}))).toBe('locked')
      // The session is checked before the input, so that a locked screen reveals nothing about the input.
      expect(codeOf(await client.call('booking.readStudy', { wrong: true }))).toBe('locked')
      setGate('signed-in')
      expect(codeOf(await client.bridge.booking.settled({}))).toBe('ok')
    })

    it('withholds an answer if the screen was locked, the user signed out or another user signed in during the call', async () => {
      const asked: (() => void)[] = []
      const slow = () => new Promise<Reply<unknown>>((resolve) => asked.push(() => resolve(ok({ member: 'Kestrel' }))))
      const { client, setGate, under } = await setUp({ 'members.read': slow, 'session.current': slow })
      const ask = async (command: string, input: unknown, meanwhile: () => void) => {
        const reply = client.call(command, input)
        await until(() => asked.length > 0)
        meanwhile()
        asked.pop()?.()
        return codeOf(await reply)
      }
      const signedIn = (user_id: string): SessionState =>
        ({ kind: 'signed-in', user: { user_id }, idleLockMinutes: 5 }) as never
      const memberID = 'm-000001'
      expect(await ask('members.read', { memberID }, () => {})).toBe('ok')
      expect(await ask('members.read', { memberID }, () => setGate('locked'))).toBe('answer-withheld')
      setGate('signed-in')
      expect(await ask('members.read', { memberID }, () => setGate('signed-out'))).toBe('answer-withheld')
      expect(await ask('session.current', {}, () => setGate('signed-out'))).toBe('ok')
      setGate('signed-in')
      under.dispatcher.publish('session.changed', signedIn('u-1'))
      const sameAgain = () => under.dispatcher.publish('session.changed', signedIn('u-1'))
      expect(await ask('members.read', { memberID }, sameAgain)).toBe('ok')
      const another = () => under.dispatcher.publish('session.changed', signedIn('u-2'))
      expect(await ask('members.read', { memberID }, another)).toBe('answer-withheld')
    })

    it('returns `signed-out` if the session ended and nothing was done, but withholds an unknown outcome', async () => {
      let end = (): void => {}
      const { client, setGate } = await setUp({
        'members.read': async () => {
          end()
          return fail('signed-out', 'The token is over.')
        },
        'booking.settled': async () => {
          end()
          return fail('outcome-unknown', 'The connection broke.')
        },
      })
      end = () => setGate('signed-out')
      expect(codeOf(await client.bridge.members.read({ memberID: 'm-000001' as never }))).toBe('signed-out')
      setGate('signed-in')
      expect(codeOf(await client.bridge.booking.settled({}))).toBe('answer-withheld')
    })

    it('transfers a draft of half a megabyte in both directions', async () => {
      const kept: unknown[] = []
      const { client } = await setUp({
        'drafts.save': async ({ content }: { content: unknown }) => {
          kept.push(content)
          return ok({})
        },
        'drafts.read': async () => ok({ draftID: 'd-1', content: kept[0], savedAt: '2026-11-21T00:00:00Z' }),
      })
      // Almost the maximum size of a draft (512 KiB), half of it in letters of two bytes.
      const content = { answers: `${'x'.repeat(262_000)}${'é'.repeat(130_000)}` }
      expect(codeOf(await client.bridge.drafts.save({ draftID: 'd-1', content }))).toBe('ok')
      expect(await client.bridge.drafts.read({ draftID: 'd-1' })).toMatchObject({ value: { content } })
    })

    it('delivers events to every window in order, each event once, until the window stops listening', async () => {
      const { under, client, connect } = await setUp()
      const other = await connect()
      const seen: unknown[] = []
      const stop = client.bridge.on('booking.calendarChanged', ({ dates }) => seen.push(dates[0]))
      const seenByOther = record(other, 'booking.calendarChanged')
      const lastSeen = record(client, 'locations.changed')
      const days = Array.from({ length: 28 }, (_, index) => index + 1)
      for (const day of days) under.dispatcher.publish('booking.calendarChanged', calendarChanged(day))
      await until(() => seen.length >= days.length && seenByOther.length >= days.length)
      expect(seen).toEqual(days.map((day) => calendarChanged(day).dates[0]))
      expect(seenByOther).toEqual(days.map(calendarChanged))
      stop()
      under.dispatcher.publish('booking.calendarChanged', calendarChanged(1))
      under.dispatcher.publish('locations.changed', {})
      await until(() => lastSeen.length === 1)
      expect(seen).toHaveLength(days.length)
    })

    it('withholds events about people and bookings while locked, and reports the gap afterwards', async () => {
      const { under, client, setGate } = await setUp()
      const calendar = record(client, 'booking.calendarChanged')
      const gaps = record(client, 'bridge.gap')
      const session = record(client, 'session.changed')
      const locations = record(client, 'locations.changed')
      setGate('locked')
      under.dispatcher.publish('session.changed', { kind: 'locked', user: {} as never })
      under.dispatcher.publish('booking.calendarChanged', calendarChanged(3))
      under.dispatcher.publish('members.changed', { memberID: 'm-1' as never })
      under.dispatcher.publish('locations.changed', {})
      await until(() => locations.length === 1)
      expect(calendar).toEqual([])
      expect(gaps).toEqual([])
      setGate('signed-in')
      under.dispatcher.publish('session.changed', { kind: 'signed-in', user: {} as never, idleLockMinutes: 5 })
      await until(() => gaps.length === 1)
      under.dispatcher.publish('booking.calendarChanged', calendarChanged(4))
      await until(() => calendar.length > 0)
      expect(calendar).toEqual([calendarChanged(4)])
      expect(session.map((state) => state.kind)).toEqual(['locked', 'signed-in'])
    })

    it('replays nothing to a new window', async () => {
      const { under, connect } = await setUp()
      under.dispatcher.publish('booking.calendarChanged', calendarChanged(1))
      const client = await under.connect()
      stops.push(() => client.close())
      const [calendar, gaps] = [record(client, 'booking.calendarChanged'), record(client, 'bridge.gap')]
      await client.bridge.session.current({})
      expect([calendar, gaps]).toEqual([[], []])
      await connect()
    })

    if (options.canBreak) {
      it('fails calls in progress when the connection is lost, and replays missed events', async () => {
        const { under, client } = await setUp({ 'drafts.read': () => new Promise(() => undefined) })
        const calendar = record(client, 'booking.calendarChanged')
        const gaps = record(client, 'bridge.gap')
        const states: string[] = []
        client.onTransport((state) => states.push(state))
        under.dispatcher.publish('booking.calendarChanged', calendarChanged(1))
        await until(() => calendar.length === 1)
        const underWay = client.bridge.drafts.read({ draftID: 'd-1' })
        await client.bridge.session.current({})
        await drop(client)
        expect(codeOf(await underWay)).toBe('disconnected')
        under.dispatcher.publish('booking.calendarChanged', calendarChanged(2))
        under.dispatcher.publish('booking.calendarChanged', calendarChanged(3))
        // This call is made while there is no connection, and waits for the next connection.
        expect(codeOf(await client.bridge.session.current({}))).toBe('ok')
        await until(() => calendar.length === 3)
        expect(calendar).toEqual([1, 2, 3].map(calendarChanged))
        expect(gaps).toEqual([])
        expect(states).toEqual(['connected', 'reconnecting', 'connected'])
      })

      it('reports a gap when more events were missed than are stored', async () => {
        const { under, client } = await setUp()
        const calendar = record(client, 'booking.calendarChanged')
        const gaps = record(client, 'bridge.gap')
        under.dispatcher.publish('booking.calendarChanged', calendarChanged(1))
        await until(() => calendar.length === 1)
        await drop(client)
        for (let count = 0; count <= KEPT_EVENTS; count += 1) {
          under.dispatcher.publish('booking.calendarChanged', calendarChanged(2))
        }
        await until(() => gaps.length === 1)
        expect(calendar).toHaveLength(1)
        under.dispatcher.publish('booking.calendarChanged', calendarChanged(3))
        await until(() => calendar.length === 2)
      })

      it('does not replay events of one session in another', async () => {
        const { under, client, setGate } = await setUp()
        const calendar = record(client, 'booking.calendarChanged')
        const gaps = record(client, 'bridge.gap')
        under.dispatcher.publish('booking.calendarChanged', calendarChanged(1))
        await until(() => calendar.length === 1)
        await drop(client)
        under.dispatcher.publish('booking.calendarChanged', calendarChanged(2))
        setGate('signed-out')
        under.dispatcher.publish('session.changed', nobody)
        setGate('signed-in')
        under.dispatcher.publish('session.changed', { kind: 'signed-in', user: {} as never, idleLockMinutes: 5 })
        await until(() => gaps.length === 1)
        expect(calendar).toEqual([calendarChanged(1)])
      })
    }

    it(
      `answers ${options.fuzzRuns} random payloads per command with a value or a typed failure`,
      async () => {
        const rejected: string[] = []
        const answers = Object.fromEntries(
          commands.map(({ name: command }) => [
            command,
            async (input: unknown) => {
              const [subject = '', method = ''] = command.split('.')
              const table = bridgeSchemas as unknown as Record<
                string,
                Record<string, { input: { safeParse(v: unknown): { success: boolean } } }>
              >
              if (!table[subject]?.[method]?.input.safeParse(input).success) rejected.push(command)
              return ok('served')
            },
          ]),
        ) as FakeAnswers
        const { client } = await setUp(answers)
        for (const { name: command, fields } of commands) {
          const value = options.anyValue
          const keys = fc.constantFrom(...fields, '__proto__', 'constructor', 'toString')
          const shaped = fc.uniqueArray(fc.tuple(keys, value), { selector: ([key]) => key }).map(Object.fromEntries)
          await fc.assert(
            fc.asyncProperty(fc.oneof(value, shaped), async (input) => {
              const reply = await client.call(command, input)
              if (reply.ok) expect(reply.value).toBe('served')
              else expect(isFailureCode(reply.failure.code) && reply.failure.code).toBe('invalid-input')
            }),
            { numRuns: options.fuzzRuns },
          )
        }
        expect(rejected).toEqual([])
        expect(codeOf(await client.bridge.session.current({}))).toBe('ok')
      },
      Math.max(120_000, options.fuzzRuns * 1200),
    )
  })
}
