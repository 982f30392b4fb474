import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import type { MemberID } from '#domain/members/member.ts'
import type { Answers } from '#domain/safety/question.ts'
import { type AppUnderTest, startApp } from '#test/builders/app.ts'
import { type DemoBackOffice, startDemoBackOffice } from '#test/builders/demo-back-office.ts'
import { draftOf, locationID, monday, skuID } from '../../contract/desk/desk-work.ts'

const page = 'booking:new'
const begun = { 'Allergies.Status': 'no', 'Medications.Current': 'no' }

describe('answers before a booking, with the real back office', { timeout: 120_000 }, () => {
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

  const newMember = async (): Promise<MemberID> =>
    (await desk.get('members', 'create', { draft: draftOf(), idempotencyKey: randomUUID() })).patientID
  const typeAnswers = (memberID: MemberID, safetyAnswers: Answers) =>
    desk.get('drafts', 'save', { draftID: page, content: { form: { memberID, locationID }, safetyAnswers } })
  const seenBy = async (app: AppUnderTest, memberID: MemberID, draftID: string | null = null) =>
    (await app.get('safety', 'readBookingDrafts', { memberID, draftID })).drafts
  const shared = (memberID: MemberID) =>
    otherDesk.until('the other desk sees the answers', async () => {
      const drafts = await seenBy(otherDesk, memberID)
      return drafts.length > 0 ? drafts : null
    })
  const gone = (memberID: MemberID) =>
    otherDesk.until('no answers are left', async () => (await seenBy(otherDesk, memberID)).length === 0)
  const freeSlot = async () => {
    const { days } = await desk.get('booking', 'readWeek', { locationID, skuID, monday, memberType: null })
    const slot = days.flatMap((day) => day.slots).find(({ state }) => state === 'free')
    return slot ?? expect.fail('The demo has no free slot next week')
  }

  it('are seen at another desk, are not offered to the form they came from, and are deleted with the draft', async () => {
    const memberID = await newMember()
    await typeAnswers(memberID, begun)
    expect(await shared(memberID)).toMatchObject([{ SafetyQuestions: begun, isByMember: false, locationID }])
    expect(await seenBy(desk, memberID, page)).toEqual([])
    expect(await seenBy(desk, memberID)).toHaveLength(1)
    await desk.get('drafts', 'discard', { draftID: page })
    await gone(memberID)
  })

  it('become the draft of the study when it is booked', async () => {
    const memberID = await newMember()
    await typeAnswers(memberID, begun)
    await shared(memberID)
    const { utcStart, machines } = await freeSlot()
    const hold = await desk.get('booking', 'holdSlot', {
      locationID,
      skuID,
      utcStart,
      candidates: machines,
      previousHold: null,
    })
    const study = await desk.get(
      'booking',
      'book',
      bridgeSchemas.booking.book.input.parse({
        patientID: memberID,
        locationID,
        skuID,
        machineID: hold.machineID,
        utcStart,
        slotSelectionType: 'slot',
        hold,
        memberType: null,
        referralType: 'provider',
        referrer: '',
        sedativeTaken: null,
        opportunityID: null,
        temporaryHold: false,
        override: null,
        safetyAnswers: null,
        safetyDraft: begun,
        settleReason: null,
        idempotencyKey: randomUUID(),
        draftID: page,
      }),
    )
    expect(study.safety.draft).toMatchObject({ answered: 2 })
    expect(await seenBy(otherDesk, memberID)).toEqual([])
    await desk.get('drafts', 'discard', { draftID: page })
    const { record } = await otherDesk.get('safety', 'read', { studyID: study.studyID })
    expect(record.draft).toMatchObject({ SafetyQuestions: begun })
  })

  it('reach the desk from a member’s own screen if the booking is refused, and the study if the booking succeeds', async () => {
    const screen = await startApp({ backOfficeUrl: backOffice.url })
    try {
      const draft = draftOf()
      const safetyDraftID = randomUUID()
      const share = () =>
        screen.get('selfService', 'shareAnswers', { draft, locationID, answers: begun, safetyDraftID })
      expect(await share()).toEqual({ isShared: false })
      const hold = async () => {
        const { utcStart, machines } = await freeSlot()
        return screen.get('selfService', 'holdSlot', {
          locationID,
          skuID,
          utcStart,
          candidates: machines,
          previousHold: null,
        })
      }
      const book = (own: Awaited<ReturnType<typeof hold>>) =>
        screen.ask('selfService', 'signUpAndBook', {
          draft,
          locationID,
          skuID,
          hold: own,
          referral: { referrer: '', safetyAnswers: null, safetyDraft: begun },
          safetyDraftID,
          idempotencyKey: randomUUID(),
        })
      const lost = await hold()
      await screen.get('selfService', 'releaseHold', { hold: lost })
      const { machineID, utcStart } = lost
      const taken = await desk.get('booking', 'holdSlot', {
        locationID,
        skuID,
        utcStart,
        candidates: [machineID],
        previousHold: null,
      })
      expect(await book(lost)).toMatchObject({ ok: false })
      expect(await share()).toEqual({ isShared: true })
      const found = await desk.get('members', 'search', { text: draft.email, limit: 5 })
      const memberID = found.members[0]?.patientID ?? expect.fail('the member is not found')
      expect(await seenBy(desk, memberID)).toMatchObject([{ isByMember: true, SafetyQuestions: begun }])

      // The desk sees its own hold as a free slot, so `freeSlot` could choose the slot that this hold blocks.
      await desk.get('booking', 'releaseHold', { hold: taken })
      const booked = await book(await hold())
      const study = booked.ok ? booked.value : expect.fail(JSON.stringify(booked.failure))
      expect(await seenBy(desk, memberID)).toEqual([])
      const more = { ...begun, 'GlucoseMonitor.Status': 'no' }
      const { studyID } = study
      await screen.get('selfService', 'shareSafety', { studyID, answers: more, base: begun })
      const own = await screen.get('selfService', 'readSafety', { studyID })
      expect(own.record.draft?.SafetyQuestions).toEqual(more)
      const { record } = await desk.get('safety', 'read', { studyID })
      expect(record.draft).toMatchObject({ SafetyQuestions: more, isByMember: true })
    } finally {
      await screen.stop()
    }
  })
})
