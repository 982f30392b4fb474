import { describe, expect, it } from 'vitest'
import { decideHoldUpkeep } from '#domain/booking/hold-upkeep.ts'
import { addMinutes, parseInstant } from '#domain/values/instant.ts'

const placed = parseInstant('2026-11-24T17:00:00Z') ?? expect.fail()
const minutesIn = (minutes: number) => addMinutes(placed, minutes)

describe('decideHoldUpkeep', () => {
  it.each([
    ['just placed and in use', 1, 10, 0, 1, 'wait'],
    ['three minutes old and in use', 3, 10, 0, 3, 'renew'],
    ['four minutes old, touched four minutes ago', 4, 10, 0, 0, 'renew'],
    ['untouched for more than five minutes', 6, 10, 0, 0.5, 'wait'],
    ['untouched and nearly over', 9.5, 10, 0, 0, 'wait'],
    ['in use, renewed a minute ago, a minute left', 9, 10, 8, 9, 'renew'],
    ['at its end, in use', 10, 10, 0, 10, 'lapsed'],
    ['past its end', 11, 10, 0, 0, 'lapsed'],
  ])('decides for a hold that is %s', (_, now, ends, renewed, touched, expected) => {
    expect(
      decideHoldUpkeep({
        now: minutesIn(now),
        expiresAt: minutesIn(ends),
        renewedAt: minutesIn(renewed),
        lastActivity: minutesIn(touched),
      }),
    ).toBe(expected)
  })
})
