import { afterEach, describe, expect, it, vi } from 'vitest'
import { fail } from '#contract/reply.ts'
import type { Member } from '#domain/members/member.ts'
import { parseSafetyDraft } from '#domain/safety/study-safety-draft.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import type { BookingDesk } from '#renderer/booking/assisted/booking-state.ts'
import { createBookingDesk } from '#renderer/booking/assisted/booking-store.ts'
import { emptyBookingForm } from '#renderer/booking/booking-draft.ts'
import { shownWeek } from '#renderer/booking/calendar/week-state.ts'
import { createDrafts } from '#renderer/session/drafts.ts'
import { nothingToReport } from '#test/fixtures/questionnaire/written-answers.ts'
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
  const open = async (memberID?: Member['patientID']): Promise<BookingDesk> => {
    const desk = createBookingDesk({
      bridge,
      drafts,
      draftID: 'booking:new',
      now: () => toInstant(nowMs),
      newKey: () => {
        key += 1
        return `test-key-${key}`
      },
      supportPhone: () => '1-800-555-0142',
    })
    if (memberID !== undefined) void desk.booking.getState().chooseMemberID(memberID)
    stops.push(desk.start(() => controls.clinic.locations, 'ca-bc-1' as LocationID))
    await vi.waitFor(() => expect(shownWeek(desk.week.getState())?.view?.days).toHaveLength(7))
    return desk
  }
  const sent = (command: string) => controls.calls.filter((call) => call.command === command).map((call) => call.input)
  const someone = (gender: Member['gender'], nth = 0): Member =>
    controls.clinic.members.filter((member) => member.gender === gender)[nth] ?? expect.fail('no such member')
  return { bridge, controls, drafts, open, sent, someone }
}

const chooseFree = async (desk: BookingDesk): Promise<void> => {
  const slots = shownWeek(desk.week.getState())?.view?.days.flatMap((day) => day.slots) ?? []
  const slot = slots.find(({ state }) => state === 'free') ?? expect.fail('no free slot')
  const { locationID, skuID } = desk.week.getState().target ?? expect.fail()
  const { utcStart, machines } = slot
  desk.hold.getState().choose({ locationID, skuID, utcStart, candidates: machines, slotSelectionType: 'slot' })
  await vi.waitFor(() => expect(desk.hold.getState().state.kind).toBe('held'))
}

const answerAll = (desk: BookingDesk, answers: Readonly<Record<string, string | readonly string[]>>): void => {
  for (const [field, value] of Object.entries(answers)) desk.safety.getState().answer(field, value)
}
const answersOf = (desk: BookingDesk) => desk.safety.getState().answers

