import { afterEach, describe, expect, it, vi } from 'vitest'
import { fail } from '#contract/reply.ts'
import type { MemberID } from '#domain/members/member.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { BookingDesk } from '#renderer/booking/assisted/booking-state.ts'
import { createBookingDesk } from '#renderer/booking/assisted/booking-store.ts'
import { startToBook } from '#renderer/booking/booking-place.ts'
import { shownWeek } from '#renderer/booking/calendar/week-state.ts'
import { createDrafts } from '#renderer/session/drafts.ts'
import { createFakeBridge } from '../../fake-bridge.ts'

const nowMs = Date.parse('2026-11-23T17:00:00Z')
const stops: ((isLeft: boolean) => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop(false)
})

const aWorld = () => {
  const { bridge, controls } = createFakeBridge({ signedInAs: 'admin', now: () => nowMs })
  const drafts = createDrafts(bridge)
  let key = 0
  const open = async (memberID?: MemberID): Promise<{ desk: BookingDesk; stop: (isLeft: boolean) => void }> => {
    const desk = createBookingDesk({
      bridge,
      drafts,
      draftID: 'booking:new',
      now: () => toInstant(nowMs),
      newKey: () => {
        key += 1
        return `test-key-${key}`
      },
      supportPhone: () => null,
    })
    if (memberID !== undefined) void desk.booking.getState().chooseMemberID(memberID)
    const stop = desk.start(() => controls.clinic.locations, 'ca-bc-1' as LocationID)
    stops.push(stop)
    await vi.waitFor(() => expect(shownWeek(desk.week.getState())?.view?.days).toHaveLength(7))
    return { desk, stop }
  }
  const sent = (command: string) => controls.calls.filter((call) => call.command === command).map((call) => call.input)
  return { bridge, controls, drafts, open, sent }
}

const chooseFree = async (desk: BookingDesk, nth = 0): Promise<void> => {
  const slots = shownWeek(desk.week.getState())?.view?.days.flatMap((day) => day.slots) ?? []
  const slot = slots.filter(({ state }) => state === 'free')[nth] ?? expect.fail('no free slot')
  const { locationID, skuID } = desk.week.getState().target ?? expect.fail()
  const { utcStart, machines } = slot
  desk.hold.getState().choose({ locationID, skuID, utcStart, candidates: machines, slotSelectionType: 'slot' })
  await vi.waitFor(() => expect(desk.hold.getState().state.kind).toBe('held'))
}

const ready = async (world: ReturnType<typeof aWorld>, desk: BookingDesk): Promise<void> => {
  desk.booking.getState().chooseMember(world.controls.clinic.members[0] ?? expect.fail())
  await chooseFree(desk)
}

