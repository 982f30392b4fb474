import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import { type Answer, findEngines, type RunningBackOffice, runBackOffice } from '../builders/back-office.ts'
import { type FakeMailServer, startFakeMailServer } from '../fakes/fake-mail-server.ts'
import { goodInputs } from './back-office-bad-input.ts'

/**
 * `signOut` is omitted, because it would end the sessions of the test. A cancelled study allows few calls, so
 * `cancelBooking` runs last.
 */
const names: readonly RouteName[] = [
  ...(Object.keys(backOfficeRoutes) as RouteName[])
    .filter((name) => name !== 'signOut' && name !== 'cancelBooking')
    .sort(),
  'cancelBooking',
]

const unknown = 'unknown-0001'
const each = (parts: object | undefined, value: unknown): object =>
  Object.fromEntries(Object.keys(parts ?? {}).map((name) => [name, value]))

/**
 * Routes that draw a PDF are slow, so only two of the requests are sent to each of them. Each of these routes has its
 * own tests.
 */
const isSlow = (name: RouteName): boolean => 'isPdf' in backOfficeRoutes[name]

/**
 * The requests sent to every route that is not slow. The order matters: an accepted call changes the state for the next
 * one. Other suites check that the answers are right.
 */
const asked: readonly {
  readonly what: string
  readonly who: 'member' | 'frontdesk' | 'radiologist' | 'oneLocation' | 'admin' | null
  readonly input: (name: RouteName) => object
}[] = [
  { what: 'no session', who: null, input: (name) => goodInputs[name] },
  { what: 'member', who: 'member', input: (name) => goodInputs[name] },
  { what: 'radiologist', who: 'radiologist', input: (name) => goodInputs[name] },
  {
    what: 'unknown ids',
    who: 'admin',
    input: (name) => ({ ...goodInputs[name], params: each(goodInputs[name].params, unknown) }),
  },
  {
    what: 'empty',
    who: 'admin',
    input: (name) => ({ ...(goodInputs[name].params && { params: goodInputs[name].params }) }),
  },
  {
    what: 'wrong types',
    who: 'admin',
    input: (name) => ({ ...goodInputs[name], body: each(goodInputs[name].body, { wrong: [] }) }),
  },
  { what: 'one location', who: 'oneLocation', input: (name) => goodInputs[name] },
  { what: 'front desk', who: 'frontdesk', input: (name) => goodInputs[name] },
  { what: 'again, same key', who: 'frontdesk', input: (name) => goodInputs[name] },
  {
    what: 'other body, same key',
    who: 'frontdesk',
    input: (name) => ({ ...goodInputs[name], body: each(goodInputs[name].body, null) }),
  },
]

const describeAnswer = ({ status, body }: Answer): string =>
  status >= 400 ? `${status} ${body?.code ?? 'without a code'}` : String(status)

describe('every route’s status and code', () => {
  let office: RunningBackOffice
  let mailServer: FakeMailServer
  beforeAll(async () => {
    const [sqlite] = await findEngines()
    if (sqlite === undefined) throw new Error('SQLite is always there')
    mailServer = await startFakeMailServer()
    office = await runBackOffice(sqlite, { reconciliation: true, smtpUrl: mailServer.url })
  })
  afterAll(async () => {
    await office.stop()
    await mailServer.close()
  })

  it('match route-codes.golden.txt', { timeout: 120_000 }, async () => {
    const lines: string[] = []
    for (const name of names) {
      lines.push(name)
      for (const { what, who, input } of asked) {
        if (isSlow(name) && what !== 'no session' && what !== 'unknown ids') continue
        const token = who === null ? undefined : await office.signIn(who)
        const key = `golden-${name}-${what.endsWith('same key') ? 'front desk' : what}`.replaceAll(' ', '-')
        lines.push(`  ${what}: ${describeAnswer(await office.call(name, input(name), { token, key }))}`)
      }
    }
    expect(lines.filter((line) => /: 5\d\d /.test(line)).length).toBe(0)
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('route-codes.golden.txt')
  })
})
