import { beforeEach, describe, expect, it } from 'vitest'
import { noSedative, sedativeStatuses } from '#domain/study/sedative.ts'
import { completeAnswers, pacemaker, surgeryOn } from '#test/builders/complete-answers.ts'
import { frontdesk, otherDesk } from '../booking/booking-desk.ts'
import { describeRules } from '../booking/each-database.ts'
import { SafetyDesk } from './safety-desk.ts'

const wantsSedative = {
  'Claustrophobic.Status': 'yes',
  'Claustrophobic.OralSedative': 'yes',
  'Claustrophobic.OralSedativePrescription': 'yes',
}

describeRules('changes around the safety questions', ({ newDesk }) => {
  let safety: SafetyDesk
  let studyID: string
  beforeEach(async () => {
    safety = new SafetyDesk(await newDesk())
    studyID = (await safety.book()).studyID
  })

  describe('a change of the member’s sex', () => {
    it('clears answers to questions that no longer apply, as a revision, and updates the counts', async () => {
      await safety.answer(studyID, { 'Female.Pregnancy.Status': 'yes' })
      expect((await safety.readStudy(studyID)).safety).toMatchObject({ red: 1 })
      await safety.signOff(studyID)
      await safety.changeGender('m-000001', 'male')
      const record = await safety.read(studyID)
      expect(record.SafetyQuestions).not.toHaveProperty(['Female.Pregnancy.Status'])
      expect(record).toMatchObject({ version: 2, savedBy: 'Frida Desk' })
      expect(record.revisions[0]?.changes).toEqual([{ field: 'Female.Pregnancy.Status', from: 'yes', to: null }])
      expect(record.signOffs[0]?.withdrawn?.reason).toBe('No stop is left')
      expect((await safety.readStudy(studyID)).safety).toMatchObject({ version: 2, state: 'complete', red: 0 })
      expect((await safety.log(studyID)).slice(-2)).toEqual([
        { content: 'Cleared, because the question no longer applies: Female.Pregnancy.Status', by: 'Frida Desk' },
        { content: 'Sign-off withdrawn: No stop is left', by: 'Frida Desk' },
      ])
      await safety.changeGender('m-000001', 'female')
      expect((await safety.readStudy(studyID)).safety).toMatchObject({ state: 'incomplete', unanswered: 1 })
      expect(await safety.saveRefusal(studyID, completeAnswers('male'), 2)).toMatchObject({
        details: { fields: { 'Female.Pregnancy.Status': 'must be answered' } },
      })
    })

    it('updates the question count of unanswered studies, but not of scanned and cancelled ones', async () => {
      const scanned = await safety.book({ utcStart: '2026-11-26T17:00:00Z' })
      const cancelled = await safety.book({ utcStart: '2026-11-27T17:00:00Z' })
      await safety.desk.call('cancelBooking', {
        params: { studyId: cancelled.studyID },
        body: { cancellationReason: 'other', cancellationDetail: 'x' },
      })
      const { db } = safety.desk.database
      const status = JSON.stringify({ ...scanned.status, scanned: true })
      await db.updateTable('study').set({ status }).where('study_id', '=', scanned.studyID).execute()
      const unanswered = async (id: string) => (await safety.readStudy(id)).safety.unanswered
      const before = await unanswered(studyID)
      await safety.changeGender('m-000001', 'male')
      expect(await unanswered(studyID)).toBe(before - 1)
      expect(await unanswered(scanned.studyID)).toBe(before)
      expect(await unanswered(cancelled.studyID)).toBe(before)
    })

    it('leaves a correct summary, and no answer to a hidden question, when it is concurrent with a save', async () => {
      for (let round = 0; round < 5; round += 1) {
        const study = await safety.book({ utcStart: `2026-12-0${round + 1}T17:00:00Z` })
        await safety.changeGender('m-000001', 'female')
        await Promise.all([
          safety.save(study.studyID, completeAnswers('female', { 'Female.Pregnancy.Status': 'yes' }), 0),
          safety.changeGender('m-000001', 'male'),
        ])
        const record = await safety.read(study.studyID)
        expect(record.SafetyQuestions).not.toHaveProperty(['Female.Pregnancy.Status'])
        expect((await safety.readStudy(study.studyID)).safety).toMatchObject({ version: record.version, red: 0 })
      }
    })
  })

  describe('the sedative', () => {
    it('has the status pending if the answers ask for a sedative, otherwise not requested', async () => {
      const pharmacy = { 'Prescription.PreferredPharmacyName': 'Mill Road Chemist' }
      const asked = await safety.answer(studyID, { ...wantsSedative, ...pharmacy })
      expect(asked.study.sedative).toMatchObject({
        status: 'pending',
        preferredPharmacy: { name: 'Mill Road Chemist' },
      })
      const not = await safety.answer(studyID, { 'Claustrophobic.Status': 'yes' })
      expect(not.study.sedative).toEqual(noSedative)
      expect((await safety.log(studyID)).filter(({ content }) => content === 'Sedative status changed')).toHaveLength(2)
    })

    it.each(sedativeStatuses)('is set to %s by hand, and a move does not change it', async (status) => {
      await safety.answer(studyID, wantsSedative)
      const set = await safety.desk.call('updatePrescriptionStatus', {
        params: { studyId: studyID },
        body: { sedative: status },
      })
      expect(set.sedative.status).toBe(status)
      expect((await safety.move(studyID, '2026-11-26T17:00:00Z')).sedative.status).toBe(status)
      expect((await safety.readStudy(studyID)).sedative.status).toBe(status)
    })

    it('keeps a status set by hand when the answers are saved again', async () => {
      await safety.answer(studyID, wantsSedative)
      const params = { studyId: studyID }
      await safety.desk.call('updatePrescriptionStatus', { params, body: { sedative: 'sent' } })
      const saved = await safety.answer(studyID, { ...wantsSedative, ReasonForVisit: 'x' })
      expect(saved.study.sedative.status).toBe('sent')
    })

    it('cannot be set with a stale version or for a cancelled study; a repetition changes nothing', async () => {
      const params = { studyId: studyID }
      const { version } = await safety.readStudy(studyID)
      const body = { sedative: 'prescribed', version }
      const set = await safety.desk.call('updatePrescriptionStatus', { params, body })
      expect(set.version).toBe(version + 1)
      expect(await safety.desk.refusal('updatePrescriptionStatus', { params, body })).toMatchObject({
        code: 'stale',
        details: { currentVersion: version + 1 },
      })
      expect(await safety.desk.call('updatePrescriptionStatus', { params, body: { sedative: 'prescribed' } })).toEqual(
        set,
      )
      await safety.desk.call('cancelBooking', {
        params,
        body: { cancellationReason: 'other', cancellationDetail: 'x' },
      })
      expect(
        await safety.desk.refusal('updatePrescriptionStatus', { params, body: { sedative: 'sent' } }),
      ).toMatchObject({ code: 'already-cancelled' })
    })
  })

  describe('a check-in', () => {
    const checkIn = { body: { checkin: true } }

    it('stores its user and time; a repetition changes nothing', async () => {
      const params = { studyId: studyID }
      const first = await safety.desk.call('updateStudyStatus', { params, ...checkIn })
      expect(first.status).toMatchObject({
        checkin: true,
        checkinTime: '2026-11-24T20:00:00Z',
        checkinBy: 'Frida Desk',
      })
      safety.desk.now += 60
      expect(await safety.desk.call('updateStudyStatus', { params, ...checkIn }, otherDesk)).toEqual(first)
      const lines = await safety.desk.call('readLog', { params })
      expect(lines.filter(({ content }) => content === 'Checked in')).toHaveLength(1)
    })

    it('is refused for a forbidden notice and for stops without a sign-off, not for missing answers', async () => {
      const params = { studyId: studyID }
      await safety.answer(studyID, pacemaker)
      expect(await safety.desk.refusal('updateStudyStatus', { params, ...checkIn })).toMatchObject({
        status: 409,
        code: 'scan-prohibited',
        message: 'We cannot screen anyone with a pacemaker even if it is marked as MRI safe.',
      })
      expect((await safety.readStudy(studyID)).status.checkin).toBe(false)
      await safety.answer(studyID, surgeryOn('2026-11-20'))
      expect(await safety.desk.refusal('updateStudyStatus', { params, ...checkIn })).toMatchObject({
        status: 409,
        code: 'act-not-allowed',
        message:
          '1 stop needs a sign-off before the scan. A nurse practitioner, a radiologist or an administrator can sign off.',
      })
      expect((await safety.readStudy(studyID)).status.checkin).toBe(false)
      await safety.signOff(studyID)
      expect((await safety.desk.call('updateStudyStatus', { params, ...checkIn })).status.checkin).toBe(true)
    })

    it('is refused for a cancelled study', async () => {
      const params = { studyId: studyID }
      await safety.desk.call('cancelBooking', {
        params,
        body: { cancellationReason: 'other', cancellationDetail: 'x' },
      })
      expect(await safety.desk.refusal('updateStudyStatus', { params, ...checkIn })).toMatchObject({
        code: 'already-cancelled',
      })
    })
  })

  describe('workstations with the form open', () => {
    const touch = (deskID: string, caller = frontdesk, isLeaving = false) =>
      safety.desk.call('touchSafetyPresence', { body: { studyID, deskID, isLeaving } }, caller)
    const seen = async (deskID: string) => (await touch(deskID)).others.map(({ name }) => name)

    it('see every other workstation, even those of the same person, but not themselves', async () => {
      expect((await touch('desk-aaaa')).others).toEqual([])
      safety.desk.now += 5
      expect((await touch('desk-bbbb', otherDesk)).others).toEqual([
        { name: 'Frida Desk', since: '2026-11-24T20:00:00Z' },
      ])
      expect(await seen('desk-aaaa')).toEqual(['Otto Desk'])
      expect((await touch('desk-cccc')).others.map(({ name }) => name)).toEqual(['Frida Desk', 'Otto Desk'])
    })

    it('disappear after half a minute, or when they close the form, and leave no row', async () => {
      await touch('desk-aaaa')
      await touch('desk-bbbb', otherDesk)
      safety.desk.now += 29
      expect(await seen('desk-cccc')).toEqual(['Frida Desk', 'Otto Desk'])
      await touch('desk-bbbb', otherDesk)
      safety.desk.now += 1
      expect(await seen('desk-cccc')).toEqual(['Otto Desk'])
      // Closing the form as another user is not refused, but does not remove the workstation either.
      await touch('desk-bbbb', frontdesk, true)
      expect(await seen('desk-cccc')).toEqual(['Otto Desk'])
      await touch('desk-bbbb', otherDesk, true)
      expect(await seen('desk-cccc')).toEqual([])
      const rows = await safety.desk.database.db.selectFrom('safety_presence').select('desk_id').execute()
      expect(rows.map((row) => row.desk_id)).toEqual(['desk-cccc'])
    })

    it('are shown only at their own study', async () => {
      await touch('desk-aaaa')
      const other = await safety.book({ utcStart: '2026-11-26T17:00:00Z' })
      const body = { studyID: other.studyID, deskID: 'desk-bbbb', isLeaving: false }
      expect((await safety.desk.call('touchSafetyPresence', { body }, otherDesk)).others).toEqual([])
    })
  })

  describe('the changes feed', () => {
    const pull = async (cursor?: string) => {
      const changes = []
      let page = await safety.desk.call('readChanges', { query: { locationID: 'ca-bc-1', ...(cursor && { cursor }) } })
      for (;;) {
        changes.push(...page.changes)
        if (!page.more) return { changes, cursor: page.cursor }
        page = await safety.desk.call('readChanges', { query: { locationID: 'ca-bc-1', cursor: page.cursor } })
      }
    }

    it('includes each study’s safety record, without the last visit; for an unanswered study the record is null', async () => {
      const other = await safety.book({ utcStart: '2026-11-26T17:00:00Z' })
      await safety.answer(other.studyID, surgeryOn('2026-11-20'))
      await safety.answer(studyID)
      const start = await pull()
      const studies = new Map(start.changes.flatMap((each) => (each.kind === 'study' ? [[each.id, each]] : [])))
      expect(studies.get(studyID)?.safety).toEqual(await safety.read(studyID))
      expect((await safety.read(other.studyID)).lastVisit).not.toBeNull()
      expect(studies.get(other.studyID)?.safety).toEqual({ ...(await safety.read(other.studyID)), lastVisit: null })
      const empty = await safety.book({ utcStart: '2026-11-27T17:00:00Z' })
      await safety.signOff(other.studyID)
      const next = await pull(start.cursor)
      const changed = new Map(next.changes.flatMap((each) => (each.kind === 'study' ? [[each.id, each]] : [])))
      expect([...changed.keys()].sort()).toEqual([empty.studyID, other.studyID].sort())
      expect(changed.get(empty.studyID)?.safety).toBeNull()
      expect(changed.get(other.studyID)?.safety?.signOffs).toHaveLength(1)
      expect(changed.get(other.studyID)?.value).toEqual(await safety.readStudy(other.studyID))
    })

    it('returns only the latest 20 of many saves', async () => {
      for (let n = 0; n < 25; n += 1) await safety.answer(studyID, { ReasonForVisit: `${n}` })
      const { changes } = await pull()
      const study = changes.find((each) => each.kind === 'study' && each.id === studyID)
      const versions = study?.kind === 'study' ? study.safety?.revisions.map(({ version }) => version) : []
      expect(versions).toEqual(Array.from({ length: 20 }, (_, n) => 25 - n))
      expect((await safety.read(studyID)).revisions).toHaveLength(25)
    })
  })
})
