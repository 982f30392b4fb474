import { describe, expect, it } from 'vitest'
import { tallyModules, tallyPlaywright } from '#scripts/test-tally.ts'

type Outcome = {
  readonly state: string
  readonly note?: string
  readonly flaky?: boolean
  readonly errors?: readonly { readonly message: string }[]
}

const module = (state: string, tests: readonly Outcome[], errors: readonly { message: string }[] = []) => ({
  errors: () => errors,
  moduleId: 'x.test.ts',
  state: () => state,
  diagnostic: () => ({ duration: 5, collectDuration: 2, setupDuration: 1, environmentSetupDuration: 0 }),
  children: {
    allTests: () =>
      tests.map((outcome, index) => ({
        fullName: `test ${index}`,
        result: () => outcome,
        diagnostic: () => ({ flaky: outcome.flaky === true }),
      })),
  },
})

describe('tallyModules', () => {
  it('counts each outcome, and names a skipped test with its reason', () => {
    const tally = tallyModules(
      [
        module('failed', [
          { state: 'passed' },
          { state: 'failed', errors: [{ message: '\u001b[31mexpected 1\u001b[39m\n\n  to be 2' }] },
          { state: 'skipped', note: 'no server' },
          { state: 'skipped' },
        ]),
      ],
      0,
    )
    expect(tally).toEqual({
      passed: 1,
      failed: 1,
      failures: [{ test: 'test 1', reason: 'expected 1 | to be 2' }],
      skipped: [
        { test: 'test 2', reason: 'no server' },
        { test: 'test 3', reason: 'no reason given' },
      ],
      second: [],
      files: [{ file: 'x.test.ts', ms: 8 }],
    })
  })

  it('names a test that passed only on a second try', () => {
    const flaky = { state: 'passed', flaky: true, errors: [{ message: 'too late' }] }
    const tally = tallyModules([module('passed', [{ state: 'passed' }, flaky])], 0)
    expect(tally).toMatchObject({ passed: 2, failed: 0, second: [{ test: 'test 1', reason: 'too late' }] })
  })

  it('counts a file that did not load, and an error outside any test, as one failure each', () => {
    const broken = module('failed', [], [{ message: 'no such file' }])
    expect(tallyModules([broken, module('passed', [{ state: 'passed' }])], 1)).toEqual({
      passed: 1,
      failed: 2,
      failures: [{ test: 'x.test.ts', reason: 'no such file' }],
      skipped: [],
      second: [],
      files: [
        { file: 'x.test.ts', ms: 8 },
        { file: 'x.test.ts', ms: 8 },
      ],
    })
  })

  it('counts as failed a test that never ended', () => {
    expect(tallyModules([module('passed', [{ state: 'pending' }])], 0).failed).toBe(1)
  })
})

describe('tallyPlaywright', () => {
  const test = (status: string, annotations: object[] = []) => ({
    projectName: 'browser',
    status,
    annotations,
    results: [{ duration: 2, errors: [{ message: 'a toast covers it' }] }, { duration: 3 }],
  })

  it('counts specs at every depth, and names one that passed only on a second try', () => {
    const report = {
      config: { rootDir: '/house/test/journeys' },
      errors: [{}],
      suites: [
        {
          specs: [{ title: 'a', file: 'a.spec.ts', tests: [test('expected'), test('flaky')] }],
          suites: [
            {
              specs: [
                {
                  title: 'b',
                  file: 'a.spec.ts',
                  tests: [test('unexpected'), test('skipped', [{ type: 'skip', description: 'why' }])],
                },
              ],
            },
          ],
        },
      ],
    }
    expect(tallyPlaywright(report)).toEqual({
      passed: 2,
      failed: 2,
      failures: [{ test: 'b [browser]', reason: 'a toast covers it' }],
      skipped: [{ test: 'b [browser]', reason: 'why' }],
      second: [{ test: 'a [browser]', reason: 'a toast covers it' }],
      files: [{ file: '/house/test/journeys/a.spec.ts', ms: 20 }],
    })
  })

  it('throws on a report of an unknown shape', () => {
    expect(() => tallyPlaywright({ suites: [{ specs: [{ title: 'a', tests: [test('odd')] }] }], errors: [] })).toThrow()
  })
})
