import { beforeEach, expect, it } from 'vitest'
import { fillOtherSafety } from '#back-office/safety/other-bookings.ts'
import type { Answers } from '#domain/safety/question.ts'
import type { Study } from '#domain/study/study.ts'
import { completeAnswers, pacemaker, surgeryOn } from '#test/builders/complete-answers.ts'
import { aCaller, frontdesk, memberCaller, toronto } from '../booking/booking-desk.ts'
import { describeRules } from '../booking/each-database.ts'
import { SafetyDesk } from './safety-desk.ts'

const surgery = surgeryOn('2026-10-06')
const first = '2026-11-30T17:00:00Z'
const second = '2026-11-30T22:00:00Z'
const limited = aCaller('Lim Ited', { allowedLocations: [toronto.locationID] as never })

describeRules('the stops of a member’s other bookings', ({ newDesk }) => {
  let safety: SafetyDesk
  let one: Study
  let other: Study
  beforeEach(async () => {
    safety = new SafetyDesk(await newDesk())
    one = await safety.book({ utcStart: first })
    other = await safety.book({ utcStart: second })
  })

  const checkIn = (studyID: string, more: Readonly<Record<string, unknown>> = {}) => ({
    params: { studyId: studyID },
    body: { checkin: true, ...more },
  })
  const scan = (studyID: string, more: Readonly<Record<string, unknown>> = {}) => ({
    params: { studyId: studyID },
    body: { scanned: true, ...more },
  })

  const shareDraft = (studyID: string, answers: Answers) =>
    safety.desk.call('saveSafetyDraft', { body: { studyID, SafetyQuestions: answers, base: {} } })

  it('include a stop of saved answers, with its location and date', async () => {
    await safety.answer(other.studyID)
    const before = await safety.readStudy(other.studyID)
    await safety.answer(one.studyID, surgery)
    const { safety: summary, version } = await safety.readStudy(other.studyID)
    expect(summary).toMatchObject({
      state: 'complete',
      red: 0,
      others: [
        {
          studyID: one.studyID,
          locationID: one.locationID,
          place: 'Vancouver',
          utcStart: first,
          stops: 1,
          isProhibited: false,
        },
      ],
    })
    // This study's own summary and version do not change, so a workstation that edits the study is not refused.
    expect({ ...summary, others: undefined, othersReason: undefined }).toMatchObject({ ...before.safety })
    expect(version).toBe(before.version)
    expect((await safety.readStudy(one.studyID)).safety.others).toBeUndefined()
  })

  it('include a stop of incomplete answers', async () => {
    await shareDraft(one.studyID, surgery)
    expect((await safety.readStudy(other.studyID)).safety.others).toMatchObject([{ stops: 1 }])
    await safety.desk.call('discardSafetyDraft', { body: { studyID: one.studyID } })
    expect((await safety.readStudy(other.studyID)).safety.others).toBeUndefined()
  })

  it('appear on a new booking, and the stops of a new booking appear on the others', async () => {
    await safety.answer(one.studyID, surgery)
    const third = await safety.book({ utcStart: '2026-11-30T20:00:00Z' })
    expect(third.safety.others).toMatchObject([{ studyID: one.studyID, stops: 1 }])
    const fourth = await safety.book({
      utcStart: '2026-11-30T18:30:00Z',
      SafetyQuestions: completeAnswers('female', { 'Female.Pregnancy.Status': 'yes' }),
      settleReason: 'referral is on its way',
    })
    const told = (await safety.readStudy(third.studyID)).safety.others ?? []
    expect(told.map(({ studyID }) => studyID).sort()).toEqual([one.studyID, fourth.studyID].sort())
  })

  it('leave out a stop that this booking has with the same answers', async () => {
    await safety.answer(one.studyID, surgery)
    await safety.answer(other.studyID, surgery)
    expect((await safety.readStudy(other.studyID)).safety.others).toBeUndefined()
  })

  it('leave out a stop whose waiting time ends before this booking’s own appointment', async () => {
    await safety.answer(one.studyID, surgery)
    const late = await safety.book({ utcStart: '2026-12-02T17:00:00Z' })
    expect(late.safety.others).toBeUndefined()
    const moved = await safety.move(late.studyID, '2026-11-30T20:00:00Z')
    expect(moved.safety.others).toMatchObject([{ stops: 1 }])
  })

  it('leave out a cancelled booking', async () => {
    await safety.answer(one.studyID, surgery)
    await safety.desk.call('cancelBooking', {
      params: { studyId: one.studyID },
      body: { cancellationReason: 'member-commute', cancellationDetail: 'twice' },
    })
    expect((await safety.readStudy(other.studyID)).safety.others).toBeUndefined()
  })

  it('name no booking to staff who may not see it, and are hidden from a member', async () => {
    await safety.answer(one.studyID, surgery)
    const { db } = safety.desk.database
    await db
      .updateTable('study')
      .set({ location_id: toronto.locationID })
      .where('study_id', '=', other.studyID)
      .execute()
    const seen = await safety.desk.call('readStudy', { params: { studyId: other.studyID } }, limited)
    expect(seen.safety.others).toEqual([
      {
        studyID: null,
        locationID: null,
        place: null,
        utcStart: null,
        timezone: null,
        stops: 1,
        notes: 0,
        isProhibited: false,
      },
    ])
    const own = await safety.desk.call('readStudy', { params: { studyId: other.studyID } }, memberCaller('m-000001'))
    expect(own.safety.others).toBeUndefined()
  })

  it('require a reason at the check-in, which is stored, but no second reason to mark the study as scanned', async () => {
    await safety.answer(one.studyID, surgery)
    await safety.answer(other.studyID)
    expect(await safety.desk.refusal('updateStudyStatus', checkIn(other.studyID))).toMatchObject({
      status: 422,
      code: 'settle-reason-required',
      message: '1 stop in another booking of this member. Enter a reason to check the member in.',
    })
    const settleReason = 'Her surgeon agrees'
    const checkedIn = await safety.desk.call('updateStudyStatus', checkIn(other.studyID, { settleReason }))
    expect(checkedIn.safety).toMatchObject({ others: [{ stops: 1 }], othersReason: { by: frontdesk.name } })
    expect(await safety.log(other.studyID)).toContainEqual({
      content: 'Checked in with reason: Her surgeon agrees',
      by: frontdesk.name,
    })
    expect((await safety.read(other.studyID)).settleReasons).toMatchObject([
      { kind: 'checked-in', reason: settleReason },
    ])
    const confirmed = ['early', 'no-consent', 'unpaid']
    const scanned = await safety.desk.call('updateStudyStatus', scan(other.studyID, { confirmed }))
    expect(scanned.status.scanned).toBe(true)
    expect(scanned.safety.others).toBeUndefined()
  })

  it('require a new reason when the other booking has another stop', async () => {
    await safety.answer(one.studyID, surgery)
    await safety.answer(other.studyID)
    await safety.desk.call('updateStudyStatus', checkIn(other.studyID, { settleReason: 'Her surgeon agrees' }))
    await safety.answer(one.studyID, { ...surgery, 'Female.Pregnancy.Status': 'yes' })
    expect((await safety.readStudy(other.studyID)).safety.othersReason).toBeNull()
    const confirmed = ['early', 'no-consent', 'unpaid', 'other-booking-stops']
    expect(await safety.desk.refusal('updateStudyStatus', scan(other.studyID, { confirmed }))).toMatchObject({
      status: 422,
      code: 'settle-reason-required',
    })
  })

  it('prevent a check-in when another booking has a forbidden notice', async () => {
    await safety.answer(one.studyID, pacemaker)
    await safety.answer(other.studyID)
    expect(
      await safety.desk.refusal('updateStudyStatus', checkIn(other.studyID, { settleReason: 'he insists' })),
    ).toMatchObject({ status: 409, code: 'act-not-allowed', message: expect.stringContaining('Another booking') })
  })

  it('are computed for rows from an earlier version of the program', async () => {
    await safety.answer(one.studyID, surgery)
    const { db } = safety.desk.database
    await db.updateTable('study').set({ other_safety: null }).execute()
    await fillOtherSafety(db, safety.desk.now)
    expect((await safety.readStudy(other.studyID)).safety.others).toMatchObject([{ stops: 1 }])
  })

  it('can be absent: an open stop of the booking itself still requires a reason to mark the study as scanned', async () => {
    await safety.desk.call('updateStudyStatus', checkIn(one.studyID))
    await safety.answer(one.studyID, surgery)
    const confirmed = ['early', 'no-consent', 'unpaid', 'safety-stops']
    expect(await safety.desk.refusal('updateStudyStatus', scan(one.studyID, { confirmed }))).toMatchObject({
      status: 422,
      code: 'settle-reason-required',
      message: '1 stop not signed off. Enter a reason to mark the study as scanned.',
    })
    const settleReason = 'Scanned before the sign-off was written down'
    await safety.desk.call('updateStudyStatus', scan(one.studyID, { confirmed, settleReason }))
    expect(await safety.log(one.studyID)).toContainEqual({
      content: `Marked as scanned with reason: ${settleReason}`,
      by: frontdesk.name,
    })
    expect((await safety.read(one.studyID)).settleReasons).toMatchObject([
      { kind: 'scanned', reason: settleReason, notices: [{ text: expect.stringContaining('8 weeks') }] },
    ])
  })

  it('can be absent: signed-off stops of the booking itself require no reason to mark the study as scanned', async () => {
    await safety.answer(one.studyID, surgery)
    await safety.signOff(one.studyID)
    await safety.desk.call('updateStudyStatus', checkIn(one.studyID))
    const confirmed = ['early', 'no-consent', 'unpaid']
    const { status } = await safety.desk.call('updateStudyStatus', scan(one.studyID, { confirmed }))
    expect(status.scanned).toBe(true)
  })
})
