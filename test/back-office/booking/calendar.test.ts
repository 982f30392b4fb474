import { beforeEach, describe, expect, it } from 'vitest'
import { createDemoLocations } from '#back-office/demo/data/demo-locations.ts'
import { manualTimeChoices } from '#domain/booking/manual-times.ts'
import type { Location } from '#domain/locations/location.ts'
import { type Instant, toEpochMs, toInstant } from '#domain/values/instant.ts'
import { findInstants, toWallTime, type ZoneId } from '#domain/values/location-clock.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { aLocation } from '#test/builders/records.ts'
import {
  aBooking,
  aHold,
  type BookingDesk,
  frontdesk,
  memberCaller,
  otherDesk,
  setSold,
  toronto,
  vancouver,
} from './booking-desk.ts'
import { describeRules } from './each-database.ts'

const calendarOf = (locationID: string, query: Record<string, string> = {}) => ({
  params: { locationID },
  query: { skuID: '300', ...query },
})

describeRules('the calendar', ({ newDesk }) => {
  let desk: BookingDesk
  beforeEach(async () => {
    desk = await newDesk()
  })
  const startsOn = async (date: string, caller: typeof frontdesk | null = frontdesk): Promise<string[]> => {
    const calendar = await desk.call('readCalendar', calendarOf('ca-bc-1', { startDate: date, span: '1' }), caller)
    return calendar.days[0]?.slots.map((slot) => slot.utcStart) ?? []
  }

  it('offers seven days from the location’s today, starting with the next slot', async () => {
    const calendar = await desk.call('readCalendar', calendarOf('ca-bc-1', { memberType: 'New Member' }), null)
    expect(calendar).toMatchObject({ locationID: 'ca-bc-1', skuID: 300, timezone: 'America/Vancouver' })
    expect(calendar.days.map((one) => one.date)).toEqual([
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
      '2026-11-27',
      '2026-11-28',
      '2026-11-29',
      '2026-11-30',
    ])
    expect(calendar.days[0]?.slots[0]).toEqual({
      hour: 13,
      min: 20,
      partOfDay: 'afternoon',
      utcStart: '2026-11-24T20:20:00Z',
      utcEnd: '2026-11-24T21:20:00Z',
      machines: [
        { machineID: 'ca-bc-1-m1', calendarID: 'cal-ca-bc-1-m1' },
        { machineID: 'ca-bc-1-m2', calendarID: 'cal-ca-bc-1-m2' },
      ],
    })
    expect(calendar.days[1]?.slots).toHaveLength(34)
  })

  it('leaves out taken machines, and slots without a free machine', async () => {
    await desk.call('createBooking', { body: aBooking() })
    const read = () => desk.call('readCalendar', calendarOf('ca-bc-1', { startDate: '2026-11-25', span: '1' }))
    const at = async (utcStart: string) =>
      (await read()).days[0]?.slots.find((slot) => slot.utcStart === utcStart)?.machines.map((one) => one.machineID)
    expect(await at('2026-11-25T17:00:00Z')).toEqual(['ca-bc-1-m2'])
    expect(await at('2026-11-25T18:00:00Z')).toEqual(['ca-bc-1-m1', 'ca-bc-1-m2'])
    await desk.call('createHoldAssisted', { body: aHold({ calendarId: 'cal-ca-bc-1-m2' }) }, otherDesk)
    expect(await at('2026-11-25T17:00:00Z')).toBeUndefined()
    desk.now += 600
    expect(await at('2026-11-25T17:00:00Z')).toEqual(['ca-bc-1-m2'])
  })

  it('offers a held slot only to its holder', async () => {
    for (const calendarId of ['cal-ca-bc-1-m1', 'cal-ca-bc-1-m2']) {
      await desk.call('createHoldAssisted', { body: aHold({ calendarId }) })
    }
    expect(await startsOn('2026-11-25')).toContain('2026-11-25T17:00:00Z')
    expect(await startsOn('2026-11-25', otherDesk)).not.toContain('2026-11-25T17:00:00Z')
    expect(await startsOn('2026-11-25', null)).not.toContain('2026-11-25T17:00:00Z')
  })

  it('lets staff, but not members, see and book a scan that is marked as admin-only', async () => {
    await setSold(desk, { 300: { admin: true } })
    const member = memberCaller('m-000001')
    expect(await startsOn('2026-11-25')).toHaveLength(34)
    expect(await startsOn('2026-11-25', null)).toEqual([])
    expect(await startsOn('2026-11-25', member)).toEqual([])
    expect(await desk.refusal('createBooking', { body: aBooking() }, member)).toMatchObject({
      status: 400,
      code: 'machine-does-not-support-sku',
    })
    await desk.call('createBooking', { body: aBooking() })
  })

  it('offers only slots that can be held', async () => {
    for (const utcStart of await startsOn('2026-11-24')) {
      const body = aHold({ utcStart, utcEnd: toInstant(toEpochMs(utcStart as Instant) + 3_600_000) })
      const hold = await desk.call('createHoldAssisted', { body })
      const params = { calendarId: hold.calendarID, eventId: hold.eventID }
      await desk.call('deleteCalendarEvent', { params })
    }
  })

  it('is refused at unknown or forbidden locations, and without a session where self-service is off', async () => {
    await desk.addLocations(aLocation({ locationID: 'ca-bc-7', selfServiceBooking: false, machines: [] }))
    expect((await desk.refusal('readCalendar', calendarOf('ca-bc-7'), null)).status).toBe(404)
    expect((await desk.refusal('readCalendar', calendarOf('us-zz-1'))).status).toBe(404)
    const elsewhere = { ...frontdesk, allowedLocations: [] }
    expect((await desk.refusal('readCalendar', calendarOf('ca-bc-1'), elsewhere)).code).toBe('location-forbidden')
  })

  it.each(['0002-01-01', '9998-12-31', '1999-12-31'])('refuses the start date %s', async (startDate) => {
    const input = calendarOf('ca-bc-1', { startDate, span: '42' })
    expect(await desk.refusal('readCalendar', input)).toMatchObject({ status: 400, code: 'invalid-input' })
  })

  it.each([
    ['2026-11-25T00:00:00Z', '2026-11-25T00:00:00Z'],
    ['2026-11-25T00:00:00Z', '2027-02-26T00:00:00Z'],
  ])('refuses machine times from %s to %s', async (from, to) => {
    const input = { params: { locationID: 'ca-bc-1' }, query: { from, to } }
    expect(await desk.refusal('readMachineTimes', input)).toMatchObject({ status: 400, code: 'invalid-input' })
  })
})

