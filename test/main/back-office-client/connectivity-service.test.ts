import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '#contract/reply.ts'
import type { Connectivity } from '#contract/settings/bridge.ts'
import { oldestServer } from '#domain/update/supported-versions.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type BackOfficeClient, createBackOfficeClient } from '#main/back-office-client/back-office-client.ts'
import { createConnectivityService } from '#main/back-office-client/connectivity-service.ts'
import { startApp } from '#test/builders/app.ts'
import { aHealth, type ScriptedBackOffice, startScriptedBackOffice } from '#test/fakes/scripted-back-office.ts'
import { createStrictLog } from '#test/fakes/strict-log.ts'

it('continues to watch the back office when the support line cannot be stored', async () => {
  const health = aHealth({ supportPhone: '1-800-555-0142' })
  const supportLine = {
    read: () => null,
    write: () => {
      throw new RangeError('the disk is full')
    },
  }
  const lines: string[] = []
  const service = createConnectivityService({
    client: { call: async () => ok(health), holdBack: () => {} } as unknown as BackOfficeClient,
    supportLine,
    publish: () => {},
    log: (_level, code) => lines.push(code),
    now: () => toInstant(0),
    isBackOfficeStarting: () => false,
  })
  const reply = await service.retry({})
  expect(reply).toMatchObject({ ok: true, value: { state: 'online', supportPhone: '1-800-555-0142' } })
  expect(lines).toEqual(['connectivity.support-line-not-kept'])
  service.watch.stop()
})

it('checks the back office once more for callers that changed a setting during a check', async () => {
  const held: (() => void)[] = []
  let lockMinutes = 5
  const received: (number | null)[] = []
  const { watch } = createConnectivityService({
    client: {
      call: () => {
        const health = aHealth({ lockMinutes })
        return new Promise((answer) => held.push(() => answer(ok(health))))
      },
      holdBack: () => {},
    } as unknown as BackOfficeClient,
    supportLine: { read: () => null, write: () => {} },
    publish: () => {},
    log: () => {},
    now: () => toInstant(0),
    isBackOfficeStarting: () => false,
  })
  watch.onSettings((settings) => received.push(settings.lockMinutes))
  const first = watch.check()
  await vi.waitFor(() => expect(held).toHaveLength(1))
  lockMinutes = 12
  const checks = Promise.all([watch.check(), watch.check()])
  held[0]?.()
  await first
  await vi.waitFor(() => expect(held).toHaveLength(2))
  held[1]?.()
  await checks
  expect(received).toEqual([5, 12])
  watch.stop()
})

