import { beforeEach, describe, expect, it } from 'vitest'
import { sweepAll } from '#back-office/booking/holds-sweep.ts'
import { beginAttempt } from '#back-office/payments/card-begin.ts'
import type { AttemptID } from '#domain/payments/transaction.ts'
import type { Answers } from '#domain/safety/question.ts'
import { toMoney } from '#domain/values/money.ts'
import { completeAnswers, pacemaker, surgeryOn } from '#test/builders/complete-answers.ts'
import { aBooking, frontdesk, memberCaller } from '../booking/booking-desk.ts'
import { describeRules } from '../booking/each-database.ts'
import { SafetyDesk } from './safety-desk.ts'

const surgery = surgeryOn('2026-10-06')
const tooEarly = '2026-11-30T17:00:00Z'
const lateEnough = '2026-12-01T17:00:00Z'
const needsReason = { status: 422, code: 'settle-reason-required' }

describeRules('a notice to settle before the scan (decisions §6)', ({ newDesk }) => {
  let safety: SafetyDesk
  beforeEach(async () => {
    const desk = await newDesk()
    safety = new SafetyDesk(desk)
  })

  const booking = (more: Readonly<Record<string, unknown>> = {}) => ({
    body: aBooking({ utcStart: tooEarly, SafetyQuestions: completeAnswers('female', surgery), ...more }),
  })

  it.each(['createBooking', 'createTemporaryHoldBooking'] as const)('prevents %s without a reason', async (route) => {
    for (const reason of [{}, { settleReason: null }]) {
      expect(await safety.desk.refusal(route, booking(reason))).toMatchObject({
        ...needsReason,
        message: '1 stop needs a sign-off before the scan. Enter a reason to book anyway.',
      })
    }
    for (const settleReason of ['', '  ', '\u200b', 'x'.repeat(501)]) {
      await expect(safety.desk.call(route, booking({ settleReason }))).rejects.toThrow()
    }
    const { db } = safety.desk.database
    expect(await db.selectFrom('study').select('study_id').execute()).toEqual([])
    const study = await safety.desk.call(route, booking({ settleReason: ' Her surgeon agrees ' }))
    expect(study.safety).toMatchObject({ red: 1, signOff: null })
    expect(await safety.log(study.studyID)).toContainEqual({
      content: 'Booked with reason: Her surgeon agrees',
      by: 'Frida Desk',
    })
    expect((await safety.read(study.studyID)).settleReasons).toEqual([
      {
        kind: 'booked',
        reason: 'Her surgeon agrees',
        notices: [
          {
            key: expect.stringContaining('Surgery'),
            text: expect.stringContaining('8 weeks'),
            reason: expect.stringContaining('+ 8 weeks ='),
          },
        ],
        by: 'Frida Desk',
        at: '2026-11-24T20:00:00Z',
      },
    ])
    // A member gets their own answers, and nothing that the clinic wrote about them.
    expect((await safety.read(study.studyID, memberCaller('m-000001'))).settleReasons).toEqual([])
  })

  it('requires no reason if the wait is over by the appointment, and does not store a reason', async () => {
    const study = await safety.desk.call('createBooking', booking({ utcStart: lateEnough, settleReason: 'in a hurry' }))
    expect(study.safety).toMatchObject({ red: 0, green: 1 })
    expect((await safety.read(study.studyID)).settleReasons).toEqual([])
  })

  it('does not allow a booking with a forbidden notice, even with a reason', async () => {
    const body = booking({ SafetyQuestions: completeAnswers('female', pacemaker), settleReason: 'he insists' })
    expect(await safety.desk.refusal('createBooking', body)).toMatchObject({ status: 409, code: 'scan-prohibited' })
  })

  it('requires members who book for themselves to call, even with a reason', async () => {
    const body = booking({ sedativeTaken: null, settleReason: 'I feel fine' })
    expect(await safety.desk.refusal('createBooking', body, memberCaller('m-000001'))).toMatchObject({
      ...needsReason,
      message: 'Please call 1-800-555-0100 before you book this scan.',
    })
  })

  it('requires a reason again at a move, unless the sign-off covers the new time', async () => {
    const { studyID } = await safety.desk.call('createBooking', booking({ settleReason: 'Her surgeon agrees' }))
    const before = await safety.readStudy(studyID)
    expect(await safety.moveRefusal(studyID, '2026-11-30T19:00:00Z')).toMatchObject(needsReason)
    expect(await safety.readStudy(studyID)).toEqual(before)
    await safety.move(studyID, '2026-11-30T19:00:00Z', undefined, 'Still agrees')
    expect((await safety.read(studyID)).settleReasons.map(({ kind, reason }) => [kind, reason]).sort()).toEqual([
      ['booked', 'Her surgeon agrees'],
      ['moved', 'Still agrees'],
    ])
    for (const { notices } of (await safety.read(studyID)).settleReasons) expect(notices).toHaveLength(1)
    expect(await safety.log(studyID)).toContainEqual({
      content: 'Moved with reason: Still agrees',
      by: 'Frida Desk',
    })
    await safety.signOff(studyID)
    await safety.move(studyID, '2026-11-30T20:00:00Z', undefined, null)
    // Earlier than the signed appointment: the sign-off is withdrawn, so a reason is required.
    expect(await safety.moveRefusal(studyID, '2026-11-30T18:00:00Z')).toMatchObject(needsReason)
    await safety.move(studyID, lateEnough, undefined, null)
  })

  it('does not allow a move with a forbidden notice, even with a reason', async () => {
    const { studyID } = await safety.book({ utcStart: tooEarly })
    await safety.answer(studyID, pacemaker)
    expect(await safety.moveRefusal(studyID, lateEnough, 'he insists')).toMatchObject({
      status: 409,
      code: 'scan-prohibited',
    })
  })

  it('requires a reason when a study without a time gets a time', async () => {
    const { studyID } = await safety.book({ utcStart: lateEnough })
    await safety.answer(studyID, surgery)
    const { db } = safety.desk.database
    await db.deleteFrom('machine_time').where('study_id', '=', studyID).execute()
    const noTime = { starts_at: null, ends_at: null, wall_time: null, timezone: null, machine_id: null, event_id: null }
    await db.updateTable('study').set(noTime).where('study_id', '=', studyID).execute()
    const body = {
      studyId: studyID,
      calendarId: 'cal-ca-bc-1-m1',
      utcStart: tooEarly,
      utcEnd: '2026-11-30T18:00:00Z',
    }
    expect(await safety.desk.refusal('addCalendarEvent', { body })).toMatchObject(needsReason)
    await safety.desk.call('addCalendarEvent', { body: { ...body, settleReason: 'Her surgeon agrees' } })
    expect((await safety.read(studyID)).settleReasons).toMatchObject([{ kind: 'booked', reason: 'Her surgeon agrees' }])
  })

  it('requires a reason for incomplete answers, and prevents the check-in until they are complete', async () => {
    const draft = { SafetyQuestions: undefined, safetyDraft: surgery }
    expect(await safety.desk.refusal('createBooking', booking(draft))).toMatchObject(needsReason)
    const given = booking({ ...draft, settleReason: 'Her surgeon agrees' })
    const { studyID, safety: summary } = await safety.desk.call('createBooking', given)
    expect(summary).toMatchObject({ state: 'unanswered', draft: { stops: 1 } })
    expect((await safety.read(studyID)).settleReasons).toMatchObject([{ reason: 'Her surgeon agrees' }])
    expect(await safety.moveRefusal(studyID, '2026-11-30T19:00:00Z')).toMatchObject(needsReason)
    const checkIn = { params: { studyId: studyID }, body: { checkin: true } }
    expect(await safety.desk.refusal('updateStudyStatus', checkIn)).toMatchObject({
      status: 409,
      code: 'act-not-allowed',
      message: expect.stringContaining('Complete the safety questions'),
    })
  })

  it('prevents the check-in when a shared draft replaces the signed-off stop by another one', async () => {
    const { studyID } = await safety.desk.call('createBooking', booking({ settleReason: 'Her surgeon agrees' }))
    await safety.signOff(studyID)
    const { SafetyQuestions: saved } = await safety.read(studyID)
    const keep = (SafetyQuestions: Answers) =>
      safety.desk.call('saveSafetyDraft', { body: { studyID, base: saved, SafetyQuestions } })
    const checkIn = { params: { studyId: studyID }, body: { checkin: true } }
    const swapped = { ...saved, 'Surgery.Recent': 'no', 'Female.Pregnancy.Status': 'yes' }
    const { study } = await keep(swapped)
    expect(study.safety).toMatchObject({
      red: 1,
      signOff: { by: expect.any(String) },
      draft: { stops: 1, newStops: 1 },
    })
    expect(await safety.desk.refusal('updateStudyStatus', checkIn)).toMatchObject({
      status: 409,
      code: 'act-not-allowed',
      message: expect.stringContaining('Complete the safety questions'),
    })
    await safety.desk.call('discardSafetyDraft', { body: { studyID } })
    expect((await safety.desk.call('updateStudyStatus', checkIn)).status.checkin).toBe(true)
  })

  it('requires a sign-off at the check-in, even with a reason', async () => {
    const { studyID } = await safety.desk.call('createBooking', booking({ settleReason: 'Her surgeon agrees' }))
    const checkIn = { params: { studyId: studyID }, body: { checkin: true } }
    expect(await safety.desk.refusal('updateStudyStatus', checkIn)).toMatchObject({
      status: 409,
      code: 'act-not-allowed',
    })
    await safety.signOff(studyID)
    expect((await safety.desk.call('updateStudyStatus', checkIn)).status.checkin).toBe(true)
  })

  describe('of a temporary hold', () => {
    const holdFor = (more: Readonly<Record<string, unknown>> = {}) =>
      safety.desk.call('createTemporaryHoldBooking', booking({ SafetyQuestions: undefined, ...more }))
    const cash = (studyID: string, amount = 2495) =>
      safety.desk.call('recordPayment', {
        params: { studyId: studyID },
        body: { payment: { paymentType: 'cash', amount } },
      })
    const convert = (studyId: string, settleReason?: string) => ({ body: { studyId, settleReason } })
    const payments = (studyID: string) => safety.desk.call('readPayments', { params: { studyId: studyID } })
    const lines = async (studyId: string) =>
      (await safety.desk.call('readLog', { params: { studyId } })).map(({ content }) => content)

    it('keeps a paid hold from expiring and from becoming a booking until there is a reason', async () => {
      const { studyID } = await holdFor()
      await safety.answer(studyID, surgery)
      expect((await payments(studyID)).holdBlock).toEqual({
        kind: 'settle',
        text: '1 stop needs a sign-off before the scan.',
      })
      const paid = await cash(studyID)
      expect(paid).toMatchObject({
        temporaryHoldConverted: false,
        paidStatus: true,
        study: { temporaryHold: true, status: { booked: false, paid: true } },
        payments: { totalBalance: 0, holdBlock: { kind: 'settle' } },
      })
      expect(await lines(studyID)).toContain('No balance due. Still a temporary hold: a safety notice is not settled')
      safety.desk.now += 49 * 3600
      await sweepAll(safety.desk.database.db, safety.desk.context(null))
      expect((await safety.readStudy(studyID)).temporaryHold).toBe(true)
      expect(await safety.desk.refusal('convertTemporaryHold', convert(studyID))).toMatchObject(needsReason)
      const booked = await safety.desk.call('convertTemporaryHold', convert(studyID, 'Her surgeon agrees'))
      expect(booked).toMatchObject({ temporaryHold: false, status: { booked: true } })
      expect((await safety.read(studyID)).settleReasons).toMatchObject([
        { kind: 'booked', reason: 'Her surgeon agrees' },
      ])
      expect(await lines(studyID)).toContain('Booked with reason: Her surgeon agrees')
    })

    it('lets the payment make the hold a booking when a reason or a sign-off covers every stop', async () => {
      const { studyID } = await safety.desk.call(
        'createTemporaryHoldBooking',
        booking({ settleReason: 'Her surgeon agrees' }),
      )
      // Another answer that adds no stop does not affect the reason.
      const { SafetyQuestions, version } = await safety.read(studyID)
      await safety.save(studyID, { ...SafetyQuestions, 'Surgery.Description': 'left knee' }, version)
      expect((await payments(studyID)).holdBlock).toBeNull()
      expect(await cash(studyID)).toMatchObject({ temporaryHoldConverted: true })

      const signed = await holdFor({ patientID: 'm-000002', utcStart: '2026-11-30T20:00:00Z' })
      await safety.answer(signed.studyID, { ...surgery })
      expect((await payments(signed.studyID)).holdBlock).toMatchObject({ kind: 'settle' })
      await safety.signOff(signed.studyID)
      expect(await cash(signed.studyID)).toMatchObject({ temporaryHoldConverted: true })
    })

    it('requires a new reason for a stop that the earlier reason did not cover', async () => {
      const { studyID } = await safety.desk.call(
        'createTemporaryHoldBooking',
        booking({ settleReason: 'Her surgeon agrees' }),
      )
      const { SafetyQuestions, version } = await safety.read(studyID)
      await safety.save(studyID, { ...SafetyQuestions, 'Female.Pregnancy.Status': 'yes' }, version)
      expect((await payments(studyID)).holdBlock).toMatchObject({ kind: 'settle' })
      expect(await cash(studyID)).toMatchObject({ temporaryHoldConverted: false })
      expect(await safety.desk.refusal('convertTemporaryHold', convert(studyID))).toMatchObject(needsReason)
    })

    it('never lets the hold become a booking or a card be charged if the notice forbids the scan', async () => {
      const { studyID } = await holdFor()
      await safety.answer(studyID, pacemaker)
      const ruledOut = { status: 409, code: 'scan-prohibited' }
      expect((await payments(studyID)).holdBlock).toMatchObject({ kind: 'forbidden' })
      const attempt = {
        attemptID: 'attempt-1' as AttemptID,
        studyID,
        kind: 'payment',
        route: 'simulated',
        amount: toMoney(249_500),
        refundOf: null,
        memo: '',
        requestKey: null,
        isCardThere: false,
      } as const
      const begun = beginAttempt(attempt, frontdesk, safety.desk.context(frontdesk))
      await expect(begun).rejects.toMatchObject({ code: ruledOut.code })
      // Cash that a workstation took while it was offline is still recorded.
      expect(await cash(studyID)).toMatchObject({ temporaryHoldConverted: false, study: { temporaryHold: true } })
      expect(await safety.desk.refusal('convertTemporaryHold', convert(studyID, 'he insists'))).toMatchObject(ruledOut)
      expect(await lines(studyID)).toContain('No balance due. Still a temporary hold: a safety notice forbids the scan')
    })
  })

  it('refuses a move in the words of the notice, also for incomplete answers', async () => {
    const { studyID } = await safety.book({ utcStart: tooEarly })
    const { SafetyQuestions: base } = await safety.read(studyID)
    await safety.desk.call('saveSafetyDraft', { body: { studyID, base, SafetyQuestions: pacemaker } })
    const { message } = await safety.moveRefusal(studyID, lateEnough, 'he insists')
    expect(message).toMatch(/pacemaker|MRI|scan/i)
    expect(message).not.toBe('A safety notice rules this scan out.')
  })

  it('is assessed from the answers at a check-in and a scan, not read from the stored summary', async () => {
    const { studyID } = await safety.desk.call('createBooking', booking({ settleReason: 'Her surgeon agrees' }))
    const { db } = safety.desk.database
    const stale = JSON.stringify({ ...(await safety.readStudy(studyID)).safety, red: 0, green: 1 })
    await db.updateTable('study').set({ safety: stale }).where('study_id', '=', studyID).execute()
    const mark = (body: Readonly<Record<string, unknown>>) => ({ params: { studyId: studyID }, body })
    expect(await safety.desk.refusal('updateStudyStatus', mark({ checkin: true }))).toMatchObject({
      code: 'act-not-allowed',
    })
    const status = JSON.stringify({ ...(await safety.readStudy(studyID)).status, checkin: true })
    await db.updateTable('study').set({ status }).where('study_id', '=', studyID).execute()
    const refused = await safety.desk.refusal('updateStudyStatus', mark({ scanned: true, confirmed: [] }))
    expect(refused.details?.fields).toMatchObject({ 'safety-stops': '1 stop is not signed off' })
  })
})
