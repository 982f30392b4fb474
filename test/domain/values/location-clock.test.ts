import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minutesBetween, toInstant } from '#domain/values/instant.ts'
import {
  dayBounds,
  findInstants,
  parseZoneId,
  startOfDay,
  todayAt,
  toWallTime,
  zoneAbbreviation,
} from '#domain/values/location-clock.ts'
import { addDays } from '#domain/values/plain-date.ts'
import { knownDate, knownInstant, knownZone } from '../../fixtures/time/known.ts'
import { CHANGE_DAYS, CLINIC_ZONES, WALL_FACTS } from '../../fixtures/time/zone-facts.ts'

const clinicZones = Object.keys(CLINIC_ZONES)
const anyClinicZone = fc.constantFrom(...clinicZones).map(knownZone)
// 2020 to 2035, to the second: the old daylight saving rules, the new ones, and later years.
const anyInstant = fc.integer({ min: 1_577_836_800, max: 2_082_758_400 }).map((seconds) => toInstant(seconds * 1000))

describe('parseZoneId', () => {
  it('accepts an existing zone in any letter case', () => {
    expect(parseZoneId('America/Vancouver')).toBe('America/Vancouver')
    expect(parseZoneId('america/st_johns')).toBe('America/St_Johns')
    expect(parseZoneId('America/Indiana/Indianapolis')).toBe('America/Indiana/Indianapolis')
    expect(parseZoneId('UTC')).toBe('UTC')
  })

  it.each([
    '',
    'Nowhere/Atlantis',
    '+05:00',
    '-0800',
    'America/Vancouver ',
    'America/Vancouver\n',
    'America//Vancouver',
    '__proto__',
    'constructor',
    "America/Vancouver'; DROP TABLE location;--",
    'A'.repeat(10_000),
    null,
    undefined,
    7,
    {},
    ['America/Vancouver'],
  ])('refuses %j', (text) => {
    expect(parseZoneId(text)).toBeUndefined()
  })

  it('never throws, for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string({ unit: 'binary' })), (text) => {
        const zone = parseZoneId(text)
        expect(zone === undefined || typeof zone === 'string').toBe(true)
      }),
    )
  })
})

describe('toWallTime', () => {
  it.each(WALL_FACTS)('converts %s in %s to %s %s %s %s', (instant, zone, date, time, offset, abbreviation) => {
    expect(toWallTime(knownInstant(instant), knownZone(zone))).toEqual({ date, time, offset, abbreviation })
    expect(zoneAbbreviation(knownInstant(instant), knownZone(zone))).toBe(abbreviation)
    expect(todayAt(knownInstant(instant), knownZone(zone))).toBe(date)
  })

  it('does not depend on which days were converted before', () => {
    const zone = knownZone('America/New_York')
    const before = toWallTime(knownInstant('2026-11-01T05:30:00Z'), zone)
    toWallTime(knownInstant('2026-11-01T06:30:00Z'), zone)
    toWallTime(knownInstant('2026-11-01T00:00:00Z'), zone)
    for (let day = 0; day < 4100; day += 1) toWallTime(toInstant(day * 86_400_000), zone)
    expect(toWallTime(knownInstant('2026-11-01T05:30:00Z'), zone)).toEqual(before)
    expect(before).toEqual({ date: '2026-11-01', time: '01:30', offset: '-04:00', abbreviation: 'EDT' })
  })

  it('is converted back to the same minute by findInstants', () => {
    fc.assert(
      fc.property(anyInstant, anyClinicZone, (instant, zone) => {
        const wall = toWallTime(instant, zone)
        const found = findInstants(wall.date, wall.time, zone)
        if (found.kind === 'never') throw new Error('findInstants found no instant for a wall time of toWallTime')
        const candidates = found.kind === 'once' ? [found.instant] : [found.earlier, found.later]
        const minute = `${instant.slice(0, 16)}:00Z`
        expect(candidates).toContain(minute)
      }),
    )
  })
})