describe('a workstation and a server whose versions are too far apart', () => {
  let server: ScriptedBackOffice
  let health: Record<string, unknown>
  const lines: string[] = []
  const changes: Connectivity[] = []
  let onlines = 0
  const watchAs = (version: string) => {
    const client = createBackOfficeClient({ baseUrl: () => server.url, log: () => {}, version })
    const service = createConnectivityService({
      client,
      version,
      supportLine: { read: () => null, write: () => {} },
      publish: (_name, payload) => void changes.push(payload as Connectivity),
      log: createStrictLog((_level, code, details) => lines.push(`${code} ${JSON.stringify(details)}`)),
      now: () => toInstant(0),
      isBackOfficeStarting: () => false,
      everyMs: 20,
    })
    client.onContact(service.watch.noteContact)
    service.watch.onOnline(() => {
      onlines += 1
    })
    const look = async (): Promise<Connectivity> => {
      const reply = await service.retry({})
      if (!reply.ok) throw new Error(reply.failure.code)
      return reply.value
    }
    const isSent = async (): Promise<boolean> => {
      const before = server.count('POST /login')
      await client.call('signIn', { body: { email: 'a@clinic.example', password: 'p' } })
      return server.count('POST /login') > before
    }
    return { service, look, isSent }
  }
  beforeEach(async () => {
    server = await startScriptedBackOffice()
    health = { version: '0.1.0', oldestProgram: '0.1.0' }
    server.on('GET /health', () => ({ status: 200, body: aHealth(health) }))
    lines.length = 0
    changes.length = 0
    onlines = 0
  })
  afterEach(() => server.stop())

  it.each([
    ['program', { version: '0.3.0', oldestProgram: '0.2.0' }, 'program-too-old', '0.2.0'],
    ['server', { version: '0.0.9', oldestProgram: '0.0.1' }, 'server-too-old', oldestServer],
  ] as const)(
    'exchange no work while the %s is too old, log the gap once, and continue after the gap has closed',
    async (_, answer, gap, needed) => {
      const { service, look, isSent } = watchAs('0.1.0')
      expect(await look()).toMatchObject({ state: 'online', versionGap: null, neededVersion: null })
      expect(await isSent()).toBe(true)
      health = answer
      const found = { state: 'offline', versionGap: gap, neededVersion: needed, backOfficeVersion: answer.version }
      expect(await look()).toMatchObject(found)
      expect(await isSent()).toBe(false)
      expect(await look()).toMatchObject(found)
      // A server that is out of reach for a time, for example during its update, does not end the gap.
      server.on('GET /health', 'drop')
      expect(await look()).toMatchObject(found)
      expect(await isSent()).toBe(false)
      expect(lines).toEqual([`back-office.${gap} ${JSON.stringify({ version: needed })}`])
      server.on('GET /health', () => ({ status: 200, body: aHealth({ version: '0.3.0', oldestProgram: '0.1.0' }) }))
      expect(await look()).toMatchObject({ state: 'online', versionGap: null, neededVersion: null })
      expect(await isSent()).toBe(true)
      expect([onlines, changes.map(({ versionGap }) => versionGap)]).toEqual([2, [null, gap, null]])
      service.watch.stop()
    },
  )

  it('are detected immediately when the server refuses a call', async () => {
    const { service, look, isSent } = watchAs('0.1.0')
    service.watch.start()
    await look()
    server.on('POST /login', { status: 426, body: { code: 'program-too-old', message: 'No.' } })
    health = { version: '0.2.0', oldestProgram: '0.2.0' }
    await isSent()
    await expect.poll(() => service.watch.state()).toBe('offline')
    expect(changes.at(-1)).toMatchObject({ versionGap: 'program-too-old', neededVersion: '0.2.0' })
    service.watch.stop()
  })

  it.each([
    ['0.0.0-test', { version: '0.3.0', oldestProgram: '0.3.0' }],
    ['0.1.0', { version: '0.0.0-test', oldestProgram: null }],
    ['0.1.0', { version: '9.0.0', oldestProgram: undefined }],
  ])('are never reported for the program version %s and the server answer %j', async (version, answer) => {
    health = answer
    const { service, look } = watchAs(version)
    expect(await look()).toMatchObject({ state: 'online', versionGap: null })
    service.watch.stop()
  })
})

it('reports that another server answers, until the workstation’s own server answers again', async () => {
  const server = await startScriptedBackOffice()
  const serverID = '1'.repeat(32)
  const own = { status: 200, body: aHealth({ serverID }) }
  server.on('GET /health', own)
  const app = await startApp({ backOfficeUrl: server.url })
  const connectivity = async () => {
    const { state, isOtherServer } = await app.get('connectivity', 'read', {})
    return `${state}${isOtherServer ? ', other server' : ''}`
  }
  const until = (what: string) => app.until(what, async () => (await connectivity()) === what)
  await until('online')
  server.on('GET /health', ({ headers }) =>
    headers['atrium-server'] === serverID
      ? { status: 409, body: { code: 'other-server', message: 'This is another server.' } }
      : own,
  )
  await until('offline, other server')
  server.on('GET /health', own)
  await until('online')
  expect(app.eventsOf('connectivity.changed').map(({ isOtherServer }) => isOtherServer)).toContain(true)
  await app.stop()
  await server.stop()
})
