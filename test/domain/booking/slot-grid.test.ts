import { describe, expect, it } from 'vitest'
import { appointmentEnd, minutesTaken } from '#domain/booking/appointment-end.ts'
import type { Slot } from '#domain/booking/slot.ts'
import { buildSlotDays } from '#domain/booking/slot-grid.ts'
import { addMinutes, type Instant, parseInstant } from '#domain/values/instant.ts'
import { skuIDSchema } from '#domain/values/location-id.ts'
import { type PlainDate, parsePlainDate } from '#domain/values/plain-date.ts'
import { aLocation, aMachineTime } from '#test/builders/records.ts'

const instant = (text: string): Instant => parseInstant(text) as Instant
const date = (text: string): PlainDate => parsePlainDate(text) as PlainDate
const sku = (id: number) => skuIDSchema.parse(id)
const early = instant('2026-11-20T00:00:00Z')

const slotsOf = (input: Partial<Parameters<typeof buildSlotDays>[0]> & { on?: string } = {}): readonly Slot[] =>
  buildSlotDays({
    location: aLocation(),
    skuID: sku(300),
    dates: [date(input.on ?? '2026-11-24')],
    machineTimes: [],
    now: early,
    userID: 'u-me',
    ...input,
  })[0]?.slots ?? []

const at = (slots: readonly Slot[], label: string): Slot => {
  const slot = slots.find((candidate) => candidate.label === label)
  if (slot === undefined) throw new Error(`no slot at ${label}`)
  return slot
}

describe('minutesTaken', () => {
  const location = aLocation()
  const [cedar, maple] = location.machines
  if (cedar === undefined || maple === undefined) throw new Error('two machines expected')
  it.each([
    ['cleaning + scan + block time of the machine', cedar, 300, 60],
    ['the minutes of another scan type on the same machine', cedar, 400, 90],
    ['nothing when the machine does not support the SKU', maple, 400, undefined],
    ['nothing when the location does not sell the SKU', cedar, 999, undefined],
    ['cleaning + scan time if the machine defines no times itself', { ...cedar, defaultTimes: {} }, 300, 60],
  ])('returns %s', (_, machine, skuID, minutes) => {
    expect(minutesTaken(location, machine, sku(skuID))).toBe(minutes)
  })

  it('adds the minutes to the instant, across a clock change', () => {
    // In Los Angeles the clocks go back at 09:00Z on 1 November 2026.
    expect(appointmentEnd(location, cedar, sku(300), instant('2026-11-01T08:30:00Z'))).toBe('2026-11-01T09:30:00Z')
  })
})

