import { describe, expect, it } from 'vitest'
import { findNextBookedDay } from '#domain/booking/next-booked-day.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { aMachineTime } from '#test/builders/records.ts'

const at = (utcStart: string, changes: object = {}) => aMachineTime({ utcStart, studyID: 's-1', ...changes })
const find = (times: readonly ReturnType<typeof at>[], from: string) =>
  findNextBookedDay(times, from as PlainDate, 'America/Vancouver' as ZoneId, '2026-11-24T16:00:00Z' as Instant)

describe('findNextBookedDay', () => {
  it('returns the first booked day on or after the given day, by the clock of the location', () => {
    // 06:30 UTC on 27 November is still 26 November in Vancouver.
    const times = [at('2026-11-30T18:00:00Z'), at('2026-11-27T06:30:00Z'), at('2026-11-24T18:00:00Z')]
    expect(find(times, '2026-11-25')).toBe('2026-11-26')
    expect(find(times, '2026-11-27')).toBe('2026-11-30')
    expect(find(times, '2026-12-01')).toBeNull()
  })

  it('does not count slot holds and expired temporary holds', () => {
    const times = [
      at('2026-11-25T18:00:00Z', { studyID: null, kind: 'slot-hold', expiresAt: '2026-11-24T16:05:00Z' }),
      at('2026-11-26T18:00:00Z', { kind: 'temporary-hold', expiresAt: '2026-11-24T15:00:00Z' }),
      at('2026-11-27T18:00:00Z', { kind: 'temporary-hold', expiresAt: '2026-11-25T15:00:00Z' }),
    ]
    expect(find(times, '2026-11-25')).toBe('2026-11-27')
  })
})
