import type { AuthInfo } from 'electron'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProxySignIn } from '#main/shells/electron/proxied-fetch.ts'
import { createProxySignIn } from '#main/shells/electron/proxy-sign-in.ts'

const proxy: AuthInfo = { isProxy: true, scheme: 'basic', host: 'proxy.clinic.example', port: 8080, realm: 'Clinic' }
const ada: ProxySignIn = { username: 'ada', password: 'secret' }

describe('the sign-in of a proxy', () => {
  let now = 0
  let answers: (ProxySignIn | null)[]
  const asked: string[] = []
  const create = () =>
    createProxySignIn(
      () => now,
      async ({ host }, isRefused) => {
        asked.push(isRefused ? `${host} again` : host)
        await new Promise((done) => setImmediate(done))
        return answers.shift() ?? null
      },
    )
  beforeEach(() => {
    now = 0
    answers = [ada]
    asked.length = 0
  })

  it('is asked for once for several requests at the same time, and is kept for later requests', async () => {
    const signIn = create()
    expect(await Promise.all([signIn(proxy, false), signIn(proxy, false), signIn(proxy, true)])).toEqual([
      ada,
      ada,
      ada,
    ])
    expect(await signIn(proxy, false)).toEqual(ada)
    expect(asked).toEqual(['proxy.clinic.example'])
  })

  it.each([
    ['another host', { host: 'wpad.evil.example' }],
    ['another port', { port: 8081 }],
    ['a weaker scheme', { scheme: 'digest' }],
    ['another realm', { realm: 'Guests' }],
  ])('is not given to a proxy with %s', async (_what, other) => {
    const signIn = create()
    expect(await signIn(proxy, false)).toEqual(ada)
    expect(await signIn({ ...proxy, ...other }, false)).toBe(null)
    expect(asked).toHaveLength(2)
    expect(await signIn(proxy, false)).toEqual(ada)
  })

  it('is not given to another proxy that asks while the person types', async () => {
    const signIn = create()
    const [own, other] = await Promise.all([signIn(proxy, false), signIn({ ...proxy, host: 'evil.example' }, false)])
    expect([own, other]).toEqual([ada, null])
  })

  it('is asked for again when the proxy refused it', async () => {
    const signIn = create()
    await signIn(proxy, false)
    answers = [{ ...ada, password: 'right' }]
    expect(await signIn(proxy, true)).toEqual({ ...ada, password: 'right' })
    expect(asked).toEqual(['proxy.clinic.example', 'proxy.clinic.example again'])
    expect(await signIn(proxy, false)).toEqual({ ...ada, password: 'right' })
  })

  it('is not asked for in the ten minutes after a person closed the window, except for another proxy', async () => {
    answers = [null, ada, ada]
    const signIn = create()
    expect(await signIn(proxy, false)).toBe(null)
    now = 10 * 60_000 - 1
    expect(await signIn(proxy, false)).toBe(null)
    expect(asked).toHaveLength(1)
    expect(await signIn({ ...proxy, host: 'second.clinic.example' }, false)).toEqual(ada)
    now += 1
    expect(await signIn(proxy, false)).toEqual(ada)
  })
})
