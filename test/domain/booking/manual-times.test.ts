import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manualTimeChoices } from '#domain/booking/manual-times.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { addDays } from '#domain/values/plain-date.ts'
import { knownDate, knownZone } from '../../fixtures/time/known.ts'
import { CHANGE_DAYS, CLINIC_ZONES } from '../../fixtures/time/zone-facts.ts'

const anyClinicZone = fc.constantFrom(...Object.keys(CLINIC_ZONES)).map(knownZone)

describe('manualTimeChoices', () => {
  it.each(Object.entries(CLINIC_ZONES))(
    'has the right number of times on the days of a clock change in %s',
    (name, expected) => {
      const counts = CHANGE_DAYS.map((day) => manualTimeChoices(knownDate(day), knownZone(name)).length)
      expect(counts).toEqual(expected)
    },
  )

  it('offers a repeated hour twice, in order, each with its zone', () => {
    const choices = manualTimeChoices(knownDate('2026-11-01'), knownZone('America/Toronto'), 30)
    expect(choices.slice(1, 7)).toEqual([
      { label: '12:30am', time: '00:30', instant: '2026-11-01T04:30:00Z' },
      { label: '01:00am', time: '01:00', offsetNote: 'EDT (first)', instant: '2026-11-01T05:00:00Z' },
      { label: '01:30am', time: '01:30', offsetNote: 'EDT (first)', instant: '2026-11-01T05:30:00Z' },
      { label: '01:00am', time: '01:00', offsetNote: 'EST (second)', instant: '2026-11-01T06:00:00Z' },
      { label: '01:30am', time: '01:30', offsetNote: 'EST (second)', instant: '2026-11-01T06:30:00Z' },
      { label: '02:00am', time: '02:00', instant: '2026-11-01T07:00:00Z' },
    ])
  })

  it('leaves out a skipped hour', () => {
    const labels = manualTimeChoices(knownDate('2027-03-14'), knownZone('America/Denver'), 30).map(({ label }) => label)
    expect(labels.slice(2, 6)).toEqual(['01:00am', '01:30am', '03:00am', '03:30am'])
  })

  it('is empty for a day that the zone skipped', () => {
    expect(manualTimeChoices(knownDate('2011-12-30'), knownZone('Pacific/Apia'))).toEqual([])
  })

  it('is strictly increasing and has the wall time of each instant', () => {
    const anyDay = fc.integer({ min: 0, max: 3650 }).map((days) => addDays(knownDate('2024-01-01'), days))
    fc.assert(
      fc.property(anyDay, anyClinicZone, fc.constantFrom(5, 7, 15, 60), (date, zone, step) => {
        const choices = manualTimeChoices(date, zone, step)
        for (const [index, choice] of choices.entries()) {
          const previous = choices[index - 1]
          if (previous !== undefined) expect(previous.instant < choice.instant).toBe(true)
          expect(toWallTime(choice.instant, zone)).toMatchObject({ date, time: choice.time })
        }
      }),
      { numRuns: 60 },
    )
  })

  it.each([0, -5, 1.5, 1441, Number.NaN, Number.POSITIVE_INFINITY])('throws for a step of %d', (step) => {
    expect(() => manualTimeChoices(knownDate('2026-11-24'), knownZone('UTC'), step)).toThrow(RangeError)
  })
})
