import { describe, expect, it } from 'vitest'
import { parseZoneId, toWallTime, zoneAbbreviation } from '#domain/values/location-clock.ts'
import { yearRoundTime } from '#domain/values/permanent-offsets.ts'
import { nextTransitions } from '#domain/values/zone-rules.ts'
import { knownInstant, knownZone } from '../../fixtures/time/known.ts'

const WINTER = '2026-12-15T19:00:00Z'

function runtimeOffset(zone: string): string | undefined {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(Date.parse(WINTER)).find((part) => part.type === 'timeZoneName')?.value
  return name?.slice('GMT'.length)
}

describe('yearRoundTime', () => {
  it.each([
    ['America/Vancouver', '-07:00', 'PDT'],
    ['Canada/Pacific', '-07:00', 'PDT'],
    ['America/Edmonton', '-06:00', 'MDT'],
    ['America/Yellowknife', '-06:00', 'MDT'],
    ['America/Inuvik', '-06:00', 'MDT'],
    ['America/Winnipeg', '-05:00', 'CDT'],
    ['Canada/Central', '-05:00', 'CDT'],
  ])('overrides %s exactly when the runtime does not have %s %s in winter', (zone, offset, abbreviation) => {
    const found = yearRoundTime(Date.parse(WINTER), zone)
    if (runtimeOffset(zone) === offset) expect(found).toBeUndefined()
    else expect(found).toMatchObject({ offset, abbreviation })
    expect(toWallTime(knownInstant(WINTER), knownZone(zone))).toMatchObject({ offset, abbreviation })
    expect(nextTransitions(knownZone(zone), knownInstant('2026-10-20T00:00:00Z'), 10)).toEqual([])
  })

  it('leaves the past and every other zone to the runtime', () => {
    expect(yearRoundTime(Date.parse('2026-09-30T00:00:00Z'), 'America/Winnipeg')).toBeUndefined()
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      if (/\/(Vancouver|Edmonton|Inuvik|Winnipeg)$/.test(zone)) continue
      expect(yearRoundTime(Date.parse(WINTER), zone), zone).toBeUndefined()
    }
  })

  it('causes no clock change at the moment from which it applies: Manitoba has no clock change after March 2026', () => {
    const zone = knownZone('America/Winnipeg')
    const changes = nextTransitions(zone, knownInstant('2026-01-01T00:00:00Z'), 10).map(({ instant }) => instant)
    expect(changes).toEqual(['2026-03-08T08:00:00Z'])
    expect(zoneAbbreviation(knownInstant('2026-10-01T11:59:59Z'), zone)).toBe('CDT')
    expect(zoneAbbreviation(knownInstant('2026-10-01T12:00:00Z'), zone)).toBe('CDT')
  })

  it('does not change the name that parseZoneId returns', () => {
    expect(parseZoneId('America/Winnipeg')).toBe('America/Winnipeg')
  })
})
