import { describe, expect, it } from 'vitest'
import { buildSlotDays } from '#domain/booking/slot-grid.ts'
import { parseInstant } from '#domain/values/instant.ts'
import { skuIDSchema } from '#domain/values/location-id.ts'
import { parsePlainDate } from '#domain/values/plain-date.ts'
import {
  findNowStart,
  freeOwnHold,
  labelSlots,
  markRunsWithoutRoom,
  spokenSlot,
  toSlotSections,
  whyNotSelectable,
} from '#renderer/booking/calendar/slot-rows.ts'
import { aLocation, aMachineTime } from '#test/builders/records.ts'

const dateOf = (text: string) => parsePlainDate(text) ?? expect.fail(text)
const days = (overrides: Partial<Parameters<typeof buildSlotDays>[0]> = {}) =>
  buildSlotDays({
    location: aLocation(),
    skuID: skuIDSchema.parse(300),
    dates: [dateOf('2026-11-24')],
    machineTimes: [],
    now: parseInstant('2026-11-20T12:00:00Z') ?? expect.fail(),
    userID: null,
    ...overrides,
  })

const aHold = aMachineTime({
  kind: 'slot-hold',
  eventID: 'h-1',
  owner: { userID: 'u-2', name: 'Robin Frost' },
  studyID: null,
  expiresAt: '2026-11-20T12:09:00Z',
})
const onlyOneMachine = aLocation({ machines: aLocation().machines.slice(0, 1) })
const heldDays = () => days({ location: onlyOneMachine, machineTimes: [aHold] })

describe('toSlotSections', () => {
  it('groups the start times by part of day, with a row for each start time', () => {
    const sections = toSlotSections(days())
    expect(sections.map(({ partOfDay }) => partOfDay)).toEqual(['morning', 'afternoon', 'evening'])
    expect(sections[0]?.rows.slice(0, 2).map(({ label }) => label)).toEqual(['08:00am', '08:20am'])
  })

  it('leaves a gap where a day does not have the start time of the row', () => {
    const location = aLocation({
      hours: { ...aLocation().hours, wednesday: { open: '10:00', close: '20:00', openStatus: true } },
    })
    const sections = toSlotSections(days({ location, dates: [dateOf('2026-11-24'), dateOf('2026-11-25')] }))
    const first = sections[0]?.rows[0]
    expect(first?.slots.map((slot) => slot?.label ?? null)).toEqual(['08:00am', null])
  })

  it('gives the second pass of a repeated hour its own rows, after the whole first pass', () => {
    const location = aLocation({
      timezone: 'America/Los_Angeles',
      hours: { ...aLocation().hours, sunday: { open: '00:00', close: '06:00', openStatus: true } },
    })
    const rows = toSlotSections(
      days({ location, dates: [dateOf('2026-11-01')], now: parseInstant('2026-10-20T00:00:00Z') ?? expect.fail() }),
    )
      .flatMap((section) => section.rows)
      .filter((row) => row.label.startsWith('01'))
    expect(rows.map(({ label, offsetNote }) => `${label} ${offsetNote ?? ''}`.trim())).toEqual([
      '01:00am',
      '01:20am',
      '01:40am',
      '01:00am PST',
      '01:20am PST',
      '01:40am PST',
    ])
  })
})

/** Returns a list of days; on the first, the only machine is busy from 09:00am to 10:00am in Vancouver. */
const busyDays = () => days({ location: onlyOneMachine, machineTimes: [aMachineTime({ ...busyHour })] })
const busyHour = { utcStart: '2026-11-24T16:00:00Z', utcEnd: '2026-11-24T17:00:00Z' }

describe('markRunsWithoutRoom', () => {
  const parts = (currentStart: string | null = null) =>
    markRunsWithoutRoom(toSlotSections(busyDays()), currentStart as never).flatMap(({ rows }) =>
      rows.flatMap(({ label, runs: [part] }) => (part == null ? [] : [{ label, ...part }])),
    )

  it('joins the start times without room before and during a busy time into one run, up to the next start time with room', () => {
    const rows = parts()
    expect(rows.map(({ label }) => label)).toEqual(['08:20am', '08:40am', '09:00am', '09:20am', '09:40am'])
    expect(rows.map(({ text }) => text)).toEqual(['no room', 'to 10:00am', null, null, null])
    expect(rows.map(({ joinsAbove, joinsBelow }) => [joinsAbove, joinsBelow])).toEqual([
      [false, true],
      ...Array.from({ length: 3 }, () => [true, true]),
      [true, false],
    ])
  })

  it('does not include the current time of the moved appointment in the run', () => {
    const rows = parts(busyHour.utcStart)
    expect(rows.map(({ label }) => label)).not.toContain('09:00am')
    expect(rows.map(({ text }) => text)).toEqual(['no room', null, 'no room', 'to 10:00am'])
  })

  it('names the number of minutes that have no room', () => {
    const slot = busyDays()[0]?.slots.find(({ state }) => state === 'taken') ?? expect.fail()
    expect(spokenSlot(slot, null)).toBe(
      'Tuesday 24 November 08:20am, no room for 60 minutes on any machine, not available',
    )
    expect(whyNotSelectable(slot)).toMatch(/60 free minutes/)
  })
})

