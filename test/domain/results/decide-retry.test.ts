import { describe, expect, it } from 'vitest'
import { decideRetry, maxTries } from '#domain/results/decide-retry.ts'

describe('decideRetry', () => {
  it.each([
    ['the first try', { tries: 0, retryAt: null }, { kind: 'try', tries: 1, retryAt: 1005 }],
    ['a try that is due', { tries: 1, retryAt: 1000 }, { kind: 'try', tries: 2, retryAt: 1015 }],
    ['a try that is not due', { tries: 1, retryAt: 1001 }, { kind: 'wait' }],
    ['the last try', { tries: maxTries - 1, retryAt: 900 }, { kind: 'try', tries: maxTries, retryAt: 1300 }],
    // The server ended during the last try.
    ['no further try', { tries: maxTries, retryAt: 900 }, { kind: 'person' }],
    ['the last try, in progress', { tries: maxTries, retryAt: 1001 }, { kind: 'wait' }],
  ] as const)('decides %s', (_name, result, expected) => {
    expect(decideRetry(result, 1000)).toEqual(expected)
  })
})
