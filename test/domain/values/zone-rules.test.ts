import { describe, expect, it } from 'vitest'
import { toEpochMs, toInstant } from '#domain/values/instant.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { differingZones, nextTransitions, zoneTableFingerprint } from '#domain/values/zone-rules.ts'
import { knownInstant, knownZone } from '../../fixtures/time/known.ts'
import { CLINIC_ZONES } from '../../fixtures/time/zone-facts.ts'

const NOW = knownInstant('2026-11-21T12:00:00Z')

describe('nextTransitions', () => {
  it('lists the coming changes, earliest first', () => {
    expect(nextTransitions(knownZone('America/New_York'), NOW, 3)).toEqual([
      { instant: '2027-03-14T07:00:00Z', offsetBefore: '-05:00', offsetAfter: '-04:00' },
      { instant: '2027-11-07T06:00:00Z', offsetBefore: '-04:00', offsetAfter: '-05:00' },
      { instant: '2028-03-12T07:00:00Z', offsetBefore: '-05:00', offsetAfter: '-04:00' },
    ])
  })

  it('lists one change for British Columbia and Alberta in March 2026, and none after it', () => {
    for (const [name, instant] of [
      ['America/Vancouver', '2026-03-08T10:00:00Z'],
      ['America/Edmonton', '2026-03-08T09:00:00Z'],
    ] as const) {
      const transitions = nextTransitions(knownZone(name), knownInstant('2026-01-01T00:00:00Z'), 10)
      expect(transitions.map((transition) => transition.instant)).toEqual([instant])
      expect(nextTransitions(knownZone(name), NOW, 10)).toEqual([])
    }
  })

  it('leaves out a change at the start instant itself', () => {
    const change = knownInstant('2027-03-14T07:00:00Z')
    const second = toInstant(toEpochMs(change) - 1000)
    expect(nextTransitions(knownZone('America/New_York'), second, 1)[0]?.instant).toBe(change)
    expect(nextTransitions(knownZone('America/New_York'), change, 1)[0]?.instant).toBe('2027-11-07T06:00:00Z')
  })

  it('finds both changes of a zone that changes its clock for Ramadan, about a month apart', () => {
    const transitions = nextTransitions(knownZone('Africa/Casablanca'), knownInstant('2025-02-20T00:00:00Z'), 4)
    expect(transitions.map((transition) => transition.instant.slice(0, 10))).toEqual([
      '2025-02-23',
      '2025-04-06',
      '2026-02-15',
      '2026-03-22',
    ])
  })

  it('names the second at which the wall clock jumps, in every clinic zone', () => {
    for (const zone of Object.keys(CLINIC_ZONES).map(knownZone)) {
      for (const { instant, offsetBefore, offsetAfter } of nextTransitions(zone, NOW, 10)) {
        expect(toWallTime(toInstant(toEpochMs(instant) - 1000), zone).offset).toBe(offsetBefore)
        expect(toWallTime(instant, zone).offset).toBe(offsetAfter)
      }
    }
  })
})

describe('zoneTableFingerprint and differingZones', () => {
  const zones = Object.keys(CLINIC_ZONES).map(knownZone)
  const table = zoneTableFingerprint(zones, NOW)

  it('include the current offset and ten changes, if the clocks change', () => {
    expect(Object.keys(table)).toEqual(Object.keys(CLINIC_ZONES))
    expect(table['America/Vancouver']).toBe('-07:00')
    expect(table['America/Toronto']?.split(' ')).toHaveLength(11)
    expect(table['America/Toronto']?.startsWith('-05:00 2027-03-14T07:00:00Z-04:00 ')).toBe(true)
  })

  it('find no difference between equal tables, even after a conversion to JSON and back', () => {
    expect(differingZones(table, JSON.parse(JSON.stringify(table)))).toEqual([])
  })

  it('name the zones that differ on a runtime with the old rules', () => {
    // Vancouver as in tables from before 2026c: the rules of Los Angeles.
    const old = { ...table, 'America/Vancouver': table['America/Los_Angeles'] ?? '' }
    expect(differingZones(table, old)).toEqual(['America/Vancouver'])
  })

  it('name a zone that only one of the two tables has', () => {
    const { 'America/Halifax': _, ...without } = table
    expect(differingZones(table, without)).toEqual(['America/Halifax'])
    expect(differingZones(without, table)).toEqual(['America/Halifax'])
    expect(differingZones({}, { constructor: '-07:00' })).toEqual(['constructor'])
  })
})
