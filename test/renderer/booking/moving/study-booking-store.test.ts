import { afterEach, describe, expect, it, vi } from 'vitest'
import { fail } from '#contract/reply.ts'
import type { DropPlace } from '#domain/booking/move-drop.ts'
import { addMinutes, toInstant } from '#domain/values/instant.ts'
import { whyNotHeld } from '#renderer/booking/moving/hold-again.ts'
import { toMoveBack } from '#renderer/booking/moving/move-back.ts'
import { decideMoveSettle } from '#renderer/booking/moving/move-settle.ts'
import { movingWords } from '#renderer/booking/moving/moving-words.ts'
import { toMovePlace } from '#renderer/booking/moving/study-booking-state.ts'
import { createStudyBookingDesk } from '#renderer/booking/moving/study-booking-store.ts'
import { limitToDrop, type MoveCommit } from '#renderer/booking/moving/use-move-commit.ts'
import { createDrafts } from '#renderer/session/drafts.ts'
import { aLocation, aStudy } from '#test/builders/records.ts'
import { createFakeBridge } from '../../fake-bridge.ts'

const words = movingWords.move

const nowMs = Date.parse('2026-11-23T16:00:00Z')
const stops: ((isLeft: boolean) => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop(false)
})

const aDesk = async () => {
  const { bridge, controls } = createFakeBridge({ signedInAs: 'frontdesk', now: () => nowMs })
  const found = controls.clinic.studies.find(
    ({ locationID, booking }) => locationID === 'ca-bc-1' && (booking?.utcStart ?? '') > '2026-11-24',
  )
  if (found?.booking == null) throw new Error('The fictional clinic has no study.')
  const { studyID, booking, locationID, skuID } = found
  const others = controls.clinic.machineTimes.filter((entry) => entry.studyID === studyID)
  controls.clinic.machineTimes.splice(0, Number.POSITIVE_INFINITY, ...others)
  let keys = 0
  const drafts = createDrafts(bridge)
  const openDesk = (keepsDraft?: boolean) =>
    createStudyBookingDesk({
      bridge,
      drafts,
      studyID,
      keepsDraft,
      locations: () => controls.clinic.locations,
      now: () => toInstant(nowMs),
      newKey: () => {
        keys += 1
        return `move-key-${keys}`
      },
    })
  const desk = openDesk()
  const stop = desk.start()
  stops.push(stop)
  await vi.waitFor(() => expect(desk.store.getState().form).not.toBeNull())
  await vi.waitFor(() => expect(desk.store.getState().safety.kind).toBe('ready'))
  const choose = async (minutes: number): Promise<void> => {
    const utcStart = addMinutes(booking.utcStart, minutes)
    const { machineID } = booking
    desk.hold.getState().choose({ locationID, skuID, utcStart, candidates: [machineID], slotSelectionType: 'manual' })
    await vi.waitFor(() => expect(desk.hold.getState().state).toMatchObject({ kind: 'held', chosen: { utcStart } }))
  }
  const settle = () => {
    const { study, form, safety, settleAskedFor } = desk.store.getState()
    if (study.kind !== 'ready' || form === null) throw new Error('The study is not read.')
    const start = toMovePlace(form, desk.hold.getState().state)?.utcStart ?? null
    const now = toInstant(nowMs)
    return decideMoveSettle({ read: study.value, form, start, safety, settleAskedFor, now, supportPhone: null })
  }
  const sent = () => controls.calls.filter(({ command }) => command === 'booking.reschedule').map(({ input }) => input)
  return { desk, controls, choose, settle, sent, studyID, drafts, openDesk, leave: () => stop(true) }
}

describe('a move without an answer', () => {
  it('is repeated under its key, also after a later try that was not sent', async () => {
    const { desk, controls, choose, sent } = await aDesk()
    await choose(7 * 24 * 60 + 20)
    for (const code of ['outcome-unknown', 'offline', 'not-sent', 'locked'] as const) {
      controls.failNext('booking.reschedule', fail(code, 'No answer.'))
      await desk.store.getState().reschedule()
      expect(desk.store.getState().move.kind).toBe('unknown')
    }
    await desk.store.getState().reschedule()
    expect(desk.store.getState().move.kind).toBe('moved')
    const [first, ...others] = sent()
    expect(others).toHaveLength(4)
    for (const other of others) expect(other).toEqual(first)
  })

  it('is reported as refused, not as unknown, if it was certainly not sent', async () => {
    const { desk, controls, choose, sent } = await aDesk()
    await choose(7 * 24 * 60 + 20)
    controls.failNext('booking.reschedule', fail('not-sent', 'Nothing was sent.'))
    await desk.store.getState().reschedule()
    expect(desk.store.getState().move).toMatchObject({ kind: 'refused', failure: { code: 'not-sent' } })
    await desk.store.getState().reschedule()
    expect(new Set(sent().map((input) => (input as { idempotencyKey: string }).idempotencyKey)).size).toBe(2)
  })
})

