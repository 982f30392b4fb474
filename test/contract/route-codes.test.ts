import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import { type Answer, findEngines, type RunningBackOffice, runBackOffice } from '../builders/back-office.ts'
import { type FakeMailServer, startFakeMailServer } from '../fakes/fake-mail-server.ts'
import { goodInputs } from './back-office-bad-input.ts'

/** Signing out would end the sessions of the test; after a cancellation little else is allowed, so that it comes last. */
const names: readonly RouteName[] = [
  ...(Object.keys(backOfficeRoutes) as RouteName[])
    .filter((name) => name !== 'signOut' && name !== 'cancelBooking')
    .sort(),
  'cancelBooking',
]

const unknown = 'unknown-0001'
const each = (parts: object | undefined, value: unknown): object =>
  Object.fromEntries(Object.keys(parts ?? {}).map((name) => [name, value]))

/** Drawing a paper takes longer than all else here; each has tests of its own. */
const isSlow = (name: RouteName): boolean => 'isPdf' in backOfficeRoutes[name]

/**
 * What every route is asked, in this order: a call that is taken changes what the next one meets. The answers are recorded as
 * they are; whether they are right is the business of the suites.
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

describe('route by code by status', () => {
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

  it('is as it was: a change shows in route-codes.golden.txt', { timeout: 120_000 }, async () => {
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