describe('safety answers of a booking', () => {
  it('are sent with the booking when they are complete, and leave no draft', async () => {
    const world = aWorld()
    const desk = await world.open()
    desk.booking.getState().chooseMember(world.someone('male'))
    await chooseFree(desk)
    answerAll(desk, nothingToReport)
    await desk.booking.getState().book()
    expect(world.sent('booking.book')).toMatchObject([{ safetyAnswers: nothingToReport }])
    const { commit } = desk.booking.getState()
    expect(commit).toMatchObject({ kind: 'booked', study: { safety: { state: 'complete' } } })
    const studyID = commit.kind === 'booked' ? commit.study.studyID : expect.fail()
    await world.drafts.flush()
    expect(await world.drafts.read(`safety:${studyID}`)).toBeNull()
    expect(await world.drafts.read('booking:new')).toBeNull()
    expect(answersOf(desk)).toEqual({})
  })

  it("become the draft of the new study when they are incomplete, before the booking's draft is removed", async () => {
    const world = aWorld()
    const desk = await world.open()
    desk.booking.getState().chooseMember(world.someone('female'))
    await chooseFree(desk)
    answerAll(desk, nothingToReport)
    expect(desk.safety.getState().assessment.unanswered).toEqual(['Female.Pregnancy.Status'])
    await desk.booking.getState().book()
    expect(world.sent('booking.book')).toMatchObject([{ safetyAnswers: null }])
    const { commit } = desk.booking.getState()
    const studyID = commit.kind === 'booked' ? commit.study.studyID : expect.fail()
    expect(parseSafetyDraft(await world.drafts.read(`safety:${studyID}`))).toEqual({
      answers: nothingToReport,
      baseVersion: 0,
      baseAnswers: {},
      savedAt: toInstant(nowMs),
    })
    const commands = world.controls.calls.map(({ command, input }) => `${command} ${JSON.stringify(input)}`)
    const kept = commands.findIndex((line) => line.startsWith(`drafts.save {"draftID":"safety:${studyID}"`))
    const gone = commands.findLastIndex((line) => line.startsWith('drafts.discard {"draftID":"booking:new"'))
    expect(kept).toBeGreaterThan(-1)
    expect(gone).toBeGreaterThan(kept)
  })

  it('block the booking when a notice forbids the scan', async () => {
    const world = aWorld()
    const desk = await world.open()
    desk.booking.getState().chooseMember(world.someone('male'))
    await chooseFree(desk)
    answerAll(desk, {
      ...nothingToReport,
      'MedicalMetal.Heart.Surgery': 'yes',
      'MedicalMetal.Heart.Type': ['Pacemaker'],
    })
    await desk.booking.getState().book()
    expect(world.sent('booking.book')).toEqual([])
    desk.safety.getState().answer('MedicalMetal.Heart.Surgery', 'no')
    await desk.booking.getState().book()
    expect(desk.booking.getState().commit.kind).toBe('booked')
  })

  it('clear the refusal of a booking when one of them changes', async () => {
    const world = aWorld()
    const desk = await world.open()
    desk.booking.getState().chooseMember(world.someone('male'))
    await chooseFree(desk)
    world.controls.failNext('booking.book', fail('scan-prohibited', 'We cannot screen anyone with a pacemaker.'))
    await desk.booking.getState().book()
    expect(desk.booking.getState().commit.kind).toBe('refused')
    desk.safety.getState().answer('Surgery.Recent', 'no')
    expect(desk.booking.getState().commit.kind).toBe('idle')
  })

  it('survive if the window is closed after each answer', async () => {
    const world = aWorld()
    const given: Record<string, string> = {}
    const member = world.someone('male')
    for (const [field, value] of Object.entries(nothingToReport)) {
      const desk = await world.open()
      await vi.waitFor(() => expect(desk.booking.getState().isReady).toBe(true))
      desk.booking.getState().chooseMember(member)
      expect(answersOf(desk)).toEqual(given)
      desk.safety.getState().answer(field, value)
      given[field] = String(value)
      await world.drafts.flush()
      for (const stop of stops.splice(0)) stop(false)
    }
    expect(answersOf(await world.open())).toEqual(nothingToReport)
  })

  it('are empty if the draft is from a version of Atrium that stored no answers', async () => {
    const world = aWorld()
    const desk = await world.open()
    desk.booking.getState().update({ referrer: 'Dr. Fjord' })
    await world.drafts.flush()
    const {
      safetyAnswers: _,
      setAside: __,
      ...old
    } = (await world.drafts.read('booking:new')) as Record<string, unknown>
    world.drafts.keep('booking:new', old)
    await world.drafts.flush()
    for (const stop of stops.splice(0)) stop(false)
    const again = await world.open()
    expect(again.booking.getState().form.referrer).toBe('Dr. Fjord')
    expect(answersOf(again)).toEqual({})
  })

  it('are required to the questions that apply to the member, and are assessed for the chosen time', async () => {
    const world = aWorld()
    const desk = await world.open()
    const asked = () => desk.safety.getState().assessment.required.includes('Female.Pregnancy.Status')
    expect(asked()).toBe(false)
    desk.booking.getState().chooseMember(world.someone('female'))
    expect(asked()).toBe(true)
    expect(desk.safety.getState().safetyCase).toMatchObject({ appointment: null, supportPhone: '1-800-555-0142' })
    await chooseFree(desk)
    const { state } = desk.hold.getState()
    expect(desk.safety.getState().safetyCase.appointment?.utcStart).toBe(state.kind === 'held' && state.hold.utcStart)
  })

  it('stay with their member: another member starts without answers, and the first member gets them back', async () => {
    const world = aWorld()
    const desk = await world.open()
    const [ana, ben] = [world.someone('male', 0), world.someone('male', 1)]
    desk.booking.getState().chooseMember(ana)
    desk.safety.getState().answer('Surgery.Recent', 'no')
    desk.booking.getState().chooseMember(ben)
    expect(answersOf(desk)).toEqual({})
    expect(desk.booking.getState().setAside).toMatchObject([{ memberID: ana.patientID }])
    await world.drafts.flush()
    for (const stop of stops.splice(0)) stop(false)

    const again = await world.open()
    await vi.waitFor(() => expect(again.booking.getState().member.kind).toBe('ready'))
    expect(again.booking.getState().setAside).toMatchObject([{ answers: { 'Surgery.Recent': 'no' } }])
    await again.booking.getState().restoreSetAside(ana.patientID)
    expect(again.booking.getState().form.memberID).toBe(ana.patientID)
    expect(answersOf(again)).toEqual({ 'Surgery.Recent': 'no' })
    expect(again.booking.getState().setAside).toEqual([])
  })

  it('that were set aside when staff chose another member are restored when the first member is chosen again', async () => {
    const world = aWorld()
    const desk = await world.open()
    const [ana, ben, cai] = [world.someone('male', 0), world.someone('male', 1), world.someone('male', 2)]
    desk.booking.getState().chooseMember(ana)
    desk.safety.getState().answer('Surgery.Recent', 'no')
    desk.booking.getState().chooseMember(ben)
    desk.safety.getState().answer('Claustrophobic.Status', 'no')
    desk.booking.getState().chooseMember(cai)
    expect(answersOf(desk)).toEqual({})
    desk.booking.getState().chooseMember(ana)
    expect(answersOf(desk)).toEqual({ 'Surgery.Recent': 'no' })
    desk.booking.getState().chooseMember(ben)
    expect(answersOf(desk)).toEqual({ 'Claustrophobic.Status': 'no' })
    expect(desk.booking.getState().setAside).toMatchObject([{ memberID: ana.patientID }])
  })

  it('of a replaced member are kept after the booking of the current member, also after a reload', async () => {
    const world = aWorld()
    const desk = await world.open()
    const [ana, ben] = [world.someone('male', 0), world.someone('male', 1)]
    desk.booking.getState().chooseMember(ana)
    desk.safety.getState().answer('Surgery.Recent', 'no')
    desk.booking.getState().chooseMember(ben)
    await chooseFree(desk)
    answerAll(desk, nothingToReport)
    await desk.booking.getState().book()
    expect(desk.booking.getState().commit.kind).toBe('booked')
    for (const stop of stops.splice(0)) stop(true)

    const again = await world.open()
    await vi.waitFor(() => expect(again.booking.getState().isReady).toBe(true))
    expect(again.booking.getState().form.memberID).toBeNull()
    expect(again.booking.getState().setAside).toMatchObject([
      { memberID: ana.patientID, answers: { 'Surgery.Recent': 'no' } },
    ])
    await again.booking.getState().restoreSetAside(ana.patientID)
    expect(answersOf(again)).toEqual({ 'Surgery.Recent': 'no' })
  })

  it('of a replaced member are kept for the next booking; deleting these answers leaves no draft', async () => {
    const world = aWorld()
    const desk = await world.open()
    const [ana, ben] = [world.someone('male', 0), world.someone('male', 1)]
    desk.booking.getState().chooseMember(ana)
    desk.safety.getState().answer('Surgery.Recent', 'no')
    desk.booking.getState().chooseMember(ben)
    await chooseFree(desk)
    await desk.booking.getState().book()
    desk.booking.getState().startOver()
    expect(desk.booking.getState().setAside).toMatchObject([{ memberID: ana.patientID }])
    desk.booking.getState().dismissSetAside(ana.patientID)
    await world.drafts.flush()
    expect(await world.drafts.read('booking:new')).toBeNull()
  })

  it('to the questions for women are restored after the member is read', async () => {
    const world = aWorld()
    const desk = await world.open()
    desk.booking.getState().chooseMember(world.someone('female'))
    desk.safety.getState().answer('Female.Pregnancy.Status', 'no')
    desk.safety.getState().answer('Surgery.Recent', 'no')
    await world.drafts.flush()
    for (const stop of stops.splice(0)) stop(true)

    const again = await world.open()
    await vi.waitFor(() => expect(again.booking.getState().member.kind).toBe('ready'))
    expect(answersOf(again)).toEqual({ 'Female.Pregnancy.Status': 'no', 'Surgery.Recent': 'no' })
    expect(again.safety.getState().assessment.answers).toEqual(answersOf(again))
  })

  it('to the questions for women are restored when a woman who was replaced by a man is chosen again', async () => {
    const world = aWorld()
    const desk = await world.open()
    const [ana, ben] = [world.someone('female'), world.someone('male')]
    desk.booking.getState().chooseMember(ana)
    desk.safety.getState().answer('Female.Pregnancy.Status', 'no')
    desk.booking.getState().chooseMember(ben)
    expect(answersOf(desk)).toEqual({})
    await desk.booking.getState().restoreSetAside(ana.patientID)
    expect(answersOf(desk)).toEqual({ 'Female.Pregnancy.Status': 'no' })
    // A man is not asked these questions, and no answer to them is kept for him.
    desk.booking.getState().chooseMember(ben)
    desk.safety.getState().answer('Female.Pregnancy.Status', 'no')
    expect(answersOf(desk)).toEqual({})
  })

  it("in the draft of one member are not assigned to another member that the page's address names", async () => {
    const world = aWorld()
    const desk = await world.open()
    desk.booking.getState().chooseMember(world.someone('male', 0))
    desk.safety.getState().answer('Surgery.Recent', 'no')
    await world.drafts.flush()
    for (const stop of stops.splice(0)) stop(false)
    const again = await world.open(world.someone('male', 1).patientID)
    expect(answersOf(again)).toEqual({})
    expect(again.booking.getState().setAside).toMatchObject([{ memberID: world.someone('male', 0).patientID }])
  })

  it('in a draft without a member are assigned only when staff say whose they are', async () => {
    const world = aWorld()
    const old = { form: emptyBookingForm, safetyAnswers: { 'Surgery.Recent': 'no' }, idempotencyKey: 'test-key-old' }
    world.drafts.keep('booking:new', { ...old, savedAt: toInstant(nowMs) })
    await world.drafts.flush()
    const desk = await world.open()
    await vi.waitFor(() => expect(desk.booking.getState().unassigned).toEqual({ 'Surgery.Recent': 'no' }))
    expect(answersOf(desk)).toEqual({})
    desk.booking.getState().chooseMember(world.someone('male'))
    expect(answersOf(desk)).toEqual({})
    expect(desk.booking.getState().unassigned).toEqual({ 'Surgery.Recent': 'no' })
    await world.drafts.flush()
    for (const stop of stops.splice(0)) stop(false)

    const again = await world.open()
    await vi.waitFor(() => expect(again.booking.getState().member.kind).toBe('ready'))
    expect(again.booking.getState().unassigned).toEqual({ 'Surgery.Recent': 'no' })
    again.safety.getState().answer('Claustrophobic.Status', 'no')
    again.booking.getState().assignAnswers()
    expect(answersOf(again)).toEqual({ 'Surgery.Recent': 'no', 'Claustrophobic.Status': 'no' })
    expect(again.booking.getState().unassigned).toBeNull()
  })

  it('in a draft without a member can be deleted, which leaves no draft', async () => {
    const world = aWorld()
    const old = { form: emptyBookingForm, safetyAnswers: { 'Surgery.Recent': 'no' }, idempotencyKey: 'test-key-old' }
    world.drafts.keep('booking:new', { ...old, savedAt: toInstant(nowMs) })
    await world.drafts.flush()
    const desk = await world.open()
    await vi.waitFor(() => expect(desk.booking.getState().unassigned).not.toBeNull())
    desk.booking.getState().deleteUnassigned()
    await world.drafts.flush()
    expect(await world.drafts.read('booking:new')).toBeNull()
  })
})