describe('a move for which the back office requires a reason', () => {
  it('keeps asking for a reason until one is given, and then succeeds', async () => {
    const { desk, controls, choose, settle, sent } = await aDesk()
    await choose(7 * 24 * 60 + 20)
    expect(settle().state.kind).toBe('not-needed')
    controls.failNext('booking.reschedule', fail('settle-reason-required', '1 stop needs a sign-off before the scan.'))
    await desk.store.getState().reschedule()
    expect(desk.store.getState().move.kind).toBe('refused')
    const { ground, state } = settle()
    expect(state.kind).toBe('not-ticked')
    desk.store.getState().update({ settleGround: ground })
    expect(settle().state.kind, 'the question stays after the tick').toBe('reason-missing')
    desk.store.getState().update({ settleReason: 'Her surgeon agrees' })
    expect(settle().state).toEqual({ kind: 'given', reason: 'Her surgeon agrees' })
    await desk.store.getState().reschedule()
    expect(desk.store.getState().move.kind).toBe('moved')
    expect(sent()).toMatchObject([{ settleReason: null }, { settleReason: 'Her surgeon agrees' }])
  })

  it('needs no reason after another time is chosen', async () => {
    const { desk, controls, choose, settle } = await aDesk()
    await choose(7 * 24 * 60 + 20)
    controls.failNext('booking.reschedule', fail('settle-reason-required', '1 stop needs a sign-off before the scan.'))
    await desk.store.getState().reschedule()
    await choose(14 * 24 * 60 + 20)
    expect(settle().state.kind).toBe('not-needed')
  })
})

describe('a move that is moved back', () => {
  const moved = async () => {
    const world = await aDesk()
    const { desk, choose } = world
    const { study: read } = desk.store.getState()
    if (read.kind !== 'ready' || read.value.study.booking === null) expect.fail('no time')
    const before = read.value.study
    const { machineID, utcStart } = read.value.study.booking
    await choose(7 * 24 * 60 + 20)
    await desk.store.getState().reschedule()
    expect(desk.store.getState().move.kind).toBe('moved')
    const shown = () => {
      const { study } = desk.store.getState()
      return study.kind === 'ready' ? study.value.study : expect.fail('not read')
    }
    return { ...world, before, former: { machineID, utcStart }, shown }
  }

  it('is at its former time again, by the same command under a key of its own', async () => {
    const { desk, controls, sent, before, former, shown, studyID } = await moved()
    // The server has sent the email about the move, and this page does not know it yet.
    const version = shown().version + 1
    const index = controls.clinic.studies.findIndex((study) => study.studyID === studyID)
    controls.clinic.studies[index] = { ...shown(), version }
    await desk.store.getState().moveBack()
    expect(desk.store.getState().move).toMatchObject({ kind: 'moved', to: { booking: former } })
    const { locationID, skuID, slotSelectionType } = before
    expect(shown()).toMatchObject({ locationID, skuID, slotSelectionType, booking: former, price: before.price })
    const [first, second, ...more] = sent() as { readonly idempotencyKey: string }[]
    expect(more).toEqual([])
    expect(second).toMatchObject({ ...former, version, slotSelectionType, hold: null, override: null })
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey)
  })

  it('stays at its new time, with the reason, if the former time was taken in the meantime', async () => {
    const { desk, controls, before, former, shown } = await moved()
    const [own] = controls.clinic.machineTimes.filter(({ studyID }) => studyID === before.studyID)
    if (own === undefined || before.booking === null) expect.fail('no time')
    const { utcStart, utcEnd, machineID } = before.booking
    const other = { ...own, eventID: 'e-other' as never, studyID: 's-other' as never, utcStart, utcEnd, machineID }
    controls.clinic.machineTimes.push(other)
    await desk.store.getState().moveBack()
    expect(desk.store.getState().move).toMatchObject({ kind: 'refused', failure: { code: 'slot-taken' } })
    expect(shown().booking?.utcStart).not.toBe(former.utcStart)
  })

  it('selects its former time, and asks for the reason, if a stop is open then', async () => {
    const { desk, controls, former, settle } = await moved()
    controls.failNext('booking.reschedule', fail('settle-reason-required', '1 stop needs a sign-off before the scan.'))
    await desk.store.getState().moveBack()
    const { utcStart } = former
    await vi.waitFor(() => expect(desk.hold.getState().state).toMatchObject({ kind: 'held', chosen: { utcStart } }))
    expect(desk.store.getState().move.kind).toBe('idle')
    expect(settle().state.kind).toBe('not-ticked')
  })

  it('is possible only within the location and scan type, and until the appointment moves again', () => {
    const from = aStudy()
    const booking = { ...from.booking, utcStart: '2026-11-25T16:40:00Z', eventID: 'e-2' }
    const to = aStudy({ booking, version: 2 })
    expect(toMoveBack({ ...to, version: 3 }, { from, to })).toMatchObject({
      machineID: from.booking?.machineID,
      utcStart: from.booking?.utcStart,
      version: 3,
      settleReason: null,
    })
    expect(toMoveBack(to, { from: aStudy({ booking: null }), to })).toBeNull()
    expect(toMoveBack(to, { from: aStudy({ skuID: 400 }), to })).toBeNull()
    expect(toMoveBack(to, { from: aStudy({ locationID: 'ca-on-1' }), to })).toBeNull()
    const again = aStudy({ booking: { ...booking, eventID: 'e-3' } })
    expect(toMoveBack(again, { from, to })).toBeNull()
  })
})

