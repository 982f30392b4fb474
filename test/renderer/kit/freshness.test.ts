import { describe, expect, it } from 'vitest'
import { fail } from '#contract/reply.ts'
import { addMinutes, parseInstant } from '#domain/values/instant.ts'
import { isBehind, shouldReread } from '#renderer/kit/freshness.ts'

const asOf = parseInstant('2026-11-24T17:00:00Z') ?? expect.fail()
const { failure } = fail('offline', 'Away.')

describe('isBehind', () => {
  it.each([
    ['a copy from a minute ago, online', 'cache', 1, null, true, false],
    ['a copy from six minutes ago, online', 'cache', 6, null, true, true],
    ['an answer from the back office an hour ago, online', 'back-office', 60, null, true, false],
    ['a new answer, offline', 'back-office', 0, null, false, true],
    ['a new answer, then a failed read', 'back-office', 0, failure, true, true],
  ] as const)('is correct for %s', (_, source, minutes, failed, isOnline, expected) => {
    expect(isBehind({ source, asOf, failure: failed, isOnline, now: addMinutes(asOf, minutes) })).toBe(expected)
  })
})

describe('shouldReread', () => {
  it.each([
    ['cache', 1, true, false],
    ['cache', 3, true, true],
    ['cache', 3, false, false],
    ['back-office', 30, true, false],
  ] as const)('for data from %s after %i minutes, with online %s, is %s', (source, minutes, isOnline, expected) => {
    expect(shouldReread({ source, asOf, isOnline, now: addMinutes(asOf, minutes) })).toBe(expected)
  })
})
