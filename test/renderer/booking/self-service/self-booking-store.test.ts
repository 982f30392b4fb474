import { describe, expect, it, vi } from 'vitest'
import { fail } from '#contract/reply.ts'
import type { SafetyDraft } from '#domain/safety/study-safety-draft.ts'
import { toInstant } from '#domain/values/instant.ts'
import { shownWeek } from '#renderer/booking/calendar/week-state.ts'
import { shareQuietMs } from '#renderer/booking/self-service/answer-sharing.ts'
import type { SelfBookingDesk } from '#renderer/booking/self-service/self-booking-state.ts'
import { createSelfBookingDesk } from '#renderer/booking/self-service/self-booking-store.ts'
import { createSelfSafetyDesk } from '#renderer/booking/self-service/self-safety-store.ts'
import { nothingToReport } from '#test/fixtures/questionnaire/written-answers.ts'
import { createFakeBridge } from '../../fake-bridge.ts'

const nowMs = Date.parse('2026-11-23T17:00:00Z')
const now = () => toInstant(nowMs)
const supportPhone = () => '1-800-555-0142'

const ola = {
  firstname: 'Ola',
  lastname: 'Nordal',
  email: 'ola.nordal@mail.example',
  phone_number: '604-555-0101',
  dobYear: '1980',
  dobMonth: '02',
  dobDay: '03',
  gender: 'male',
  address: '1 Fjord Way',
  city: 'Vancouver',
  state: 'BC',
  country: 'Canada',
} as const

const aWorld = async (isReferral = true) => {
  const { bridge, controls } = createFakeBridge({ now: () => nowMs })
  const drafts = new Map<string, SafetyDraft>()
  let key = 0
  const desk = createSelfBookingDesk({
    bridge,
    now,
    newKey: () => {
      key += 1
      return `test-key-${key}`
    },
    isReferral,
    supportPhone,
    onDraft: (studyID, draft) => drafts.set(studyID, draft),
  })
  await desk.store.getState().load({ locationID: null, skuID: null })
  const sent = (command: string) => controls.calls.filter((call) => call.command === command).map((call) => call.input)
  return { bridge, controls, desk, drafts, sent }
}

const chooseFree = async (desk: SelfBookingDesk): Promise<void> => {
  await vi.waitFor(() => expect(shownWeek(desk.week.getState())?.view?.days).toHaveLength(7))
  const slots = shownWeek(desk.week.getState())?.view?.days.flatMap((day) => day.slots) ?? []
  const slot = slots.find(({ state }) => state === 'free') ?? expect.fail('no free slot')
  const { locationID, skuID } = desk.week.getState().target ?? expect.fail()
  const { utcStart, machines } = slot
  desk.hold.getState().choose({ locationID, skuID, utcStart, candidates: machines, slotSelectionType: 'slot' })
  await vi.waitFor(() => expect(desk.hold.getState().state.kind).toBe('held'))
}

const answerAll = (desk: Pick<SelfBookingDesk, 'safety'>, answers: Readonly<Record<string, unknown>>): void => {
  for (const [field, value] of Object.entries(answers)) desk.safety.getState().answer(field, value as string)
}

const bookedStudy = ({ store }: SelfBookingDesk) => {
  const { signUp } = store.getState()
  return signUp.kind === 'booked' ? signUp.study : expect.fail(`not booked: ${signUp.kind}`)
}