describe('the conversion of a temporary hold', () => {
  it('sends the required reason under a new key, and its failure can be dismissed', async () => {
    const { desk, controls } = await aDesk()
    const convert = () => desk.store.getState().converting
    controls.failNext('booking.convertTemporaryHold', fail('settle-reason-required', '1 stop to settle.'))
    await desk.store.getState().convert(null)
    expect(convert()).toMatchObject({ kind: 'failed', failure: { code: 'settle-reason-required' } })
    desk.store.getState().dismissConversion()
    expect(convert().kind).toBe('idle')
    await desk.store.getState().convert('Her surgeon agrees')
    const sent = controls.calls.filter(({ command }) => command === 'booking.convertTemporaryHold')
    expect(sent.map(({ input }) => input)).toMatchObject([
      { settleReason: null },
      { settleReason: 'Her surgeon agrees' },
    ])
    const keys = sent.map(({ input }) => (input as { idempotencyKey: string }).idempotencyKey)
    expect(new Set(keys).size).toBe(2)
  })
})

describe('a stored draft of a move', () => {
  it('is not offered on a cancelled appointment: it is deleted, and the page shows its content', async () => {
    const { desk, controls, choose, studyID, drafts, openDesk, leave } = await aDesk()
    await choose(7 * 24 * 60 + 20)
    desk.store.getState().update({ settleReason: 'Her surgeon agrees' })
    leave()
    await drafts.flush()
    expect(await drafts.read(`booking:${studyID}`)).not.toBeNull()
    const index = controls.clinic.studies.findIndex((study) => study.studyID === studyID)
    const study = controls.clinic.studies[index]
    if (study === undefined) throw new Error('The study is gone.')
    controls.clinic.studies[index] = { ...study, booking: null, status: { ...study.status, cancelled: true } }
    const again = openDesk()
    stops.push(again.start())
    await vi.waitFor(() => expect(again.store.getState().form).not.toBeNull())
    expect(again.store.getState().study).toMatchObject({ value: { study: { status: { cancelled: true } } } })
    const { droppedDraft, restoredFrom, form } = again.store.getState()
    expect(droppedDraft).toMatchObject({ settleReason: 'Her surgeon agrees', chosen: { slotSelectionType: 'manual' } })
    expect(restoredFrom).toBeNull()
    expect(form?.settleReason).toBe('')
    expect(again.hold.getState().state.kind).toBe('none')
    expect(await drafts.read(`booking:${studyID}`)).toBeNull()
    again.store.getState().dismissDropped()
    expect(again.store.getState().droppedDraft).toBeNull()
  })
})

