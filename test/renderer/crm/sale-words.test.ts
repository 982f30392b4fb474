import { describe, expect, it } from 'vitest'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import { bookingTypeWords, crmTimeWords, flagWords, saleWords } from '#renderer/crm/sale-words.ts'

const zone = 'America/Vancouver' as ZoneId

describe('flagWords', () => {
  it('returns date, time and zone of a flag that is set', () => {
    const time = '2026-11-24T17:40:00Z' as Instant
    expect(flagWords({ isSet: true, time }, zone)).toMatch(/^24 Nov 2026 \d\d:40am P[DS]T$/)
  })

  it('returns Yes for a flag without a time, and null for a flag that is not set', () => {
    expect(flagWords({ isSet: true, time: null }, zone)).toBe(saleWords.flagSet)
    expect(flagWords({ isSet: false, time: '2026-11-24T17:40:00Z' as Instant }, zone)).toBeNull()
  })
})

describe('bookingTypeWords', () => {
  it.each([
    [true, false, 'Online'],
    [false, true, 'By staff'],
    [true, true, 'Online'],
    [false, false, null],
  ])('returns for online %s and offline %s: %s', (online, offline, words) => {
    expect(bookingTypeWords({ isSet: online }, { isSet: offline })).toBe(words)
  })
})

describe('crmTimeWords', () => {
  it('reads the CRM’s own time format', () => {
    expect(crmTimeWords('2026-11-01T17:00:00.000+0000', zone)).toMatch(/^01 Nov 2026 /)
  })

  it('returns unchanged a text that is not a time', () => {
    expect(crmTimeWords('last week', zone)).toBe('last week')
  })
})
