import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import { findEngines, runBackOffice } from '../builders/back-office.ts'
import { someOf } from '../fixtures/deep.ts'
import { fieldPaths, goodInputs, withField } from './back-office-bad-input.ts'

type Input = { readonly params?: object; readonly query?: object; readonly body?: object }
type Case = { readonly name: RouteName; readonly where: string; readonly value: unknown; readonly input: Input }

const dates = ['0001-01-01', '0002-01-01', '9998-12-31', '9999-12-31', '2026-02-30', '+010000-01-01']
const instants = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2026-02-30T00:00:00Z', '-000001-01-01T00:00:00Z']
const numbers = [-1, 2_147_483_648, 9_007_199_254_740_991, 1e300, 0.5]

/** Repeatable random numbers: the same in every run, and different for every field. */
let chance = 0
const chosen = <Value>(arbitrary: fc.Arbitrary<Value>): readonly Value[] => {
  chance += 1
  return fc.sample(arbitrary, { numRuns: 3, seed: chance })
}
const anyDate = fc
  .tuple(fc.integer({ min: -20, max: 12_000 }), fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 33 }))
  .map(([year, month, day]) =>
    [String(year).padStart(4, '0'), ...[month, day].map((n) => String(n).padStart(2, '0'))].join('-'),
  )
const anyInstant = fc
  .tuple(anyDate, fc.integer({ min: 0, max: 25 }), fc.constantFrom('Z', '+14:00', '-12:00', '', '+25:00'))
  .map(([date, hour, zone]) => `${date}T${String(hour).padStart(2, '0')}:00:00${zone}`)
const anyNumber = fc.oneof(fc.double({ noNaN: true }), fc.integer(), fc.maxSafeInteger())

const extremesOf = (value: unknown): readonly unknown[] => {
  if (typeof value === 'number') return [...numbers, ...chosen(anyNumber)]
  if (typeof value !== 'string') return []
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return [...dates, ...chosen(anyDate)]
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return [...instants, ...chosen(anyInstant)]
  return /^\d+$/.test(value) ? [...numbers, ...chosen(anyNumber)].map(String) : []
}

const fieldAt = (value: object, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value)

const part = ['params', 'query', 'body'] as const
const cases = (Object.keys(backOfficeRoutes) as RouteName[]).flatMap((name): Case[] => {
  const good: Input = goodInputs[name]
  return part.flatMap((which) =>
    fieldPaths(good[which] ?? {}).flatMap((path) =>
      extremesOf(fieldAt(good[which] ?? {}, path)).map((extreme) => ({
        name,
        where: `${which}.${path.join('.')}`,
        value: extreme,
        input: { ...good, [which]: withField(good[which] ?? {}, path, extreme) },
      })),
    ),
  )
})

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`extreme and random dates and numbers on ${engine.kind}`, () => {
    const tried = someOf(cases, 2)
    it(`cause no server error in any route, in ${tried.length} calls`, { timeout: 120_000 }, async () => {
      const office = await runBackOffice(engine)
      const token = await office.signIn('admin')
      const failed: string[] = []
      for (const [index, { name, where, value, input }] of tried.entries()) {
        const { status } = await office.call(name, input as object, { token, key: `extreme-${index}` })
        if (status >= 500 && status !== 503) failed.push(`${name} ${where} ${String(value)}: ${status}`)
      }
      await office.stop()
      expect(failed).toEqual([])
      expect(office.errors).toEqual([])
      expect(tried.length).toBeGreaterThan(100)
    })
  })
}