describe('buildSlotDays', () => {
  it('offers a start every 20 minutes from opening, if the scan ends by closing', () => {
    const slots = slotsOf()
    expect(slots[0]?.label).toBe('08:00am')
    expect(slots.at(-1)?.label).toBe('07:00pm')
    expect(slots).toHaveLength(34)
    expect(slots.every((slot) => slot.state === 'free' && slot.machines.length === 2)).toBe(true)
  })

  it('groups the slots by part of day', () => {
    const slots = slotsOf()
    expect(at(slots, '11:40am').partOfDay).toBe('morning')
    expect(at(slots, '12:00pm').partOfDay).toBe('afternoon')
    expect(at(slots, '05:00pm').partOfDay).toBe('evening')
  })

  it('offers nothing when the location is closed', () => {
    const hours = { ...aLocation().hours, tuesday: { open: '08:00', close: '20:00', openStatus: false } }
    const [day] = buildSlotDays({
      location: aLocation({ hours }),
      skuID: sku(300),
      dates: [date('2026-11-24')],
      machineTimes: [],
      now: early,
      userID: null,
    })
    expect(day).toEqual({ date: '2026-11-24', open: false, slots: [] })
  })

  it('lists only machines that support the SKU', () => {
    expect(at(slotsOf({ skuID: sku(400) }), '09:00am').machines).toEqual(['ca-bc-1-m1'])
    expect(slotsOf({ skuID: sku(999) })).toEqual([])
  })

  it('does not offer a machine during its busy time, but offers the machine right before and right after that time', () => {
    const slots = slotsOf({ machineTimes: [aMachineTime()] })
    expect(at(slots, '08:40am').machines).toEqual(['ca-bc-1-m1', 'ca-bc-1-m2'])
    expect(at(slots, '09:00am').machines).toEqual(['ca-bc-1-m2'])
    expect(at(slots, '10:20am').machines).toEqual(['ca-bc-1-m2'])
    expect(at(slots, '10:40am').machines).toEqual(['ca-bc-1-m1', 'ca-bc-1-m2'])
  })

  it('shows a slot as taken when every machine is busy with a study', () => {
    const both = [aMachineTime(), aMachineTime({ eventID: 'e-2', machineID: 'ca-bc-1-m2' })]
    expect(at(slotsOf({ machineTimes: both }), '09:40am').state).toBe('taken')
  })

  const hold = (overrides: Record<string, unknown>) =>
    aMachineTime({
      eventID: 'e-9',
      kind: 'slot-hold',
      studyID: null,
      owner: { userID: 'u-other', name: 'Kim Vale' },
      expiresAt: '2026-11-20T00:10:00Z',
      ...overrides,
    })

  it('shows a slot as held, with the owner and the end of the hold, when a hold of another user blocks the last machine', () => {
    const times = [aMachineTime(), hold({ machineID: 'ca-bc-1-m2' })]
    const slot = at(slotsOf({ machineTimes: times }), '09:40am')
    expect(slot.state).toBe('held')
    expect(slot.holds).toEqual([
      { eventID: 'e-9', machineID: 'ca-bc-1-m2', name: 'Kim Vale', expiresAt: '2026-11-20T00:10:00Z', mine: false },
    ])
  })

  it('shows a slot as free again once the hold has expired', () => {
    const times = [aMachineTime(), hold({ machineID: 'ca-bc-1-m2' })]
    expect(at(slotsOf({ machineTimes: times, now: instant('2026-11-20T00:10:00Z') }), '09:40am').state).toBe('free')
  })

  it('shows a slot as mine at the start of the user’s own hold, which does not block overlapping slots', () => {
    const mine = hold({ owner: { userID: 'u-me', name: 'Me' } })
    const slots = slotsOf({ machineTimes: [mine] })
    expect(at(slots, '09:40am').state).toBe('mine')
    expect(at(slots, '09:20am')).toMatchObject({ state: 'free', machines: ['ca-bc-1-m1', 'ca-bc-1-m2'], holds: [] })
  })

  it('shows a slot as past once its start has passed', () => {
    const slots = slotsOf({ now: instant('2026-11-24T16:40:00Z') })
    expect(at(slots, '09:40am').state).toBe('past')
    expect(at(slots, '10:00am').state).toBe('free')
  })

  it('leaves out a skipped hour, and lists a repeated hour twice with its zone abbreviations', () => {
    const night = { open: '00:00', close: '05:00', openStatus: true }
    const location = aLocation({
      timezone: 'America/Los_Angeles',
      hours: { ...aLocation().hours, sunday: night },
    })
    const spring = slotsOf({ location, on: '2027-03-14' })
    expect(spring.some((slot) => slot.hour === 2)).toBe(false)
    const autumn = slotsOf({ location, on: '2026-11-01', now: instant('2026-10-01T00:00:00Z') })
    expect(autumn.filter((slot) => slot.label === '01:20am').map((slot) => [slot.utcStart, slot.offsetNote])).toEqual([
      ['2026-11-01T08:20:00Z', 'PDT'],
      ['2026-11-01T09:20:00Z', 'PST'],
    ])
    for (const slots of [spring, autumn]) {
      const starts = slots.map((slot) => slot.utcStart)
      expect(starts).toEqual([...starts].sort())
      for (const slot of slots) expect(slot.utcEnd).toBe(addMinutes(slot.utcStart, 60))
    }
  })
})
