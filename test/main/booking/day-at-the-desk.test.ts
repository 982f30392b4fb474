import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BookInput, WeekView } from '#contract/booking/bridge.ts'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import type { SlotHold } from '#domain/booking/machine-time.ts'
import type { Slot } from '#domain/booking/slot.ts'
import { memberDraftSchema } from '#domain/members/member.ts'
import { addMinutes, toInstant } from '#domain/values/instant.ts'
import { toWallTime } from '#domain/values/location-clock.ts'
import { locationIDSchema, skuIDSchema } from '#domain/values/location-id.ts'
import { addDays, startOfWeek } from '#domain/values/plain-date.ts'
import { type AppUnderTest, startApp } from '#test/builders/app.ts'
import { type DemoBackOffice, startDemoBackOffice } from '#test/builders/demo-back-office.ts'

const locationID = locationIDSchema.parse('ca-bc-1')
const skuID = skuIDSchema.parse(300)
// Next week, so that the demo has bookings and every slot is in the future.
const monday = addDays(startOfWeek(toWallTime(toInstant(Date.now()), 'America/Vancouver' as never).date), 7)

const draftOf = (overrides: Record<string, unknown> = {}) =>
  memberDraftSchema.parse({
    firstname: 'Ingrid',
    lastname: 'Solheim',
    email: `ingrid.${randomUUID().slice(0, 8)}@mail.example`,
    dob: '1971-06-30',
    gender: 'female',
    phone_number: '+1 604 555 0177',
    address: '5 Fjord Road',
    city: 'Vancouver',
    state: 'BC',
    postalCode: 'V6B 3C3',
    country: 'Canada',
    ...overrides,
  })

