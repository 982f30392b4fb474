import { beforeEach, expect, it } from 'vitest'
import { sweepAll } from '#back-office/booking/holds-sweep.ts'
import { noTime } from '#back-office/repositories/studies-repository.ts'
import { completeAnswers, pacemaker, surgeryOn } from '#test/builders/complete-answers.ts'
import { aBooking, otherDesk } from '../booking/booking-desk.ts'
import { describeRules } from '../booking/each-database.ts'
import { nurse, radiologist, SafetyDesk } from './safety-desk.ts'

/** The wait of eight weeks after 6 October ends on 1 December, so 30 November is a day too early. */
const surgery = surgeryOn('2026-10-06')
const tooEarly = '2026-11-30T17:00:00Z'
const lateEnough = '2026-12-01T17:00:00Z'

describeRules('a sign-off on red notices', ({ newDesk }) => {
  let safety: SafetyDesk
  let studyID: string
  beforeEach(async () => {
    safety = new SafetyDesk(await newDesk())
    studyID = (await safety.book({ utcStart: tooEarly })).studyID
  })

  it('is stored with its author, time and reason, and appears on the study', async () => {
    await safety.answer(studyID, surgery)
    const { record, study } = await safety.signOff(studyID)
    expect(record.signOffs).toMatchObject([
      { by: 'Nora Practice', reason: 'seen the card', version: 1, withdrawn: null, ground: { utcStart: tooEarly } },
    ])
    expect(study.safety).toMatchObject({ red: 1, signOff: { by: 'Nora Practice', at: record.signOffs[0]?.at } })
    expect((await safety.log(studyID)).at(-1)).toEqual({ content: 'Stops signed off', by: 'Nora Practice' })
    expect(await safety.readStudy(studyID)).toEqual(study)
  })

  it('is refused with a stale version, without a red notice or a reason, and with a pacemaker or open questions', async () => {
    const refusal = (version: number, reason = 'x') =>
      safety.desk.refusal('signOffSafety', { body: { studyID, version, reason } }, nurse)
    expect(await refusal(1)).toMatchObject({ status: 409, code: 'stale', details: { currentVersion: 0 } })
    await safety.answer(studyID)
    expect(await refusal(1)).toMatchObject({ status: 409, code: 'nothing-to-sign-off' })
    await safety.answer(studyID, surgery)
    expect(await refusal(1)).toMatchObject({ code: 'stale', details: { currentVersion: 2 } })
    for (const unreadable of ['  ', '\u200b\u2060', '...']) {
      expect(await refusal(2, unreadable)).toMatchObject({
        status: 400,
        details: { fields: { reason: 'Enter a reason.' } },
      })
    }
    await safety.answer(studyID, { ...surgery, ...pacemaker })
    expect(await refusal(3)).toMatchObject({
      status: 409,
      code: 'scan-prohibited',
      message: 'We cannot screen anyone with a pacemaker even if it is marked as MRI safe.',
    })
    const { db } = safety.desk.database
    await db.updateTable('study').set({ proactive_booking: 1 }).where('study_id', '=', studyID).execute()
    await safety.save(studyID, surgery, 3)
    expect(await refusal(4)).toMatchObject({ code: 'nothing-to-sign-off' })
    expect((await safety.read(studyID)).signOffs).toEqual([])
  })

  it('is refused if the appointment differs from the one that was shown', async () => {
    await safety.answer(studyID, surgery)
    const seen = (await safety.readStudy(studyID)).booking?.utcStart
    const body = (utcStart: unknown) => ({ body: { studyID, version: 1, utcStart, reason: 'seen the card' } })
    await safety.move(studyID, '2026-11-25T17:00:00Z')
    for (const stale of [seen, null]) {
      expect(await safety.desk.refusal('signOffSafety', body(stale), nurse)).toMatchObject({
        status: 409,
        code: 'stale',
        details: { currentVersion: 1 },
      })
    }
    expect((await safety.read(studyID)).signOffs).toEqual([])
    await safety.desk.call('signOffSafety', body('2026-11-25T17:00:00Z'), nurse)
    expect((await safety.readStudy(studyID)).safety.signOff).not.toBeNull()
    const { db } = safety.desk.database
    await db.updateTable('study').set(noTime).where('study_id', '=', studyID).execute()
    expect((await safety.desk.call('signOffSafety', body(null), nurse)).record.signOffs[0]?.withdrawn).toBeNull()
  })

  it('is replaced by another sign-off; only one is valid, even after two concurrent sign-offs', async () => {
    await safety.answer(studyID, surgery)
    await safety.signOff(studyID)
    safety.desk.now += 60
    const second = await safety.signOff(studyID, radiologist)
    expect(second.record.signOffs.map(({ by, withdrawn }) => [by, withdrawn?.reason ?? null])).toEqual([
      ['Rada Logist', null],
      ['Nora Practice', 'Signed off again'],
    ])
    await Promise.all([safety.signOff(studyID, nurse), safety.signOff(studyID, radiologist)])
    const { signOffs } = await safety.read(studyID)
    expect(signOffs).toHaveLength(4)
    expect(signOffs.filter(({ withdrawn }) => withdrawn === null)).toHaveLength(1)
  })

  it('is withdrawn by hand with a reason', async () => {
    await safety.answer(studyID, surgery)
    await safety.signOff(studyID)
    const body = { studyID, reason: 'wrong member' }
    const { record, study } = await safety.desk.call('withdrawSafetySignOff', { body }, radiologist)
    expect(record.signOffs[0]?.withdrawn).toMatchObject({ by: 'Rada Logist', reason: 'wrong member' })
    expect(study.safety).toMatchObject({ red: 1, signOff: null })
    expect((await safety.log(studyID)).at(-1)).toEqual({ content: 'Sign-off withdrawn', by: 'Rada Logist' })
    expect(await safety.desk.refusal('withdrawSafetySignOff', { body }, radiologist)).toMatchObject({
      status: 409,
      code: 'nothing-to-sign-off',
    })
  })

  it.each([
    ['to a day after the wait, when nothing is red', lateEnough, 'No stop is left', { red: 0, green: 1 }],
    [
      'to a day before the signed one',
      '2026-11-29T17:00:00Z',
      'The sign-off was for a later appointment or for no appointment',
      { red: 1, green: 0 },
    ],
    [
      'to an earlier hour',
      '2026-11-30T16:00:00Z',
      'The sign-off was for a later appointment or for no appointment',
      { red: 1, green: 0 },
    ],
  ])('is withdrawn by a move of the appointment %s', async (_what, utcStart, reason, counts) => {
    await safety.answer(studyID, surgery)
    await safety.signOff(studyID)
    const moved = await safety.move(studyID, utcStart, otherDesk)
    expect(moved.safety).toMatchObject({ ...counts, signOff: null })
    const { signOffs } = await safety.read(studyID)
    expect(signOffs[0]?.withdrawn).toMatchObject({ by: 'Otto Desk', reason })
    expect((await safety.log(studyID)).at(-1)).toEqual({ content: `Sign-off withdrawn: ${reason}`, by: 'Otto Desk' })
    expect(await safety.readStudy(studyID)).toEqual(moved)
  })

  it('stays valid after a move to a later hour within the wait, or any move if no stop depends on a date', async () => {
    await safety.answer(studyID, surgery)
    await safety.signOff(studyID)
    const moved = await safety.move(studyID, '2026-11-30T18:00:00Z')
    expect(moved.safety).toMatchObject({ red: 1, signOff: { by: 'Nora Practice' } })
    await safety.answer(studyID, { 'NonMedicalMetal.Eyes.Injury': 'yes', 'NonMedicalMetal.Eyes.Removed': 'no' })
    await safety.signOff(studyID)
    expect((await safety.move(studyID, '2026-11-26T17:00:00Z')).safety.signOff).not.toBeNull()
  })

  it('does not become valid again when the appointment moves back', async () => {
    await safety.answer(studyID, surgery)
    await safety.signOff(studyID)
    await safety.move(studyID, lateEnough)
    expect((await safety.move(studyID, tooEarly)).safety).toMatchObject({ red: 1, signOff: null })
  })

  it.each<[string, Parameters<SafetyDesk['answer']>[1], string | null]>([
    ['another answer behind the notice', { ...surgery, 'Surgery.Description': 'hip' }, 'Answers behind a stop changed'],
    ['another red notice', { ...surgery, 'Female.Pregnancy.Status': 'yes' }, 'A stop was added'],
    ['the end of the red notice', {}, 'No stop is left'],
    ['an answer to another question', { ...surgery, ReasonForVisit: 'more' }, null],
  ])('is withdrawn if its stops or their answers change, else kept: %s', async (_what, given, reason) => {
    await safety.answer(studyID, surgery)
    await safety.signOff(studyID)
    const { record, study } = await safety.answer(studyID, given)
    expect(record.signOffs[0]?.withdrawn?.reason ?? null).toBe(reason)
    expect(study.safety.signOff === null).toBe(reason !== null)
  })

  it('concerns notices whose counts are updated when the study loses its time, gets a time or is cancelled', async () => {
    const counts = async (id: string) => {
      const { red, green } = (await safety.readStudy(id)).safety
      return { red, green }
    }
    const held = await safety.desk.call('createTemporaryHoldBooking', {
      body: aBooking({ utcStart: lateEnough, SafetyQuestions: completeAnswers('female', surgery) }),
    })
    expect(await counts(held.studyID)).toEqual({ red: 0, green: 1 })
    safety.desk.now += 49 * 3600
    await sweepAll(safety.desk.database.db, safety.desk.context(null))
    // Without an appointment no wait can be over.
    expect(await counts(held.studyID)).toEqual({ red: 1, green: 0 })
    const body = {
      studyId: held.studyID,
      calendarId: 'cal-ca-bc-1-m1',
      utcStart: lateEnough,
      utcEnd: '2026-12-01T18:00:00Z',
    }
    await safety.desk.call('addCalendarEvent', { body })
    expect(await counts(held.studyID)).toEqual({ red: 0, green: 1 })
    await safety.desk.call('cancelBooking', {
      params: { studyId: held.studyID },
      body: { cancellationReason: 'other', cancellationDetail: 'x' },
    })
    expect(await counts(held.studyID)).toEqual({ red: 1, green: 0 })
  })
})
