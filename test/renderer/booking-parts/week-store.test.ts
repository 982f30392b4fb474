import { describe, expect, it, vi } from 'vitest'
import { buildSlotDays } from '#domain/booking/slot-grid.ts'
import type { BridgeEvents, EventName, WeekView } from '#domain/contract/bridge.ts'
import { fail, ok, type Reply } from '#domain/contract/reply.ts'
import { skuIDSchema } from '#domain/locations/location-id.ts'
import { parseInstant } from '#domain/time/instant.ts'
import { type PlainDate, parsePlainDate, weekDates } from '#domain/time/plain-date.ts'
import { createWeekStore, keepUnchanged, shownWeek } from '#renderer/booking-parts/week-store.ts'
import { aLocation, aMachineTime } from '#test/builders/records.ts'

const now = parseInstant('2026-11-23T12:00:00Z') ?? expect.fail()
const dateOf = (text: string) => parsePlainDate(text) ?? expect.fail(text)
const today = dateOf('2026-11-23')
const skuID = skuIDSchema.parse(300)
const location = aLocation()
const target = { locationID: location.locationID, skuID, memberType: null }

const aWeek = (monday: PlainDate, machineTimes: ReturnType<typeof aMachineTime>[] = []): WeekView => ({
  locationID: location.locationID,
  skuID,
  monday,
  days: buildSlotDays({ location, skuID, dates: weekDates(monday), machineTimes, now, userID: null }),
  asOf: now,
  source: 'back-office',
})

const aStore = () => {
  const read: PlainDate[] = []
  const listeners = new Map<EventName, (payload: never) => void>()
  const idle: (() => void)[] = []
  let answer: (monday: PlainDate) => Reply<WeekView> = (monday) => ok(aWeek(monday))
  const store = createWeekStore({
    now: () => now,
    read: async ({ monday }) => {
      read.push(monday)
      return answer(monday)
    },
    on: (name, listener) => {
      listeners.set(name, listener as (payload: never) => void)
      return () => listeners.delete(name)
    },
    whenIdle: (run) => idle.push(run),
  })
  store.getState().start()
  return {
    store,
    read,
    onRead: (next: typeof answer) => {
      answer = next
    },
    emit: <Name extends EventName>(name: Name, payload: BridgeEvents[Name]) => listeners.get(name)?.(payload as never),
    rest: async () => {
      await vi.waitFor(() => expect(shownWeek(store.getState())?.reading).toBe('idle'))
      for (const run of idle.splice(0)) run()
      await new Promise((done) => setTimeout(done, 0))
    },
  }
}

describe('createWeekStore', () => {
  it('reads the week shown, then both neighbours while idle, so that a switch has it at once', async () => {
    const desk = aStore()
    desk.store.getState().aim(target, today)
    await desk.rest()
    expect(desk.read).toEqual(['2026-11-23', '2026-11-30', '2026-11-16'])
    desk.store.getState().show(dateOf('2026-11-30'))
    expect(shownWeek(desk.store.getState())?.view?.monday).toBe('2026-11-30')
  })

  it('reads again only the weeks a change touches', async () => {
    const desk = aStore()
    desk.store.getState().aim(target, today)
    await desk.rest()
    desk.read.length = 0
    desk.emit('booking.calendarChanged', { locationID: location.locationID, dates: [dateOf('2026-11-25')] })
    await desk.rest()
    expect(desk.read).toEqual(['2026-11-23'])
    desk.emit('booking.calendarChanged', { locationID: location.locationID, dates: [dateOf('2027-02-01')] })
    desk.emit('booking.calendarChanged', { locationID: 'ca-on-1' as typeof location.locationID, dates: [today] })
    await desk.rest()
    expect(desk.read).toEqual(['2026-11-23'])
  })

  it('keeps showing what it had when a refresh fails, and says so', async () => {
    const desk = aStore()
    desk.store.getState().aim(target, today)
    await desk.rest()
    desk.onRead(() => fail('offline', 'Away.'))
    await desk.store.getState().refresh()
    const known = shownWeek(desk.store.getState())
    expect(known?.view?.monday).toBe('2026-11-23')
    expect(known?.failure?.code).toBe('offline')
  })

  it('begins with the week of the day that is wanted, and with a row of tabs that has it', () => {
    const desk = aStore()
    desk.store.getState().aim(target, today, dateOf('2027-03-10'))
    expect(desk.store.getState()).toMatchObject({ monday: '2027-03-08', firstMonday: '2027-03-08' })
    const past = aStore()
    past.store.getState().aim(target, today, dateOf('2026-10-10'))
    expect(past.store.getState()).toMatchObject({ monday: '2026-11-23', firstMonday: '2026-11-23' })
  })
})

describe('keepUnchanged', () => {
  it('keeps every slot and day that is as before, so that only the changed ones are drawn again', () => {
    const before = aWeek(today)
    const same = keepUnchanged(before, aWeek(today))
    expect(same.days).toBe(before.days)
    const both = [
      aMachineTime(),
      aMachineTime({ eventID: 'e-2', machineID: 'ca-bc-1-m2', calendarID: 'cal-ca-bc-1-m2' }),
    ]
    const after = keepUnchanged(before, aWeek(today, both))
    expect(after.days[0]).toBe(before.days[0])
    expect(after.days[1]).not.toBe(before.days[1])
    expect(after.days[1]?.slots[0]).toBe(before.days[1]?.slots[0])
    expect(after.days[1]?.slots.filter((slot, at) => slot !== before.days[1]?.slots[at]).length).toBe(5)
  })
})