describe('createBookingDesk', () => {
  it('stops before booking if the back office has an appointment that the desk has not seen', async () => {
    const world = aWorld()
    const { desk } = await world.open()
    await ready(world, desk)
    const member = world.controls.clinic.members[0] ?? expect.fail()
    const { studies } = world.controls.clinic
    await vi.waitFor(() => expect(desk.appointments.getState().list.kind).toBe('ready'))
    const mine = studies.find(({ patientID }) => patientID === member.patientID) ?? expect.fail()
    const other = studies.find(({ patientID, booking }) => patientID !== member.patientID && booking !== null)
    const booking = {
      ...(other?.booking ?? expect.fail()),
      utcStart: '2026-12-09T17:00:00Z',
      utcEnd: '2026-12-09T18:00:00Z',
    }
    // Another workstation books the same member, and its event has not arrived at this desk.
    const status = { ...mine.status, booked: true, cancelled: false, checkin: false, scanned: false }
    studies.push({ ...mine, studyID: 's-909090' as never, status, booking: booking as never })
    await desk.booking.getState().book()
    expect(world.sent('booking.book')).toHaveLength(0)
    expect(desk.booking.getState()).toMatchObject({ foundOthersAtBook: true, commit: { kind: 'idle' } })
    // The other appointment is on the screen now, so a second press books.
    await desk.booking.getState().book()
    expect(world.sent('booking.book')).toHaveLength(1)
    expect(desk.booking.getState()).toMatchObject({ foundOthersAtBook: false, commit: { kind: 'booked' } })
  })

  it.each(['discarded', 'left', 'with a member who was read again', 'with a member who was changed'] as const)(
    'books the form as it was when the button was pressed, or nothing, if the page is %s while appointments are read',
    async (change) => {
      const world = aWorld()
      const { desk, stop } = await world.open()
      await ready(world, desk)
      await vi.waitFor(() => expect(desk.appointments.getState().list.kind).toBe('ready'))
      const call = desk.booking.getState().book()
      expect(desk.booking.getState().commit.kind).toBe('pending')
      if (change === 'left') stop(true)
      else if (change === 'discarded') await desk.booking.getState().discard()
      else {
        const { member } = desk.booking.getState()
        if (member.kind !== 'ready') expect.fail('no member')
        const changes = change === 'with a member who was changed' ? { firstname: 'Changed' } : {}
        desk.booking.setState({ member: { kind: 'ready', value: { ...member.value, ...changes } } })
      }
      await call
      // A discard does nothing while the booking is pending, so the form is still sent.
      const isBooked = change === 'discarded' || change === 'with a member who was read again'
      expect(world.sent('booking.book')).toHaveLength(isBooked ? 1 : 0)
      expect(desk.booking.getState().commit.kind).toBe(isBooked ? 'booked' : 'idle')
      expect(desk.booking.getState().form.memberID).not.toBeNull()
    },
  )

  it('records that the appointments on the screen could not be read again', async () => {
    const world = aWorld()
    const { desk } = await world.open()
    await ready(world, desk)
    const { appointments } = desk
    await vi.waitFor(() => expect(appointments.getState().list.kind).toBe('ready'))
    world.controls.failNext('members.readAppointments', fail('timed-out', 'No answer.'))
    await appointments.getState().refresh()
    expect(appointments.getState()).toMatchObject({ isBehind: true, list: { kind: 'ready' } })
    await appointments.getState().refresh()
    expect(appointments.getState().isBehind).toBe(false)
  })

  it('books the form, uses the hold and deletes the draft', async () => {
    const world = aWorld()
    const { desk } = await world.open()
    await ready(world, desk)
    desk.booking.getState().update({ memberType: 'Priority Access', referrer: 'Dr. Fjord' })
    await desk.booking.getState().book()
    expect(desk.booking.getState().commit).toMatchObject({ kind: 'booked', study: { memberType: 'Priority Access' } })
    expect(desk.hold.getState().state.kind).toBe('none')
    expect(world.sent('booking.releaseHold')).toEqual([])
    await world.drafts.flush()
    expect(await world.drafts.read('booking:new')).toBeNull()
  })

  it('sends nothing while the member or the time is missing', async () => {
    const world = aWorld()
    const { desk } = await world.open()
    await desk.booking.getState().book()
    await chooseFree(desk)
    await desk.booking.getState().book()
    expect(world.sent('booking.book')).toEqual([])
  })

  it('keeps the form and uses a new key after a refusal', async () => {
    const world = aWorld()
    const { desk } = await world.open()
    await ready(world, desk)
    world.controls.failNext('booking.book', fail('location-not-bookable', 'Closed.'))
    await desk.booking.getState().book()
    expect(desk.booking.getState()).toMatchObject({ commit: { kind: 'refused' }, member: { kind: 'ready' } })
    await desk.booking.getState().book()
    const [first, second] = world.sent('booking.book') as { idempotencyKey: string }[]
    expect(first?.idempotencyKey).not.toBe(second?.idempotencyKey)
    expect(desk.booking.getState().commit.kind).toBe('booked')
  })

  it('repeats the same booking after a lost answer, whatever the user clicks in the meantime', async () => {
    const world = aWorld()
    const { desk } = await world.open()
    await ready(world, desk)
    world.controls.failNext('booking.book', fail('timed-out', 'No answer.'))
    await desk.booking.getState().book()
    expect(desk.booking.getState().commit.kind).toBe('unknown')
    desk.booking.getState().update({ referrer: 'changed' })
    desk.booking.getState().chooseMember(world.controls.clinic.members[1] ?? expect.fail())
    await desk.booking.getState().book()
    const [first, second] = world.sent('booking.book')
    expect(second).toEqual(first)
    expect(desk.booking.getState().commit.kind).toBe('booked')
  })

  it('learns from main the result of a booking whose answer was lost', async () => {
    const world = aWorld()
    const { desk } = await world.open()
    await ready(world, desk)
    world.controls.failNext('booking.book', fail('outcome-unknown', 'Away.'))
    await desk.booking.getState().book()
    const [sent] = world.sent('booking.book') as { idempotencyKey: string }[]
    world.controls.emit('booking.settled', {
      draftID: 'booking:new',
      idempotencyKey: sent?.idempotencyKey ?? expect.fail(),
      outcome: { kind: 'refused', message: 'Someone else was first.' },
    })
    expect(desk.booking.getState().commit).toMatchObject({
      kind: 'refused',
      failure: { message: 'Someone else was first.' },
    })
  })

  it('reports to main that an answer was shown, but not for a page that was left', async () => {
    const world = aWorld()
    const { desk } = await world.open()
    await ready(world, desk)
    await desk.booking.getState().book()
    const [sent] = world.sent('booking.book') as { idempotencyKey: string }[]
    expect(world.sent('booking.acknowledgeSettled')).toEqual([{ idempotencyKey: sent?.idempotencyKey }])

    const other = aWorld()
    const opened = await other.open()
    await ready(other, opened.desk)
    const call = opened.desk.booking.getState().book()
    opened.stop(false)
    await call
    expect(opened.desk.booking.getState().commit.kind).toBe('booked')
    expect(other.sent('booking.acknowledgeSettled')).toEqual([])
  })

  it.each(['outcome-unknown', 'answer-withheld', 'disconnected', 'timed-out', 'unexpected'] as const)(
    'repeats the same booking under the same key after %s, even if a later try is not sent',
    async (code) => {
      const world = aWorld()
      const { desk } = await world.open()
      await ready(world, desk)
      for (const next of [code, 'not-sent', 'offline', 'locked', 'signed-out', 'too-many-requests'] as const) {
        world.controls.failNext('booking.book', fail(next, 'No answer.'))
        await desk.booking.getState().book()
        expect(desk.booking.getState().commit).toMatchObject({ kind: 'unknown', failure: { code: next } })
      }
      await desk.booking.getState().book()
      expect(desk.booking.getState().commit.kind).toBe('booked')
      const [first, ...others] = world.sent('booking.book')
      expect(others).toHaveLength(6)
      for (const other of others) expect(other).toEqual(first)
    },
  )

  it.each(['not-sent', 'offline', 'locked', 'signed-out'] as const)(
    'shows that nothing was booked after %s, and books under a new key',
    async (code) => {
      const world = aWorld()
      const { desk } = await world.open()
      await ready(world, desk)
      world.controls.failNext('booking.book', fail(code, 'Nothing was sent.'))
      await desk.booking.getState().book()
      expect(desk.booking.getState().commit).toMatchObject({ kind: 'refused', failure: { code } })
      await desk.booking.getState().book()
      expect(desk.booking.getState().commit.kind).toBe('booked')
      const keys = (world.sent('booking.book') as { idempotencyKey: string }[]).map((sent) => sent.idempotencyKey)
      expect(new Set(keys).size).toBe(2)
    },
  )

  it('restores form, hold and key after the window closed', async () => {
    const world = aWorld()
    const { desk, stop } = await world.open()
    await ready(world, desk)
    desk.booking.getState().update({ referrer: 'Dr. Fjord', temporaryHold: true })
    await world.drafts.flush()
    stop(false)
    const before = desk.hold.getState().state
    const again = (await world.open()).desk
    await vi.waitFor(() => expect(again.hold.getState().state.kind).toBe('held'))
    expect(again.hold.getState().state).toMatchObject({
      hold: { eventID: before.kind === 'held' && before.hold.eventID },
    })
    expect(again.booking.getState()).toMatchObject({
      form: { referrer: 'Dr. Fjord', temporaryHold: true },
      restoredFrom: toInstant(nowMs),
    })
    await vi.waitFor(() => expect(again.booking.getState().member.kind).toBe('ready'))
    await again.booking.getState().book()
    expect(world.sent('booking.book')).toMatchObject([{ idempotencyKey: 'test-key-1' }])
  })

  it('clears the tick “Book before the sign-off” and its reason if the URL names another member', async () => {
    const world = aWorld()
    const { desk, stop } = await world.open()
    await ready(world, desk)
    desk.booking
      .getState()
      .update({ settleGround: 'the stops of the first member', settleReason: 'Her surgeon agrees' })
    await world.drafts.flush()
    stop(false)
    const [first, other] = world.controls.clinic.members
    const same = (await world.open(first?.patientID)).desk
    await vi.waitFor(() => expect(same.booking.getState().isReady).toBe(true))
    expect(same.booking.getState().form).toMatchObject({ settleReason: 'Her surgeon agrees' })
    const { desk: again } = await world.open(other?.patientID)
    await vi.waitFor(() => expect(again.booking.getState().isReady).toBe(true))
    expect(again.booking.getState().form).toMatchObject({
      memberID: other?.patientID,
      settleGround: null,
      settleReason: '',
    })
  })

  it('shows the result of a booking whose page was reloaded before the answer', async () => {
    const world = aWorld()
    const { desk, stop } = await world.open()
    await ready(world, desk)
    await world.drafts.flush()
    world.controls.failNext('booking.book', fail('outcome-unknown', 'Away.'))
    await desk.booking.getState().book()
    stop(false)
    const again = (await world.open()).desk
    await vi.waitFor(() => expect(again.booking.getState().member.kind).toBe('ready'))
    const outcome = { kind: 'refused', message: 'Someone else was first.' } as const
    const settled = { draftID: 'booking:new', idempotencyKey: 'test-key-1', outcome }
    world.controls.emit('booking.settled', { ...settled, idempotencyKey: 'another-key' })
    expect(again.booking.getState().commit.kind).toBe('idle')
    world.controls.emit('booking.settled', settled)
    expect(again.booking.getState().commit).toMatchObject({ kind: 'refused', failure: { message: outcome.message } })
    expect(world.sent('booking.acknowledgeSettled')).toEqual([{ idempotencyKey: 'test-key-1' }])
  })

  it('releases the hold when the user leaves the page, and keeps the form', async () => {
    const world = aWorld()
    const { desk, stop } = await world.open()
    await ready(world, desk)
    stop(true)
    await vi.waitFor(() => expect(world.sent('booking.releaseHold')).toHaveLength(1))
    await world.drafts.flush()
    const again = (await world.open()).desk
    expect(again.booking.getState().form.memberID).toBe(desk.booking.getState().form.memberID)
    expect(again.hold.getState().state.kind).toBe('none')
  })

  it('releases the held time when the location changes, and records this change as the reason', async () => {
    const world = aWorld()
    const { desk } = await world.open()
    await ready(world, desk)
    const other = world.controls.clinic.locations.find(({ locationID }) => locationID === 'ca-on-1') ?? expect.fail()
    desk.booking.getState().chooseLocation(other)
    expect(desk.booking.getState().timeClearedBy).toBe('location')
    await vi.waitFor(() => expect(desk.hold.getState().state.kind).toBe('none'))
    expect(desk.week.getState().target?.locationID).toBe('ca-on-1')
    expect(startToBook(desk.hold.getState().state, desk.booking.getState().form)).toBeNull()
  })

  it('books over another study only with a manual time and a reason', async () => {
    const world = aWorld()
    const { desk } = await world.open()
    desk.booking.getState().chooseMember(world.controls.clinic.members[0] ?? expect.fail())
    const start = toInstant(nowMs + 86_400_000)
    const machineID = world.controls.clinic.locations[0]?.machines[0]?.machineID ?? expect.fail()
    desk.booking.getState().update({ manual: { date: null, utcStart: start, machineID } })
    const { state } = desk.hold.getState()
    expect(startToBook(state, desk.booking.getState().form)).toBeNull()
    desk.booking.getState().update({ overrideReason: '  Doctor asked for it  ' })
    expect(startToBook(state, desk.booking.getState().form)).toBe(start)
    await vi.waitFor(() => expect(desk.appointments.getState().list.kind).toBe('ready'))
    await desk.booking.getState().book()
    expect(world.sent('booking.book')).toMatchObject([
      { hold: null, slotSelectionType: 'manual', override: { reason: 'Doctor asked for it' } },
    ])
  })
})