/** The days of 2026 and 2027 on which clocks change in the United States and in Toronto. */
const changeDays = ['2026-03-08', '2026-11-01', '2027-03-14', '2027-11-07'] as PlainDate[]

describeRules('bookings on days of a clock change', ({ newDesk }) => {
  const everyHour = { open: '00:00', close: '23:55', openStatus: true }
  const openAllDay = Object.fromEntries(Object.keys(vancouver.hours).map((weekday) => [weekday, everyHour]))

  it('keep the chosen instant of a repeated hour, and the zone abbreviation of that instant', async () => {
    const desk = await newDesk()
    await setHours(desk, toronto, openAllDay)
    const repeated = findInstants('2027-11-07' as PlainDate, '01:20', 'America/Toronto' as ZoneId)
    if (repeated.kind !== 'twice') throw new Error('01:20 is not repeated')
    const at = (utcStart: Instant) => ({ locationID: 'ca-on-1', machineID: 'ca-on-1-m1', utcStart })
    const first = await desk.call('createBooking', { body: aBooking(at(repeated.earlier)) })
    const second = await desk.call('createBooking', {
      body: aBooking({ ...at(repeated.later), patientID: 'm-000002' }),
    })
    expect(first.booking).toMatchObject({
      utcStart: '2027-11-07T05:20:00Z',
      utcEnd: '2027-11-07T06:20:00Z',
      wallTime: '2027-11-07T01:20',
      displayTimezone: 'EDT',
    })
    expect(second.booking).toMatchObject({
      utcStart: '2027-11-07T06:20:00Z',
      utcEnd: '2027-11-07T07:20:00Z',
      wallTime: '2027-11-07T01:20',
      displayTimezone: 'EST',
    })
    const log = await desk.call('readLog', { params: { studyId: second.studyID } })
    expect(log[0]?.content).toBe('Booked for 07 Nov 2027 01:20am EST on Cedar')
  })

  it('are offered at both times of a repeated hour, and at no time of a skipped one', async () => {
    const desk = await newDesk()
    await setHours(desk, toronto, openAllDay)
    const wallTimes = async (date: string): Promise<string[]> => {
      const input = calendarOf('ca-on-1', { startDate: date, span: '1' })
      const { days } = await desk.call('readCalendar', input)
      return (days[0]?.slots ?? []).map((slot) => `${slot.hour}:${String(slot.min).padStart(2, '0')}`)
    }
    const autumn = await wallTimes('2027-11-07')
    expect(autumn.filter((time) => time === '1:20')).toHaveLength(2)
    expect(autumn.filter((time) => time === '2:20')).toHaveLength(1)
    const spring = await wallTimes('2027-03-14')
    expect(spring.filter((time) => time.startsWith('2:'))).toEqual([])
    expect(spring).toContain('3:00')
  })

  it('take 60 elapsed minutes each, in every time zone of the 27 clinics', {
    timeout: 120_000,
  }, async () => {
    const desk = await newDesk()
    const clinics = createDemoLocations()
    const zones = new Set<string>()
    let booked = 0
    for (const clinic of clinics) {
      if (zones.has(clinic.timezone)) continue
      zones.add(clinic.timezone)
      const location = aCopyIn(clinic.timezone, zones.size)
      await desk.addLocations(location)
      for (const date of changeDays) {
        desk.now = toEpochMs(`${date}T00:00:00Z` as Instant) / 1000 - 3 * 86_400
        // Wall times around the change. The loop skips some of them, so that the scans do not touch.
        const choices = manualTimeChoices(date, clinic.timezone).filter((choice) => choice.time < '04:00')
        let freeFrom = 0
        for (const choice of choices) {
          const start = toEpochMs(choice.instant)
          if (start < freeFrom) continue
          freeFrom = start + 65 * 60_000
          const body = aBooking({
            locationID: location.locationID,
            machineID: location.machines[0]?.machineID,
            utcStart: choice.instant,
            slotSelectionType: 'manual',
          })
          const study = await desk.call('createBooking', { body })
          const wall = toWallTime(choice.instant, clinic.timezone)
          expect(study.booking).toMatchObject({
            utcStart: choice.instant,
            utcEnd: toInstant(start + 3_600_000),
            wallTime: `${date}T${choice.time}`,
            timezone: clinic.timezone,
            displayTimezone: wall.abbreviation,
          })
          booked += 1
        }
      }
    }
    expect(zones.size).toBeGreaterThanOrEqual(6)
    expect(booked).toBeGreaterThanOrEqual(zones.size * changeDays.length * 2)
    expect(await desk.countOverlaps()).toBe(0)
  })
})

const setHours = async (desk: BookingDesk, location: Location, hours: Record<string, unknown>): Promise<void> => {
  await desk.database.db
    .updateTable('location')
    .set({ document: JSON.stringify({ ...location, hours }) })
    .where('location_id', '=', location.locationID)
    .execute()
}

const aCopyIn = (timezone: string, number: number): Location => {
  const locationID = `us-xx-${number}`
  return aLocation({
    locationID,
    timezone,
    machines: vancouver.machines.map((machine) => ({
      ...machine,
      machineID: machine.machineID.replace('ca-bc-1', locationID),
      calendar: machine.calendar.replace('ca-bc-1', locationID),
    })),
  })
}

describe('the tested days', () => {
  it('are days on which Toronto’s clock changes', () => {
    for (const date of changeDays) {
      const before = toWallTime(`${date}T04:00:00Z` as Instant, 'America/Toronto' as ZoneId)
      const after = toWallTime(`${date}T20:00:00Z` as Instant, 'America/Toronto' as ZoneId)
      expect(before.offset).not.toBe(after.offset)
    }
  })
})
