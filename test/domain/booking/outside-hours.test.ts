import { describe, expect, it } from 'vitest'
import { askOutsideHours, decideOutsideHours } from '#domain/booking/outside-hours.ts'
import { addMinutes, parseInstant } from '#domain/values/instant.ts'
import { aLocation } from '#test/builders/records.ts'

const at = (text: string) => parseInstant(text) ?? expect.fail(text)
const week = (open: string, close: string) =>
  Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
      day,
      { open, close, openStatus: day !== 'sunday' },
    ]),
  )
const chicago = (open = '07:00', close = '19:00') =>
  aLocation({ timezone: 'America/Chicago', hours: week(open, close) })

describe('decideOutsideHours', () => {
  it.each([
    ['inside the hours', '2026-11-25T16:00:00Z', 60, null],
    ['at opening', '2026-11-25T13:00:00Z', 60, null],
    ['just before opening', '2026-11-25T12:55:00Z', 60, 'before-opening'],
    ['in the night', '2026-11-25T06:25:00Z', 60, 'before-opening'],
    ['ends at closing', '2026-11-26T00:00:00Z', 60, null],
    ['ends after closing', '2026-11-26T00:05:00Z', 60, 'ends-after-closing'],
    ['at closing', '2026-11-26T01:00:00Z', 60, 'after-closing'],
    ['across midnight', '2026-11-26T05:30:00Z', 60, 'after-closing'],
    ['a closed day', '2026-11-29T16:00:00Z', 60, 'closed-day'],
    ['Saturday by the location’s clock, Sunday in UTC', '2026-11-29T00:00:00Z', 30, null],
    // The clocks go forward on Sunday 14 March 2027, back on Sunday 7 November 2027.
    ['opening on the Monday after the clocks went forward', '2027-03-15T12:00:00Z', 60, null],
    ['the same UTC time one week earlier', '2027-03-08T12:00:00Z', 60, 'before-opening'],
  ])('returns why a scan is outside the hours, or null: %s', (_, utcStart, minutes, kind) => {
    const start = at(utcStart)
    expect(decideOutsideHours(chicago(), start, addMinutes(start, minutes))?.kind ?? null).toBe(kind)
  })

  it.each([
    ['across midnight', '2026-11-25T05:30:00Z', null],
    ['at midnight', '2026-11-25T06:00:00Z', null],
    ['after midnight, by the hours of the day before', '2026-11-25T07:00:00Z', null],
    ['after closing in the night', '2026-11-25T08:00:00Z', 'before-opening'],
    ['in the night after a closed Sunday', '2026-11-30T07:00:00Z', 'before-opening'],
    ['in the night from Saturday to a closed Sunday', '2026-11-29T07:00:00Z', null],
  ])('handles hours that end after midnight: %s', (_, utcStart, kind) => {
    const start = at(utcStart)
    expect(decideOutsideHours(chicago('20:00', '02:00'), start, addMinutes(start, 60))?.kind ?? null).toBe(kind)
  })

  it('uses the second pass of a closing time in the repeated hour', () => {
    const open = aLocation({
      timezone: 'America/Chicago',
      hours: { ...week('00:00', '01:30'), sunday: { open: '00:00', close: '01:30', openStatus: true } },
    })
    const second = at('2027-11-07T07:00:00Z')
    expect(decideOutsideHours(open, second, addMinutes(second, 30))).toBeNull()
    expect(decideOutsideHours(open, second, addMinutes(second, 35))?.kind).toBe('ends-after-closing')
  })
})

describe('askOutsideHours', () => {
  const ask = (utcStart: string, minutes = 60): string => {
    const location = chicago()
    const start = at(utcStart)
    const outside = decideOutsideHours(location, start, addMinutes(start, minutes)) ?? expect.fail('inside')
    return askOutsideHours('Chicago', outside, start, location.timezone)
  }
  it.each([
    ['2026-11-25T06:25:00Z', 'Chicago is open 07:00am to 07:00pm. Book 12:25am anyway?'],
    ['2026-11-29T16:00:00Z', 'Chicago is closed on Sun 29 Nov 2026. Book 10:00am anyway?'],
    [
      '2026-11-26T00:30:00Z',
      'Chicago is open 07:00am to 07:00pm. This scan would end after closing. Book 06:30pm anyway?',
    ],
  ])('asks about the start %s: %s', (utcStart, words) => {
    expect(ask(utcStart)).toBe(words)
  })
})