describe('a day at the desk, over the real back office', { timeout: 120_000 }, () => {
  let backOffice: DemoBackOffice
  let desk: AppUnderTest
  let otherDesk: AppUnderTest
  beforeAll(async () => {
    backOffice = await startDemoBackOffice()
    desk = await startApp({ backOfficeUrl: backOffice.url })
    otherDesk = await startApp({ backOfficeUrl: backOffice.url })
    for (const [app, who] of [
      [desk, 'frontdesk@demo.atrium'],
      [otherDesk, 'sales@demo.atrium'],
    ] as const) {
      await app.until('it is online', async () => (await app.get('connectivity', 'read', {})).state === 'online')
      await app.signIn(who)
    }
  }, 180_000)
  afterAll(async () => {
    await desk?.stop()
    await otherDesk?.stop()
    await backOffice?.stop()
  })

  const week = (app = desk, from = monday) =>
    app.get('booking', 'readWeek', { locationID, skuID, monday: from, memberType: null })
  const slotsOf = (view: WeekView): readonly Slot[] => view.days.flatMap((day) => day.slots)
  const weekFromCache = (app: AppUnderTest) =>
    app.until('the cache is filled', async () => {
      const view = await week(app)
      return view.source === 'cache' ? view : null
    })
  const freeSlot = async (app = desk, machines = 1): Promise<Slot> => {
    const free = slotsOf(await week(app)).find((slot) => slot.state === 'free' && slot.machines.length >= machines)
    if (free === undefined) throw new Error('The demo has no free slot next week')
    return free
  }
  const stateOf = async (app: AppUnderTest, slot: Slot) =>
    slotsOf(await week(app)).find((one) => one.utcStart === slot.utcStart)
  const hold = (slot: Slot, app = desk, previousHold: SlotHold | null = null) =>
    app.ask('booking', 'holdSlot', {
      locationID,
      skuID,
      utcStart: slot.utcStart,
      candidates: slot.machines,
      previousHold,
    })
  const heldSlot = async (slot: Slot, app = desk, previousHold: SlotHold | null = null): Promise<SlotHold> => {
    const reply = await hold(slot, app, previousHold)
    if (!reply.ok) throw new Error(JSON.stringify(reply.failure))
    return reply.value
  }
  const bookInput = (slotHold: SlotHold, overrides: Record<string, unknown> = {}): BookInput =>
    bridgeSchemas.booking.book.input.parse({
      patientID: 'm-000001',
      locationID,
      skuID,
      machineID: slotHold.machineID,
      utcStart: slotHold.utcStart,
      slotSelectionType: 'slot',
      hold: slotHold,
      memberType: null,
      referralType: 'provider',
      referrer: '',
      sedativeTaken: null,
      opportunityID: null,
      temporaryHold: false,
      override: null,
      safetyAnswers: null,
      settleReason: null,
      idempotencyKey: randomUUID(),
      draftID: 'booking',
      ...overrides,
    })
  const newMember = async () =>
    (await desk.get('members', 'create', { draft: draftOf(), idempotencyKey: randomUUID() })).patientID

  it('offers the assisted-booking locations and scan types', async () => {
    const locations = await desk.get('locations', 'list', { purpose: 'assisted' })
    expect(locations.length).toBeGreaterThan(20)
    expect(locations.every((one) => one.active && one.assistedBooking)).toBe(true)
    expect((await desk.get('locations', 'skus', {})).some((sku) => sku.skuID === skuID)).toBe(true)
    expect(
      await desk.ask('booking', 'readWeek', { locationID: 'xx-yy-9' as never, skuID, monday, memberType: null }),
    ).toMatchObject({ failure: { code: 'not-found' } })
  })

  it('reads the same week from the back office and from the cache', async () => {
    await weekFromCache(desk)
    const cached = await week()
    const far = addDays(monday, 7 * 20)
    expect((await week(desk, far)).source).toBe('back-office')
    await desk.get('workstation', 'deleteCache', {})
    const fresh = await week()
    expect(slotsOf(cached).map((slot) => [slot.utcStart, slot.state, slot.machines])).toEqual(
      slotsOf(fresh).map((slot) => [slot.utcStart, slot.state, slot.machines]),
    )
    await weekFromCache(desk)
  })

  it('finds the week of the first free time, for staff and in the public calendar', async () => {
    const found = await desk.get('booking', 'findFirstFree', { locationID, skuID })
    const opening = found.opening ?? expect.fail('The demo has no free time in twelve weeks')
    const free = slotsOf(await week(desk, opening.monday)).filter((slot) => slot.state === 'free')
    expect(free.map((slot) => slot.utcStart).sort()[0]).toBe(opening.utcStart)
    expect(await desk.get('selfService', 'findFirstFree', { locationID, skuID })).toMatchObject({ opening })
    const nowhere = { locationID: 'xx-yy-9' as never, skuID }
    expect(await desk.ask('booking', 'findFirstFree', nowhere)).toMatchObject({ failure: { code: 'not-found' } })
  })

  it('shows a hold with its owner at the other desk, moves it with the next click, and releases it', async () => {
    const first = await freeSlot(desk)
    const placed = await heldSlot(first)
    expect((await stateOf(desk, first))?.state).toBe('mine')
    await week(otherDesk)
    const seen = await otherDesk.until('the other desk sees the hold', async () =>
      (await stateOf(otherDesk, first))?.holds.find((one) => one.eventID === placed.eventID),
    )
    expect(seen).toMatchObject({ name: 'Robin Frost', mine: false })

    const second = slotsOf(await week())
      .filter((slot) => slot.state === 'free')
      .at(-1) as Slot
    const moved = await heldSlot(second, desk, placed)
    expect((await stateOf(desk, first))?.state).toBe('free')
    expect((await desk.get('booking', 'renewHold', { hold: moved })).eventID).toBe(moved.eventID)
    await desk.get('booking', 'releaseHold', { hold: moved })
    await desk.get('booking', 'releaseHold', { hold: moved })
    expect((await stateOf(desk, second))?.state).toBe('free')
    expect(await desk.ask('booking', 'renewHold', { hold: moved })).toMatchObject({ failure: { code: 'hold-lapsed' } })
  })

  it('holds the next machine if one is taken, and reports the previous slot as free if all are taken', async () => {
    const slot = await freeSlot(desk, 2)
    const theirs: SlotHold[] = []
    for (const machine of slot.machines.slice(0, -1)) {
      theirs.push(await heldSlot({ ...slot, machines: [machine] }, otherDesk))
    }
    const last = await heldSlot(slot)
    expect(last.machineID).toBe(slot.machines.at(-1))
    await desk.get('booking', 'releaseHold', { hold: last })

    theirs.push(await heldSlot({ ...slot, machines: slot.machines.slice(-1) }, otherDesk))
    const elsewhere = slotsOf(await week()).filter((one) => one.state === 'free' && one.date !== slot.date)[0] as Slot
    const mine = await heldSlot(elsewhere)
    expect(await hold(slot, desk, mine)).toMatchObject({
      ok: false,
      failure: { code: 'slot-taken', details: { previousSlotFree: true } },
    })
    expect((await stateOf(desk, elsewhere))?.state).toBe('free')
    for (const one of theirs) await otherDesk.get('booking', 'releaseHold', { hold: one })
  })

  it('offers a time that overlaps only the booking being moved, and holds it', async () => {
    const slots = slotsOf(await week()).filter((slot) => slot.state === 'free')
    const start = slots.find((slot) => {
      const next = slots.find((one) => one.utcStart === addMinutes(slot.utcStart, 20))
      return next?.machines.some((machine) => slot.machines.includes(machine)) === true
    })
    const machine = start?.machines.find((one) =>
      slots.find((slot) => slot.utcStart === addMinutes(start.utcStart, 20))?.machines.includes(one),
    )
    if (start === undefined || machine === undefined) throw new Error('The demo has no two free slots in a row')
    const placed = await heldSlot({ ...start, machines: [machine] })
    const study = await desk.get('booking', 'book', bookInput(placed, { patientID: await newMember() }))
    const moving = await desk.get('booking', 'readWeek', {
      locationID,
      skuID,
      monday,
      memberType: null,
      movingStudyID: study.studyID,
    })
    const at = (utcStart: string) => slotsOf(moving).find((slot) => slot.utcStart === utcStart)
    expect(at(start.utcStart)?.state).toBe('taken')
    const utcStart = addMinutes(start.utcStart, 20)
    expect(at(utcStart)?.machines).toContain(machine)
    const ask = { locationID, skuID, utcStart, candidates: [machine], previousHold: null }
    expect(await desk.ask('booking', 'holdSlot', ask)).toMatchObject({ failure: { code: 'slot-taken' } })
    const held = await desk.get('booking', 'holdSlot', { ...ask, movingStudyID: study.studyID })
    expect(held).toMatchObject({ machineID: machine, utcStart })
    await desk.get('booking', 'releaseHold', { hold: held })
  })

  it('books, shows the booking everywhere, moves it, records the sedative and cancels it', async () => {
    await weekFromCache(otherDesk)
    const patientID = await newMember()
    await desk.get('drafts', 'save', { draftID: 'booking', content: { patientID } })
    const slot = await freeSlot()
    const study = await desk.get('booking', 'book', bookInput(await heldSlot(slot), { patientID }))
    expect(study).toMatchObject({ patientID, status: { booked: true } })
    expect(await desk.get('drafts', 'read', { draftID: 'booking' })).toBeNull()

    const day = await desk.get('booking', 'readDay', { locationID, date: slot.date })
    const entry = day.entries.find((one) => one.study?.studyID === study.studyID)
    expect(entry).toMatchObject({ machineTime: { kind: 'study' }, member: { firstname: 'Ingrid', dob: '1971-06-30' } })
    expect(day.entries.some((one) => one.machineTime.kind === 'slot-hold' && one.mine)).toBe(false)
    await otherDesk.until('the other desk finds the booking', async () => {
      const hits = await otherDesk.get('search', 'find', { text: study.studyID, limit: 5 })
      return hits.some((hit) => hit.kind === 'study')
    })
    await desk.until('the member is found by name and birth date', async () => {
      const hits = await desk.get('search', 'find', { text: 'solheim ingrid 30 Jun 1971', limit: 5 })
      return hits.some((hit) => hit.kind === 'member' && hit.member.patientID === patientID)
    })

    const target = slotsOf(await week())
      .filter((one) => one.state === 'free')
      .at(-1) as Slot
    const moved = await desk.get('booking', 'reschedule', {
      studyID: study.studyID,
      version: study.version,
      locationID,
      skuID,
      machineID: target.machines[0] as never,
      utcStart: target.utcStart,
      slotSelectionType: 'slot',
      hold: await heldSlot(target),
      override: null,
      settleReason: null,
      idempotencyKey: randomUUID(),
      draftID: 'move',
    })
    expect(moved.booking?.utcStart).toBe(target.utcStart)
    const oldSlot = await stateOf(desk, slot)
    expect(oldSlot?.machines).toEqual(expect.arrayContaining([...slot.machines]))
    const noted = await desk.get('booking', 'setSedative', {
      studyID: study.studyID,
      version: moved.version,
      sedativeTaken: 'Sedative Taken',
    })
    expect(noted.sedativeTaken).toBe('Sedative Taken')
    const refusal = { studyID: study.studyID, version: noted.version, sedativeTaken: null }
    expect(await otherDesk.ask('booking', 'setSedative', refusal)).toMatchObject({
      failure: { code: 'insufficient-permissions' },
    })
    const cancel = {
      studyID: study.studyID,
      cancellationReason: 'member-commute' as const,
      cancellationDetail: 'Too far away',
    }
    const cancelled = await desk.get('booking', 'cancel', { ...cancel, idempotencyKey: randomUUID() })
    expect(cancelled.status.cancelled).toBe(true)
    expect(await desk.ask('booking', 'cancel', { ...cancel, idempotencyKey: randomUUID() })).toMatchObject({
      failure: { code: 'already-cancelled' },
    })
    expect((await stateOf(desk, target))?.state).toBe('free')
    expect((await desk.get('booking', 'readStudy', { studyID: study.studyID })).study.status.cancelled).toBe(true)
    expect((await desk.get('study', 'readLog', { studyID: study.studyID })).length).toBeGreaterThanOrEqual(3)
    const unseen = await desk.get('booking', 'settled', {})
    expect(unseen.every(({ outcome }) => outcome.kind !== 'pending')).toBe(true)
    for (const { idempotencyKey } of unseen) await desk.get('booking', 'acknowledgeSettled', { idempotencyKey })
    expect(await desk.get('booking', 'settled', {})).toEqual([])
  })

  it('warns of a member who already exists', async () => {
    const draft = draftOf()
    const made = await desk.get('members', 'create', { draft, idempotencyKey: randomUUID() })
    const twin = draftOf({ email: 'someone.else@mail.example', firstname: 'Ingrid' })
    const matches = await desk.get('members', 'findDuplicates', { draft: twin })
    expect(matches.find((match) => match.member.patientID === made.patientID)?.reasons).toContain(
      'same-name-and-birth-date',
    )
    expect(await desk.ask('members', 'create', { draft, idempotencyKey: randomUUID() })).toMatchObject({
      failure: { code: 'member-exists' },
    })
    const stranger = draftOf({
      firstname: 'Quillon',
      lastname: 'Xanthe',
      dob: '1933-01-09',
      phone_number: '2505550001',
    })
    expect(await desk.get('members', 'findDuplicates', { draft: stranger })).toEqual([])
  })

  it('refuses other locations to a user of one location', async () => {
    const single = await startApp({ backOfficeUrl: backOffice.url })
    try {
      await single.signIn('onelocation@demo.atrium')
      const locations = await single.get('locations', 'list', { purpose: 'assisted' })
      expect(locations.map((one) => one.locationID)).toEqual(['ca-bc-1'])
      const forbidden = { locationID: locationIDSchema.parse('ca-bc-2'), skuID, monday, memberType: null }
      expect(await single.ask('booking', 'readWeek', forbidden)).toMatchObject({
        failure: { code: 'location-forbidden' },
      })
    } finally {
      await single.stop()
    }
  })

  it('lets a member sign up and book without a staff session', async () => {
    const screen = await startApp({ backOfficeUrl: backOffice.url })
    try {
      const { locations } = await screen.get('selfService', 'catalogue', {})
      expect(locations.some((one) => one.locationID === locationID)).toBe(true)
      const view = await screen.get('selfService', 'readWeek', { locationID, skuID, monday })
      const slot = slotsOf(view)
        .filter((one) => one.state === 'free')
        .at(-2) as Slot
      const own = await screen.get('selfService', 'holdSlot', {
        locationID,
        skuID,
        utcStart: slot.utcStart,
        candidates: slot.machines,
        previousHold: null,
      })
      const input = { draft: draftOf(), locationID, skuID, hold: own, idempotencyKey: randomUUID() }
      const study = await screen.get('selfService', 'signUpAndBook', input)
      expect(await screen.get('selfService', 'signUpAndBook', input)).toEqual(study)
      expect((await screen.get('selfService', 'readStudy', { studyID: study.studyID })).study.studyID).toBe(
        study.studyID,
      )
      expect(await screen.ask('booking', 'readStudy', { studyID: study.studyID })).toMatchObject({
        failure: { code: 'signed-out' },
      })
      const again = await screen.ask('selfService', 'signUpAndBook', { ...input, idempotencyKey: randomUUID() })
      expect(again).toMatchObject({ failure: { code: 'member-exists' } })
    } finally {
      await screen.stop()
    }
  })

  it('lets a member whose slot was lost book another one with the same sign-up', async () => {
    const screen = await startApp({ backOfficeUrl: backOffice.url })
    try {
      const free = slotsOf(await screen.get('selfService', 'readWeek', { locationID, skuID, monday })).filter(
        (one) => one.state === 'free',
      )
      const [lost, next] = [free.at(-1), free.find((one) => one.machines.length > 1)] as [Slot, Slot]
      const holdOf = ({ utcStart, machines }: Slot) =>
        screen.get('selfService', 'holdSlot', {
          locationID,
          skuID,
          utcStart,
          candidates: machines,
          previousHold: null,
        })
      const draft = draftOf()
      const send = (own: SlotHold) =>
        screen.ask('selfService', 'signUpAndBook', {
          draft,
          locationID,
          skuID,
          hold: own,
          idempotencyKey: randomUUID(),
        })
      const gone = await holdOf(lost)
      await screen.get('selfService', 'releaseHold', { hold: gone })
      const taken = await heldSlot({ ...lost, machines: [gone.machineID] })
      expect(await send(gone)).toMatchObject({ failure: { code: 'slot-taken' } })
      const study = await send(await holdOf(next))
      expect(study).toMatchObject({ ok: true, value: { booking: { utcStart: next.utcStart } } })
      await desk.get('booking', 'releaseHold', { hold: taken })
    } finally {
      await screen.stop()
    }
  })

  it('reads the week, the day and members from the cache without the back office, and catches up afterwards', async () => {
    await weekFromCache(desk)
    const statesOf = (view: WeekView) => slotsOf(view).map((one) => one.state)
    // Changes by earlier tests may still be in the feed.
    const before = await desk.until('the feed has nothing new for this week', async () => {
      const { asOf } = await week()
      const earlier = statesOf(await week()).join()
      const later = await desk.until('the feed was read again', async () => {
        const view = await week()
        return view.asOf > asOf ? view : null
      })
      return statesOf(later).join() === earlier ? later : null
    })
    const slot = await freeSlot()
    await backOffice.stop()
    await desk.until('it is known to be offline', async () => {
      return (await desk.get('connectivity', 'read', {})).state === 'offline'
    })
    const after = await week()
    expect(after.source).toBe('cache')
    expect(statesOf(after)).toEqual(statesOf(before))
    expect((await desk.get('connectivity', 'read', {})).asOf).not.toBeNull()
    expect((await desk.get('booking', 'readDay', { locationID, date: monday })).source).toBe('cache')
    expect((await desk.get('members', 'search', { text: 'solheim', limit: 5 })).source).toBe('cache')
    const far = { locationID, skuID, monday: addDays(monday, 7 * 20), memberType: null }
    expect(await desk.ask('booking', 'readWeek', far)).toMatchObject({ failure: { code: 'offline' } })
    expect(await hold(slot)).toMatchObject({ failure: { code: 'offline' } })

    const entries = (await desk.get('booking', 'readDay', { locationID, date: monday })).entries
    const patientID = entries.flatMap((entry) => entry.study?.patientID ?? [])[0]
    if (patientID === undefined) throw new Error('The demo has no booking next Monday')
    expect((await desk.get('members', 'readStudies', { memberID: patientID })).length).toBeGreaterThan(0)

    const restarted = await startApp({ backOfficeUrl: backOffice.url, platform: desk.platform })
    try {
      await restarted.signIn()
      expect((await week(restarted)).asOf).toBe(after.asOf)
    } finally {
      await restarted.stop()
    }
    await backOffice.start()
    await desk.until('it is online', async () => (await desk.get('connectivity', 'read', {})).state === 'online')
    const mine = await heldSlot(slot)
    await desk.get('booking', 'releaseHold', { hold: mine })
  })
})
