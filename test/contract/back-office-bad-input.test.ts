import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import { isFailureCode } from '#contract/reply.ts'
import { type Answer, findEngines, type RunningBackOffice, runBackOffice, toPath } from '../builders/back-office.ts'
import { someOf } from '../fixtures/deep.ts'
import { badBodies, badCalls, goodInputs } from './back-office-bad-input.ts'

const names = Object.keys(backOfficeRoutes) as RouteName[]

/** Accepts a success, or a refusal in the form of decisions §3. Other suites check the content of a success. */
const isWellFormedAnswer = (answer: Answer): boolean =>
  (answer.status >= 200 && answer.status < 300) ||
  (answer.status >= 400 &&
    answer.status < 500 &&
    isFailureCode(answer.body?.code) &&
    answer.body.code !== 'unexpected' &&
    typeof answer.body.message === 'string' &&
    answer.body.message.length > 10)

const describeAnswer = (what: string, answer: Answer): string =>
  `${what}: ${answer.status} ${JSON.stringify(answer.body)}`.slice(0, 300)

describe('the inputs before they are spoiled', () => {
  it.each(names)('are valid for %s', (name) => {
    const { params, query, body } = backOfficeRoutes[name]
    const asSent = Object.fromEntries(
      Object.entries(goodInputs[name].query ?? {}).map(([key, value]) => [key, String(value)]),
    )
    expect(params.safeParse(goodInputs[name].params ?? {}).error).toBeUndefined()
    expect(query.safeParse(asSent).error).toBeUndefined()
    expect(body.safeParse(goodInputs[name].body ?? {}).error).toBeUndefined()
  })
})

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(`a back office that gets bad input on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let statuses: Map<string, Map<number, number>>
    beforeAll(async () => {
      office = await runBackOffice(engine)
      statuses = new Map()
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })

    const count = (name: string, status: number): void => {
      const of = statuses.get(name) ?? new Map<number, number>()
      statuses.set(name, of.set(status, (of.get(status) ?? 0) + 1))
    }

    it('refuses or accepts every spoiled field of every route, without an unexpected error', {
      timeout: 240_000,
    }, async () => {
      // Most input is refused before it reaches a database, so PostgreSQL gets fewer calls.
      const all = badCalls()
      expect(all.length).toBeGreaterThan(10_000)
      const calls = someOf(all, engine.kind === 'sqlite' ? 12 : 30)
      const bad: string[] = []
      let key = 0
      const queue = [...calls]
      const desk = async (): Promise<void> => {
        for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
          if (next.name === 'signOut') continue
          key += 1
          const answer = await office.call(next.name, next.input, {
            token: await office.signIn('admin'),
            key: `k${key}`,
          })
          count(next.name, answer.status)
          if (!isWellFormedAnswer(answer)) bad.push(describeAnswer(`${next.name} ${next.what}`, answer))
        }
      }
      await Promise.all([desk(), desk(), desk(), desk()])
      expect(bad).toEqual([])
      const refused = [...statuses.values()].reduce((sum, of) => sum + (of.get(400) ?? 0), 0)
      console.log(`${engine.kind}: ${key} spoiled calls, ${refused} refused as 400, 0 failures of the service`)
      expect(refused).toBeGreaterThan(calls.length / 2)
    })

    it('returns no unexpected error for bodies that are wrong as a whole, and refuses wrong types and sizes', {
      timeout: 120_000,
    }, async () => {
      const bad: string[] = []
      const takers = names.filter((one) => backOfficeRoutes[one].method !== 'GET' && one !== 'signOut')
      for (const name of engine.kind === 'sqlite' ? takers : someOf(takers, 5)) {
        const path = toPath(name, goodInputs[name])
        for (const { what, body, contentType } of badBodies) {
          const sent = { token: await office.signIn('admin'), key: `b-${name}-${what.replaceAll(' ', '-')}`, body }
          const answer = await office.send(
            backOfficeRoutes[name].method,
            path,
            contentType === undefined ? sent : { ...sent, contentType },
          )
          if (!isWellFormedAnswer(answer)) bad.push(describeAnswer(`${name} with ${what}`, answer))
          if (contentType !== undefined && answer.status !== 415)
            bad.push(describeAnswer(`${name} took ${what}`, answer))
          // The limit for an imported file is higher.
          const isLarge = what === 'more than a megabyte' && name !== 'importFile'
          if (isLarge && answer.status !== 413) bad.push(describeAnswer(name, answer))
        }
      }
      expect(bad).toEqual([])
    })

    it.each([
      ['GET', '/nothing/here'],
      ['DELETE', '/api/v1/userV2/m-000001'],
      ['OPTIONS', '/login'],
      ['GET', '/login'],
      ['GET', '/api/v1/userV2/%'],
      ['GET', '/api/v1/userV2/%00'],
      ['GET', '/api/v1/userV2/%ff%fe'],
      ['GET', `/api/v1/userV2/${'x'.repeat(5000)}`],
      ['GET', '/study/..%2f..%2fetc'],
      ['GET', '/booking/?locationID=ca-bc-1&locationID=us-wa-2'],
      ['GET', '/booking/?skuID[$gt]=1&skuID=x'],
      ['GET', '/api/v1/changes?__proto__=1&constructor=2&locationID=%00'],
      ['GET', '//'],
    ])('answers %s %.60s with a code and a sentence', async (method, path) => {
      const answer = await office.send(method, path, { token: await office.signIn('admin') })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(isWellFormedAnswer(answer), describeAnswer(path, answer)).toBe(true)
    })

    it('leaves the members intact: each has a name and the key of its email address', async () => {
      const members = await office.db.selectFrom('member').selectAll().execute()
      expect(members.length).toBeGreaterThanOrEqual(2)
      for (const member of members) {
        expect(member.firstname.trim()).not.toBe('')
        expect(member.email_key).toBe(member.email.toLowerCase())
      }
    })
  })
}
