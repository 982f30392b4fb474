import { beforeEach, expect, it } from 'vitest'
import { someClosureFields } from '#test/builders/location-drafts.ts'
import { aBooking, admin, aHold, type BookingDesk, frontdesk, memberCaller } from '../booking/booking-desk.ts'
import { describeOnEachDatabase } from '../booking/each-database.ts'

/** Wednesday 25 November in Vancouver; {@link aBooking} is at 10:00 on that day. */
const wednesday = { from: '2026-11-25T00:00', to: '2026-11-26T00:00' }

describeOnEachDatabase('closures', ({ newDesk }) => {
  let desk: BookingDesk
  beforeEach(async () => {
    desk = await newDesk()
  })

  const close = (fields: Parameters<typeof someClosureFields>[0] = {}, locationID = 'ca-bc-1') =>
    desk.call('createClosure', { body: { locationID, closure: someClosureFields({ ...wednesday, ...fields }) } }, admin)
  const closures = (locationID = 'ca-bc-1') => desk.call('readClosures', { query: { locationID } }, admin)
  const slotsOn = async (
    date: string,
    locationID = 'ca-bc-1',
    caller: Parameters<BookingDesk['call']>[2] = frontdesk,
  ) => {
    const query = { skuID: '300', startDate: date, span: '1' }
    const { days } = await desk.call('readCalendar', { params: { locationID }, query }, caller)
    return days[0]?.slots ?? []
  }

  it('remove a whole day, a part of it, or one machine from the offered slots, for members too', async () => {
    expect(await slotsOn('2026-11-25')).not.toEqual([])
    const whole = await close()
    expect(whole).toMatchObject({ state: 'in-force', conflicts: [], version: 1, createdBy: 'Ada Min' })
    expect(await slotsOn('2026-11-25')).toEqual([])
    expect(await slotsOn('2026-11-25', 'ca-bc-1', null)).toEqual([])
    expect(await slotsOn('2026-11-26')).not.toEqual([])

    await close({ from: '2026-11-26T12:00', to: '2026-11-26T20:00', kind: 'half-day', reason: 'Staff day' })
    const thursday = await slotsOn('2026-11-26')
    // A scan takes an hour, so the last one begins at 11:00.
    expect(thursday.at(-1)).toMatchObject({ hour: 11, min: 0 })

    await close({ from: '2026-11-27T00:00', to: '2026-11-28T00:00', machineID: 'ca-bc-1-m1' as never, kind: 'service' })
    const friday = await slotsOn('2026-11-27')
    expect(friday.every(({ machines }) => machines.every(({ machineID }) => machineID === 'ca-bc-1-m2'))).toBe(true)
    expect(friday).not.toEqual([])
  })

  it('repeat on the same weekday at the same wall time, across a clock change', async () => {
    await close(
      { from: '2027-03-07T12:00', to: '2027-03-07T13:00', kind: 'break', reason: 'Lunch', weeks: 3 },
      'ca-on-1',
    )
    for (const date of ['2027-03-07', '2027-03-14', '2027-03-21']) {
      const starts = (await slotsOn(date, 'ca-on-1')).map(({ hour, min }) => hour * 60 + min)
      expect(
        starts.filter((minute) => minute > 11 * 60 && minute < 13 * 60),
        date,
      ).toEqual([])
      expect(starts).toContain(13 * 60)
    }
    const after = (await slotsOn('2027-03-28', 'ca-on-1')).map(({ hour }) => hour)
    expect(after).toContain(12)
  })

  it.each([
    ['23 hours', '2027-03-14', '2027-03-15'],
    ['25 hours', '2027-11-07', '2027-11-08'],
  ])('cover all of a day of %s', async (_hours, date, next) => {
    await close({ from: `${date}T00:00`, to: `${next}T00:00` }, 'ca-on-1')
    expect(await slotsOn(date, 'ca-on-1')).toEqual([])
    expect(await slotsOn(next, 'ca-on-1')).not.toEqual([])
  })

  it('refuse bookings and holds, show their reason to staff only, and can be overridden by admins', async () => {
    const { closureID } = await close()
    const refused = { status: 409, code: 'location-closed' }
    const manual = aBooking({ slotSelectionType: 'manual', outsideHoursConfirmed: true })
    expect(await desk.refusal('createBooking', { body: aBooking() })).toMatchObject(refused)
    expect(await desk.refusal('createBooking', { body: manual })).toMatchObject(refused)
    expect((await desk.refusal('createBooking', { body: manual })).message).toContain('Christmas Day')
    expect(await desk.refusal('createBooking', { body: aBooking() }, admin)).toMatchObject(refused)
    expect(await desk.refusal('createHoldAssisted', { body: aHold() })).toMatchObject(refused)
    expect(await desk.refusal('createHoldEvent', { body: aHold() }, null)).toMatchObject(refused)
    const member = memberCaller('m-000001')
    expect((await desk.refusal('createBooking', { body: aBooking() }, member)).message).not.toContain('Christmas')
    const { eventID } = await desk.call('createHoldAssisted', { body: aHold() }, admin)
    const booked = await desk.call('createBooking', { body: { ...manual, holdEventID: eventID } }, admin)
    const log = await desk.call('readLog', { params: { studyId: booked.studyID } })
    expect(log.map(({ content }) => content)).toContain('In a closed time: confirmed at booking')
    const [closure] = await closures()
    expect(closure).toMatchObject({ closureID, state: 'in-force', conflicts: [] })
    expect(closure?.kept).toEqual([
      {
        study: expect.objectContaining({ studyID: booked.studyID }),
        reason: 'Booking during the closure was confirmed',
        by: 'Ada Min',
      },
    ])
  })

  it('refuse a move into them, but allow a study inside to change its scan type', async () => {
    const booked = await desk.call('createBooking', { body: aBooking() })
    await close({ from: '2026-11-26T00:00', to: '2026-11-27T00:00' })
    const {
      patientID: _,
      memberType: __,
      referralType: ___,
      referrer: ____,
      sedativeTaken: _____,
      opportunityID: ______,
      ...place
    } = aBooking()
    const move = (changes: object) => ({
      body: { ...place, studyID: booked.studyID, version: booked.version, ...changes },
    })
    expect(await desk.refusal('changeAppointmentTime', move({ utcStart: '2026-11-26T17:00:00Z' }))).toMatchObject({
      code: 'location-closed',
    })
    await close()
    const plus = await desk.call('changeAppointmentTime', move({ skuID: 400 }))
    expect(plus.booking?.utcEnd).toBe('2026-11-25T18:30:00Z')
  })

  it('are pending until each booked study inside is moved, cancelled or kept', async () => {
    const moved = await desk.call('createBooking', { body: aBooking() })
    const cancelled = await desk.call('createBooking', {
      body: aBooking({ machineID: 'ca-bc-1-m2', patientID: 'm-000002' }),
    })
    const kept = await desk.call('createBooking', {
      body: aBooking({ utcStart: '2026-11-25T19:00:00Z', patientID: 'm-000003' }),
    })
    const made = await close()
    expect(made.state).toBe('pending')
    expect(made.conflicts.map(({ studyID }) => studyID).sort()).toEqual(
      [moved, cancelled, kept].map(({ studyID }) => studyID).sort(),
    )
    expect(made.conflicts[0]).toMatchObject({
      name: expect.stringContaining(' '),
      dob: expect.stringMatching(/^\d{4}-/),
    })
    // While the closure is pending, its time cannot be booked.
    const fourth = aBooking({ utcStart: '2026-11-25T21:00:00Z' })
    expect(await desk.refusal('createBooking', { body: fourth })).toMatchObject({ code: 'location-closed' })
    const { version } = await desk.call('readStudy', { params: { studyId: moved.studyID } })
    const {
      patientID: _,
      memberType: __,
      referralType: ___,
      referrer: ____,
      sedativeTaken: _____,
      opportunityID: ______,
      ...place
    } = aBooking()
    await desk.call('changeAppointmentTime', {
      body: { ...place, studyID: moved.studyID, version, utcStart: '2026-11-26T17:00:00Z' },
    })
    await desk.call('cancelBooking', {
      params: { studyId: cancelled.studyID },
      body: { cancellationReason: 'other', cancellationDetail: 'Asked by the clinic' },
    })
    expect((await closures())[0]).toMatchObject({ state: 'pending', conflicts: [{ studyID: kept.studyID }] })
    const keep = {
      params: { closureID: made.closureID },
      body: { studyID: kept.studyID, reason: 'The member flies in' },
    }
    const done = await desk.call('keepInClosure', keep, admin)
    expect(done).toMatchObject({
      state: 'in-force',
      conflicts: [],
      kept: [{ reason: 'The member flies in', by: 'Ada Min' }],
    })
    const other = { ...keep, body: { ...keep.body, studyID: moved.studyID } }
    expect(await desk.refusal('keepInClosure', other, admin)).toMatchObject({ status: 404 })
  })

  it('accept the first of two changes to one version, refuse the second as stale, and offer their time again when withdrawn', async () => {
    const made = await close()
    const input = (version: number, changes: object, isActive = true) => ({
      params: { closureID: made.closureID },
      body: { version, closure: someClosureFields({ ...wednesday, ...changes }), isActive },
    })
    const first = await desk.call('changeClosure', input(1, { reason: 'Inventory' }), admin)
    const second = await desk.refusal('changeClosure', input(1, { to: '2026-11-25T12:00' }), admin)
    expect(second).toMatchObject({ status: 409, code: 'stale', details: { current: first } })
    expect(await desk.call('changeClosure', input(2, {}, false), admin)).toMatchObject({
      state: 'withdrawn',
      version: 3,
    })
    expect(await slotsOn('2026-11-25')).not.toEqual([])
    expect(await closures()).toMatchObject([{ state: 'withdrawn', reason: 'Inventory' }])
  })

  it('refuse impossible times, machines and locations', async () => {
    const problem = async (fields: object, locationID = 'ca-bc-1') =>
      (await desk.refusal('createClosure', { body: { locationID, closure: someClosureFields(fields) } }, admin)).details
        ?.fields
    expect(await problem({ to: '2026-12-25T00:00' })).toHaveProperty(['closure.to'])
    expect(await problem({ from: '2026-11-01T00:00', to: '2026-11-02T00:00' })).toHaveProperty(['closure.to'])
    expect(await problem({ to: '2028-12-25T00:00' })).toHaveProperty(['closure.to'])
    expect(await problem({ to: '2027-01-25T00:00', weeks: 2 })).toHaveProperty(['closure.weeks'])
    expect(await problem({ machineID: 'ca-on-1-m1' })).toHaveProperty(['closure.machineID'])
    // The hour that the clocks skip in Toronto cannot be closed.
    expect(await problem({ from: '2027-03-14T02:00', to: '2027-03-14T03:00' }, 'ca-on-1')).toHaveProperty([
      'closure.to',
    ])
    const nowhere = { body: { locationID: 'ca-bc-77', closure: someClosureFields() } }
    expect(await desk.refusal('createClosure', nowhere, admin)).toMatchObject({ status: 404, code: 'not-found' })
    await expect(close({ to: '2026-02-30T00:00' })).rejects.toThrow('exists')
  })

  it('list a booking that is made at the same time, or refuse it', async () => {
    const [booked, made] = await Promise.allSettled([desk.call('createBooking', { body: aBooking() }), close()])
    if (made.status === 'rejected') throw made.reason
    const [closure] = await closures()
    if (booked.status === 'fulfilled') expect(closure?.conflicts).toHaveLength(1)
    else expect(booked.reason).toMatchObject({ code: 'location-closed' })
  })
})
