import { describe, expect, it } from 'vitest'
import type { DayEntry, DayView } from '#contract/booking/bridge.ts'
import { minutesBetween, parseInstant } from '#domain/values/instant.ts'
import { parsePlainDate } from '#domain/values/plain-date.ts'
import { decideDayRange, timeInFree, toHourLines, toLanes } from '#renderer/booking/calendar/day-lanes.ts'
import { aLocation, aMachineTime, aMember, aStudy } from '#test/builders/records.ts'

const at = (text: string) => parseInstant(text) ?? expect.fail(text)
const dateOf = (text: string) => parsePlainDate(text) ?? expect.fail(text)
const location = aLocation()
const tuesday = dateOf('2026-11-24')
const entry = (overrides: Record<string, unknown> = {}): DayEntry => ({
  machineTime: aMachineTime(overrides),
  study: aStudy(),
  member: aMember(),
  mine: false,
})
const lanes = (entries: DayEntry[], now = '2026-11-20T00:00:00Z') => {
  const view: DayView = { locationID: location.locationID, date: tuesday, entries, asOf: at(now), source: 'cache' }
  return toLanes(view, location, decideDayRange(tuesday, location, entries), at(now))
}

describe('decideDayRange', () => {
  it('draws the opening hours with an hour on either side', () => {
    const range = decideDayRange(tuesday, location, [])
    expect(minutesBetween(range.from, range.to)).toBe(14 * 60)
  })

  it('extends to bookings outside the opening hours, but not beyond the day', () => {
    const early = entry({ utcStart: '2026-11-24T11:00:00Z', utcEnd: '2026-11-24T12:00:00Z' })
    const overnight = entry({ utcStart: '2026-11-25T06:00:00Z', utcEnd: '2026-11-25T09:00:00Z' })
    const range = decideDayRange(tuesday, location, [early, overnight])
    expect(range).toMatchObject({ from: '2026-11-24T11:00:00Z', to: '2026-11-25T07:00:00Z' })
  })

  it.each([
    ['2026-11-01', 25],
    ['2026-03-08', 23],
    ['2026-11-02', 24],
  ])('covers every hour of %s if the location is open all day: %i hours', (text, hours) => {
    const seattle = aLocation({
      timezone: 'America/Los_Angeles',
      hours: {
        ...location.hours,
        sunday: { open: '00:00', close: '23:59', openStatus: true },
        monday: { open: '00:00', close: '23:59', openStatus: true },
      },
    })
    const range = decideDayRange(dateOf(text), seattle, [])
    expect(minutesBetween(range.from, range.to)).toBe(hours * 60)
    expect(toHourLines(range, seattle.timezone)).toHaveLength(hours)
  })

  it('labels the second pass of a repeated hour with its zone, and has no line for a skipped hour', () => {
    const seattle = aLocation({
      timezone: 'America/Los_Angeles',
      hours: { ...location.hours, sunday: { open: '00:00', close: '06:00', openStatus: true } },
    })
    const labels = (text: string) =>
      toHourLines(decideDayRange(dateOf(text), seattle, []), seattle.timezone).map(({ label }) => label)
    expect(labels('2026-11-01').slice(0, 4)).toEqual(['12:00am', '01:00am', '01:00am PST', '02:00am'])
    expect(labels('2026-03-08').slice(0, 3)).toEqual(['12:00am', '01:00am', '03:00am'])
  })
})

describe('toLanes', () => {
  it('shows the machines side by side, with the free time around bookings', () => {
    const [cedar, maple] = lanes([entry()])
    expect(cedar?.items.map(({ kind, from, to }) => [kind, from.slice(11, 16), to.slice(11, 16)])).toEqual([
      ['free', '14:00', '16:40'],
      ['entry', '16:40', '17:40'],
      ['free', '17:40', '04:00'],
    ])
    expect(maple?.items).toHaveLength(1)
  })

  it('offers no past free time, and rounds the current time up to five minutes', () => {
    const [, maple] = lanes([], '2026-11-24T18:02:10Z')
    expect(maple?.items[0]).toMatchObject({ kind: 'free', from: '2026-11-24T18:05:00Z' })
  })

  it('shows overlapping bookings side by side', () => {
    const [cedar] = lanes([
      entry(),
      entry({ eventID: 'e-2', utcStart: '2026-11-24T17:00:00Z', utcEnd: '2026-11-24T18:00:00Z' }),
    ])
    const shown = cedar?.items.filter((item) => item.kind === 'entry')
    expect(shown?.map(({ column, columns }) => [column, columns])).toEqual([
      [0, 2],
      [1, 2],
    ])
  })

  it('leaves out expired holds', () => {
    const hold = entry({ kind: 'slot-hold', studyID: null, expiresAt: '2026-11-19T00:00:00Z' })
    expect(lanes([hold])[0]?.items.filter((item) => item.kind === 'entry')).toEqual([])
  })
})

describe('timeInFree', () => {
  const free = { from: at('2026-11-24T16:00:00Z'), to: at('2026-11-24T17:00:00Z') }
  it.each([
    [0, '16:00'],
    [0.5, '16:30'],
    [0.57, '16:30'],
    [0.6, '16:35'],
    [1, '16:55'],
    [9, '16:55'],
    [-1, '16:00'],
  ])("converts a click at share %f of the free period's height into the time %s", (share, time) => {
    expect(timeInFree(free, share)).toBe(`2026-11-24T${time}:00Z`)
  })
})
