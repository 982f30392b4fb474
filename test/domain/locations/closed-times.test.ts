import { describe, expect, it } from 'vitest'
import { decideOutsideHours } from '#domain/booking/outside-hours.ts'
import { buildSlotDays } from '#domain/booking/slot-grid.ts'
import { closedTimesOf, findClosedTime } from '#domain/locations/closed-times.ts'
import { type Closure, closureSchema } from '#domain/locations/closure.ts'
import type { Instant } from '#domain/values/instant.ts'
import { minutesBetween } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import type { MachineID, SkuID } from '#domain/values/location-id.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { parseTypedClock } from '#renderer/locations/typed-clock.ts'
import { someClosureFields } from '#test/builders/location-drafts.ts'
import { aLocation } from '#test/builders/records.ts'

const aClosure = (fields: Parameters<typeof someClosureFields>[0]): Closure =>
  closureSchema.parse({ closureID: 'c-1', ...someClosureFields(fields) })
const toronto = 'America/Toronto' as ZoneId
const cedar = 'ca-bc-1-m1' as MachineID

describe('closed times', () => {
  it.each([
    ['a day of 24 hours', '2026-12-25T00:00', '2026-12-26T00:00', 24],
    ['a day of 23 hours', '2027-03-14T00:00', '2027-03-15T00:00', 23],
    ['a day of 25 hours', '2027-11-07T00:00', '2027-11-08T00:00', 25],
    ['both passes of the repeated hour', '2027-11-07T01:00', '2027-11-07T02:00', 2],
    ['the hour before the skipped hour', '2027-03-14T01:00', '2027-03-14T02:30', 1],
  ])('cover %s', (_name, from, to, hours) => {
    const [time] = closedTimesOf(aClosure({ from, to }), toronto)
    if (time === undefined) throw new Error('nothing is closed')
    expect(minutesBetween(time.from, time.to)).toBe(hours * 60)
  })

  it('are empty for a closure inside the skipped hour', () => {
    expect(closedTimesOf(aClosure({ from: '2027-03-14T02:00', to: '2027-03-14T03:00' }), toronto)).toEqual([])
  })

  it('touch an appointment that begins before a closed time and ends inside it, but not one that ends when the closed time begins', () => {
    const closures = [aClosure({ from: '2026-12-24T12:00', to: '2026-12-24T20:00', machineID: cedar, reason: 'Coil' })]
    const location = aLocation({ closures })
    const at = (time: string): Instant => `2026-12-24T${time}:00Z` as Instant
    // British Columbia ended clock changes in 2026, so noon in Vancouver is 19:00 UTC in winter too.
    expect(findClosedTime(location, cedar, at('18:30'), at('19:30'))?.closure.reason).toBe('Coil')
    expect(findClosedTime(location, cedar, at('18:00'), at('19:00'))).toBeNull()
    expect(findClosedTime(location, 'ca-bc-1-m2' as MachineID, at('18:30'), at('19:30'))).toBeNull()
    expect(findClosedTime(location, null, at('19:30'), at('19:30'))).toBeNull()
    expect(decideOutsideHours(location, at('18:30'), at('19:30'), cedar)).toMatchObject({ kind: 'closure' })
    expect(decideOutsideHours(aLocation(), at('18:30'), at('19:30'), cedar)).toBeNull()
  })

  it('are listed on their day with their reason, and remove the slots of that day', () => {
    const closures = [aClosure({})]
    const [eve, christmas] = buildSlotDays({
      location: aLocation({ closures }),
      skuID: 300 as SkuID,
      dates: ['2026-12-24', '2026-12-25'] as PlainDate[],
      machineTimes: [],
      now: '2026-12-01T12:00:00Z' as Instant,
      userID: null,
    })
    expect(eve?.closed).toBeUndefined()
    expect(eve?.slots.length).toBeGreaterThan(0)
    expect(christmas?.slots).toEqual([])
    expect(christmas?.closed?.map(({ closure }) => closure.reason)).toEqual(['Christmas Day'])
  })
})

describe('a typed time of day', () => {
  it.each([
    ['08:00am', '08:00'],
    ['8 pm', '20:00'],
    ['12:30 PM', '12:30'],
    ['12:05am', '00:05'],
    ['20:15', '20:15'],
    ['8', undefined],
    ['25:00', undefined],
    ['13:00pm', undefined],
    ['08:60', undefined],
    ['', undefined],
  ])('of %j is read as %j', (typed, time) => {
    expect(parseTypedClock(typed)).toBe(time)
  })
})
