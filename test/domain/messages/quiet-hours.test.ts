import { describe, expect, it } from 'vitest'
import { afterQuietHours, daysFrom } from '#domain/messages/quiet-hours.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'

const newYork = 'America/New_York' as ZoneId
const night = { quietFrom: '21:00', quietTo: '08:00' }

describe('afterQuietHours', () => {
  it.each<[string, string, string, { quietFrom: string; quietTo: string }]>([
    ['a time of day stays', '2026-11-21T17:00:00Z', '2026-11-21T17:00:00Z', night],
    ['an evening waits until the morning', '2026-11-22T03:30:00Z', '2026-11-22T13:00:00Z', night],
    ['the first quiet minute waits', '2026-11-22T02:00:00Z', '2026-11-22T13:00:00Z', night],
    ['a time after midnight waits until the same morning', '2026-11-22T09:00:00Z', '2026-11-22T13:00:00Z', night],
    ['the end of the quiet hours is not quiet', '2026-11-22T13:00:00Z', '2026-11-22T13:00:00Z', night],
    ['daytime quiet hours', '2026-11-21T17:00:00Z', '2026-11-21T18:00:00Z', { quietFrom: '12:00', quietTo: '13:00' }],
    [
      'no quiet hours if start and end are equal',
      '2026-11-22T09:00:00Z',
      '2026-11-22T09:00:00Z',
      { quietFrom: '08:00', quietTo: '08:00' },
    ],
    // Clocks go forward on 8 March 2026 at 07:00 UTC, and back on 1 November 2026 at 06:00 UTC.
    ['the night in which clocks go forward', '2026-03-08T04:00:00Z', '2026-03-08T12:00:00Z', night],
    ['the night in which clocks go back', '2026-11-01T03:00:00Z', '2026-11-01T13:00:00Z', night],
    [
      'an end in the skipped hour',
      '2026-03-08T05:00:00Z',
      '2026-03-08T07:00:00Z',
      { quietFrom: '21:00', quietTo: '02:30' },
    ],
    [
      'an end in the repeated hour',
      '2026-11-01T04:30:00Z',
      '2026-11-01T05:30:00Z',
      { quietFrom: '21:00', quietTo: '01:30' },
    ],
  ])('delays a message, or not: %s', (_what, instant, expected, settings) => {
    expect(afterQuietHours(instant as Instant, settings, newYork)).toBe(expected)
  })
})

describe('daysFrom', () => {
  it.each<[string, string, number, string]>([
    ['before the clocks go forward', '2026-03-09T14:00:00Z', -2, '2026-03-07T15:00:00Z'],
    ['before the clocks go back', '2026-11-02T15:00:00Z', -2, '2026-10-31T14:00:00Z'],
    ['after the scan', '2026-11-21T17:00:00Z', 2, '2026-11-23T15:00:00Z'],
  ])('is the hour of the location’s clock %s', (_what, instant, days, expected) => {
    expect(daysFrom(instant as Instant, days, '10:00', newYork)).toBe(expected)
  })
})