describe('the referral page', () => {
  it('sends the referrer and complete answers with the booking', async () => {
    const world = await aWorld()
    await chooseFree(world.desk)
    world.desk.store.getState().type(ola)
    world.desk.store.getState().refer('  Dr. Fjord ')
    answerAll(world.desk, nothingToReport)
    await world.desk.store.getState().book()
    expect(world.sent('selfService.signUpAndBook')).toMatchObject([
      { referral: { referrer: 'Dr. Fjord', safetyAnswers: nothingToReport } },
    ])
    expect(bookedStudy(world.desk).safety.state).toBe('complete')
    expect(world.drafts.size).toBe(0)
  })

  it('repeats a booking under its key if the answer was lost, and under a new key if it was not sent', async () => {
    const world = await aWorld()
    await chooseFree(world.desk)
    world.desk.store.getState().type(ola)
    answerAll(world.desk, nothingToReport)
    const kinds: string[] = []
    for (const code of ['not-sent', 'outcome-unknown', 'offline'] as const) {
      world.controls.failNext('selfService.signUpAndBook', fail(code, 'No answer.'))
      await world.desk.store.getState().book()
      kinds.push(world.desk.store.getState().signUp.kind)
    }
    expect(kinds).toEqual(['refused', 'unknown', 'unknown'])
    await world.desk.store.getState().book()
    const sent = world.sent('selfService.signUpAndBook') as { idempotencyKey: string }[]
    const [first, second, third, fourth] = sent.map(({ idempotencyKey }) => idempotencyKey)
    expect(first).not.toBe(second)
    expect([third, fourth]).toEqual([second, second])
  })

  it('books while answers are missing, and keeps the given answers as a draft', async () => {
    const world = await aWorld()
    await chooseFree(world.desk)
    world.desk.store.getState().type({ ...ola, gender: 'female' })
    answerAll(world.desk, nothingToReport)
    expect(world.desk.safety.getState().assessment.unanswered).toEqual(['Female.Pregnancy.Status'])
    await world.desk.store.getState().book()
    expect(world.sent('selfService.signUpAndBook')).toMatchObject([{ referral: { safetyAnswers: null } }])
    expect(world.drafts.get(bookedStudy(world.desk).studyID)).toMatchObject({
      answers: nothingToReport,
      baseVersion: 0,
    })
  })

  it('shares incomplete answers after the person signed up and the booking was refused', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const world = await aWorld()
      vi.useRealTimers()
      await chooseFree(world.desk)
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      world.desk.store.getState().type(ola)
      world.desk.safety.getState().answer('Allergies.Status', 'no')
      world.controls.failNext('selfService.signUpAndBook', fail('slot-taken', 'x'))
      await world.desk.store.getState().book()
      await vi.advanceTimersByTimeAsync(0)
      world.desk.safety.getState().answer('Medications.Current', 'no')
      await vi.advanceTimersByTimeAsync(shareQuietMs)
      expect(world.sent('selfService.shareAnswers')).toMatchObject([
        { answers: { 'Allergies.Status': 'no' } },
        { answers: { 'Allergies.Status': 'no', 'Medications.Current': 'no' } },
      ])
      world.desk.stop()
    } finally {
      vi.useRealTimers()
    }
  })

  it('asks about pregnancy only if the form says female, and clears the answer when the sex changes', async () => {
    const { desk } = await aWorld()
    desk.store.getState().type({ gender: 'female' })
    desk.safety.getState().answer('Female.Pregnancy.Status', 'no')
    expect(desk.safety.getState().answers).toEqual({ 'Female.Pregnancy.Status': 'no' })
    desk.store.getState().type({ gender: 'male' })
    expect(desk.safety.getState().assessment.answers).toEqual({})
    expect(desk.safety.getState().assessment.required).not.toContain('Female.Pregnancy.Status')
  })

  it('refuses to book a member who cannot be scanned', async () => {
    const world = await aWorld()
    await chooseFree(world.desk)
    world.desk.store.getState().type(ola)
    answerAll(world.desk, { 'MedicalMetal.Heart.Surgery': 'yes', 'MedicalMetal.Heart.Type': ['Defibrillator'] })
    await world.desk.store.getState().book()
    expect(world.sent('selfService.signUpAndBook')).toEqual([])
    expect(world.desk.store.getState().signUp.kind).toBe('typing')
  })

  it('is the only page that sends a referral', async () => {
    const world = await aWorld(false)
    await chooseFree(world.desk)
    world.desk.store.getState().type(ola)
    await world.desk.store.getState().book()
    expect(world.sent('selfService.signUpAndBook')[0]).not.toHaveProperty('referral')
  })
})

describe('the member’s own safety questions', () => {
  const aBooking = async () => {
    const world = await aWorld()
    await chooseFree(world.desk)
    world.desk.store.getState().type(ola)
    await world.desk.store.getState().book()
    const { studyID } = bookedStudy(world.desk)
    const open = async (draft: SafetyDraft | null = null) => {
      const own = createSelfSafetyDesk({ bridge: world.bridge, studyID, draft, now, supportPhone })
      await own.store.getState().load()
      return own
    }
    return { ...world, studyID, open }
  }

  it('are saved as complete, leave nothing unsent, and are there when the page opens again', async () => {
    const { open } = await aBooking()
    const own = await open()
    answerAll(own, nothingToReport)
    expect(own.toDraft()).toMatchObject({ answers: nothingToReport, baseVersion: 0 })
    await own.store.getState().save()
    expect(own.store.getState()).toMatchObject({
      saving: { kind: 'saved' },
      read: { value: { study: { safety: { state: 'complete' } } } },
    })
    expect(own.toDraft()).toBeNull()
    expect((await open()).safety.getState().answers).toEqual(nothingToReport)
  })

  it('continue from the answers that were given before the booking', async () => {
    const { open } = await aBooking()
    const draft = { answers: { ReasonType: 'Worried' }, baseVersion: 0, baseAnswers: {}, savedAt: now() }
    const own = await open(draft)
    expect(own.safety.getState().answers).toEqual({ ReasonType: 'Worried' })
    expect(own.store.getState().news).toBeNull()
  })

  it('are marked where an answer is missing, and keep every answer', async () => {
    const { open } = await aBooking()
    const own = await open()
    own.safety.getState().answer('Surgery.Recent', 'no')
    await own.store.getState().save()
    expect(own.store.getState().saving).toMatchObject({ failure: { code: 'missing-required-fields' } })
    expect(own.safety.getState()).toMatchObject({ isShowingMissing: true, answers: { 'Surgery.Recent': 'no' } })
  })

  it('merge and name the answers that the clinic saved in the meantime, and are saved only after another press', async () => {
    const { controls, open, studyID, sent } = await aBooking()
    const own = await open()
    answerAll(own, { ...nothingToReport, ReasonType: 'Worried' })
    controls.safety.saveAs('Robin Frost', studyID, {
      ...nothingToReport,
      ReasonForVisit: 'Family history',
    })
    await own.store.getState().save()
    expect(own.store.getState()).toMatchObject({
      saving: { failure: { code: 'stale' } },
      news: { taken: ['ReasonForVisit'], differing: ['ReasonType'] },
    })
    expect(own.safety.getState().answers).toMatchObject({ ReasonType: 'Worried', ReasonForVisit: 'Family history' })
    expect(sent('selfService.saveSafety')).toHaveLength(1)
    await own.store.getState().save()
    expect(own.store.getState().saving.kind).toBe('saved')
  })

  it('keep their answers on the page while offline', async () => {
    const { controls, open } = await aBooking()
    const own = await open()
    answerAll(own, nothingToReport)
    controls.failNext('selfService.saveSafety', fail('offline', 'Away.'))
    await own.store.getState().save()
    expect(own.store.getState().saving).toMatchObject({ kind: 'failed' })
    expect(own.safety.getState().answers).toEqual(nothingToReport)
  })
})
