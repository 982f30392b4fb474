import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Instant } from '#domain/values/instant.ts'
import type { PolicyState } from '#main/policy/read-policy.ts'
import { type AppUnderTest, startApp } from '#test/builders/app.ts'
import { aStaffUser } from '#test/builders/records.ts'
import { createFakePlatform, type FakePlatform } from '#test/fakes/fake-platform.ts'
import { aHealth, type ScriptedBackOffice, startScriptedBackOffice } from '#test/fakes/scripted-back-office.ts'

const robin = { email: 'frontdesk@demo.atrium', password: 'atrium-demo' }
const wrong = { email: robin.email, password: 'wrong' }
const refused = { status: 401, body: { code: 'bad-credentials', message: 'Not right.' } } as const

const healthy = {
  status: 200,
  body: aHealth(),
} as const

const letIn = (server: ScriptedBackOffice, overrides = {}): void => {
  let count = 0
  server.on('POST /login', ({ body }) => {
    count += 1
    const isRight = (body as typeof robin).password === robin.password
    return isRight ? { status: 200, body: { token: `token-${count}`, user: aStaffUser(overrides) } } : refused
  })
  server.on('POST /logout', { status: 200, body: { ok: true } })
}

describe('session', { timeout: 60_000 }, () => {
  let server: ScriptedBackOffice
  let app: AppUnderTest
  let platform: FakePlatform
  beforeEach(async () => {
    server = await startScriptedBackOffice()
    letIn(server)
    platform = createFakePlatform({ from: '2026-11-21T17:00:00Z' as Instant })
    app = await startApp({ backOfficeUrl: server.url, platform })
  })
  afterEach(async () => {
    await app.stop()
    await server.stop()
  })
  const restart = async (policy?: PolicyState, sessionEveryMs?: number) => {
    await app.stop()
    const options = { ...(policy && { policy }), ...(sessionEveryMs && { sessionEveryMs }) }
    app = await startApp({ backOfficeUrl: server.url, platform, ...options })
  }
  const current = async () => (await app.get('session', 'current', {})).kind

  it('signs staff in, sends one event, and signs out at the back office as well', async () => {
    expect(await app.ask('session', 'signIn', robin)).toMatchObject({
      ok: true,
      value: { kind: 'signed-in', user: { fullname: 'Robin Frost' }, idleLockMinutes: 5 },
    })
    expect(app.eventsOf('session.changed')).toHaveLength(1)
    expect(await app.get('session', 'signOut', {})).toEqual({ kind: 'signed-out' })
    await app.until('the back office received the sign-out', () => server.count('POST /logout') === 1)
    expect(server.requests.find((one) => one.path === '/logout')?.headers.authorization).toBe('Bearer token-1')
  })

  it('gives the window the lock minutes of the workstation’s policy', async () => {
    await restart({ values: { lockMinutes: 3 }, problem: null })
    expect(await app.get('session', 'signIn', robin)).toMatchObject({ kind: 'signed-in', idleLockMinutes: 3 })
  })

  it('never gives the token or the password to the window', async () => {
    const reply = await app.ask('session', 'signIn', robin)
    expect(JSON.stringify([reply, app.eventsOf('session.changed')])).not.toMatch(/token-1|atrium-demo/)
  })

  it('refuses a member’s account', async () => {
    letIn(server, { roles: ['user'] })
    expect(await app.ask('session', 'signIn', robin)).toMatchObject({ failure: { code: 'insufficient-permissions' } })
    expect(await current()).toBe('signed-out')
  })

  it('locks, refuses staff commands, and unlocks with the same password without a call', async () => {
    await app.get('session', 'signIn', robin)
    expect(await app.get('session', 'lock', {})).toMatchObject({ kind: 'locked', user: { fullname: 'Robin Frost' } })
    expect(await app.ask('drafts', 'read', { draftID: 'd' })).toMatchObject({ failure: { code: 'locked' } })
    expect(await app.ask('session', 'unlock', wrong)).toMatchObject({ ok: false })
    await server.stop()
    expect(await app.ask('session', 'unlock', { password: 'wrong' })).toMatchObject({
      failure: { code: 'bad-credentials' },
    })
    expect(await app.get('session', 'unlock', { password: robin.password })).toMatchObject({ kind: 'signed-in' })
  })

  it('signs out after five wrong unlocks, also when they are all sent at the same time', async () => {
    for (const atOnce of [false, true]) {
      await app.get('session', 'signIn', robin)
      await app.get('session', 'lock', {})
      const guesses = Array.from({ length: 5 }, (_, n) => ({ password: `guess-${n}` }))
      const replies = atOnce
        ? await Promise.all(guesses.map((guess) => app.ask('session', 'unlock', guess)))
        : [await app.ask('session', 'unlock', guesses[0] ?? { password: '' })]
      for (const guess of atOnce ? [] : guesses.slice(1)) replies.push(await app.ask('session', 'unlock', guess))
      expect(replies.at(-1)).toMatchObject({ failure: { code: 'account-locked' } })
      expect(await current()).toBe('signed-out')
    }
  })

  it('is signed out after a restart, while the drafts wait for their author', async () => {
    await app.get('session', 'signIn', robin)
    await app.get('drafts', 'save', { draftID: 'booking', content: { note: 'half' } })
    await restart()
    expect(await current()).toBe('signed-out')
    expect(await app.ask('drafts', 'read', { draftID: 'booking' })).toMatchObject({ failure: { code: 'signed-out' } })
    letIn(server, { user_id: 'u-other', email: 'other@demo.atrium' })
    await app.get('session', 'signIn', robin)
    expect(await app.get('drafts', 'read', { draftID: 'booking' })).toBeNull()
    letIn(server)
    await app.get('session', 'signIn', robin)
    expect(await app.get('drafts', 'read', { draftID: 'booking' })).toMatchObject({ content: { note: 'half' } })
    await app.get('drafts', 'discard', { draftID: 'booking' })
    expect(await app.get('drafts', 'read', { draftID: 'booking' })).toBeNull()
  })

  it('refuses a draft of more than 512 kB and keeps the earlier one', async () => {
    await app.get('session', 'signIn', robin)
    await app.get('drafts', 'save', { draftID: 'd', content: 'x'.repeat(500_000) })
    const tooLarge = await app.ask('drafts', 'save', { draftID: 'd', content: 'é'.repeat(300_000) })
    expect(tooLarge).toMatchObject({ failure: { code: 'payload-too-large' } })
    expect((await app.get('drafts', 'read', { draftID: 'd' }))?.content).toHaveLength(500_000)
  })

  it('ends when the back office no longer accepts the token', async () => {
    server.on('GET /api/v1/userV2/m-000001', { status: 401, body: { code: 'signed-out', message: 'Expired.' } })
    await app.get('session', 'signIn', robin)
    const memberID = 'm-000001' as never
    expect(await app.ask('members', 'read', { memberID })).toMatchObject({ failure: { code: 'signed-out' } })
    expect(await current()).toBe('signed-out')
  })

  it('ends at a locked screen without any user action after the back office has ended it', async () => {
    await restart(undefined, 30)
    server.on('GET /health', healthy)
    server.on('GET /api/v1/userV2/current', { status: 200, body: aStaffUser() })
    await app.get('session', 'signIn', robin)
    await app.get('session', 'lock', {})
    const asked = () => server.count('GET /api/v1/userV2/current')
    await app.until('the watch has asked', () => asked() > 0)
    expect(await current()).toBe('locked')
    server.on('GET /api/v1/userV2/current', { status: 401, body: { code: 'signed-out', message: 'Ended.' } })
    await app.until('the session has ended', async () => (await current()) === 'signed-out')
  })

  it('signs in offline a user who has signed in at this workstation before, and gets a token when the back office is back', async () => {
    await app.get('session', 'signIn', robin)
    const port = Number(new URL(server.url).port)
    await server.stop()
    await restart()
    expect(await app.ask('session', 'signIn', wrong)).toMatchObject({ failure: { code: 'bad-credentials' } })
    const stranger = { email: 'stranger@demo.atrium', password: 'p' }
    expect(await app.ask('session', 'signIn', stranger)).toMatchObject({ failure: { code: 'offline' } })
    expect(await app.get('session', 'signIn', robin)).toMatchObject({ kind: 'signed-in' })
    const memberID = 'm-000001' as never
    expect(await app.ask('members', 'read', { memberID })).toMatchObject({ failure: { code: 'offline' } })

    server = await startScriptedBackOffice(port)
    letIn(server)
    server.on('GET /health', healthy)
    await app.until('it signed in again', () => server.count('POST /login') === 1)
    await app.until('calls carry the token', async () => {
      await app.ask('members', 'read', { memberID })
      return server.requests.some((one) => one.headers.authorization === 'Bearer token-1')
    })
  })

  it('makes calls wait for the token after a reconnection, while the sign-in is under way', async () => {
    await app.get('session', 'signIn', robin)
    const port = Number(new URL(server.url).port)
    await server.stop()
    await restart()
    await app.get('session', 'signIn', robin)
    const memberID = 'm-000001' as never
    await app.ask('members', 'read', { memberID })

    server = await startScriptedBackOffice(port)
    let answer: () => void = () => undefined
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.on('POST /login', async () => {
      await isAnswered
      return { status: 200, body: { token: 'token-late', user: aStaffUser() } }
    })
    server.on('POST /logout', { status: 200, body: { ok: true } })
    server.on('GET /health', healthy)
    await app.until('the sign-in is under way', () => server.count('POST /login') === 1)
    const reading = app.ask('members', 'read', { memberID })
    answer()
    await reading
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer token-late')
    expect(server.requests.some(({ path }) => path.startsWith('/api/v1/userV2/'))).toBe(true)
  })

  it('keeps the home location over a lock, and for an offline sign-in', async () => {
    letIn(server, { homeLocation: 'ca-on-1' })
    await app.get('session', 'signIn', robin)
    await app.get('session', 'lock', {})
    const unlocked = await app.get('session', 'unlock', { password: robin.password })
    expect(unlocked).toMatchObject({ user: { homeLocation: 'ca-on-1' } })
    await server.stop()
    await restart()
    expect(await app.get('session', 'signIn', robin)).toMatchObject({ user: { homeLocation: 'ca-on-1' } })
  })

  it('refuses offline sign-in for 15 minutes after five wrong passwords, and after a week without an online sign-in', async () => {
    await app.get('session', 'signIn', robin)
    await server.stop()
    await restart()
    for (let n = 0; n < 5; n += 1) await app.ask('session', 'signIn', wrong)
    expect(await app.ask('session', 'signIn', robin)).toMatchObject({
      failure: { code: 'account-locked', details: { retryAfterSeconds: 900 } },
    })
    platform.pass(15 * 60_000 + 1)
    expect(await app.ask('session', 'signIn', robin)).toMatchObject({ ok: true })
    platform.pass(7 * 86_400_000)
    await restart()
    expect(await app.ask('session', 'signIn', robin)).toMatchObject({ failure: { code: 'offline' } })
  })

  it('signs in offline only for the days of the workstation’s policy', async () => {
    await app.get('session', 'signIn', robin)
    await server.stop()
    await restart({ values: { offlineDays: 2 }, problem: null })
    platform.pass(2 * 86_400_000)
    expect(await app.ask('session', 'signIn', robin)).toMatchObject({ ok: true })
    platform.pass(1000)
    expect(await app.ask('session', 'signIn', robin)).toMatchObject({ failure: { code: 'offline' } })
  })

  it('does not sign in offline with a password that the back office has refused in the meantime', async () => {
    await app.get('session', 'signIn', robin)
    server.on('POST /login', refused)
    expect(await app.ask('session', 'signIn', robin)).toMatchObject({ failure: { code: 'bad-credentials' } })
    await server.stop()
    await restart()
    expect(await app.ask('session', 'signIn', robin)).toMatchObject({ failure: { code: 'offline' } })
  })
})
