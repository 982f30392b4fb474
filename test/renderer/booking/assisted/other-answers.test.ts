import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Member } from '#domain/members/member.ts'
import type { BookingSafetyDraft } from '#domain/safety/booking-safety-draft.ts'
import type { Answers } from '#domain/safety/question.ts'
import { toInstant } from '#domain/values/instant.ts'
import type { LocationID } from '#domain/values/location-id.ts'
import { assistedWords } from '#renderer/booking/assisted/assisted-words.ts'
import type { BookingDesk } from '#renderer/booking/assisted/booking-state.ts'
import { createBookingDesk } from '#renderer/booking/assisted/booking-store.ts'
import { findProhibitionElsewhere, findShownAnswers } from '#renderer/booking/assisted/other-answers-store.ts'
import { shownWeek } from '#renderer/booking/calendar/week-state.ts'
import { adoptAnswers } from '#renderer/safety/adopt-answers.ts'
import { createDrafts } from '#renderer/session/drafts.ts'
import { createFakeBridge } from '../../fake-bridge.ts'

const nowMs = Date.parse('2026-11-23T17:00:00Z')
const stops: ((isLeft: boolean) => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop(false)
})

const aWorld = async () => {
  const { bridge, controls } = createFakeBridge({ signedInAs: 'admin', now: () => nowMs })
  const drafts = createDrafts(bridge)
  let key = 0
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
  stops.push(desk.start(() => controls.clinic.locations, 'ca-bc-1' as LocationID))
  await vi.waitFor(() => expect(shownWeek(desk.week.getState())?.view?.days).toHaveLength(7))
  const [one, two] = controls.clinic.members
  return { controls, drafts, desk, one: one ?? expect.fail(), two: two ?? expect.fail() }
}

const pacemaker = { 'MedicalMetal.Heart.Surgery': 'yes', 'MedicalMetal.Heart.Type': ['Pacemaker'] }
const draftOf = (member: Member, SafetyQuestions: Answers, version = 1): BookingSafetyDraft => ({
  draftID: 'record-1',
  patientID: member.patientID,
  locationID: 'ca-bc-1' as LocationID,
  SafetyQuestions,
  version,
  by: 'Priya Front',
  isByMember: false,
  at: toInstant(nowMs - 60_000),
})
const shown = (desk: BookingDesk) => findShownAnswers(desk.others.getState(), desk.safety.getState().answers)
const choose = async (desk: BookingDesk, member: Member, drafts: number): Promise<void> => {
  desk.booking.getState().chooseMember(member)
  await vi.waitFor(() => expect(desk.others.getState().drafts).toHaveLength(drafts))
}

describe('answers from other workstations on the booking page', () => {
  it('are offered for the chosen member, adopted into the draft, and offered again only after they change', async () => {
    const { controls, drafts, desk, one, two } = await aWorld()
    const draft = draftOf(one, { 'Allergies.Status': 'no' })
    controls.safety.answerElsewhere([draft])
    await choose(desk, two, 0)
    await choose(desk, one, 1)
    expect(shown(desk)).toEqual([draft])
    desk.safety.getState().answer('Medications.Current', 'no')
    const { answers } = adoptAnswers(desk.safety.getState().answers, draft.SafetyQuestions)
    desk.takeOver(draft, answers)
    const both = { 'Medications.Current': 'no', 'Allergies.Status': 'no' }
    expect(desk.safety.getState().answers).toEqual(both)
    await drafts.flush()
    expect(await drafts.read('booking:new')).toMatchObject({ safetyAnswers: both })
    expect(shown(desk)).toEqual([])
    controls.safety.answerElsewhere([draftOf(one, { ...both, 'GlucoseMonitor.Status': 'no' }, 2)])
    await desk.others.getState().refresh()
    expect(shown(desk)).toHaveLength(1)
  })

  it('are never used for another member', async () => {
    const { controls, desk, one, two } = await aWorld()
    const draft = draftOf(one, { 'Allergies.Status': 'no' })
    controls.safety.answerElsewhere([draft])
    await choose(desk, one, 1)
    await choose(desk, two, 0)
    desk.takeOver(draft, draft.SafetyQuestions)
    expect(desk.safety.getState().answers).toEqual({})
    expect(shown(desk)).toEqual([])
  })

  it('are shown again after a change if they were hidden, and stay while the back office is unreachable', async () => {
    const { controls, desk, one } = await aWorld()
    const draft = draftOf(one, { 'Allergies.Status': 'no' })
    controls.safety.answerElsewhere([draft])
    await choose(desk, one, 1)
    desk.others.getState().hide(draft)
    expect(shown(desk)).toEqual([])
    controls.safety.answerElsewhere([{ ...draft, version: 2 }])
    await desk.others.getState().refresh()
    expect(shown(desk)).toHaveLength(1)
    controls.setConnectivity({ state: 'offline' })
    await desk.others.getState().refresh()
    expect(shown(desk)).toHaveLength(1)
  })

  it('block a booking while they forbid the scan, even if they arrive only with the last check before the booking', async () => {
    const { controls, desk, one } = await aWorld()
    await choose(desk, one, 0)
    const slot = shownWeek(desk.week.getState())
      ?.view?.days.flatMap((day) => day.slots)
      .find(({ state }) => state === 'free')
    const { locationID, skuID } = desk.week.getState().target ?? expect.fail()
    const { utcStart, machines } = slot ?? expect.fail()
    desk.hold.getState().choose({ locationID, skuID, utcStart, candidates: machines, slotSelectionType: 'slot' })
    await vi.waitFor(() => expect(desk.hold.getState().state.kind).toBe('held'))
    const draft = draftOf(one, pacemaker)
    controls.safety.answerElsewhere([draft])
    await desk.booking.getState().book()
    expect(desk.booking.getState().commit).toEqual({ kind: 'idle' })
    const reason = () => {
      const { answers, safetyCase } = desk.safety.getState()
      return findProhibitionElsewhere(desk.others.getState(), answers, safetyCase)
    }
    expect(reason()).toBe(assistedWords.otherAnswers.prohibited('Priya Front'))
    desk.others.getState().hide(draft)
    expect(reason()).toBeNull()
    await desk.booking.getState().book()
    expect(desk.booking.getState().commit.kind).toBe('booked')
  })
})
