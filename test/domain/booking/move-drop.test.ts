import { describe, expect, it } from 'vitest'
import { decideDrop, nudgeDrop, snapStart } from '#domain/booking/move-drop.ts'
import { parseInstant } from '#domain/values/instant.ts'
import { machineIDSchema, skuIDSchema } from '#domain/values/location-id.ts'
import { aLocation, aMachineTime } from '#test/builders/records.ts'

const at = (text: string) => parseInstant(text) ?? expect.fail(text)
const machine = (id: string) => machineIDSchema.parse(id)
const cedar = machine('ca-bc-1-m1')
const maple = machine('ca-bc-1-m2')
const closure = (machineID: string | null) => ({
  closureID: 'c-1',
  machineID,
  from: '2026-11-24T12:00',
  to: '2026-11-24T13:00',
  kind: 'break',
  weeks: 1,
  reason: 'Lunch',
})

// The appointment is on Cedar from 09:40am to 10:40am in Vancouver, seven hours behind UTC; the clinic is open 08:00 to
// 20:00.
const moving = aMachineTime()
const entry = (utcStart: string, utcEnd: string, more: Record<string, unknown> = {}) => ({
  machineTime: aMachineTime({ eventID: 'e-other', studyID: 's-000002', utcStart, utcEnd, ...more }),
})
const drop = (
  utcStart: string,
  { on = cedar, now = '2026-11-24T15:30:00Z', entries = [] as ReturnType<typeof entry>[], location = aLocation() } = {},
  skuID = 300,
) =>
  decideDrop({
    location,
    skuID: skuIDSchema.parse(skuID),
    moving,
    place: { machineID: on, utcStart: at(utcStart) },
    entries: [{ machineTime: moving }, ...entries],
    now: at(now),
  })

describe('decideDrop', () => {
  const taken = entry('2026-11-24T19:30:00Z', '2026-11-24T20:30:00Z')
  it.each([
    ['a free time', drop('2026-11-24T19:00:00Z'), { kind: 'allowed', utcEnd: '2026-11-24T20:00:00Z' }],
    ['the same place', drop('2026-11-24T16:40:00Z'), { kind: 'same' }],
    ['its own time on another machine', drop('2026-11-24T16:40:00Z', { on: maple }), { kind: 'allowed' }],
    ['a time that overlaps its own old time', drop('2026-11-24T16:55:00Z'), { kind: 'allowed' }],
    ['a past time', drop('2026-11-24T15:30:00Z'), { kind: 'refused', reason: 'past' }],
    ['a machine without this scan', drop('2026-11-24T19:00:00Z', { on: maple }, 400), { reason: 'unable' }],
    ['an unknown machine', drop('2026-11-24T19:00:00Z', { on: machine('ca-bc-9-m9') }), { reason: 'unable' }],
    ['a start before opening', drop('2026-11-25T14:55:00Z'), { reason: 'closed', outside: { kind: 'before-opening' } }],
    [
      'a scan that ends after closing',
      drop('2026-11-25T02:05:00Z'),
      { reason: 'closed', outside: { kind: 'ends-after-closing' } },
    ],
    ['a scan that ends at closing', drop('2026-11-25T02:00:00Z'), { kind: 'allowed', utcEnd: '2026-11-25T03:00:00Z' }],
    ['a taken time', drop('2026-11-24T19:00:00Z', { entries: [taken] }), { reason: 'taken', by: taken }],
    ['a time next to a taken one', drop('2026-11-24T18:30:00Z', { entries: [taken] }), { kind: 'allowed' }],
    [
      'the taken time of another machine',
      drop('2026-11-24T19:30:00Z', { on: maple, entries: [taken] }),
      { kind: 'allowed' },
    ],
    [
      'a time that another desk holds',
      drop('2026-11-24T19:00:00Z', {
        entries: [
          entry('2026-11-24T19:00:00Z', '2026-11-24T20:00:00Z', {
            kind: 'slot-hold',
            studyID: null,
            expiresAt: '2026-11-24T15:40:00Z',
          }),
        ],
      }),
      { reason: 'taken' },
    ],
    [
      'a time whose hold has expired',
      drop('2026-11-24T19:00:00Z', {
        entries: [
          entry('2026-11-24T19:00:00Z', '2026-11-24T20:00:00Z', {
            kind: 'slot-hold',
            studyID: null,
            expiresAt: '2026-11-24T15:30:00Z',
          }),
        ],
      }),
      { kind: 'allowed' },
    ],
    [
      'a closure of the location',
      drop('2026-11-24T19:30:00Z', { location: aLocation({ closures: [closure(null)] }) }),
      { reason: 'closed', outside: { kind: 'closure' } },
    ],
    [
      'a closure of another machine',
      drop('2026-11-24T19:30:00Z', { location: aLocation({ closures: [closure('ca-bc-1-m2')] }) }),
      { kind: 'allowed' },
    ],
  ])('decides about %s', (_, decided, expected) => {
    expect(decided).toMatchObject(expected)
  })
})

describe('snapStart', () => {
  const day = { from: at('2026-11-24T14:00:00Z'), to: at('2026-11-25T04:00:00Z') }
  it.each([
    ['at the start of the day', 0, '2026-11-24T14:00:00Z'],
    ['above the day', -40, '2026-11-24T14:00:00Z'],
    ['rounded down', 62.4, '2026-11-24T15:00:00Z'],
    ['rounded up', 62.6, '2026-11-24T15:05:00Z'],
    ['at the last step of the day', 839, '2026-11-25T03:55:00Z'],
    ['below the day', 2000, '2026-11-25T03:55:00Z'],
  ])('returns a start on the grid: %s', (_, minutes, start) => {
    expect(snapStart(day, minutes)).toBe(start)
  })
})

describe('nudgeDrop', () => {
  const day = { from: at('2026-11-24T14:00:00Z'), to: at('2026-11-25T04:00:00Z') }
  const nudge = (key: string, utcStart = '2026-11-24T16:40:00Z', machineID = cedar) =>
    nudgeDrop({ machineID, utcStart: at(utcStart) }, key, [cedar, maple], day)
  it.each([
    ['ArrowDown', nudge('ArrowDown'), { machineID: cedar, utcStart: '2026-11-24T16:45:00Z' }],
    ['ArrowUp', nudge('ArrowUp'), { machineID: cedar, utcStart: '2026-11-24T16:35:00Z' }],
    ['PageDown', nudge('PageDown'), { machineID: cedar, utcStart: '2026-11-24T17:40:00Z' }],
    ['PageUp', nudge('PageUp'), { machineID: cedar, utcStart: '2026-11-24T15:40:00Z' }],
    ['PageUp at the start of the day', nudge('PageUp', '2026-11-24T14:20:00Z'), { utcStart: '2026-11-24T14:00:00Z' }],
    ['ArrowRight', nudge('ArrowRight'), { machineID: maple, utcStart: '2026-11-24T16:40:00Z' }],
    ['ArrowRight at the last machine', nudge('ArrowRight', undefined, maple), { machineID: maple }],
    ['ArrowLeft at the first machine', nudge('ArrowLeft'), { machineID: cedar }],
  ])('moves the drop for the key %s', (_, place, expected) => {
    expect(place).toMatchObject(expected)
  })

  it('ignores other keys', () => {
    expect(nudge('Enter')).toBeNull()
  })
})
