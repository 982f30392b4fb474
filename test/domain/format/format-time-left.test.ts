import { describe, expect, it } from 'vitest'
import { formatTimeLeft } from '#domain/format/format-time-left.ts'
import { toInstant } from '#domain/values/instant.ts'

const nowMs = Date.UTC(2026, 10, 27, 8)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('the time left', () => {
  it.each([
    [3 * day, '3 days'],
    [3 * day - minute, '2 days and 23 hours'],
    [day + 59 * minute, '1 day'],
    [day + hour, '1 day and 1 hour'],
    [23 * hour + 59 * minute, '23 hours and 59 minutes'],
    [hour, '1 hour'],
    [61 * minute, '1 hour and 1 minute'],
    [5 * minute + 59_000, '5 minutes'],
    [minute, '1 minute'],
    [59_000, 'less than a minute'],
    [0, 'less than a minute'],
    [-day, 'less than a minute'],
  ])('of %d ms is %s', (leftMs, text) => {
    expect(formatTimeLeft(toInstant(nowMs), toInstant(nowMs + leftMs))).toBe(text)
  })
})