describe('findNowStart', () => {
  const at = (now: string) => findNowStart(days(), dateOf('2026-11-24'), parseInstant(now) ?? expect.fail())

  it.each([
    ['before the first start', '2026-11-24T14:00:00Z', null],
    ['between two starts', '2026-11-24T16:30:00Z', '2026-11-24T16:40:00Z'],
    ['at a start', '2026-11-24T16:40:00Z', '2026-11-24T17:00:00Z'],
    ['after the last start', '2026-11-25T07:30:00Z', null],
  ])('returns a start or null for a time %s', (_, now, expected) => expect(at(now)).toBe(expected))

  it('finds nothing on a day that the table does not show', () => {
    expect(findNowStart(days(), dateOf('2026-11-25'), parseInstant('2026-11-24T16:30:00Z') ?? expect.fail())).toBeNull()
  })
})

describe('spokenSlot', () => {
  const slot = () => days()[0]?.slots[5] ?? expect.fail()

  it('names day, time, state and machines', () => {
    expect(spokenSlot(slot(), null)).toBe('Tuesday 24 November 09:40am, free, 2 machines')
    expect(spokenSlot({ ...slot(), machines: slot().machines.slice(0, 1) }, null)).toMatch(/free, 1 machine$/)
  })

  it('names the holder of a slot and the end of the hold', () => {
    const held = heldDays()[0]?.slots.find(({ state }) => state === 'held') ?? expect.fail()
    expect(spokenSlot(held, '01:09pm')).toContain('held by Robin Frost until 01:09pm, not available')
    expect(whyNotSelectable(held)).toBe('Held by Robin Frost.')
  })
})

describe('the texts for a member who reads French', () => {
  const french = () => labelSlots(days(), 'fr-CA')
  const seen = (text: string): string => text.replaceAll('\u00a0', '_')

  it('have the time on the clock of 24 hours, in the rows and for screen readers', () => {
    const evening = toSlotSections(french()).at(-1)?.rows[0]?.label ?? ''
    expect(seen(evening)).toBe('17_h_00')
    const slot = french()[0]?.slots[5] ?? expect.fail()
    expect(seen(spokenSlot(slot, null, 'member', null, 'fr-CA'))).toBe('mardi 24 novembre 09_h_40, libre')
    expect(seen(spokenSlot({ ...slot, state: 'mine' }, '10_h_00', 'member', null, 'fr-CA'))).toBe(
      'mardi 24 novembre 09_h_40, choisie, réservée pour vous jusqu’à 10_h_00',
    )
  })

  it('name the zone of a repeated hour, and leave English days as they are', () => {
    const [day] = days()
    const [slot] = day?.slots ?? []
    if (day === undefined || slot === undefined) expect.fail()
    const repeated = [{ ...day, slots: [{ ...slot, offsetNote: 'PST' }] }]
    expect(labelSlots(repeated, 'fr-CA')[0]?.slots[0]?.offsetNote).toBe('HNP')
    expect(labelSlots(repeated, 'en')).toBe(repeated)
  })
})

describe('freeOwnHold', () => {
  it("frees the slots that only the user's own hold blocks", () => {
    const states = (eventID: string | null) =>
      freeOwnHold(heldDays(), eventID as never)[0]?.slots.filter(({ state }) => state === 'held').length
    expect(states(null)).toBe(5)
    expect(states('h-1')).toBe(0)
    expect(states('h-2')).toBe(5)
  })

  it("adds the machine of the user's own hold to the machines to try", () => {
    const freed = freeOwnHold(heldDays(), aHold.eventID)[0]?.slots.find(({ utcStart }) => utcStart === aHold.utcStart)
    expect(freed).toMatchObject({ state: 'free', machines: [aHold.machineID], holds: [] })
  })
})
