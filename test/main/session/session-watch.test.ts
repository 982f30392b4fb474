import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RouteAnswer } from '#contract/back-office.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { BackOfficeClient } from '#main/back-office-client/back-office-client.ts'
import { openWorkstationDatabase } from '#main/database/open-workstation-database.ts'
import { createSessionService } from '#main/session/session-service.ts'
import { createSessionWatch } from '#main/session/session-watch.ts'
import { aStaffUser } from '#test/builders/records.ts'
import { createFakePlatform } from '#test/fakes/fake-platform.ts'

/** Within this time an ended session must leave the screen. */
const limitMs = 5000

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

describe('the watch over a session', () => {
  const watched = (token: string | null, isOnline = true) => {
    const state = { token, isOnline }
    const asked: string[] = []
    const recheck = async (about: string): Promise<void> => void asked.push(about)
    const watch = createSessionWatch({ token: () => state.token, isOnline: () => state.isOnline, recheck })
    watch.start()
    return { watch, asked, state }
  }

  it('asks about the present token at least once in every 5 seconds, until the watch stops', () => {
    const { watch, asked, state } = watched('first')
    vi.advanceTimersByTime(limitMs)
    expect(asked).toEqual(['first'])
    state.token = 'second'
    vi.advanceTimersByTime(limitMs)
    expect(asked.slice(1)).toContain('second')
    const before = asked.length
    watch.stop()
    vi.advanceTimersByTime(10 * limitMs)
    expect(asked).toHaveLength(before)
  })

  it.each([
    ['without a session', null, true],
    ['while the back office is out of reach', 'first', false],
  ])('asks nothing %s', (_, token, isOnline) => {
    const { watch, asked } = watched(token, isOnline)
    vi.advanceTimersByTime(10 * limitMs)
    watch.stop()
    expect(asked).toEqual([])
  })
})

describe('a watched session at a locked screen, with no location chosen', () => {
  const robin = { email: 'frontdesk@demo.atrium', password: 'atrium-demo' }
  const ended = fail('signed-out', 'This session has ended.')
  const outOfReach = fail('offline', 'The back office cannot be reached.')
  const user = aStaffUser()

  const locked = async (answer: Reply<RouteAnswer<'readCurrentUser'>>) => {
    const { folders, vault, log, nowMs } = createFakePlatform({ from: toInstant(1_800_000_000_000) })
    const database = await openWorkstationDatabase({ folder: folders.data, vault, log, nowMs })
    let signIn: Reply<RouteAnswer<'signIn'>> = ok({ token: 'first', user })
    const answers = new Map<string, () => unknown>([
      ['signIn', () => signIn],
      ['readCurrentUser', () => answer],
    ])
    const call = async (name: string) => answers.get(name)?.() ?? ok({ ok: true })
    const session = createSessionService({
      ...{ database, log, nowMs },
      client: { call } as unknown as BackOfficeClient,
      publish: () => {},
      lockMinutes: { minutes: () => 5, applySetting: () => false },
      startingBackOffice: () => null,
    })
    const changed: string[] = []
    await session.signIn(robin)
    await session.lock({})
    session.onChange(() => void changed.push(session.gate()))
    const watch = createSessionWatch({ ...session, isOnline: () => true })
    watch.start()
    await vi.advanceTimersByTimeAsync(limitMs)
    watch.stop()
    signIn = outOfReach
    return {
      session,
      changed,
      signInOffline: () => session.signIn(robin),
      close: () => database.close(),
    }
  }

  it.each([
    ['ends with a deactivation, a reset or a new password', ended, ['signed-out'], false],
    ['ends when the person is no longer staff', ok({ ...user, roles: ['user' as const] }), ['signed-out'], true],
    ['gets new roles', ok({ ...user, roles: ['sales' as const] }), ['locked'], true],
    ['continues unchanged', ok(user), [], true],
    ['continues if no answer arrives', outOfReach, [], true],
  ])('%s', async (_, answer, changes, canSignInOffline) => {
    const { session, changed, signInOffline, close } = await locked(answer)
    expect(changed).toEqual(changes)
    if (session.gate() !== 'signed-out' && answer.ok) expect(session.user()?.roles).toEqual(answer.value.roles)
    expect((await signInOffline()).ok).toBe(canSignInOffline)
    close()
  })
})
