import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/values/plain-date.ts'
import { compareWithOracle } from '../../fixtures/time/compare-with-oracle.ts'
import { askOracle } from '../../fixtures/time/intl-oracle.ts'
import { knownDate, knownZone } from '../../fixtures/time/known.ts'
import { CHANGE_DAYS, CLINIC_ZONES, WALL_FACTS } from '../../fixtures/time/zone-facts.ts'

describe('the oracle', () => {
  // Without this test, the clock and its oracle could both be wrong on a runtime whose zone tables have the old rules.
  it('agrees with the hand-written WALL_FACTS of the time-zone law', () => {
    for (const [instant, zone, date, time, offset, abbreviation] of WALL_FACTS) {
      const epochMs = Math.floor(Date.parse(instant) / 300_000) * 300_000
      if (epochMs !== Date.parse(instant)) continue
      const moment = askOracle(instant.slice(0, 10), zone).at.get(epochMs)
      expect(moment, `${instant} ${zone}`).toMatchObject({ date, time, offset, abbreviation })
    }
  })
})

describe('the location clock compared with the oracle', () => {
  it.each(Object.keys(CLINIC_ZONES))('agrees around every clock change in %s', (name) => {
    for (const day of CHANGE_DAYS) {
      for (const away of [-1, 0]) {
        const { compared, differences } = compareWithOracle(addDays(knownDate(day), away), knownZone(name))
        expect(differences).toEqual([])
        expect(compared).toBeGreaterThan(1400)
      }
    }
  })

  it.each(['America/Havana', 'Australia/Lord_Howe', 'Europe/London', 'Africa/Casablanca', 'Asia/Kathmandu'])(
    'agrees on each first day of the month in %s',
    (name) => {
      for (let month = 1; month <= 12; month += 1) {
        const date = knownDate(`2027-${String(month).padStart(2, '0')}-01`)
        expect(compareWithOracle(date, knownZone(name)).differences).toEqual([])
      }
    },
  )
})
