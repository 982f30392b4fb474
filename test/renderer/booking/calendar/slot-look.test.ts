import { describe, expect, it } from 'vitest'
import { buildSlotDays } from '#domain/booking/slot-grid.ts'
import { skuIDSchema } from '#domain/values/location-id.ts'
import { type RowLook, toSlotLook } from '#renderer/booking/calendar/slot-look.ts'
import { aLocation, aMachineTime } from '#test/builders/records.ts'
import { knownDate, knownInstant } from '#test/fixtures/time/known.ts'

const location = aLocation({ machines: aLocation().machines.slice(0, 1) })

/** Returns the first slot of a day, 08:00am in Vancouver (15:00 UTC), with these entries of the only machine. */
const firstSlot = (machineTimes: Parameters<typeof buildSlotDays>[0]['machineTimes'] = []) =>
  buildSlotDays({
    location,
    skuID: skuIDSchema.parse(300),
    dates: [knownDate('2026-11-24')],
    machineTimes,
    now: knownInstant('2026-11-20T12:00:00Z'),
    userID: null,
  })[0]?.slots[0] ?? expect.fail('no slot')

const taken = () => firstSlot([aMachineTime({ utcStart: '2026-11-24T15:00:00Z', utcEnd: '2026-11-24T16:00:00Z' })])
const held = () =>
  firstSlot([
    aMachineTime({
      kind: 'slot-hold',
      eventID: 'h-1',
      owner: { userID: 'u-2', name: 'Robin Frost' },
      studyID: null,
      utcStart: '2026-11-24T15:00:00Z',
      utcEnd: '2026-11-24T16:00:00Z',
      expiresAt: '2026-11-20T12:09:00Z',
    }),
  ])

const row: RowLook = {
  audience: 'desk',
  language: 'en',
  zone: location.timezone,
  chosen: null,
  currentStart: null,
  nowStart: null,
  notBefore: null,
  isLocked: false,
  able: 1,
}

describe('toSlotLook', () => {
  it('shows a start without a slot as a cell without a name', () => {
    expect(toSlotLook(null, null, row)).toMatchObject({ classes: 'sg-cell--none', label: null, text: '' })
  })

  it('shows a free start with its capacity', () => {
    expect(toSlotLook(firstSlot(), null, row)).toMatchObject({
      classes: 'sg-cell--free',
      label: 'Tuesday 24 November 08:00am, free, 1 machine',
      text: 'Free',
      isDisabled: false,
      share: null,
    })
  })

  it('gives a start with some of the machines free their share', () => {
    const look = toSlotLook(firstSlot(), null, { ...row, able: 4 })
    expect(look.share).toBe(0.25)
    expect(look.classes).toContain(' sg-cell--part')
  })

  it('shows a free start as unavailable while the table is locked or the start is too early', () => {
    expect(toSlotLook(firstSlot(), null, { ...row, isLocked: true }).isDisabled).toBe(true)
    const early = toSlotLook(firstSlot(), null, { ...row, notBefore: knownDate('2026-12-01') })
    expect(early).toMatchObject({ classes: 'sg-cell--early', isDisabled: true, share: null })
    expect(early.label).toMatch(/, too early: before 01 Dec 2026, not available$/)
  })

  it('shows the reason of a run once, and says it only where the name does not', () => {
    const first = toSlotLook(taken(), { text: 'no room', joinsAbove: false, joinsBelow: true }, row)
    expect(first.classes).toBe('sg-cell--taken sg-cell--reason sg-cell--below')
    expect(first.text).toBe('no room')
    expect(first.label).not.toContain(', no room,')
    const second = toSlotLook(taken(), { text: 'to 09:00am', joinsAbove: true, joinsBelow: false }, row)
    expect(second.label).toMatch(/not available, to 09:00am$/)
    const third = toSlotLook(taken(), { text: null, joinsAbove: true, joinsBelow: false }, row)
    expect(third).toMatchObject({ classes: 'sg-cell--taken sg-cell--above', text: '08:00am' })
  })

  it('hides the reason of a run from a member', () => {
    const run = { text: 'no room', joinsAbove: false, joinsBelow: false }
    expect(toSlotLook(taken(), run, { ...row, audience: 'member', able: null }).text).toBe('08:00am')
  })

  it('shows the holder with the countdown at the desk, and to a member only that the time is taken', () => {
    expect(toSlotLook(held(), null, row)).toMatchObject({
      classes: 'sg-cell--held',
      text: 'Robin',
      isHolder: true,
      until: '2026-11-20T12:09:00Z',
      isDisabled: true,
    })
    const forMember = toSlotLook(held(), null, { ...row, audience: 'member', able: null })
    expect(forMember).toMatchObject({ classes: 'sg-cell--taken', isHolder: false, until: null })
  })

  it('shows the chosen start as asked for, then as held with its countdown', () => {
    const { utcStart } = firstSlot()
    const until = knownInstant('2026-11-20T12:10:00Z')
    expect(toSlotLook(firstSlot(), null, { ...row, chosen: { utcStart, kind: 'asking', until } })).toMatchObject({
      classes: 'sg-cell--asking',
      isSelected: true,
      until: null,
    })
    const mine = toSlotLook(firstSlot(), null, { ...row, chosen: { utcStart, kind: 'held', until } })
    expect(mine).toMatchObject({ classes: 'sg-cell--mine', text: '08:00am', until, isDisabled: false })
    expect(mine.label).toMatch(/, selected, held for you until 05:10am$/)
  })

  it("has the words and the times of a member's language", () => {
    const { utcStart } = firstSlot()
    const until = knownInstant('2026-11-20T12:10:00Z')
    const french: RowLook = { ...row, audience: 'member', able: null, language: 'fr-CA' }
    const labelOf = (chosen: RowLook['chosen'], slot = firstSlot()) =>
      toSlotLook(slot, null, { ...french, chosen }).label?.replaceAll('\u00a0', '_')
    expect(labelOf(null)).toMatch(/^mardi 24 novembre .*, libre$/)
    expect(labelOf(null, taken())).toMatch(/, pas libre$/)
    expect(labelOf({ utcStart, kind: 'asking', until: null })).toMatch(/, libre, réservation en cours$/)
    expect(labelOf({ utcStart, kind: 'held', until })).toMatch(/, choisie, réservée pour vous jusqu’à 05_h_10$/)
  })

  it('marks the present time of an appointment and the line of the time of day', () => {
    const { utcStart } = taken()
    const look = toSlotLook(taken(), null, { ...row, currentStart: utcStart, nowStart: utcStart })
    expect(look.classes).toBe('sg-cell--taken sg-cell--current sg-cell--now')
    expect(look.label).toBe('Tuesday 24 November 08:00am, not available, current appointment time')
  })
})
