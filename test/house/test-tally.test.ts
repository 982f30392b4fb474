import { describe, expect, it } from 'vitest'
import { tallyModules, tallyPlaywright } from '#scripts/test-tally.ts'

type Outcome = { readonly state: string; readonly note?: string; readonly flaky?: boolean }

const module = (state: string, tests: readonly Outcome[]) => ({
  moduleId: 'x.test.ts',
  state: () => state,
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
          { state: 'failed' },
          { state: 'skipped', note: 'no server' },
          { state: 'skipped' },
        ]),
      ],
      0,
    )
    expect(tally).toEqual({
      passed: 1,
      failed: 1,
      skipped: [
        { test: 'test 2', reason: 'no server' },
        { test: 'test 3', reason: 'no reason given' },
      ],
      second: [],
    })
  })

  it('names a test that passed only on a second try', () => {
    const tally = tallyModules([module('passed', [{ state: 'passed' }, { state: 'passed', flaky: true }])], 0)
    expect(tally).toMatchObject({ passed: 2, failed: 0, second: ['test 1'] })
  })

  it('counts a file that did not load, and an error outside any test, as a failure each', () => {
    expect(tallyModules([module('failed', []), module('passed', [{ state: 'passed' }])], 1)).toEqual({
      passed: 1,
      failed: 2,
      skipped: [],
      second: [],
    })
  })

  it('counts a test that never ended as failed', () => {
    expect(tallyModules([module('passed', [{ state: 'pending' }])], 0).failed).toBe(1)
  })
})

describe('tallyPlaywright', () => {
  const test = (status: string, annotations: object[] = []) => ({ projectName: 'browser', status, annotations })

  it('counts specs at every depth, and names one that passed only on a second try', () => {
    const report = {
      errors: [{}],
      suites: [
        {
          specs: [{ title: 'a', tests: [test('expected'), test('flaky')] }],
          suites: [
            {
              specs: [
                { title: 'b', tests: [test('unexpected'), test('skipped', [{ type: 'skip', description: 'why' }])] },
              ],
            },
          ],
        },
      ],
    }
    expect(tallyPlaywright(report)).toEqual({
      passed: 2,
      failed: 2,
      skipped: [{ test: 'b [browser]', reason: 'why' }],
      second: ['a [browser]'],
    })
  })

  it('refuses a report it cannot read', () => {
    expect(() => tallyPlaywright({ suites: [{ specs: [{ title: 'a', tests: [test('odd')] }] }], errors: [] })).toThrow()
  })
})
