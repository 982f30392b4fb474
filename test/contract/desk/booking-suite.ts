import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SlotHold } from '#domain/booking/machine-time.ts'
import type { Slot } from '#domain/booking/slot.ts'
import type { Study } from '#domain/study/study.ts'
import { addMinutes } from '#domain/values/instant.ts'
import { locationIDSchema } from '#domain/values/location-id.ts'
import { addDays } from '#domain/values/plain-date.ts'
import { nothingToReport } from '#test/fixtures/questionnaire/written-answers.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import {
  bookInput,
  codeOf,
  createSlotSource,
  draftOf,
  holdInput,
  locationID,
  monday,
  moveInput,
  newMember,
  readWeek,
  skuID,
  slotsOf,
} from './desk-work.ts'

/** The contract of booking, holding, moving and cancelling that screens rely on. */
export const describeBookingDesk = (name: string, start: StartDesks): void => {
  describe(`the booking service over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let otherDesk: Desk
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      otherDesk = desks.otherDesk
      await desk.signIn('frontdesk')
      await otherDesk.signIn('sales')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { freeSlot } = createSlotSource(() => desk)
    const stateOf = async (app: Desk, slot: Slot) =>
      slotsOf(await readWeek(app)).find(({ utcStart }) => utcStart === slot.utcStart)
    const hold = (slot: Pick<Slot, 'utcStart' | 'machines'>, app = desk, previous: SlotHold | null = null) =>
      app.ask('booking', 'holdSlot', holdInput(slot, previous))
    const held = async (
      slot: Pick<Slot, 'utcStart' | 'machines'>,
      app = desk,
      previous: SlotHold | null = null,
    ): Promise<SlotHold> => await app.get('booking', 'holdSlot', holdInput(slot, previous))
    const booked = async (overrides: Record<string, unknown> = {}): Promise<{ study: Study; slot: Slot }> => {
      const slot = await freeSlot()
      const member = await newMember(desk)
      const study = await desk.get('booking', 'book', bookInput(await held(slot), member.patientID, overrides))
      return { study, slot }
    }
    const linesOf = async ({ studyID }: Pick<Study, 'studyID'>): Promise<number> =>
      (await desk.get('study', 'readLog', { studyID })).length
    const freeUp = (one: SlotHold, app = desk) => app.get('booking', 'releaseHold', { hold: one })

    it('offers the assisted-booking locations and scan types', async () => {
      const locations = await desk.get('locations', 'list', { purpose: 'assisted' })
      expect(locations.length).toBeGreaterThan(5)
      expect(locations.every((one) => one.active && one.assistedBooking)).toBe(true)
      expect((await desk.get('locations', 'skus', {})).some((sku) => sku.skuID === skuID)).toBe(true)
      const nowhere = { locationID: 'xx-yy-9' as never, skuID }
      const week = { ...nowhere, monday, memberType: null }
      expect(codeOf(await desk.ask('booking', 'readWeek', week))).toBe('not-found')
      expect(codeOf(await desk.ask('booking', 'findFirstFree', nowhere))).toBe('not-found')
      expect(codeOf(await desk.ask('booking', 'readDay', { locationID: nowhere.locationID, date: monday }))).toBe(
        'not-found',
      )
    })

    it('finds the week of the first free time, with and without a session', async () => {
      const { opening } = await desk.get('booking', 'findFirstFree', { locationID, skuID })
      if (opening === null) throw new Error('No time is free in twelve weeks')
      const free = slotsOf(await readWeek(desk, opening.monday)).filter((slot) => slot.state === 'free')
      expect(free.map((slot) => slot.utcStart).sort()[0]).toBe(opening.utcStart)
      expect(await desk.get('selfService', 'findFirstFree', { locationID, skuID })).toMatchObject({ opening })
    })

    it('refuses all other locations to a person who is limited to one location', async () => {
      const single = await desks.openDesk()
      await single.signIn('onelocation')
      const locations = await single.get('locations', 'list', { purpose: 'assisted' })
      expect(locations.map((one) => one.locationID)).toEqual(['ca-bc-1'])
      const other = (await desk.get('locations', 'list', { purpose: 'assisted' })).find(
        (one) => one.locationID !== locationID,
      )
      if (other === undefined) throw new Error('There is one location only')
      const elsewhere = { locationID: other.locationID, skuID }
      const week = { ...elsewhere, monday, memberType: null }
      const slot = await freeSlot()
      const refusals = [
        await single.ask('booking', 'readWeek', week),
        await single.ask('booking', 'findFirstFree', elsewhere),
        await single.ask('booking', 'readDay', { locationID: other.locationID, date: monday }),
        await single.ask('booking', 'findNextDay', { locationID: other.locationID, from: monday }),
        await single.ask('booking', 'holdSlot', { ...holdInput(slot), ...elsewhere }),
      ]
      expect(refusals.map(codeOf)).toEqual(refusals.map(() => 'location-forbidden'))
    })

    it('refuses a scan type that no machine of the location supports', async () => {
      const slot = await freeSlot()
      const unsold = { locationID, skuID: 399 as never }
      expect(codeOf(await desk.ask('booking', 'readWeek', { ...unsold, monday, memberType: null }))).toBe(
        'machine-does-not-support-sku',
      )
      expect(codeOf(await desk.ask('booking', 'holdSlot', { ...holdInput(slot), ...unsold }))).toBe(
        'machine-does-not-support-sku',
      )
    })

    it('shows a hold and its owner at the other workstation, moves it to another slot, and releases it', async () => {
      const first = await freeSlot()
      const placed = await held(first)
      expect((await stateOf(desk, first))?.state).toBe('mine')
      await readWeek(otherDesk)
      const seen = await otherDesk.until('the other desk sees the hold', async () =>
        (await stateOf(otherDesk, first))?.holds.find((one) => one.eventID === placed.eventID),
      )
      const session = await desk.get('session', 'current', {})
      if (session.kind !== 'signed-in') throw new Error('The desk is not signed in')
      expect(seen).toMatchObject({ name: session.user.fullname, mine: false })
      const second = await freeSlot()
      const moved = await held(second, desk, placed)
      expect((await stateOf(desk, first))?.state).toBe('free')
      expect((await desk.get('booking', 'renewHold', { hold: moved })).eventID).toBe(moved.eventID)
      await freeUp(moved)
      await freeUp(moved)
      expect((await stateOf(desk, second))?.state).toBe('free')
      expect(codeOf(await desk.ask('booking', 'renewHold', { hold: moved }))).toBe('hold-lapsed')
    })

    it('limits a hold to its owner: other users cannot renew, release or replace it, and cannot book with it', async () => {
      const slot = await freeSlot()
      const theirs = await held(slot, otherDesk)
      const member = await newMember(desk)
      expect(codeOf(await desk.ask('booking', 'renewHold', { hold: theirs }))).toBe('hold-of-someone-else')
      expect(codeOf(await desk.ask('booking', 'releaseHold', { hold: theirs }))).toBe('hold-of-someone-else')
      expect(codeOf(await desk.ask('booking', 'book', bookInput(theirs, member.patientID)))).toBe(
        'hold-of-someone-else',
      )
      const elsewhere = await freeSlot()
      const mine = await held(elsewhere, desk, theirs)
      expect((await otherDesk.get('booking', 'renewHold', { hold: theirs })).eventID).toBe(theirs.eventID)
      await freeUp(mine)
      await freeUp(theirs, otherDesk)
    })

    it('allows a user to hold the same slot again', async () => {
      const slot = await freeSlot()
      const machines = slot.machines.slice(0, 1)
      const first = await held({ ...slot, machines })
      const again = await held({ ...slot, machines })
      expect(again).toMatchObject({ machineID: first.machineID, utcStart: first.utcStart })
      await freeUp(again)
      expect((await stateOf(desk, slot))?.machines).toEqual(expect.arrayContaining([...machines]))
    })

    it('falls back to the next machine, and releases the user’s earlier hold when every machine is taken', async () => {
      const slot = await freeSlot(2)
      const theirs: SlotHold[] = []
      for (const machine of slot.machines.slice(0, -1)) {
        theirs.push(await held({ ...slot, machines: [machine] }, otherDesk))
      }
      const last = await held(slot)
      expect(last.machineID).toBe(slot.machines.at(-1))
      await freeUp(last)
      theirs.push(await held({ ...slot, machines: slot.machines.slice(-1) }, otherDesk))
      const elsewhere = await freeSlot()
      const mine = await held(elsewhere)
      expect(await hold(slot, desk, mine)).toMatchObject({
        ok: false,
        failure: { code: 'slot-taken', details: { previousSlotFree: true } },
      })
      expect((await stateOf(desk, elsewhere))?.state).toBe('free')
      for (const one of theirs) await freeUp(one, otherDesk)
    })

    it('refuses a past time, and a hold whose start is not on the 5-minute grid', async () => {
      const slot = await freeSlot()
      const machines = slot.machines
      const past = addMinutes(slot.utcStart, -60 * 24 * 30)
      expect(codeOf(await hold({ machines, utcStart: past }))).toBe('slot-in-past')
      expect(codeOf(await hold({ machines, utcStart: addMinutes(slot.utcStart, 3) }))).toBe('invalid-input')
      const member = await newMember(desk)
      const place = { machineID: machines[0] as never, hold: null }
      const bookAt = (utcStart: string) =>
        desk.ask('booking', 'book', {
          ...bookInput({ ...slot, ...place }, member.patientID, place),
          utcStart: utcStart as never,
        })
      expect(codeOf(await bookAt(past))).toBe('slot-in-past')
    })

    it('expires a hold after ten minutes', async () => {
      const slot = await freeSlot()
      const placed = await held(slot)
      desks.pass(11)
      expect(codeOf(await desk.ask('booking', 'renewHold', { hold: placed }))).toBe('hold-lapsed')
      const theirs = await held({ ...slot, machines: [placed.machineID] }, otherDesk)
      await freeUp(theirs, otherDesk)
    })

    it('books once under a key, shows the booking at both workstations, and removes the draft', async () => {
      const member = await newMember(desk)
      const { patientID } = member
      await desk.get('drafts', 'save', { draftID: 'booking', content: { patientID } })
      const slot = await freeSlot()
      const placed = await held(slot)
      const input = bookInput(placed, patientID)
      const study = await desk.get('booking', 'book', input)
      expect(study).toMatchObject({
        patientID,
        locationID,
        skuID,
        status: { booked: true, cancelled: false },
        booking: { utcStart: slot.utcStart, machineID: placed.machineID },
        temporaryHold: false,
        slotSelectionType: 'slot',
        balance: study.price,
      })
      expect((await desk.get('booking', 'book', input)).studyID).toBe(study.studyID)
      expect(await desk.get('drafts', 'read', { draftID: 'booking' })).toBeNull()
      const dayOf = (app: Desk) => app.get('booking', 'readDay', { locationID, date: slot.date })
      const { entries } = await dayOf(desk)
      expect(entries.filter((one) => one.study?.patientID === patientID)).toMatchObject([
        { machineTime: { kind: 'study' }, member: { firstname: 'Ingrid', dob: '1971-06-30' } },
      ])
      expect(entries.some((one) => one.machineTime.eventID === placed.eventID)).toBe(false)
      await otherDesk.until('the other desk shows the booking', async () =>
        (await dayOf(otherDesk)).entries.some((one) => one.study?.studyID === study.studyID),
      )
      await otherDesk.until('the other desk finds the booking', async () => {
        const hits = await otherDesk.get('search', 'find', { text: study.studyID, limit: 5 })
        return hits.some((hit) => hit.kind === 'study')
      })
      expect((await desk.get('study', 'readLog', { studyID: study.studyID })).length).toBeGreaterThan(0)
    })

    it('refuses to book a taken time, unless an administrator overrides', async () => {
      const { study, slot } = await booked()
      const { patientID } = await newMember(desk)
      const where = { machineID: study.booking?.machineID as never, utcStart: slot.utcStart, hold: null }
      const input = (override: { reason: string } | null) =>
        bookInput({ ...slot, ...where }, patientID, { ...where, override, idempotencyKey: randomUUID() })
      expect(codeOf(await desk.ask('booking', 'book', input(null)))).toBe('slot-taken')
      expect(codeOf(await desk.ask('booking', 'book', input({ reason: 'Both can come' })))).toBe(
        'insufficient-permissions',
      )
      const admin = await desks.openDesk()
      await admin.signIn('admin')
      expect(codeOf(await admin.ask('booking', 'book', input({ reason: 'Both can come' })))).toBe('ok')
    })

    it('refuses an unknown member', async () => {
      const placed = await held(await freeSlot())
      expect(codeOf(await desk.ask('booking', 'book', bookInput(placed, 'm-999999' as never)))).toBe('not-found')
      await freeUp(placed)
    })

    it('does not count a temporary hold as booked, and refuses to convert it while a balance is due', async () => {
      const { study } = await booked({ temporaryHold: true })
      expect(study).toMatchObject({ temporaryHold: true, status: { booked: false } })
      expect(study.temporaryHoldUntil).not.toBeNull()
      const day = await desk.get('booking', 'readDay', {
        locationID,
        date: study.booking?.wallTime.slice(0, 10) as never,
      })
      const entry = day.entries.find((one) => one.study?.studyID === study.studyID)
      expect(entry?.machineTime.kind).toBe('temporary-hold')
      const convert = (studyID: Study['studyID']) =>
        desk.ask('booking', 'convertTemporaryHold', { studyID, settleReason: null, idempotencyKey: randomUUID() })
      expect(codeOf(await convert(study.studyID))).toBe('balance-due')
      expect(codeOf(await convert((await booked()).study.studyID))).toBe('not-a-temporary-hold')
    })

    it('places a new temporary hold for a study that lost its time, and converts it once nothing is owed', async () => {
      const { study } = await booked({ temporaryHold: true })
      const { studyID, balance } = study
      const releasedOne = async (): Promise<Study> => {
        await desks.releaseTemporaryHold(studyID)
        return await desk.until('the desk reads the release', async () => {
          const view = await desk.get('booking', 'readStudy', { studyID })
          return view.study.booking === null ? view.study : null
        })
      }
      const holdAgain = async (released: Study) => {
        const placed = await held(await freeSlot())
        const again = await desk.get('booking', 'reschedule', moveInput(released, placed, { temporaryHold: true }))
        const { utcStart, machineID } = placed
        expect(again).toMatchObject({
          temporaryHold: true,
          booking: { utcStart, machineID },
          status: { booked: false },
        })
        expect(again.temporaryHoldUntil).not.toBeNull()
        expect(again.status).not.toHaveProperty('isUpdate')
        return again
      }
      const convert = () =>
        desk.ask('booking', 'convertTemporaryHold', { studyID, settleReason: null, idempotencyKey: randomUUID() })
      await holdAgain(await releasedOne())
      expect(codeOf(await convert())).toBe('balance-due')

      // A reconciliation that leaves nothing owed would convert a temporary hold, so the hold is released beforehand.
      await releasedOne()
      const admin = await desks.openDesk()
      await admin.signIn('admin')
      const adjustment = { amount: -balance, classification: 'other', reason: 'Free scan' } as const
      await admin.get('payments', 'reconcile', { studyID, ...adjustment, idempotencyKey: randomUUID() })
      const { booking } = await holdAgain((await desk.get('booking', 'readStudy', { studyID })).study)
      expect(await convert()).toMatchObject({
        ok: true,
        value: { temporaryHold: false, temporaryHoldUntil: null, balance: 0, booking, status: { booked: true } },
      })
    })

    it('moves a booking once under a key, frees the old time and refuses a stale version', async () => {
      const { study, slot } = await booked()
      const target = await freeSlot()
      const linesBefore = await linesOf(study)
      const input = moveInput(study, await held(target))
      const moved = await desk.get('booking', 'reschedule', input)
      expect(await linesOf(study)).toBeGreaterThan(linesBefore)
      expect(moved.booking?.utcStart).toBe(target.utcStart)
      expect(moved.version).toBeGreaterThan(study.version)
      expect((await desk.get('booking', 'reschedule', input)).booking?.utcStart).toBe(target.utcStart)
      expect((await stateOf(desk, slot))?.machines).toEqual(expect.arrayContaining([...slot.machines]))
      const back = await held(slot)
      expect(await desk.ask('booking', 'reschedule', moveInput(study, back))).toMatchObject({
        failure: { code: 'stale', details: { currentVersion: moved.version } },
      })
      await freeUp(back)
    })

    it('moves a booking by twenty minutes, to a time that overlaps its old time', async () => {
      const slots = slotsOf(await readWeek(desk)).filter((slot) => slot.state === 'free')
      const pairs = slots.flatMap((slot) => {
        const next = slots.find((one) => one.utcStart === addMinutes(slot.utcStart, 20))
        const machine = slot.machines.find((one) => next?.machines.includes(one))
        return machine === undefined ? [] : [{ slot, machine }]
      })
      const { slot, machine } = pairs.at(-1) ?? expect.fail('No two slots in a row are free')
      const { patientID } = await newMember(desk)
      const study = await desk.get(
        'booking',
        'book',
        bookInput(await held({ ...slot, machines: [machine] }), patientID),
      )
      const moving = { locationID, skuID, monday, memberType: null, movingStudyID: study.studyID }
      const view = await desk.get('booking', 'readWeek', moving)
      const at = (utcStart: string) => slotsOf(view).find((one) => one.utcStart === utcStart)
      expect(at(slot.utcStart)?.machines).not.toContain(machine)
      const utcStart = addMinutes(slot.utcStart, 20)
      expect(at(utcStart)?.machines).toContain(machine)
      const ask = holdInput({ utcStart, machines: [machine] })
      expect(codeOf(await desk.ask('booking', 'holdSlot', ask))).toBe('slot-taken')
      const near = await desk.get('booking', 'holdSlot', { ...ask, movingStudyID: study.studyID })
      expect(near).toMatchObject({ machineID: machine, utcStart })
      expect(await desk.get('booking', 'reschedule', moveInput(study, near))).toMatchObject({ booking: { utcStart } })
    })

    it('removes the check-in of a booking that moves to another time', async () => {
      const slot = await freeSlot()
      const member = await newMember(desk, { gender: 'male' })
      const study = await desk.get('booking', 'book', bookInput(await held(slot), member.patientID))
      const act = { studyID: study.studyID, act: 'checkin', value: true, idempotencyKey: randomUUID() } as const
      await desk.get('safety', 'save', { studyID: study.studyID, answers: nothingToReport, version: 0 })
      const { study: checkedIn } = await desk.get('study', 'mark', act)
      expect(checkedIn.status.checkin).toBe(true)
      const moved = await desk.get('booking', 'reschedule', moveInput(checkedIn, await held(await freeSlot())))
      expect(moved.status.checkin).toBe(false)
    })

    it('lets the front desk, but not sales, record the sedative under an optimistic lock', async () => {
      const { study } = await booked()
      const input = { studyID: study.studyID, version: study.version, sedativeTaken: 'Sedative Taken' } as const
      expect(codeOf(await otherDesk.ask('booking', 'setSedative', input))).toBe('insufficient-permissions')
      const noted = await desk.get('booking', 'setSedative', input)
      expect(noted.sedativeTaken).toBe('Sedative Taken')
      expect(codeOf(await desk.ask('booking', 'setSedative', { ...input, sedativeTaken: null }))).toBe('stale')
      const slot = await freeSlot()
      const placed = await held(slot, otherDesk)
      const { patientID } = await newMember(desk)
      const chosen = bookInput(placed, patientID, { sedativeTaken: 'No Sedative Taken' })
      expect(codeOf(await otherDesk.ask('booking', 'book', chosen))).toBe('insufficient-permissions')
      await freeUp(placed, otherDesk)
    })

    it('makes a booking proactive, and then ordinary again, under an optimistic lock', async () => {
      const { study } = await booked()
      const { studyID } = study
      const set = (version: number, proactiveBooking: boolean) =>
        desk.ask('booking', 'setProactive', { studyID, version, proactiveBooking })
      expect(await set(study.version, true)).toMatchObject({ ok: true, value: { config: { proactiveBooking: true } } })
      expect(codeOf(await set(study.version, false))).toBe('stale')
      const { study: proactive } = await desk.get('booking', 'readStudy', { studyID })
      expect(proactive.config.proactiveBooking).toBe(true)
      expect(await set(proactive.version, false)).toMatchObject({
        ok: true,
        value: { config: { proactiveBooking: false } },
      })
    })

    it('cancels a booking once, frees its time, and refuses to change it afterwards', async () => {
      const { study, slot } = await booked()
      const { studyID } = study
      const reason = { studyID, cancellationReason: 'member-commute', cancellationDetail: 'Too far away' } as const
      const input = { ...reason, idempotencyKey: randomUUID() }
      const linesBefore = await linesOf(study)
      const cancelled = await desk.get('booking', 'cancel', input)
      expect(await linesOf(study)).toBeGreaterThan(linesBefore)
      expect(cancelled).toMatchObject({
        status: { cancelled: true, booked: false },
        booking: null,
        temporaryHold: false,
      })
      expect((await desk.get('booking', 'cancel', input)).status.cancelled).toBe(true)
      expect(codeOf(await desk.ask('booking', 'cancel', { ...reason, idempotencyKey: randomUUID() }))).toBe(
        'already-cancelled',
      )
      const placed = await held({ ...slot, machines: [study.booking?.machineID as never] })
      expect(codeOf(await desk.ask('booking', 'reschedule', moveInput(cancelled, placed)))).toBe('already-cancelled')
      await freeUp(placed)
      expect((await desk.get('booking', 'readStudy', { studyID })).study.status.cancelled).toBe(true)
    })

    it('lists a booking as unseen until it is acknowledged', async () => {
      const { slot } = { slot: await freeSlot() }
      const { patientID } = await newMember(desk)
      const input = bookInput(await held(slot), patientID)
      const study = await desk.get('booking', 'book', input)
      const unseen = async (app: Desk) =>
        (await app.get('booking', 'settled', {})).filter((one) => one.idempotencyKey === input.idempotencyKey)
      expect(await unseen(desk)).toMatchObject([
        { draftID: 'booking', outcome: { kind: 'booked', study: { studyID: study.studyID } } },
      ])
      expect(await unseen(otherDesk)).toEqual([])
      await desk.get('booking', 'acknowledgeSettled', { idempotencyKey: input.idempotencyKey })
      expect(await unseen(desk)).toEqual([])
    })

    it('reads from the cache while the back office is unreachable, refuses changes, and continues on reconnect', async () => {
      const { study, slot } = await booked()
      await desk.until('the week has a free slot', async () =>
        slotsOf(await readWeek(desk)).some((one) => one.state === 'free'),
      )
      const another = await freeSlot()
      const member = await newMember(desk)
      await desks.setLine(false)
      try {
        expect((await desk.get('booking', 'readStudy', { studyID: study.studyID })).source).toBe('cache')
        const day = await desk.get('booking', 'readDay', { locationID, date: slot.date })
        expect(day.source).toBe('cache')
        expect((await readWeek(desk)).source).toBe('cache')
        expect((await desk.get('connectivity', 'read', {})).asOf).not.toBeNull()
        expect((await desk.get('members', 'search', { text: 'solheim', limit: 5 })).source).toBe('cache')
        const { studyID, version } = study
        const idempotencyKey = randomUUID()
        const place = { ...slot, machineID: another.machines[0] as never }
        const refusals = [
          await hold(another),
          await desk.ask('booking', 'book', bookInput(place, member.patientID, { hold: null })),
          await desk.ask('booking', 'setSedative', { studyID, version, sedativeTaken: null }),
          await desk.ask('booking', 'convertTemporaryHold', { studyID, settleReason: null, idempotencyKey }),
          await desk.ask('members', 'create', { draft: draftOf(), idempotencyKey }),
          // No workstation's cache has a week so far ahead.
          await desk.ask('booking', 'readWeek', { locationID, skuID, monday: addDays(monday, 140), memberType: null }),
        ]
        expect(refusals.map(codeOf)).toEqual(refusals.map(() => 'offline'))
      } finally {
        await desks.setLine(true)
      }
      await freeUp(
        await desk.until('the slot can be held', async () => {
          const reply = await hold(another)
          return reply.ok ? reply.value : null
        }),
      )
    })

    it('allows a member to sign up and book without a staff session, and refuses a second sign-up', async () => {
      const screen = await desks.openDesk()
      const { locations } = await screen.get('selfService', 'catalogue', {})
      expect(locations.some((one) => one.locationID === locationID)).toBe(true)
      const own = await screen.get('selfService', 'holdSlot', holdInput(await freeSlot()))
      const draft = { ...draftOf(), language: 'fr-CA' as const }
      const input = { draft, locationID, skuID, hold: own, idempotencyKey: randomUUID() }
      const study = await screen.get('selfService', 'signUpAndBook', input)
      expect(study).toMatchObject({ referralType: 'self', status: { booked: true } })
      expect((await screen.get('selfService', 'signUpAndBook', input)).studyID).toBe(study.studyID)
      const { studyID } = study
      const seen = await screen.get('selfService', 'readStudy', { studyID })
      expect(seen).toMatchObject({ study: { studyID }, language: 'fr-CA' })
      expect(codeOf(await screen.ask('booking', 'readStudy', { studyID }))).toBe('signed-out')
      expect(codeOf(await screen.ask('selfService', 'readStudy', { studyID: (await booked()).study.studyID }))).toBe(
        'not-found',
      )
      const again = { ...input, hold: await screen.get('selfService', 'holdSlot', holdInput(await freeSlot())) }
      expect(codeOf(await screen.ask('selfService', 'signUpAndBook', { ...again, idempotencyKey: randomUUID() }))).toBe(
        'member-exists',
      )
    })

    it('allows a member who lost the slot to book another one with the same details', async () => {
      const screen = await desks.openDesk()
      const holdOf = (slot: Slot) => screen.get('selfService', 'holdSlot', holdInput(slot))
      const draft = draftOf()
      const send = (own: SlotHold) =>
        screen.ask('selfService', 'signUpAndBook', {
          draft,
          locationID,
          skuID,
          hold: own,
          idempotencyKey: randomUUID(),
        })
      const lost = await freeSlot()
      const gone = await holdOf(lost)
      await screen.get('selfService', 'releaseHold', { hold: gone })
      const taken = await held({ ...lost, machines: [gone.machineID] })
      expect(codeOf(await send(gone))).toBe('slot-taken')
      const next = await freeSlot()
      expect(await send(await holdOf(next))).toMatchObject({
        ok: true,
        value: { booking: { utcStart: next.utcStart } },
      })
      await freeUp(taken)
    })

    it('shows no holds to members, and refuses an unknown location', async () => {
      const screen = await desks.openDesk()
      const nowhere = { locationID: locationIDSchema.parse('ca-zz-9'), skuID }
      expect(codeOf(await screen.ask('selfService', 'readWeek', { ...nowhere, monday }))).toBe('not-found')
      const slots = slotsOf(await screen.get('selfService', 'readWeek', { locationID, skuID, monday }))
      expect(slots.flatMap((slot) => slot.holds)).toEqual([])
    })
  })
}
