import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { backOfficeBookingWords } from '#back-office/booking/booking-words.ts'
import { sweepAll } from '#back-office/booking/holds-sweep.ts'
import { lockMachines } from '#back-office/repositories/machine-times-repository.ts'
import { memberTypes } from '#domain/booking/booking-request.ts'
import type { Location } from '#domain/locations/location.ts'
import { readFlag } from '#domain/study/status-flags.ts'
import type { Study } from '#domain/study/study.ts'
import { aLocation } from '#test/builders/records.ts'
import {
  aBooking,
  aCaller,
  admin,
  aHold,
  type BookingDesk,
  frontdesk,
  memberCaller,
  otherDesk,
  sales,
  setSold,
  toronto,
  vancouver,
} from './booking-desk.ts'
import { describeOnEachDatabase } from './each-database.ts'

const cancellation = { cancellationReason: 'member-commute', cancellationDetail: 'Moved away' }
const study = (studyId: string) => ({ params: { studyId } })

describeOnEachDatabase('bookings', ({ kind, newDesk }) => {
  let desk: BookingDesk
  beforeEach(async () => {
    desk = await newDesk()
  })

  const taken = () =>
    desk.database.db
      .selectFrom('machine_time')
      .select(['machine_id', 'starts_at', 'ends_at', 'kind', 'study_id'])
      .orderBy('starts_at')
      .orderBy('machine_id')
      .execute()
  const logOf = async (studyId: string): Promise<string[]> =>
    (await desk.call('readLog', study(studyId))).map((entry) => entry.content)
  const move = (booked: Study, changes: Readonly<Record<string, unknown>>, caller = frontdesk) =>
    desk.call('changeAppointmentTime', { body: toChange(booked, changes) }, caller)
  const moveRefusal = (booked: Study, changes: Readonly<Record<string, unknown>>, caller = frontdesk) =>
    desk.refusal('changeAppointmentTime', { body: toChange(booked, changes) }, caller)

  it('consume the hold and take the machine for clean, scan and block minutes', async () => {
    const hold = await desk.call('createHoldAssisted', { body: aHold() })
    const booked = await desk.call('createBooking', { body: aBooking({ holdEventID: hold.eventID }) })
    expect(booked.booking).toMatchObject({
      utcStart: '2026-11-25T17:00:00Z',
      utcEnd: '2026-11-25T18:00:00Z',
      wallTime: '2026-11-25T10:00',
      timezone: 'America/Vancouver',
      displayTimezone: 'PDT',
      machineID: 'ca-bc-1-m1',
      calendarID: 'cal-ca-bc-1-m1',
    })
    expect(booked).toMatchObject({ price: 2495, paymentAmount: 0, temporaryHold: false, version: 1 })
    expect(booked.status).toMatchObject({ booked: true, bookedBy: 'Frida Desk', bookedTime: '2026-11-24T20:00:00Z' })
    expect(await taken()).toEqual([expect.objectContaining({ kind: 'study', study_id: booked.studyID })])
    expect(await logOf(booked.studyID)).toEqual(['Booked for 25 Nov 2026 10:00am PDT on Cedar'])
    expect(await desk.call('readStudy', study(booked.studyID))).toEqual(booked)
  })

  it.each([
    ['the clinic', frontdesk, 'bookedOffline', 'bookedOnline'],
    ['the member on their own page', memberCaller('m-000001'), 'bookedOnline', 'bookedOffline'],
  ] as const)('record when they were made and by whom: %s', async (_who, caller, made, notMade) => {
    const { status } = await desk.call('createBooking', { body: aBooking() }, caller)
    expect(readFlag(status, made)).toEqual({ isSet: true, time: '2026-11-24T20:00:00Z', by: caller.name })
    expect(readFlag(status, notMade)).toEqual({ isSet: false, time: null, by: null })
  })

  it('succeed after the hold has expired if the time is still free, and fail if the time is taken', async () => {
    const hold = await desk.call('createHoldAssisted', { body: aHold() })
    desk.now += 700
    await desk.call('createBooking', { body: aBooking({ holdEventID: hold.eventID }) })
    const late = await desk.call('createHoldAssisted', { body: aHold({ calendarId: 'cal-ca-bc-1-m2' }) })
    desk.now += 700
    await desk.call('createHoldAssisted', { body: aHold({ calendarId: 'cal-ca-bc-1-m2' }) }, otherDesk)
    const body = aBooking({ machineID: 'ca-bc-1-m2', holdEventID: late.eventID, patientID: 'm-000002' })
    expect(await desk.refusal('createBooking', { body })).toMatchObject({ status: 409, code: 'slot-taken' })
    expect(await desk.database.db.selectFrom('study').select('study_id').execute()).toHaveLength(1)
  })

  it('are refused over another user’s hold, whether or not the request names that hold', async () => {
    const hold = await desk.call('createHoldAssisted', { body: aHold() }, otherDesk)
    expect((await desk.refusal('createBooking', { body: aBooking() })).code).toBe('slot-taken')
    expect(await desk.refusal('createBooking', { body: aBooking({ holdEventID: hold.eventID }) })).toMatchObject({
      status: 403,
      code: 'hold-of-someone-else',
    })
    expect(await taken()).toEqual([expect.objectContaining({ kind: 'slot-hold' })])
  })

  it('are possible over the user’s own hold, even if the request does not name it', async () => {
    await desk.call('createHoldAssisted', {
      body: aHold({ utcStart: '2026-11-25T16:40:00Z', utcEnd: '2026-11-25T17:40:00Z' }),
    })
    await desk.call('createBooking', { body: aBooking() })
    expect(await taken()).toHaveLength(1)
  })

  it.each([
    ['an unknown member', { patientID: 'm-999999' }, 404, 'not-found'],
    ['an unknown location', { locationID: 'us-zz-9', machineID: 'us-zz-9-m1' }, 404, 'not-found'],
    ['a machine of another location', { machineID: 'ca-on-1-m1' }, 400, 'invalid-input'],
    ['a machine without the scan type', { machineID: 'ca-bc-1-m2', skuID: 400 }, 400, 'machine-does-not-support-sku'],
    ['a scan type that no location sells', { skuID: 999 }, 400, 'machine-does-not-support-sku'],
    ['a start in the past', { utcStart: '2026-11-24T19:40:00Z' }, 400, 'slot-in-past'],
    ['a slot before opening', { utcStart: '2026-11-25T14:40:00Z' }, 400, 'outside-opening-hours'],
    ['a slot that ends after closing', { utcStart: '2026-11-26T03:20:00Z' }, 400, 'outside-opening-hours'],
    ['a time between steps', { utcStart: '2026-11-25T17:02:00Z', slotSelectionType: 'manual' }, 400, 'invalid-input'],
    [
      'a time in the year 9999',
      { utcStart: '9999-12-31T23:55:00Z', slotSelectionType: 'manual' },
      400,
      'invalid-input',
    ],
    ['a time in the year 1', { utcStart: '0001-01-01T00:00:00Z' }, 400, 'slot-in-past'],
    ['an unknown opportunity', { opportunityID: '006NONE' }, 404, 'not-found'],
  ])('are refused for %s, and store nothing', async (_what, overrides, status, code) => {
    expect(await desk.refusal('createBooking', { body: aBooking(overrides) })).toMatchObject({ status, code })
    expect(await taken()).toEqual([])
    expect(await desk.database.db.selectFrom('study').selectAll().execute()).toEqual([])
    expect(await desk.database.db.selectFrom('study_log').selectAll().execute()).toEqual([])
  })

  it('can be outside opening hours if the time was entered by hand', async () => {
    const body = aBooking({ utcStart: '2026-11-25T13:35:00Z', slotSelectionType: 'manual' })
    const booked = await desk.call('createBooking', { body })
    expect(booked.booking?.wallTime).toBe('2026-11-25T06:35')
  })

  it.each(memberTypes)('store the member type %j, the opportunity, and that the time is manual', async (memberType) => {
    await addOpportunity(desk, '0061', 'm-000001')
    const body = aBooking({ memberType, opportunityID: '0061', slotSelectionType: 'manual' })
    const booked = await desk.call('createBooking', { body })
    expect(booked).toMatchObject({ memberType, opportunityID: '0061', slotSelectionType: 'manual' })
    expect(await desk.call('readStudy', study(booked.studyID))).toEqual(booked)
  })

  it('are refused at a location without assisted booking, or at a location that the caller may not access', async () => {
    await desk.addLocations(
      aLocation({
        locationID: 'ca-bc-2',
        assistedBooking: false,
        machines: aLocation().machines.map((machine) => ({
          ...machine,
          machineID: machine.machineID.replace('ca-bc-1', 'ca-bc-2'),
          calendar: machine.calendar.replace('ca-bc-1', 'ca-bc-2'),
        })),
      }),
    )
    const body = aBooking({ locationID: 'ca-bc-2', machineID: 'ca-bc-2-m1' })
    expect((await desk.refusal('createBooking', { body })).code).toBe('location-not-bookable')
    await desk.call('createBooking', { body }, memberCaller('m-000001'))
    const elsewhere = aCaller('Ely', { allowedLocations: [] })
    expect(await desk.refusal('createBooking', { body: aBooking() }, elsewhere)).toMatchObject({
      status: 403,
      code: 'location-forbidden',
    })
  })

  it("in a member's own session must be for that member, at an offered slot, and without choices reserved for staff", async () => {
    const member = memberCaller('m-000002')
    for (const overrides of [
      {},
      { patientID: 'm-000002', slotSelectionType: 'manual' },
      { patientID: 'm-000002', memberType: 'New Member' },
      { patientID: 'm-000002', sedativeTaken: 'Sedative Taken' },
      { patientID: 'm-000002', override: { reason: 'please' } },
    ]) {
      const refused = await desk.refusal('createBooking', { body: aBooking(overrides) }, member)
      expect(refused).toMatchObject({ status: 403, code: 'insufficient-permissions' })
    }
    const hold = await desk.call('createHoldEvent', { body: aHold() }, null)
    const body = aBooking({ patientID: 'm-000002', holdEventID: hold.eventID })
    const booked = await desk.call('createBooking', { body }, member)
    expect(await desk.call('readStudy', study(booked.studyID), member)).toEqual(booked)
    expect((await desk.refusal('readStudy', study(booked.studyID), memberCaller('m-000001'))).status).toBe(404)
  })

  it('allow only the front desk to choose the sedative', async () => {
    const body = aBooking({ sedativeTaken: 'Sedative Taken' })
    expect((await desk.refusal('createBooking', { body }, sales)).code).toBe('insufficient-permissions')
    expect((await desk.call('createBooking', { body })).sedativeTaken).toBe('Sedative Taken')
  })

  it('can overlap another study only if an administrator gives a reason, and are then protected like other bookings', async () => {
    await desk.call('createBooking', { body: aBooking() })
    const over = aBooking({
      patientID: 'm-000002',
      utcStart: '2026-11-25T17:40:00Z',
      override: { reason: 'VIP visit' },
    })
    expect(await desk.refusal('createBooking', { body: over })).toMatchObject({
      status: 403,
      code: 'insufficient-permissions',
    })
    const booked = await desk.call('createBooking', { body: over }, admin)
    expect(await logOf(booked.studyID)).toEqual([
      'Booked for 25 Nov 2026 10:40am PDT on Cedar',
      'Booked over another appointment: VIP visit',
    ])
    // From 18:00 to 18:40 only the booking with the override takes the machine.
    const next = aBooking({ patientID: 'm-000003', utcStart: '2026-11-25T18:00:00Z' })
    expect((await desk.refusal('createBooking', { body: next })).code).toBe('slot-taken')
    const hold = aHold({ utcStart: '2026-11-25T18:20:00Z', utcEnd: '2026-11-25T19:20:00Z' })
    expect((await desk.refusal('createHoldAssisted', { body: hold })).code).toBe('slot-taken')
  })

  it('ignore an override when the time is free, and are stored like any other', async () => {
    await desk.call('createBooking', { body: aBooking({ override: { reason: 'to be sure' } }) }, admin)
    const rows = await desk.database.db.selectFrom('machine_time').select('overridden').execute()
    expect(rows).toEqual([{ overridden: 0 }])
  })

  it('are linked to their opportunity, unless it belongs to another member or is already booked', async () => {
    await addOpportunity(desk, '0061', 'm-000001')
    await addOpportunity(desk, '0062', 'm-000002')
    const booked = await desk.call('createBooking', { body: aBooking({ opportunityID: '0061' }) })
    const row = await desk.database.db
      .selectFrom('crm_opportunity')
      .selectAll()
      .where('opportunity_id', '=', '0061')
      .executeTakeFirstOrThrow()
    expect(row.study_id).toBe(booked.studyID)
    expect(JSON.parse(row.document)).toMatchObject({ Study_ID__c: booked.studyID, StageName: 'Qualified' })
    const later = { utcStart: '2026-11-25T19:00:00Z' }
    for (const opportunityID of ['0061', '0062']) {
      expect(await desk.refusal('createBooking', { body: aBooking({ ...later, opportunityID }) })).toMatchObject({
        status: 409,
        code: 'opportunity-mismatch',
      })
    }
    await desk.call('cancelBooking', { ...study(booked.studyID), body: cancellation })
    await desk.call('createBooking', { body: aBooking({ ...later, opportunityID: '0061' }) })
    expect(await taken()).toHaveLength(1)
  })

  it('can use the opportunity of a temporary hold after the hold was released, but not before', async () => {
    await addOpportunity(desk, '0061', 'm-000001')
    await desk.call('createTemporaryHoldBooking', { body: aBooking({ opportunityID: '0061' }) })
    const body = aBooking({ utcStart: '2026-11-27T17:00:00Z', opportunityID: '0061' })
    expect((await desk.refusal('createBooking', { body })).code).toBe('opportunity-mismatch')
    desk.now += 48 * 3600
    await sweepAll(desk.database.db, desk.context(null))
    const booked = await desk.call('createBooking', { body })
    const row = await desk.database.db.selectFrom('crm_opportunity').select('study_id').executeTakeFirstOrThrow()
    expect(row.study_id).toBe(booked.studyID)
  })

  it('take the machine at the new time when they move, free the old time, and log both times', async () => {
    const booked = await desk.call('createBooking', { body: aBooking() })
    expect(booked.status).not.toHaveProperty('isUpdate')
    const hold = await desk.call('createHoldAssisted', {
      body: aHold({ calendarId: 'cal-ca-bc-1-m2', utcStart: '2026-11-26T17:20:00Z', utcEnd: '2026-11-26T18:20:00Z' }),
    })
    const moved = await move(booked, {
      machineID: 'ca-bc-1-m2',
      utcStart: '2026-11-26T17:20:00Z',
      holdEventID: hold.eventID,
    })
    expect(moved).toMatchObject({ version: 2, booking: { wallTime: '2026-11-26T10:20', machineID: 'ca-bc-1-m2' } })
    expect(moved.status.isUpdate).toBe(true)
    expect(await taken()).toEqual([expect.objectContaining({ machine_id: 'ca-bc-1-m2', study_id: booked.studyID })])
    expect((await logOf(booked.studyID))[1]).toBe(
      'Rescheduled from 25 Nov 2026 10:00am PDT on Cedar to 26 Nov 2026 10:20am PDT on Maple',
    )
  })

  it('lose the marks of the old appointment when their start changes, but not when only the machine changes', async () => {
    const flags = ['checkin', 'reminded', 'reminderEmailSent', 'reminderSMSSent', 'bookingConfirmationEmailSent']
    const marked = async (names: readonly string[]): Promise<Study> => {
      const { studyID, status } = await desk.call('createBooking', { body: aBooking() })
      const set = names.flatMap((name) => [
        [name, true],
        [`${name}Time`, '2026-11-20T18:00:00Z'],
        [`${name}By`, 'Robin Frost'],
      ])
      const columns = { status: JSON.stringify({ ...status, ...Object.fromEntries(set), urgent: true }) }
      await desk.database.db.updateTable('study').set(columns).where('study_id', '=', studyID).execute()
      return desk.call('readStudy', study(studyID))
    }
    const later = { utcStart: '2026-11-25T17:20:00Z' }
    const gone = await move(await marked(flags), later)
    for (const flag of flags) {
      expect(gone.status).toMatchObject({ [flag]: false, [`${flag}Time`]: null, [`${flag}By`]: null })
    }
    expect(gone.status).toMatchObject({ urgent: true, booked: true })
    expect((await logOf(gone.studyID)).slice(2)).toEqual([
      'Check-in, reminders and booking confirmation cleared by the move',
    ])
    // A check-in that waited at a workstation was for the old appointment.
    const late = { checkin: true, at: '2026-11-20T18:00:00Z' }
    const refused = await desk.refusal('updateStudyStatus', { params: { studyId: gone.studyID }, body: late })
    expect(refused.code).toBe('act-not-allowed')
    await desk.call('cancelBooking', { ...study(gone.studyID), body: cancellation })

    const onlyReminded = await move(await marked(['reminderSMSSent']), later)
    expect((await logOf(onlyReminded.studyID)).at(-1)).toBe('Reminders cleared by the move')
    await desk.call('cancelBooking', { ...study(onlyReminded.studyID), body: cancellation })

    const sameStart = await move(await marked(flags), { machineID: 'ca-bc-1-m2' })
    for (const flag of flags) expect(sameStart.status[`${flag}By`]).toBe('Robin Frost')
    expect((await logOf(sameStart.studyID)).join()).not.toMatch(/cleared/)
  })

  it('can move to a time that overlaps their current time', async () => {
    const booked = await desk.call('createBooking', { body: aBooking() })
    const moved = await move(booked, { utcStart: '2026-11-25T17:20:00Z' })
    expect(moved.booking?.utcStart).toBe('2026-11-25T17:20:00Z')
    expect(await taken()).toHaveLength(1)
  })

  it('can move to a hold over their current time, and no other hold or booking can overlap that hold', async () => {
    const booked = await desk.call('createBooking', { body: aBooking() })
    const twentyLater = { utcStart: '2026-11-25T17:20:00Z', utcEnd: '2026-11-25T18:20:00Z' }
    expect(await desk.refusal('createHoldAssisted', { body: aHold(twentyLater) })).toMatchObject({ code: 'slot-taken' })
    const body = aHold({ ...twentyLater, movingStudyId: booked.studyID })
    const hold = await desk.call('createHoldAssisted', { body })
    expect(await desk.call('createHoldAssisted', { body })).toEqual(hold)

    const behind = aHold({ utcStart: '2026-11-25T18:00:00Z', utcEnd: '2026-11-25T19:00:00Z' })
    expect(await desk.refusal('createHoldAssisted', { body: behind }, otherDesk)).toMatchObject({ code: 'slot-taken' })
    const patientID = 'm-000002'
    const laid = { body: aBooking({ patientID, utcStart: '2026-11-25T18:00:00Z' }) }
    expect(await desk.refusal('createBooking', laid, otherDesk)).toMatchObject({ code: 'slot-taken' })

    const moved = await move(booked, { utcStart: twentyLater.utcStart, holdEventID: hold.eventID })
    expect(await taken()).toEqual([expect.objectContaining({ study_id: moved.studyID })])
  })

  it('allow a hold for a move to overlap only the study that moves', async () => {
    const first = await desk.call('createBooking', { body: aBooking() })
    await desk.call('createBooking', { body: aBooking({ patientID: 'm-000002', utcStart: '2026-11-25T19:00:00Z' }) })
    const over = { utcStart: '2026-11-25T18:20:00Z', utcEnd: '2026-11-25T19:20:00Z' }
    for (const movingStudyId of [first.studyID, 's-000404']) {
      expect(await desk.refusal('createHoldAssisted', { body: aHold({ ...over, movingStudyId }) })).toMatchObject({
        status: 400,
        code: 'slot-taken',
      })
    }
  })

  it('do not change when the new time is taken', async () => {
    const booked = await desk.call('createBooking', { body: aBooking() })
    await desk.call('createBooking', { body: aBooking({ patientID: 'm-000002', utcStart: '2026-11-25T19:00:00Z' }) })
    const before = await taken()
    expect(await moveRefusal(booked, { utcStart: '2026-11-25T18:20:00Z' })).toMatchObject({
      status: 409,
      code: 'slot-taken',
    })
    expect(await taken()).toEqual(before)
    expect(await desk.call('readStudy', study(booked.studyID))).toEqual(booked)
  })

  it('move only if the request names their current version', async () => {
    const booked = await desk.call('createBooking', { body: aBooking() })
    const moved = await move(booked, { utcStart: '2026-11-25T19:00:00Z' })
    expect(await moveRefusal(booked, { utcStart: '2026-11-25T21:00:00Z' })).toMatchObject({
      status: 409,
      code: 'stale',
      details: { currentVersion: moved.version },
    })
  })

  it('take the price and clock of the location to which they move, but cannot change their location after a payment, even a refunded one', async () => {
    const booked = await desk.call('createBooking', { body: aBooking() })
    const there = { locationID: 'ca-on-1', machineID: 'ca-on-1-m1', utcStart: '2026-11-25T15:00:00Z' }
    const moved = await move(booked, there)
    expect(moved).toMatchObject({
      locationID: 'ca-on-1',
      booking: { wallTime: '2026-11-25T10:00', timezone: 'America/Toronto', displayTimezone: 'EST' },
    })
    expect((await logOf(booked.studyID))[1]).toBe(
      'Rescheduled from 25 Nov 2026 10:00am PDT on Cedar, Vancouver to 25 Nov 2026 10:00am EST on Cedar, Toronto',
    )
    await desk.database.db.updateTable('study').set({ payment_amount: 100 }).execute()
    const back = { locationID: 'ca-bc-1', machineID: 'ca-bc-1-m1', utcStart: '2026-11-25T17:00:00Z' }
    expect((await moveRefusal(moved, back)).code).toBe('location-locked-by-payment')
    await desk.database.db.updateTable('study').set({ payment_amount: 0, payment_made: 1 }).execute()
    expect((await moveRefusal(moved, back)).code).toBe('location-locked-by-payment')
    await move(moved, { ...there, utcStart: '2026-11-25T16:00:00Z' })
    const reachOfOne = aCaller('One', { allowedLocations: ['ca-on-1' as Study['locationID']] })
    expect((await moveRefusal({ ...moved, version: 3 }, back, reachOfOne)).code).toBe('location-forbidden')
  })

  it('keep the agreed price and a withdrawn scan type when they move within their location', async () => {
    const booked = await desk.call('createBooking', { body: aBooking() })
    await setSold(desk, { 300: { price: 2995, withdrawn: true } })
    const moved = await move(booked, { utcStart: '2026-11-25T19:00:00Z' })
    expect(moved).toMatchObject({ price: 2495, skuID: 300 })
    const second = aBooking({ patientID: 'm-000002', utcStart: '2026-11-25T21:00:00Z' })
    expect((await desk.refusal('createBooking', { body: second })).code).toBe('machine-does-not-support-sku')
  })

  it('store the reason when they are cancelled, free the machine immediately, and cannot be moved or cancelled afterwards', async () => {
    const booked = await desk.call('createBooking', { body: aBooking() })
    const cancelled = await desk.call('cancelBooking', { ...study(booked.studyID), body: cancellation })
    expect(cancelled).toMatchObject({ booking: null, cancellation, version: 2 })
    expect(cancelled.status).toMatchObject({ booked: false, cancelled: true, cancelledBy: 'Frida Desk' })
    expect((await logOf(booked.studyID))[1]).toBe('Cancelled 25 Nov 2026 10:00am PDT on Cedar: Member, Commute')
    expect((await desk.refusal('cancelBooking', { ...study(booked.studyID), body: cancellation })).code).toBe(
      'already-cancelled',
    )
    expect((await moveRefusal(cancelled, {})).code).toBe('already-cancelled')
    expect((await desk.refusal('convertTemporaryHold', { body: { studyId: booked.studyID } })).code).toBe(
      'already-cancelled',
    )
    await desk.call('createBooking', { body: aBooking({ patientID: 'm-000002' }) })
  })

  it('cannot be moved or cancelled once scanned', async () => {
    const booked = await desk.call('createBooking', { body: aBooking() })
    const status = JSON.stringify({ ...booked.status, scanned: true })
    await desk.database.db.updateTable('study').set({ status }).execute()
    expect((await moveRefusal(booked, { utcStart: '2026-11-25T19:00:00Z' })).code).toBe('study-not-bookable')
    expect((await desk.refusal('cancelBooking', { ...study(booked.studyID), body: cancellation })).code).toBe(
      'study-not-bookable',
    )
  })

  it('that are temporary holds without payment are released after 48 hours, and can get a time again', async () => {
    const held = await desk.call('createTemporaryHoldBooking', { body: aBooking() })
    expect(held).toMatchObject({ temporaryHold: true, temporaryHoldUntil: '2026-11-26T20:00:00Z' })
    expect(held.status.booked).toBe(false)
    desk.now += 48 * 3600 - 1
    await sweepAll(desk.database.db, desk.context(null))
    expect(await desk.call('readStudy', study(held.studyID))).toEqual(held)
    desk.now += 1
    await sweepAll(desk.database.db, desk.context(null))
    const released = await desk.call('readStudy', study(held.studyID))
    expect(released).toMatchObject({ booking: null, temporaryHold: false, temporaryHoldUntil: null, version: 2 })
    expect(await desk.call('readLog', study(held.studyID))).toContainEqual({
      category: 'Booking',
      time: '2026-11-26T20:00:00Z',
      content: 'Temporary hold of 25 Nov 2026 10:00am PDT released after 48 hours without payment',
      by: 'Atrium',
    })
    expect(await taken()).toEqual([])
    const event = { studyId: held.studyID, calendarId: 'cal-ca-bc-1-m1' }
    const early = { utcStart: '2026-11-27T13:00:00Z', utcEnd: '2026-11-27T14:00:00Z' }
    expect((await desk.refusal('addTemporaryHoldEvent', { body: { ...event, ...early } })).code).toBe(
      'outside-opening-hours',
    )
    const when = { utcStart: '2026-11-27T17:00:00Z', utcEnd: '2026-11-27T18:00:00Z' }
    const again = await desk.call('addTemporaryHoldEvent', { body: { ...event, ...when } })
    expect(again).toMatchObject({ temporaryHold: true, temporaryHoldUntil: '2026-11-28T20:00:00Z' })
    expect(await desk.call('addTemporaryHoldEvent', { body: { ...event, ...when } })).toEqual(again)
    const other = { utcStart: '2026-11-27T19:00:00Z', utcEnd: '2026-11-27T20:00:00Z' }
    expect((await desk.refusal('addCalendarEvent', { body: { ...event, ...other } })).code).toBe('study-not-bookable')
  })

  it('that are expired temporary holds are released before a sweep if another booking needs their time', async () => {
    const held = await desk.call('createTemporaryHoldBooking', {
      body: aBooking({ utcStart: '2026-11-28T17:00:00Z' }),
    })
    desk.now += 48 * 3600
    await desk.call('createBooking', { body: aBooking({ patientID: 'm-000002', utcStart: '2026-11-28T17:00:00Z' }) })
    expect((await desk.call('readStudy', study(held.studyID))).booking).toBeNull()
    expect((await desk.refusal('convertTemporaryHold', { body: { studyId: held.studyID } })).code).toBe(
      'not-a-temporary-hold',
    )
  })

  it('that are temporary holds with a partial payment are kept after their 48 hours', async () => {
    const held = await desk.call('createTemporaryHoldBooking', {
      body: aBooking({ utcStart: '2026-11-28T17:00:00Z' }),
    })
    await desk.database.db.updateTable('study').set({ payment_amount: 100 }).execute()
    desk.now += 48 * 3600
    await sweepAll(desk.database.db, desk.context(null))
    const kept = await desk.call('readStudy', study(held.studyID))
    expect(kept).toMatchObject({ temporaryHold: true, temporaryHoldUntil: null })
    expect(kept.booking).toEqual(held.booking)
  })

  it('can be converted from a temporary hold once no balance is due', async () => {
    const held = await desk.call('createTemporaryHoldBooking', { body: aBooking() })
    const body = { studyId: held.studyID }
    expect(await desk.refusal('convertTemporaryHold', { body })).toMatchObject({ status: 409, code: 'balance-due' })
    await desk.database.db.updateTable('study').set({ payment_amount: 249500, balance: 0 }).execute()
    const converted = await desk.call('convertTemporaryHold', { body })
    expect(converted).toMatchObject({ temporaryHold: false, temporaryHoldUntil: null, version: 2 })
    expect(held.status.bookedOffline).toBeUndefined()
    expect(converted.status).toMatchObject({ booked: true, bookedBy: 'Frida Desk', bookedOffline: true })
    expect(await desk.refusal('convertTemporaryHold', { body })).toMatchObject({ code: 'not-a-temporary-hold' })
    desk.now += 72 * 3600
    await sweepAll(desk.database.db, desk.context(null))
    expect(await taken()).toEqual([expect.objectContaining({ kind: 'study' })])
  })

  it('release the hold when they are moved to their current time', async () => {
    const booked = await desk.call('createBooking', { body: aBooking() })
    const holdFor = (caller: typeof frontdesk) => {
      const body = aHold({ calendarId: 'cal-ca-bc-1-m2', movingStudyId: booked.studyID })
      return desk.call('createHoldAssisted', { body }, caller)
    }
    const { eventID: holdEventID } = await holdFor(frontdesk)
    expect(await move(booked, { holdEventID })).toEqual(booked)
    expect(await taken()).toEqual([expect.objectContaining({ kind: 'study', study_id: booked.studyID })])
    const others = await holdFor(otherDesk)
    expect((await moveRefusal(booked, { holdEventID: others.eventID })).code).toBe('hold-of-someone-else')
  })

  it('that are temporary holds keep their expiry time when they move, are marked as updated and are not booked', async () => {
    const held = await desk.call('createTemporaryHoldBooking', { body: aBooking() })
    desk.now += 3600
    const moved = await move(held, { utcStart: '2026-11-27T17:00:00Z' })
    expect(moved).toMatchObject({ temporaryHold: true, temporaryHoldUntil: held.temporaryHoldUntil })
    expect(await taken()).toEqual([expect.objectContaining({ kind: 'temporary-hold' })])
    expect(moved.status).toMatchObject({ booked: false, isUpdate: true })
  })

  it('without a time get a time only at their location, for exactly the minutes of their scan', async () => {
    const held = await desk.call('createTemporaryHoldBooking', { body: aBooking() })
    desk.now += 48 * 3600
    await sweepAll(desk.database.db, desk.context(null))
    const event = { studyId: held.studyID, calendarId: 'cal-ca-bc-1-m1', utcStart: '2026-11-27T17:00:00Z' }
    const short = { ...event, utcEnd: '2026-11-27T17:30:00Z' }
    expect(await desk.refusal('addCalendarEvent', { body: short })).toMatchObject({
      status: 400,
      code: 'invalid-input',
    })
    const elsewhere = { ...event, calendarId: 'cal-ca-on-1-m1', utcEnd: '2026-11-27T18:00:00Z' }
    expect((await desk.refusal('addCalendarEvent', { body: elsewhere })).code).toBe('invalid-input')
    const placed = await desk.call('addCalendarEvent', { body: { ...event, utcEnd: '2026-11-27T18:00:00Z' } })
    expect(placed).toMatchObject({ temporaryHold: false, status: { booked: true } })
  })

  // SQLite has one writer at a time; only PostgreSQL lets two transactions wait for each other.
  if (kind === 'postgresql') {
    it('wait for a concurrent change of the study instead of deadlocking', async () => {
      const { db } = desk.database
      const booked = await desk.call('createBooking', { body: aBooking() })
      const update = await db.transaction().execute(async (moving) => {
        await lockMachines(moving, kind, ['ca-bc-1-m1'], ['ca-bc-1'])
        const waiting = desk.call('updateStudy', { ...study(booked.studyID), body: { referrer: 'Dr. Grey' } })
        await untilLockAwaited(desk)
        await moving.updateTable('study').set({ price: 1 }).where('study_id', '=', booked.studyID).execute()
        return { waiting }
      })
      expect(await update.waiting).toMatchObject({ referrer: 'Dr. Grey', price: 0.01 })
    })
  }

  it('do not change when an update contains nothing new, and refuse a stale update', async () => {
    const booked = await desk.call('createBooking', { body: aBooking() })
    const update = (body: Record<string, unknown>) => ({ ...study(booked.studyID), body })
    expect(await desk.call('updateStudy', update({ sedativeTaken: null }))).toEqual(booked)
    const changed = await desk.call(
      'updateStudy',
      update({ version: 1, sedativeTaken: 'No Sedative Taken', status: { invoiceAvailable: false } }),
    )
    expect(changed).toMatchObject({
      version: 2,
      sedativeTaken: 'No Sedative Taken',
      status: { invoiceAvailable: false, customerEmailAvailable: true, booked: true },
    })
    expect((await desk.refusal('updateStudy', update({ version: 1, referrer: 'Dr. Who' }))).code).toBe('stale')
    expect((await desk.refusal('updateStudy', update({ sedativeTaken: null }), sales)).code).toBe(
      'insufficient-permissions',
    )
    expect((await logOf(booked.studyID)).slice(1)).toEqual([
      'Sedative choice changed',
      'Invoice hidden from the member',
    ])
  })

  it('are proactive if staff request it, and can lack answers only as long as they are marked as proactive', async () => {
    const gaps = { SafetyQuestions: { 'Allergies.Status': 'no' } }
    const refused = await desk.refusal('createBooking', { body: aBooking(gaps) })
    expect(refused).toMatchObject({ code: 'missing-required-fields', message: 'Missing some required fields' })
    const own = memberCaller('m-000001')
    expect((await desk.refusal('createBooking', { body: aBooking({ proactiveBooking: true }) }, own)).code).toBe(
      'insufficient-permissions',
    )
    const booked = await desk.call('createBooking', { body: aBooking({ ...gaps, proactiveBooking: true }) })
    expect(booked).toMatchObject({ config: { proactiveBooking: true }, safety: { version: 1, state: 'incomplete' } })
    const update = (proactiveBooking: boolean) => ({ ...study(booked.studyID), body: { config: { proactiveBooking } } })
    expect(await desk.call('updateStudy', update(true))).toEqual(booked)
    expect(await desk.call('updateStudy', update(false))).toMatchObject({ config: { proactiveBooking: false } })
    const save = { body: { studyID: booked.studyID, version: 1, SafetyQuestions: { 'Allergies.Status': 'yes' } } }
    expect((await desk.refusal('saveSafetyQuestions', save)).code).toBe('missing-required-fields')
    expect(await logOf(booked.studyID)).toEqual(
      expect.arrayContaining(['Marked as a proactive booking', 'No longer marked as a proactive booking']),
    )
  })

  it('take add-ons at their location’s prices, keep them when they move within that location, and lose those that a new location does not sell', async () => {
    const addon = (skuID: number, name: string, price: number) => ({ skuID, name, price })
    const consult = addon(900, 'Nurse practitioner consult', 150)
    const disc = addon(910, 'Images on disc', 25.5)
    const sell = async (location: Location, addons: readonly object[]) =>
      desk.database.db
        .updateTable('location')
        .set({ document: JSON.stringify({ ...location, catalog: { ...location.catalog, addons } }) })
        .where('location_id', '=', location.locationID)
        .execute()
    await sell(vancouver, [consult, disc])
    await sell(toronto, [{ ...disc, price: 30 }])
    const refused = await desk.refusal('createBooking', { body: aBooking({ addons: [900, 999] }) })
    expect(refused).toMatchObject({
      status: 400,
      code: 'invalid-input',
      details: { fields: { addons: expect.any(String) } },
    })
    const booked = await desk.call('createBooking', { body: aBooking({ addons: [910, 900] }) })
    expect(booked).toMatchObject({
      price: 2495,
      balance: 2670.5,
      items: { primary: { skuID: 300 }, addons: [consult, disc] },
    })
    const payments = await desk.call('readPayments', study(booked.studyID))
    expect(payments).toMatchObject({ price: 2495, totalPrice: 2670.5, totalBalance: 2670.5, addons: [consult, disc] })
    await sell(vancouver, [{ ...consult, price: 175 }])
    const later = await move(booked, { utcStart: '2026-11-25T19:00:00Z' })
    expect(later).toMatchObject({ balance: 2670.5, items: booked.items })
    const inToronto = await move(later, {
      locationID: 'ca-on-1',
      machineID: 'ca-on-1-m1',
      utcStart: '2026-11-26T15:00:00Z',
    })
    expect(inToronto.items.addons).toEqual([{ ...disc, price: 30 }])
    expect(inToronto.balance).toBe(inToronto.price + 30)
    expect(await desk.call('readPayments', study(booked.studyID))).toMatchObject({ totalBalance: inToronto.balance })
    const log = (await logOf(booked.studyID)).join(' ')
    expect(log).toContain(backOfficeBookingWords.log.addons(['Nurse practitioner consult', 'Images on disc']))
    expect(log).toContain(backOfficeBookingWords.log.addonsDropped(['Nurse practitioner consult']))
  })

  it('are listed by member at the caller’s locations, with member and location on request', async () => {
    const here = await desk.call('createBooking', { body: aBooking() })
    const body = aBooking({ locationID: 'ca-on-1', machineID: 'ca-on-1-m1', utcStart: '2026-11-26T15:00:00Z' })
    const there = await desk.call('createBooking', { body })
    const ids = async (caller = frontdesk) =>
      (await desk.call('readStudiesOfMember', { params: { id: 'm-000001' } }, caller)).map((one) => one.studyID)
    expect(await ids()).toEqual([there.studyID, here.studyID])
    const one = aCaller('One', { allowedLocations: ['ca-bc-1' as Study['locationID']] })
    expect(await ids(one)).toEqual([here.studyID])
    expect((await desk.refusal('readStudy', study(there.studyID), one)).status).toBe(403)
    expect((await desk.refusal('readStudiesOfMember', { params: { id: 'm-9' } })).status).toBe(404)
    const detailed = await desk.call('readStudyDetailed', study(there.studyID))
    expect(detailed).toMatchObject({ member: { patientID: 'm-000001' }, location: { locationID: 'ca-on-1' } })
  })

  it('have a log to which staff can add', async () => {
    const booked = await desk.call('createBooking', { body: aBooking() })
    const entry = { category: 'Call', content: 'Asked for parking;\nsent <b>directions</b>' }
    const added = await desk.call('addLogEntry', { ...study(booked.studyID), body: entry }, otherDesk)
    expect(added).toEqual({ ...entry, time: '2026-11-24T20:00:00Z', by: 'Otto Desk' })
    expect((await desk.call('readLog', study(booked.studyID)))[1]).toEqual(added)
    const empty = { category: 'Call', content: ' ' }
    expect((await desk.refusal('addLogEntry', { ...study(booked.studyID), body: empty })).status).toBe(400)
  })
})

const toChange = (booked: Study, changes: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  studyID: booked.studyID,
  version: booked.version,
  locationID: booked.locationID,
  skuID: booked.skuID,
  machineID: booked.booking?.machineID ?? 'ca-bc-1-m1',
  utcStart: booked.booking?.utcStart ?? '2026-11-25T17:00:00Z',
  slotSelectionType: 'slot',
  holdEventID: null,
  override: null,
  ...changes,
})

/** Waits until a transaction of this database waits for an advisory lock. */
const untilLockAwaited = async (desk: BookingDesk): Promise<void> => {
  for (;;) {
    const found = await sql`select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and not granted and datname = current_database()`.execute(desk.database.db)
    if (found.rows.length > 0) return
  }
}

const addOpportunity = async (desk: BookingDesk, id: string, memberID: string): Promise<void> => {
  await desk.database.db
    .insertInto('crm_person')
    .values({ person_id: `p${id}`, atrium_id: memberID, document: '{}' })
    .execute()
  const document = JSON.stringify({ opportunityID: id, Study_ID__c: null, StageName: 'Qualified' })
  await desk.database.db
    .insertInto('crm_opportunity')
    .values({ opportunity_id: id, person_id: `p${id}`, study_id: null, document })
    .execute()
}
