import { describe, expect, it, vi } from 'vitest'
import type { WeekView } from '#contract/booking/bridge.ts'
import type { BridgeEvents, EventName } from '#contract/bridge.ts'
import { fail, ok, type Reply } from '#contract/reply.ts'
import type { FirstFree } from '#domain/booking/opening-week.ts'
import { buildSlotDays } from '#domain/booking/slot-grid.ts'
import { type Instant, parseInstant } from '#domain/values/instant.ts'
import { skuIDSchema } from '#domain/values/location-id.ts'
import { addDays, type PlainDate, parsePlainDate, startOfWeek, weekDates } from '#domain/values/plain-date.ts'
import { keepUnchanged } from '#renderer/booking/calendar/keep-unchanged.ts'
import { shownWeek } from '#renderer/booking/calendar/week-state.ts'
import { createWeekStore } from '#renderer/booking/calendar/week-store.ts'
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

type Search = () => Promise<Reply<FirstFree>>

const aStore = (search: Search = async () => ok({ opening: null, searchedTo: today })) => {
  const searched: unknown[] = []
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
    findFirstFree: (input) => {
      searched.push(input)
      return search()
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
    searched,
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
  it('reads the shown week, then both neighbours while idle, so that a switch is instant', async () => {
    const desk = aStore()
    desk.store.getState().aim(target, today)
    await desk.rest()
    expect(desk.read).toEqual(['2026-11-23', '2026-11-30', '2026-11-16'])
    desk.store.getState().show(dateOf('2026-11-30'))
    expect(shownWeek(desk.store.getState())?.view?.monday).toBe('2026-11-30')
  })

  it('reads again only the weeks that a change affects', async () => {
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

  it('keeps the shown data when a refresh fails, and reports the failure', async () => {
    const desk = aStore()
    desk.store.getState().aim(target, today)
    await desk.rest()
    desk.onRead(() => fail('offline', 'Away.'))
    await desk.store.getState().refresh()
    const known = shownWeek(desk.store.getState())
    expect(known?.view?.monday).toBe('2026-11-23')
    expect(known?.failure?.code).toBe('offline')
  })

  it('starts at the week of a wanted future day, with a tab for that week, or else at the current week', () => {
    const desk = aStore()
    desk.store.getState().aim(target, today, dateOf('2027-03-10'))
    expect(desk.store.getState()).toMatchObject({ monday: '2027-03-08', firstMonday: '2027-03-08' })
    const past = aStore()
    past.store.getState().aim(target, today, dateOf('2026-10-10'))
    expect(past.store.getState()).toMatchObject({ monday: '2026-11-23', firstMonday: '2026-11-23' })
  })
})

describe('the week at which the calendar opens', () => {
  const full = (monday: PlainDate): WeekView => ({
    ...aWeek(monday),
    days: aWeek(monday).days.map((day) => ({ ...day, slots: day.slots.map((slot) => ({ ...slot, state: 'taken' })) })),
  })
  const opened = { monday: dateOf('2027-01-04'), utcStart: parseInstant('2027-01-05T17:00:00Z') ?? expect.fail() }

  it('is the current week if it has a free time, without a search of later weeks', async () => {
    const desk = aStore()
    desk.store.getState().aim(target, today)
    expect(desk.store.getState().opening.kind).toBe('searching')
    await desk.rest()
    expect(desk.store.getState()).toMatchObject({
      monday: '2026-11-23',
      opening: { kind: 'found', monday: '2026-11-23', utcStart: '2026-11-23T15:00:00Z' },
    })
    expect(desk.searched).toEqual([])
  })

  it('is a later week if the first free time is in it: one search finds the week, which gets its own tab', async () => {
    const desk = aStore(async () => ok({ opening: opened, searchedTo: opened.monday }))
    desk.onRead((monday) => ok(monday < opened.monday ? full(monday) : aWeek(monday)))
    desk.store.getState().aim(target, today)
    await vi.waitFor(() => expect(desk.store.getState().opening.kind).toBe('found'))
    await desk.rest()
    expect(desk.store.getState()).toMatchObject({ monday: '2027-01-04', firstMonday: '2027-01-04' })
    expect(desk.searched).toHaveLength(1)
    expect(desk.read.slice(0, 2)).toEqual(['2026-11-23', '2027-01-04'])
  })

  it('is the current week if no time is free, and the calendar shows how far the search went', async () => {
    const desk = aStore(async () => ok({ opening: null, searchedTo: dateOf('2027-02-14') }))
    desk.onRead((monday) => ok(full(monday)))
    desk.store.getState().aim(target, today)
    await vi.waitFor(() => expect(desk.store.getState().opening).toEqual({ kind: 'nothing', searchedTo: '2027-02-14' }))
    expect(desk.store.getState().monday).toBe('2026-11-23')
  })

  it('does not replace a week that the user has chosen in the meantime', async () => {
    let answer: (reply: Reply<FirstFree>) => void = () => {}
    const desk = aStore(() => new Promise((done) => (answer = done)))
    desk.onRead((monday) => ok(full(monday)))
    desk.store.getState().aim(target, today)
    await vi.waitFor(() => expect(desk.searched).toHaveLength(1))
    desk.store.getState().show(dateOf('2026-12-07'))
    answer(ok({ opening: opened, searchedTo: opened.monday }))
    await desk.rest()
    expect(desk.store.getState()).toMatchObject({ monday: '2026-12-07', opening: { kind: 'none' } })
    desk.store.getState().aim({ ...target, skuID: skuIDSchema.parse(400) }, today)
    await desk.rest()
    expect(desk.store.getState().monday).toBe('2026-12-07')
  })

  it('has the first free time also when the wanted day is past', async () => {
    const desk = aStore(async () => ok({ opening: opened, searchedTo: opened.monday }))
    desk.onRead((monday) => ok(monday < opened.monday ? full(monday) : aWeek(monday)))
    desk.store.getState().aim(target, today, dateOf('2026-10-10'))
    await vi.waitFor(() => expect(desk.store.getState().monday).toBe('2027-01-04'))
  })

  it('is the current week when the search fails', async () => {
    const desk = aStore(async () => fail('offline', 'Away.'))
    desk.onRead((monday) => ok(full(monday)))
    desk.store.getState().aim(target, today)
    await vi.waitFor(() => expect(desk.store.getState().opening.kind).toBe('none'))
    expect(shownWeek(desk.store.getState())?.view?.monday).toBe('2026-11-23')
  })
})

describe('the view of a week', () => {
  it('reuses unchanged slots and days, so that only changed ones are drawn again', () => {
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

  it('shows the first week with a free time on or after a chosen day, and offers no earlier times', async () => {
    const found = addDays(today, 42)
    const opening = { monday: startOfWeek(found), utcStart: `${found}T17:00:00Z` as Instant }
    const { store, searched, onRead } = aStore(async () => ok({ opening, searchedTo: found }))
    onRead((monday) => ok({ ...aWeek(monday), days: [] }))
    store.getState().aim(target, today)
    await vi.waitFor(() => expect(store.getState().opening.kind).toBe('found'))
    const day = addDays(today, 30)
    store.getState().showFromDay(day)
    await vi.waitFor(() => expect(searched.at(-1)).toMatchObject({ from: day }))
    await vi.waitFor(() => expect(store.getState().monday).toBe(opening.monday))
    expect(store.getState()).toMatchObject({ notBefore: { day }, opening: { kind: 'found', monday: opening.monday } })
  })

  it('keeps the week that the user chose while a search from a chosen day was running', async () => {
    let answerSearch: (reply: Reply<FirstFree>) => void = () => {}
    const { store, onRead } = aStore(() => new Promise((resolve) => (answerSearch = resolve)))
    onRead((monday) => ok({ ...aWeek(monday), days: [] }))
    store.getState().aim(target, today, today)
    store.getState().showFromDay(addDays(today, 30))
    await new Promise((done) => setTimeout(done, 5))
    const chosen = startOfWeek(addDays(today, 7))
    store.getState().show(chosen)
    const monday = startOfWeek(addDays(today, 60))
    answerSearch(ok({ opening: { monday, utcStart: `${monday}T17:00:00Z` as Instant }, searchedTo: monday }))
    await new Promise((done) => setTimeout(done, 5))
    expect(store.getState().monday).toBe(chosen)
  })
})
