import { describe, expect, it } from 'vitest'
import { findFirstFreeSlot, findOpeningWeek, firstFreeSteps } from '#domain/booking/opening-week.ts'
import type { SlotState } from '#domain/booking/slot.ts'
import { parseInstant } from '#domain/values/instant.ts'
import { parseZoneId } from '#domain/values/location-clock.ts'
import { parsePlainDate } from '#domain/values/plain-date.ts'

const at = (text: string) => parseInstant(text) ?? expect.fail(text)
const zone = (text: string) => parseZoneId(text) ?? expect.fail(text)
const slot = (utcStart: string, state: SlotState) => ({
  utcStart: at(utcStart),
  date: parsePlainDate(utcStart.slice(0, 10)) ?? expect.fail(utcStart),
  state,
})
const sunday = at('2026-11-22T17:00:00Z')

describe('findOpeningWeek', () => {
  it.each<[string, [string, SlotState][], string, string | null]>([
    ['no slots', [], 'America/Chicago', null],
    [
      'a week that is over, full or held by other users',
      [
        ['2026-11-20T15:00:00Z', 'past'],
        ['2026-11-23T15:00:00Z', 'taken'],
        ['2026-11-24T15:00:00Z', 'held'],
      ],
      'America/Chicago',
      null,
    ],
    [
      'the first free slot, in any order of slots',
      [
        ['2026-12-03T15:00:00Z', 'free'],
        ['2026-12-01T16:00:00Z', 'free'],
        ['2026-11-23T15:00:00Z', 'taken'],
      ],
      'America/Chicago',
      '2026-11-30',
    ],
    ['a slot held by the user', [['2026-11-24T15:00:00Z', 'mine']], 'America/Chicago', '2026-11-23'],
    [
      'a free slot that has started since it was read',
      [
        ['2026-11-22T16:59:00Z', 'free'],
        ['2026-11-22T17:00:00Z', 'free'],
      ],
      'America/Chicago',
      null,
    ],
    ['a slot on Monday in Sydney', [['2026-11-29T14:00:00Z', 'free']], 'Australia/Sydney', '2026-11-30'],
    ['a slot on Sunday in Vancouver', [['2026-11-30T06:00:00Z', 'free']], 'America/Vancouver', '2026-11-23'],
    ['the Sunday on which the clocks change', [['2027-03-14T08:30:00Z', 'free']], 'America/Chicago', '2027-03-08'],
  ])('returns the week, or null, for %s', (_, given, zoneName, monday) => {
    const slots = given.map(([utcStart, state]) => slot(utcStart, state))
    expect(findOpeningWeek(slots, sunday, zone(zoneName))?.monday ?? null).toBe(monday)
  })

  it('returns the start of the slot, so that the screen can scroll to it', () => {
    const slots = [slot('2026-12-01T16:00:00Z', 'free'), slot('2026-12-01T15:00:00Z', 'free')]
    expect(findOpeningWeek(slots, sunday, zone('America/Chicago'))).toEqual({
      monday: '2026-11-30',
      utcStart: '2026-12-01T15:00:00Z',
    })
    expect(findFirstFreeSlot(slots, sunday)).toBe(slots[1])
  })
})

describe('findFirstFreeSlot', () => {
  it('finds no slot before the given day', () => {
    const slots = [slot('2026-12-01T16:00:00Z', 'free'), slot('2026-12-28T15:00:00Z', 'free')]
    expect(findFirstFreeSlot(slots, sunday, parsePlainDate('2026-12-02') ?? null)).toBe(slots[1])
    expect(findFirstFreeSlot(slots, sunday, parsePlainDate('2026-12-29') ?? null)).toBeNull()
  })
})

describe('firstFreeSteps', () => {
  it('reads twelve weeks in two steps, each as long as the calendar call allows', () => {
    const from = parsePlainDate('2026-11-22') ?? expect.fail()
    expect(firstFreeSteps(from)).toEqual([
      { first: '2026-11-22', days: 42 },
      { first: '2027-01-03', days: 42 },
    ])
  })
})