describe('a desk that keeps no draft', () => {
  it('neither restores the draft of the page nor holds its time, and leaves the draft stored', async () => {
    const { choose, desk, studyID, drafts, openDesk, leave, sent } = await aDesk()
    await choose(7 * 24 * 60 + 20)
    desk.store.getState().update({ settleReason: 'Her surgeon agrees' })
    leave()
    await drafts.flush()
    const before = await drafts.read(`booking:${studyID}`)
    expect(before).toMatchObject({ settleReason: 'Her surgeon agrees' })
    const dropped = openDesk(false)
    const close = dropped.start()
    await vi.waitFor(() => expect(dropped.store.getState().form).not.toBeNull())
    expect(dropped.store.getState()).toMatchObject({ restoredFrom: null, form: { settleReason: '' } })
    expect(dropped.hold.getState().state.kind).toBe('none')
    const { study } = dropped.store.getState()
    if (study.kind !== 'ready' || study.value.study.booking === null) expect.fail('no time')
    const { locationID, skuID, booking } = study.value.study
    const utcStart = addMinutes(booking.utcStart, 14 * 24 * 60)
    const candidates = [booking.machineID]
    dropped.hold.getState().choose({ locationID, skuID, utcStart, candidates, slotSelectionType: 'manual' })
    await vi.waitFor(() => expect(dropped.hold.getState().state.kind).toBe('held'))
    await dropped.store.getState().reschedule()
    expect(dropped.store.getState().move.kind).toBe('moved')
    expect(sent()).toMatchObject([{ utcStart, draftID: `dropped:${studyID}` }])
    close(true)
    await drafts.flush()
    expect(await drafts.read(`booking:${studyID}`)).toEqual(before)
  })
})

describe('the move of an appointment that was dragged and dropped', () => {
  const place = { machineID: 'm1', utcStart: toInstant(nowMs) } as unknown as DropPlace
  const commit = { place, changes: [], move: { kind: 'idle' }, verb: 'move', reason: null } as unknown as MoveCommit

  it('is possible only to the time and the machine of the drop', () => {
    expect(limitToDrop(commit, place).reason).toBeNull()
    expect(limitToDrop(commit, { ...place, utcStart: toInstant(nowMs + 60_000) }).reason).toBe(words.dialog.notDropped)
    expect(limitToDrop(commit, { ...place, machineID: 'm2' as never }).reason).toBe(words.dialog.notDropped)
  })

  it('is sent again unchanged if its result is unknown', () => {
    const unknown = { ...commit, move: { kind: 'unknown', failure: fail('offline', 'No.').failure } } as const
    expect(limitToDrop(unknown, { ...place, machineID: 'm2' as never }).reason).toBeNull()
  })
})

describe('a study without a time', () => {
  it('becomes a temporary hold again if the box is ticked, and the box is then cleared', async () => {
    const world = await aDesk()
    const { controls, desk } = world
    const at = controls.clinic.studies.findIndex(({ studyID }) => studyID === world.studyID)
    const released = controls.clinic.studies[at] ?? expect.fail()
    const status = { ...released.status, booked: false, checkin: false }
    controls.clinic.studies[at] = { ...released, booking: null, status, version: released.version + 1 }
    controls.clinic.machineTimes.splice(0)
    await desk.store.getState().load()
    const { locationID, skuID, booking } = released
    if (booking === null) expect.fail('no time')
    const utcStart = addMinutes(booking.utcStart, 24 * 60)
    desk.hold
      .getState()
      .choose({ locationID, skuID, utcStart, candidates: [booking.machineID], slotSelectionType: 'slot' })
    await vi.waitFor(() => expect(desk.hold.getState().state.kind).toBe('held'))
    desk.store.getState().update({ temporaryHold: true })
    await desk.store.getState().reschedule()
    const sent = controls.calls.filter(({ command }) => command === 'booking.reschedule')
    expect(sent.at(-1)?.input).toMatchObject({ studyID: released.studyID, temporaryHold: true })
    expect(desk.store.getState().move.kind).toBe('moved')
    const { study, form } = desk.store.getState()
    expect(study.kind === 'ready' ? study.value.study : null).toMatchObject({
      temporaryHold: true,
      booking: { utcStart },
    })
    expect(form?.temporaryHold).toBe(false)
  })

  it.each([
    ['at a free time of its own place', {}, null, null],
    ['with another scan type', { skuID: 400 }, null, words.holdsSamePlace],
    ['over another study', {}, { override: { reason: 'Asked' } }, words.holdsFreeTime],
  ] as const)('may be held only at a free time of its own location and SKU: %s', (_where, change, place, reason) => {
    const study = aStudy()
    const form = { location: aLocation(), skuID: study.skuID, ...change } as Parameters<typeof whyNotHeld>[1]
    expect(whyNotHeld(study, form, place)).toBe(reason)
  })
})