describe('zoneAbbreviation', () => {
  it('is a short text in every zone, in winter and summer', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) {
      for (const instant of ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z', '2026-12-15T12:00:00Z']) {
        expect(zoneAbbreviation(knownInstant(instant), knownZone(name))).toMatch(/^[A-Z][A-Za-z0-9:+-]{1,9}$/)
      }
    }
  })

  it('is a name, not an offset, in every clinic zone except the Yukon’s, which has no abbreviation', () => {
    for (const name of clinicZones) {
      const expected = name === 'America/Whitehorse' ? /^GMT-7$/ : /^[A-Z]{3,4}$/
      expect(zoneAbbreviation(knownInstant('2026-12-15T12:00:00Z'), knownZone(name)), name).toMatch(expected)
    }
  })
})

describe('findInstants', () => {
  const newYork = knownZone('America/New_York')

  it('finds both instants when the hour is repeated', () => {
    expect(findInstants(knownDate('2026-11-01'), '01:30', newYork)).toEqual({
      kind: 'twice',
      earlier: '2026-11-01T05:30:00Z',
      later: '2026-11-01T06:30:00Z',
    })
  })

  it('finds no instant when the hour is skipped, and returns the instant at which the clock continues', () => {
    for (const time of ['02:00', '02:30', '02:59']) {
      const expected = { kind: 'never', nextValid: '2027-03-14T07:00:00Z' }
      expect(findInstants(knownDate('2027-03-14'), time, newYork)).toEqual(expected)
    }
    expect(findInstants(knownDate('2027-03-14'), '03:00', newYork)).toEqual({
      kind: 'once',
      instant: '2027-03-14T07:00:00Z',
    })
  })

  it('finds one instant in British Columbia and Alberta when their neighbours have two or none', () => {
    for (const name of ['America/Vancouver', 'America/Edmonton']) {
      for (const [date, time] of [
        ['2026-11-01', '01:30'],
        ['2027-03-14', '02:30'],
        ['2027-11-07', '01:30'],
      ] as const) {
        expect(findInstants(knownDate(date), time, knownZone(name)).kind, `${name} ${date}`).toBe('once')
      }
    }
    expect(findInstants(knownDate('2026-11-01'), '01:30', knownZone('America/Los_Angeles')).kind).toBe('twice')
    expect(findInstants(knownDate('2027-03-14'), '02:30', knownZone('America/Denver')).kind).toBe('never')
  })

  it('handles a change of half an hour', () => {
    const lordHowe = knownZone('Australia/Lord_Howe')
    expect(findInstants(knownDate('2026-10-04'), '02:15', lordHowe)).toEqual({
      kind: 'never',
      nextValid: '2026-10-03T15:30:00Z',
    })
    expect(findInstants(knownDate('2026-04-05'), '01:45', lordHowe).kind).toBe('twice')
    expect(findInstants(knownDate('2026-04-05'), '01:15', lordHowe).kind).toBe('once')
  })

  it.each(['24:00', '9:40', '09:60', '09:40am', '', ' 09:40', '09:40:00', '-1:00'])('throws for %j', (time) => {
    expect(() => findInstants(knownDate('2026-11-24'), time, newYork)).toThrow(RangeError)
  })
})

describe('startOfDay and dayBounds', () => {
  it('give a day of 23 or 25 hours when the clocks change', () => {
    const hours = (date: string, zone: string) => {
      const { from, to } = dayBounds(knownDate(date), knownZone(zone))
      return minutesBetween(from, to) / 60
    }
    expect(CHANGE_DAYS.map((day) => hours(day, 'America/Toronto'))).toEqual([23, 25, 23, 25])
    expect(CHANGE_DAYS.map((day) => hours(day, 'America/Vancouver'))).toEqual([23, 24, 24, 24])
    expect(CHANGE_DAYS.map((day) => hours(day, 'America/Regina'))).toEqual([24, 24, 24, 24])
  })

  it('start the day at the change if the clocks skip midnight', () => {
    const havana = knownZone('America/Havana')
    expect(startOfDay(knownDate('2027-03-14'), havana)).toBe('2027-03-14T05:00:00Z')
    expect(toWallTime(knownInstant('2027-03-14T05:00:00Z'), havana).time).toBe('01:00')
  })

  it('leave no gap and no overlap between one day and the next', () => {
    fc.assert(
      fc.property(anyInstant, anyClinicZone, (instant, zone) => {
        const date = todayAt(instant, zone)
        const { from, to } = dayBounds(date, zone)
        expect(from <= instant).toBe(true)
        expect(instant < to).toBe(true)
        expect(startOfDay(addDays(date, 1), zone)).toBe(to)
      }),
    )
  })
})
