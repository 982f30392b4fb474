import { beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '#back-office/kernel/refusal.ts'
import { findSafetyRecords } from '#back-office/repositories/safety-repository.ts'
import { noSedative } from '#domain/study/sedative.ts'
import { completeAnswers, pacemaker } from '#test/builders/complete-answers.ts'
import { aBooking, aCaller, memberCaller, otherDesk } from '../booking/booking-desk.ts'
import { describeRules } from '../booking/each-database.ts'
import { nurse, SafetyDesk } from './safety-desk.ts'

const complete = completeAnswers('female')
const isStale = (thrown: unknown): boolean => thrown instanceof Refusal && thrown.code === 'stale'

describeRules('safety answers', ({ newDesk }) => {
  let safety: SafetyDesk
  let studyID: string
  beforeEach(async () => {
    safety = new SafetyDesk(await newDesk())
    studyID = (await safety.book()).studyID
  })

  it('start empty, and the study shows them as unanswered', async () => {
    const record = await safety.read(studyID)
    expect(record).toMatchObject({
      studyID,
      version: 0,
      SafetyQuestions: {},
      savedAt: null,
      revisions: [],
      signOffs: [],
    })
    const { safety: summary, sedative } = await safety.readStudy(studyID)
    expect(summary).toMatchObject({ version: 0, state: 'unanswered', red: 0, signOff: null })
    expect(summary.unanswered).toBeGreaterThan(10)
    expect(sedative).toEqual(noSedative)
  })

  it('are stored with author, time and changes', async () => {
    const { record, study, cleared } = await safety.save(studyID, complete, 0)
    expect(cleared).toEqual([])
    expect(record).toMatchObject({ version: 1, SafetyQuestions: complete, savedBy: 'Frida Desk' })
    expect(record.revisions[0]?.changes).toHaveLength(Object.keys(complete).length)
    expect(study).toMatchObject({ version: 2, safety: { version: 1, state: 'complete', unanswered: 0 } })
    const again = await safety.save(
      studyID,
      { ...complete, 'Allergies.Status': 'yes', 'Allergies.Types': 'nuts' },
      1,
      otherDesk,
    )
    expect(again.record).toMatchObject({ version: 2, savedBy: 'Otto Desk' })
    expect(again.record.revisions.map(({ version }) => version)).toEqual([2, 1])
    expect(again.record.revisions[0]).toMatchObject({
      by: 'Otto Desk',
      changes: [
        { field: 'Allergies.Status', from: 'no', to: 'yes' },
        { field: 'Allergies.Types', from: null, to: 'nuts' },
      ],
    })
    expect(await safety.read(studyID)).toEqual(again.record)
    expect(await safety.readStudy(studyID)).toEqual(again.study)
    expect((await safety.log(studyID)).at(-1)).toEqual({
      content: 'Changed: Allergies.Status, Allergies.Types',
      by: 'Otto Desk',
    })
  })

  it('change nothing when they are saved again, whatever version the save names', async () => {
    const first = await safety.save(studyID, complete, 0)
    for (const version of [0, 1, 7, undefined]) {
      expect(await safety.save(studyID, complete, version, otherDesk)).toEqual(first)
    }
    expect(await safety.log(studyID)).toHaveLength(1)
  })

  it('are refused as stale if the save names a version other than the current one, or no version', async () => {
    await safety.save(studyID, complete, 0)
    const other = { ...complete, ReasonForVisit: 'other' }
    for (const version of [0, 2, undefined]) {
      const refused = await safety.saveRefusal(studyID, other, version)
      expect(refused).toMatchObject({ status: 409, code: 'stale', details: { currentVersion: 1 } })
    }
    expect((await safety.read(studyID)).SafetyQuestions).toEqual(complete)
  })

  it.each([0, 1])('are saved once for eight concurrent saves of version %i', async (version) => {
    if (version === 1) await safety.save(studyID, complete, 0)
    const savers = Array.from({ length: 8 }, (_, n) => ({ ...complete, ReasonForVisit: `saver ${n}` }))
    const results = await Promise.allSettled(savers.map((answers) => safety.save(studyID, answers, version)))
    const won = results.flatMap((result) => (result.status === 'fulfilled' ? result.value.record : []))
    const lost = results.flatMap((result) => (result.status === 'rejected' ? result.reason.code : []))
    expect(won).toHaveLength(1)
    expect(lost).toEqual(Array.from({ length: 7 }, () => 'stale'))
    const record = await safety.read(studyID)
    expect(record.SafetyQuestions).toEqual(won[0]?.SafetyQuestions)
    expect(record.revisions.map((revision) => revision.version)).toEqual(version === 1 ? [2, 1] : [1])
    expect((await safety.readStudy(studyID)).safety.version).toBe(version + 1)
  })

  it('are saved once during a concurrent move of the appointment; the move is made once or refused', async () => {
    const before = await safety.readStudy(studyID)
    const [saved, moved] = await Promise.allSettled([
      safety.save(studyID, { ...complete, 'Surgery.Recent': 'yes', 'Surgery.Description': 'x' }, 0),
      safety.move(studyID, '2026-11-26T17:00:00Z'),
    ])
    expect(saved.status).toBe('fulfilled')
    const study = await safety.readStudy(studyID)
    expect(study.safety).toMatchObject({ version: 1, state: 'complete', red: 1 })
    // The move may have read the study before the answers were saved. Then the move is refused as stale.
    if (moved.status === 'rejected') expect(moved.reason).toMatchObject({ code: 'stale' })
    expect(study.version).toBe(before.version + (moved.status === 'fulfilled' ? 2 : 1))
  })

  it('with open questions are refused with every missing field, and nothing is stored', async () => {
    const { 'Allergies.Status': _a, ReasonType: _r, ...gaps } = complete
    const refused = await safety.saveRefusal(studyID, { ...gaps, 'Medications.Current': 'yes' }, 0)
    expect(refused).toMatchObject({
      status: 422,
      code: 'missing-required-fields',
      message: 'Missing some required fields',
    })
    expect(Object.keys(refused.details?.fields ?? {})).toEqual(['Medications.Types', 'Allergies.Status', 'ReasonType'])
    expect(await safety.read(studyID)).toMatchObject({ version: 0 })
    expect(await safety.log(studyID)).toEqual([])
  })

  it('with open questions are stored for a proactive booking until something was paid', async () => {
    const { db } = safety.desk.database
    await db.updateTable('study').set({ proactive_booking: 1 }).where('study_id', '=', studyID).execute()
    const gaps = { 'Allergies.Status': 'no' }
    const { study } = await safety.save(studyID, gaps, 0)
    expect(study.safety).toMatchObject({ version: 1, state: 'incomplete' })
    await db.updateTable('study').set({ payment_amount: 1 }).where('study_id', '=', studyID).execute()
    expect(await safety.saveRefusal(studyID, { 'Allergies.Status': 'yes' }, 1)).toMatchObject({
      code: 'missing-required-fields',
    })
    expect(await safety.saveRefusal(studyID, gaps, 1)).toMatchObject({ code: 'missing-required-fields' })
  })

  it('to questions that are not asked are cleared, and the reply lists them', async () => {
    const hidden = {
      'Medications.Types': 'aspirin',
      'COVIDVaccine.DoseNum': '2',
      'MedicalMetal.Heart.Type': ['Pacemaker'],
    }
    const { record, cleared, study } = await safety.save(studyID, { ...complete, ...hidden }, 0)
    expect([...cleared].sort()).toEqual(Object.keys(hidden).sort())
    expect(record.SafetyQuestions).toEqual(complete)
    expect(study.safety.isProhibited).toBe(false)
  })

  it('keep emoji and right-to-left text unchanged', async () => {
    const typed = 'نعم، دواء للضغط 💊\nשתי כדורים'
    const { record } = await safety.answer(studyID, { 'Medications.Current': 'yes', 'Medications.Types': typed })
    expect(record.SafetyQuestions['Medications.Types']).toBe(typed)
  })

  it.each<[string, unknown, string]>([
    ['an unknown field', { ...complete, 'Favourite.Colour': 'blue' }, 'Favourite.Colour'],
    ['a wrong option', { ...complete, 'Allergies.Status': 'maybe' }, 'Allergies.Status'],
    ['a list for one option', { ...complete, 'Allergies.Status': ['no'] }, 'Allergies.Status'],
    [
      '100 kB of text',
      { ...complete, 'Medications.Current': 'yes', 'Medications.Types': 'x'.repeat(100_000) },
      'Medications.Types',
    ],
    [
      'a vaccine tomorrow',
      { ...complete, 'COVIDVaccine.Status': 'yes', 'COVIDVaccine.Recent': '2026-11-25' },
      'COVIDVaccine.Recent',
    ],
    ['a day that does not exist', { ...complete, 'COVIDVaccine.Recent': '2026-02-30' }, 'COVIDVaccine.Recent'],
    ['an object for text', { ...complete, ReasonForVisit: { a: 1 } }, 'ReasonForVisit'],
  ])('with %s are refused by field, and nothing is stored', async (_what, answers, field) => {
    const refused = await safety.saveRefusal(studyID, answers, 0)
    expect(refused).toMatchObject({ status: 400, code: 'invalid-input' })
    expect(Object.keys(refused.details?.fields ?? {})).toEqual([field])
    expect((await safety.read(studyID)).version).toBe(0)
  })

  it('accept a day that is today at the clinic, whatever day it is elsewhere', async () => {
    // 21:30 in Vancouver on the 24th; the 25th in London.
    safety.desk.now += 9.5 * 3600
    const vaccinated = { 'COVIDVaccine.Status': 'yes', 'COVIDVaccine.Recent': '2026-11-24' }
    expect((await safety.answer(studyID, vaccinated)).record.version).toBe(1)
    const late = completeAnswers('female', { 'COVIDVaccine.Status': 'yes', 'COVIDVaccine.Recent': '2026-11-25' })
    expect(await safety.saveRefusal(studyID, late, 1)).toMatchObject({ code: 'invalid-input' })
  })

  it('of a cancelled study can only be read', async () => {
    await safety.save(studyID, complete, 0)
    await safety.desk.call('cancelBooking', {
      params: { studyId: studyID },
      body: { cancellationReason: 'other', cancellationDetail: 'x' },
    })
    expect(await safety.saveRefusal(studyID, { ...complete, ReasonForVisit: 'y' }, 1)).toMatchObject({
      status: 409,
      code: 'already-cancelled',
    })
    expect(await safety.read(studyID)).toMatchObject({ version: 1, SafetyQuestions: complete })
  })

  it('can be saved with a pacemaker, and the study’s summary then forbids the scan', async () => {
    const { study } = await safety.answer(studyID, pacemaker)
    expect(study.safety).toMatchObject({ state: 'complete', red: 1, isProhibited: true })
  })

  it('of a scanned member can be corrected by staff, but not changed by the member', async () => {
    await safety.save(studyID, complete, 0)
    const { status } = await safety.readStudy(studyID)
    const scanned = JSON.stringify({ ...status, scanned: true })
    await safety.desk.database.db
      .updateTable('study')
      .set({ status: scanned })
      .where('study_id', '=', studyID)
      .execute()
    const other = completeAnswers('female', { ReasonType: 'Worried' })
    expect(await safety.saveRefusal(studyID, other, 1, memberCaller('m-000001'))).toMatchObject({
      status: 409,
      code: 'study-not-bookable',
    })
    expect((await safety.save(studyID, other, 1)).record.version).toBe(2)
  })

  it('can be read and saved by their own member, but not by other members or staff of other locations', async () => {
    const own = memberCaller('m-000001')
    const saved = await safety.save(studyID, complete, 0, own)
    expect(saved.record).toMatchObject({ version: 1, savedBy: null, signOffs: [], revisions: [] })
    expect((await safety.read(studyID)).savedBy).toBe('m-000001')
    const read = await safety.read(studyID, own)
    expect(read).toMatchObject({ version: 1, savedBy: null, signOffs: [], revisions: [], SafetyQuestions: complete })
    const query = { query: { studyID } }
    expect(await safety.desk.refusal('readSafetyQuestions', query, memberCaller('m-000002'))).toMatchObject({
      status: 404,
    })
    expect(await safety.saveRefusal(studyID, complete, 1, memberCaller('m-000002'))).toMatchObject({ status: 404 })
    const elsewhere = aCaller('Elsa Where', { allowedLocations: ['ca-on-1'] as never })
    expect(await safety.desk.refusal('readSafetyQuestions', query, elsewhere)).toMatchObject({ status: 403 })
    expect(await safety.desk.refusal('readSafetyQuestions', { query: { studyID: 's-none' } })).toMatchObject({
      status: 404,
    })
  })

  describe('with a health number', () => {
    const own = memberCaller('m-000001')
    const withNumber = (phn: string) =>
      completeAnswers('female', {
        'Claustrophobic.Status': 'yes',
        'Claustrophobic.OralSedative': 'yes',
        'Claustrophobic.OralSedativePrescription': 'yes',
        'Prescription.PatientHealthNumber': phn,
      })
    const readMember = () => safety.desk.call('readMember', { params: { id: 'm-000001' } })

    it('store the number on the member in the same write when the member saves the answers', async () => {
      const before = await readMember()
      await safety.save(studyID, withNumber('9876 543 210'), 0, own)
      expect(await readMember()).toEqual({ ...before, phn: '9876 543 210', version: before.version + 1 })
      await safety.save(studyID, withNumber('9876 543 211'), 1, own)
      expect((await readMember()).phn).toBe('9876 543 211')
    })

    it('do not change the member when the save fails, removes the number or leaves it as in the saved answers', async () => {
      await safety.save(studyID, withNumber('111'), 0, own)
      await safety.desk.call('changeMember', { params: { id: 'm-000001' }, body: { phn: 'mended' } })
      const mended = await readMember()
      await safety.saveRefusal(studyID, withNumber('222'), 7, own)
      await safety.save(studyID, withNumber('111'), 1, own)
      await safety.save(studyID, { ...withNumber('111'), ReasonForVisit: 'more' }, 1, own)
      await safety.save(studyID, complete, 2, own)
      expect(await readMember()).toEqual(mended)
    })

    it('do not change the member when staff save the answers: the workstation sends the number in a separate call', async () => {
      const before = await readMember()
      await safety.save(studyID, withNumber('333'), 0)
      expect(await readMember()).toEqual(before)
    })

    it('store the number on the member when the answers are part of a booking, for every caller', async () => {
      await safety.book({ utcStart: '2026-11-26T17:00:00Z', SafetyQuestions: withNumber('444') })
      expect((await readMember()).phn).toBe('444')
      const body = aBooking({
        utcStart: '2026-11-27T17:00:00Z',
        memberType: null,
        referralType: 'self',
        SafetyQuestions: withNumber('555'),
      })
      await safety.desk.call('createBooking', { body }, own)
      expect((await readMember()).phn).toBe('555')
    })

    it('keep number and answers consistent under concurrent saves of a member and changes by staff', async () => {
      await safety.save(studyID, withNumber('0'), 0, own)
      const change = (phone_number: string) =>
        safety.desk.call('changeMember', { params: { id: 'm-000001' }, body: { phone_number } })
      const outcomes = await Promise.allSettled(
        ['1', '2', '3', '4'].flatMap((phn) => [
          safety.save(studyID, withNumber(phn), 1, own),
          change(`+1 604 555 010${phn}`),
        ]),
      )
      const saves = outcomes.filter((_, place) => place % 2 === 0)
      expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(
        outcomes.filter((one, place) => place % 2 === 1 && one.status === 'rejected' && !isStale(one.reason)),
      ).toEqual([])
      const kept = (await safety.read(studyID)).SafetyQuestions['Prescription.PatientHealthNumber']
      expect((await readMember()).phn).toBe(kept)
    })
  })

  it('include only the latest revisions that fit into one response, the latest first', async () => {
    const long = (n: number) => ({
      ReasonForVisit: `${n}`.padEnd(2000, 'x'),
      'Allergies.Types': `${n}`.padEnd(2000, 'y'),
    })
    for (let n = 0; n < 6; n += 1) await safety.answer(studyID, { 'Allergies.Status': 'yes', ...long(n) })
    const { db } = safety.desk.database
    const bounded = async (most: number, characters: number) =>
      (await findSafetyRecords(db, [{ study_id: studyID, patient_id: 'm-000001' }], { most, characters }))
        .get(studyID)
        ?.revisions.map(({ version }) => version)
    expect(await bounded(200, 1_000_000)).toEqual([6, 5, 4, 3, 2, 1])
    expect(await bounded(4, 1_000_000)).toEqual([6, 5, 4, 3])
    expect(await bounded(200, 20_000)).toEqual([6, 5])
    expect(await bounded(200, 10)).toEqual([6])
  })

  it('are logged by the names of their fields, never with typed or chosen values', async () => {
    const secret = 'Xylophonamine'
    const typed = { 'Medications.Current': 'yes', 'Medications.Types': `${secret} 5 mg`, ReasonForVisit: `${secret}!` }
    const { record } = await safety.answer(studyID, {
      ...typed,
      'Surgery.Recent': 'yes',
      'Surgery.Description': `${secret} op`,
    })
    await safety.desk.call(
      'signOffSafety',
      { body: { studyID, version: record.version, reason: `${secret} is fine` } },
      nurse,
    )
    await safety.answer(studyID, {
      ...typed,
      ReasonForVisit: `more ${secret}`,
      'Surgery.Recent': 'yes',
      'Surgery.Description': secret,
    })
    const withdrawn = await safety.read(studyID)
    expect(withdrawn.signOffs[0]?.withdrawn).toMatchObject({ reason: 'Answers behind a stop changed' })
    const rows = await safety.desk.database.db.selectFrom('study_log').selectAll().execute()
    expect(rows.filter((row) => row.content.includes('Medications.Types'))).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(secret)
    for (const row of rows.filter((one) => one.category === 'Safety questions')) {
      expect(row.content).not.toMatch(/: (yes|no)\b|"|Preventative/)
    }
  })

  it('of an earlier visit are shown, but never copied', async () => {
    const early = await safety.save(studyID, { ...complete, ReasonForVisit: 'first' }, 0)
    const later = await safety.book({ utcStart: '2026-12-10T17:00:00Z' })
    const between = await safety.book({
      utcStart: '2026-12-01T17:00:00Z',
      locationID: 'ca-on-1',
      machineID: 'ca-on-1-m1',
    })
    const record = await safety.read(later.studyID)
    expect(record.SafetyQuestions).toEqual({})
    expect(record.lastVisit).toEqual({
      studyID,
      savedAt: early.record.savedAt,
      SafetyQuestions: early.record.SafetyQuestions,
    })
    await safety.save(between.studyID, { ...complete, ReasonForVisit: 'second' }, 0)
    expect((await safety.read(later.studyID)).lastVisit?.studyID).toBe(between.studyID)
    // Staff without access to Toronto do not see the answers from there.
    const vancouverOnly = aCaller('Van Only', { allowedLocations: ['ca-bc-1'] as never })
    expect((await safety.read(later.studyID, vancouverOnly)).lastVisit?.studyID).toBe(studyID)
    // The first visit has no earlier one, and another member's study does not show these answers.
    expect((await safety.read(studyID)).lastVisit).toBeNull()
    const another = await safety.book({ utcStart: '2026-12-11T17:00:00Z', patientID: 'm-000002' })
    expect((await safety.read(another.studyID)).lastVisit).toBeNull()
  })

  it('of a booking are stored with it', async () => {
    const sedative = completeAnswers('female', {
      'Claustrophobic.Status': 'yes',
      'Claustrophobic.OralSedative': 'yes',
      'Claustrophobic.OralSedativePrescription': 'yes',
      'Prescription.PreferredPharmacyName': 'Mill Road Chemist',
    })
    const study = await safety.book({ utcStart: '2026-11-26T17:00:00Z', SafetyQuestions: sedative })
    expect(study).toMatchObject({
      version: 1,
      safety: { version: 1, state: 'complete' },
      sedative: { status: 'pending', preferredPharmacy: { name: 'Mill Road Chemist' } },
    })
    const record = await safety.read(study.studyID)
    expect(record).toMatchObject({ version: 1, savedBy: 'Frida Desk', SafetyQuestions: sedative })
    const lines = await safety.desk.call('readLog', { params: { studyId: study.studyID } })
    expect(lines.map(({ content }) => content.split(' ')[0])).toEqual(['Booked', 'Answered:'])
  })

  it.each<[string, unknown, object]>([
    [
      'a pacemaker',
      completeAnswers('female', pacemaker),
      {
        status: 409,
        code: 'scan-prohibited',
        message: 'We cannot screen anyone with a pacemaker even if it is marked as MRI safe.',
      },
    ],
    ['gaps', { 'Allergies.Status': 'no' }, { status: 422, code: 'missing-required-fields' }],
    [
      'an unknown field',
      { ...complete, x: 'y' },
      { status: 400, code: 'invalid-input', details: { fields: { x: 'is not a question of this form' } } },
    ],
  ])('with %s prevent a booking', async (_what, SafetyQuestions, refusal) => {
    const { db } = safety.desk.database
    const count = async () => [
      (await db.selectFrom('study').select('study_id').execute()).length,
      (await db.selectFrom('machine_time').select('event_id').execute()).length,
    ]
    const before = await count()
    const body = aBooking({ utcStart: '2026-11-26T17:00:00Z', SafetyQuestions })
    expect(await safety.desk.refusal('createBooking', { body })).toMatchObject(refusal)
    expect(await safety.desk.refusal('createTemporaryHoldBooking', { body })).toMatchObject(refusal)
    expect(await count()).toEqual(before)
  })
})
