import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkAuditChain } from '#back-office/kernel/check-audit-chain.ts'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import {
  type AccountName,
  clinic,
  type Engine,
  type RunningBackOffice,
  runBackOffice,
} from '../builders/back-office.ts'
import { completeAnswers, pacemaker, surgeryOn } from '../builders/complete-answers.ts'
import { goodInputs } from './back-office-bad-input.ts'

const complete = completeAnswers('female')

/** The contract of every back office for safety questions, over HTTP and on each database. */
export const describeSafety = (engine: Engine): void => {
  describe.skipIf(engine.missing !== undefined)(`safety handling of the back office on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let studyID: string
    let keys = 0
    let booked = 0
    beforeAll(async () => {
      office = await runBackOffice(engine)
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })
    beforeEach(async () => {
      // Each study has its own hour: 16:00 UTC is 09:00 in Vancouver.
      const day = String(1 + Math.floor(booked / 8)).padStart(2, '0')
      const utcStart = `2026-12-${day}T${16 + (booked % 8)}:00:00Z`
      booked += 1
      const { body } = goodInputs.createTemporaryHoldBooking
      const { SafetyQuestions: _none, ...booking } = body as Record<string, unknown>
      const answer = await ask('createBooking', 'frontdesk', { body: { ...booking, utcStart } })
      expect(answer.status).toBe(200)
      studyID = answer.body.studyID
    })

    const ask = async (name: RouteName, who: AccountName, input: object, key?: string) => {
      keys += key === undefined ? 1 : 0
      return office.call(name, input, { token: await office.signIn(who), key: key ?? `safety-${keys}-${name}` })
    }
    const save = (answers: unknown, version: number, who: AccountName = 'frontdesk') =>
      ask('saveSafetyQuestions', who, { body: { studyID, SafetyQuestions: answers, version } })
    const read = (who: AccountName = 'frontdesk', id = studyID) =>
      ask('readSafetyQuestions', who, { query: { studyID: id } })

    it('returns replies that match the contract’s schemas', async () => {
      const saved = await save(complete, 0)
      expect(saved.status).toBe(200)
      expect(backOfficeRoutes.saveSafetyQuestions.answer.parse(saved.body)).toEqual(saved.body)
      const answer = await read()
      expect(backOfficeRoutes.readSafetyQuestions.answer.parse(answer.body)).toEqual(answer.body)
      expect(answer.body).toEqual({ ...saved.body.record, lastVisit: answer.body.lastVisit })
      const present = await ask('touchSafetyPresence', 'frontdesk', {
        body: { studyID, deskID: 'desk-0001', isLeaving: false },
      })
      expect(present.body).toEqual({ others: [] })
    })

    it('limits a member to their own answers, and staff to their locations', async () => {
      const own = await save(complete, 0, 'member')
      expect([own.status, own.body.record?.version]).toEqual([200, 1])
      expect((await read('member')).status).toBe(200)
      for (const [who, status, code] of [
        ['member', 404, 'not-found'],
        ['oneLocation', 403, 'location-forbidden'],
      ] as const) {
        expect((await read(who, clinic.elsewhereStudy)).body).toMatchObject({ code })
        const body = { studyID: clinic.elsewhereStudy, SafetyQuestions: complete, version: 0 }
        expect((await ask('saveSafetyQuestions', who, { body })).status).toBe(status)
      }
      const body = { studyID: clinic.elsewhereStudy, deskID: 'desk-0001', isLeaving: false }
      expect((await ask('touchSafetyPresence', 'oneLocation', { body })).status).toBe(403)
      expect((await ask('touchSafetyPresence', 'member', { body: { ...body, studyID } })).status).toBe(403)
    })

    describe('incomplete answers', () => {
      const draft = (answers: object, base: object = {}, who: AccountName = 'frontdesk', id = studyID) =>
        ask('saveSafetyDraft', who, { body: { studyID: id, SafetyQuestions: answers, base } })
      const noXRay = {
        'NonMedicalMetal.Eyes.Injury': 'yes',
        'NonMedicalMetal.Eyes.Removed': 'no',
        'Claustrophobic.Status': 'yes',
      }

      it('are shared by every workstation, counted on the study, and removed once the answers are saved', async () => {
        const kept = await draft(noXRay)
        expect(kept.status).toBe(200)
        expect(backOfficeRoutes.saveSafetyDraft.answer.parse(kept.body)).toEqual(kept.body)
        const summary = { answered: 2, stops: 1, notes: 1, isProhibited: false, by: 'Robin frontdesk' }
        expect(kept.body.study.safety).toMatchObject({ state: 'unanswered', red: 0, draft: summary })
        const seen = await read('admin')
        expect(seen.body).toMatchObject({ version: 0, draft: { SafetyQuestions: noXRay, by: 'Robin frontdesk' } })
        const changes = await ask('readChanges', 'frontdesk', { query: { locationID: clinic.home } })
        const change = changes.body.changes.findLast((each: { id: string }) => each.id === studyID)
        expect(change).toMatchObject({
          value: { safety: { draft: summary } },
          safety: { draft: { version: seen.body.draft.version } },
        })
        const saved = await save(complete, 0)
        expect(saved.body.record.draft).toBeNull()
        expect(saved.body.study.safety).toMatchObject({ state: 'complete', draft: null })
      })

      it('of two workstations are merged field by field, and nothing is overwritten unseen', async () => {
        await draft({ 'Allergies.Status': 'no', 'Medications.Current': 'no' })
        const other = await draft({ 'Allergies.Status': 'yes', 'GlucoseMonitor.Status': 'yes' }, {}, 'admin')
        expect(other.body.conflicts).toEqual(['Allergies.Status'])
        expect(other.body.record.draft.SafetyQuestions).toEqual({
          'Allergies.Status': 'no',
          'Medications.Current': 'no',
          'GlucoseMonitor.Status': 'yes',
        })
        const decided = await draft(
          { ...other.body.record.draft.SafetyQuestions, 'Allergies.Status': 'yes' },
          other.body.record.draft.SafetyQuestions,
          'frontdesk',
        )
        expect(decided.body.conflicts).toEqual([])
        expect(decided.body.record.draft).toMatchObject({
          by: 'Robin frontdesk',
          SafetyQuestions: { 'Allergies.Status': 'yes' },
        })
        const { version } = decided.body.record.draft
        const body = { studyID, SafetyQuestions: complete, version: 0, draftVersion: version - 1 }
        expect((await ask('saveSafetyQuestions', 'admin', { body })).body.code).toBe('stale')
        expect((await ask('saveSafetyQuestions', 'admin', { body: { ...body, draftVersion: version } })).status).toBe(
          200,
        )
      })

      it('are assessed for the appointment, and again when it is moved', async () => {
        const kept = await draft(surgeryOn('2026-11-20'))
        expect(kept.body.study.safety.draft.stops).toBe(1)
        const { study } = kept.body
        const { machineID, locationID, skuID } = { ...study.booking, ...study }
        const body = {
          studyID,
          version: study.version,
          locationID,
          skuID,
          machineID,
          utcStart: '2027-02-02T18:00:00Z',
          slotSelectionType: 'manual',
          holdEventID: null,
          override: null,
        }
        const moved = await ask('changeAppointmentTime', 'frontdesk', { body })
        expect(moved.body.safety?.draft?.stops, JSON.stringify(moved.body)).toBe(0)
      })

      it('are stored with a booking, can be discarded, and prevent the booking if they prohibit the scan', async () => {
        const booking = goodInputs.createTemporaryHoldBooking.body as Record<string, unknown>
        const { SafetyQuestions: _none, ...rest } = booking
        const body = { ...rest, utcStart: '2026-12-28T18:00:00Z', safetyDraft: { 'Allergies.Status': 'no' } }
        const booked = await ask('createBooking', 'frontdesk', { body })
        expect(booked.body.safety?.draft, JSON.stringify(booked.body)).toMatchObject({ answered: 1, stops: 0 })
        const id = booked.body.studyID
        expect((await read('frontdesk', id)).body.draft.SafetyQuestions).toEqual({ 'Allergies.Status': 'no' })
        const gone = await ask('discardSafetyDraft', 'frontdesk', { body: { studyID: id } })
        expect(backOfficeRoutes.discardSafetyDraft.answer.parse(gone.body)).toEqual(gone.body)
        expect([gone.body.record.draft, gone.body.study.safety.draft]).toEqual([null, null])
        const pacing = { ...body, utcStart: '2026-12-29T18:00:00Z', safetyDraft: pacemaker }
        expect((await ask('createBooking', 'frontdesk', { body: pacing })).body.code).toBe('scan-prohibited')
      })

      it('are limited to the locations of the user, hidden from members, and audited', async () => {
        await draft(noXRay)
        expect((await read('member')).body).toMatchObject({ version: 0, draft: null })
        const own = await ask('readStudy', 'member', { params: { studyId: studyID } })
        expect(own.body.safety.draft).toBeNull()
        const others = { studyID: clinic.elsewhereStudy, SafetyQuestions: noXRay, base: {} }
        expect((await ask('saveSafetyDraft', 'member', { body: others })).status).toBe(404)
        expect((await draft(noXRay, {}, 'oneLocation', clinic.elsewhereStudy)).status).toBe(403)
        const gone = { body: { studyID: clinic.elsewhereStudy } }
        expect((await ask('discardSafetyDraft', 'oneLocation', gone)).status).toBe(403)
        const rows = await office.db
          .selectFrom('audit')
          .select(['action', 'study_id'])
          .where('action', 'like', 'safety.draft-%')
          .execute()
        expect(rows).toContainEqual({ action: 'safety.draft-saved', study_id: studyID })
      })

      it('keep the answer that was saved first, however often another person sends a conflicting one', async () => {
        await draft({ 'Allergies.Status': 'yes' }, {}, 'admin')
        const mine = { 'Allergies.Status': 'no', 'Medications.Current': 'no' }
        for (const more of [{}, { 'GlucoseMonitor.Status': 'yes' }, {}]) {
          const again = await draft({ ...mine, ...more }, {}, 'frontdesk')
          expect(again.body.conflicts).toEqual(['Allergies.Status'])
          expect(again.body.record.draft.SafetyQuestions).toMatchObject({ 'Allergies.Status': 'yes' })
        }
      })

      it('of another person stay until a save names the version of that draft', async () => {
        await draft(noXRay, {}, 'admin')
        const unseen = await save(complete, 0)
        expect(unseen.status).toBe(200)
        expect(unseen.body.study.safety).toMatchObject({ state: 'complete', draft: { stops: 1 } })
        const { version } = unseen.body.record.draft
        const body = { studyID, SafetyQuestions: complete, version: 1, draftVersion: version }
        expect((await ask('saveSafetyQuestions', 'frontdesk', { body })).body.record.draft).toBeNull()
      })

      it('keep a date while it is typed again', async () => {
        const whole = surgeryOn('2026-11-20')
        await draft(whole)
        const typing = await draft({ ...whole, 'Surgery.Date': '2026-1' }, whole)
        expect(typing.body.record.draft.SafetyQuestions).toMatchObject({ 'Surgery.Date': '2026-11-20' })
        expect(typing.body.study.safety.draft.stops).toBe(1)
        const { 'Surgery.Date': _date, ...cleared } = whole as Record<string, unknown>
        const gone = await draft(cleared, whole)
        expect(gone.body.record.draft.SafetyQuestions).not.toHaveProperty('Surgery.Date')
      })

      it('ignore half a date and values of a wrong type, and refuse an unknown field', async () => {
        const half = await draft({ ...surgeryOn('2026-11-20'), 'Surgery.Date': '2026-1' })
        expect(half.status).toBe(200)
        expect(half.body.record.draft.SafetyQuestions).not.toHaveProperty('Surgery.Date')
        const strange = await draft({ 'No.Question': 'yes' })
        expect([strange.status, strange.body.code]).toEqual([400, 'invalid-input'])
        const shapes: readonly object[] = [
          { 'Allergies.Status': 7 },
          { 'Allergies.Status': ['x'] },
          { 'Surgery.Date': {} },
        ]
        for (const shape of shapes) expect((await draft(shape)).status).toBe(200)
      })
    })

    it('allows a sign-off only to nurse practitioners, radiologists and administrators', async () => {
      await save(completeAnswers('female', surgeryOn('2026-11-20')), 0)
      const signOff = (who: AccountName) => ask('signOffSafety', who, { body: { studyID, version: 1, reason: 'seen' } })
      const withdraw = (who: AccountName) => ask('withdrawSafetySignOff', who, { body: { studyID, reason: 'unseen' } })
      for (const who of ['frontdesk', 'sales', 'hi', 'reportQC', 'qa', 'dev', 'oneLocation', 'member'] as const) {
        expect((await signOff(who)).body.code, who).toBe('insufficient-permissions')
        expect((await withdraw(who)).body.code, who).toBe('insufficient-permissions')
      }
      for (const who of ['np', 'radiologist', 'admin'] as const) {
        const signed = await signOff(who)
        expect(backOfficeRoutes.signOffSafety.answer.parse(signed.body)).toEqual(signed.body)
        expect(signed.body.study.safety.signOff.by).toBe(`Robin ${who}`)
        expect((await withdraw(who)).body.study.safety.signOff).toBeNull()
      }
    })

    it('signs off and checks in once per key', async () => {
      await save(completeAnswers('female', surgeryOn('2026-11-20')), 0)
      const input = { body: { studyID, version: 1, reason: 'seen' } }
      const answers = []
      for (let n = 0; n < 3; n += 1) answers.push(await ask('signOffSafety', 'np', input, `once-${studyID}`))
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect((await read()).body.signOffs).toHaveLength(1)
      // The other studies of this suite have the same member, and some of them have stops.
      const checkIn = { params: { studyId: studyID }, body: { checkin: true, settleReason: 'looked at' } }
      const first = await ask('updateStudyStatus', 'frontdesk', checkIn, `in-${studyID}`)
      expect(first.body.status).toMatchObject({ checkin: true, checkinBy: 'Robin frontdesk' })
      expect((await ask('updateStudyStatus', 'frontdesk', checkIn, `in-${studyID}`)).body).toEqual(first.body)
      expect((await ask('updateStudyStatus', 'frontdesk', checkIn)).body).toEqual(first.body)
    })

    it('accepts one of two concurrent saves, over the wire too', async () => {
      const answers = await Promise.all(['a', 'b'].map((ReasonForVisit) => save({ ...complete, ReasonForVisit }, 0)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const lost = answers.find(({ status }) => status === 409)
      expect(lost?.body).toMatchObject({ code: 'stale', details: { currentVersion: 1 } })
    })

    it('refuses a pacemaker before anything is stored, in the notice’s own words', async () => {
      const body = {
        ...(goodInputs.createBooking.body as object),
        utcStart: '2026-12-20T18:00:00Z',
        SafetyQuestions: completeAnswers('female', pacemaker),
      }
      const before = await office.db.selectFrom('machine_time').select('event_id').execute()
      const refused = await ask('createBooking', 'frontdesk', { body })
      expect([refused.status, refused.body]).toEqual([
        409,
        {
          code: 'scan-prohibited',
          message: 'We cannot screen anyone with a pacemaker even if it is marked as MRI safe.',
        },
      ])
      expect(await office.db.selectFrom('machine_time').select('event_id').execute()).toEqual(before)
    })

    it.each<[string, string, string | null]>([
      ['a prototype key', '{"__proto__":{"x":"y"}}', null],
      ['a constructor key', '{"constructor":"y"}', null],
      ['an unknown field', '{"toString":"y"}', 'toString'],
      ['a name of 300 characters', `{"${'x'.repeat(300)}":"y"}`, `SafetyQuestions.${'x'.repeat(64)}`],
      ['100 kB of text', `{"ReasonForVisit":"${'x'.repeat(100_000)}"}`, 'ReasonForVisit'],
      ['a NUL', '{"ReasonForVisit":"a\\u0000b"}', 'SafetyQuestions.ReasonForVisit'],
      ['a control character', '{"ReasonForVisit":"a\\u0007b"}', 'ReasonForVisit'],
      ['half a surrogate pair', '{"ReasonForVisit":"\\ud83d"}', 'SafetyQuestions.ReasonForVisit'],
      ['a number', '{"ReasonForVisit":1}', 'ReasonForVisit'],
      ['a list of lists', '{"MedicalMetal.Heart.Type":[["Stent"]]}', 'MedicalMetal.Heart.Type'],
      ['a wrong option', '{"MedicalMetal.Heart.Type":["Stent","Bolt"]}', 'MedicalMetal.Heart.Type'],
      ['a vaccine next year', '{"COVIDVaccine.Recent":"2027-01-01"}', 'COVIDVaccine.Recent'],
      ['a list of answers', '[]', 'SafetyQuestions'],
    ])('refuses %s as 400 and keeps the stored answers', async (_what, answers, field) => {
      await save(complete, 0)
      const answer = await office.send('POST', '/api/booking/safety-questions', {
        token: await office.signIn('frontdesk'),
        body: `{"studyID":"${studyID}","version":1,"SafetyQuestions":${answers}}`,
      })
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid-input'])
      if (field !== null) expect(Object.keys(answer.body.details.fields)).toEqual([field])
      expect((await read()).body).toMatchObject({ version: 1, SafetyQuestions: complete })
    })

    it('writes record, study, log and audit row together or not at all', async () => {
      const before = (await ask('readStudy', 'frontdesk', { params: { studyId: studyID } })).body
      await office.db.schema.alterTable('audit').renameTo('audit_away').execute()
      const failed = await save(complete, 0)
      await office.db.schema.alterTable('audit_away').renameTo('audit').execute()
      expect([failed.status, failed.body.code]).toEqual([500, 'unexpected'])
      expect(office.errors.splice(0)).toHaveLength(1)
      expect((await read()).body).toMatchObject({ version: 0, revisions: [] })
      expect((await ask('readStudy', 'frontdesk', { params: { studyId: studyID } })).body).toEqual(before)
    })

    it('leaves an audit row for every view, change and refusal, in an intact chain', async () => {
      await read()
      await save(complete, 0)
      await save({ ...complete, ReasonForVisit: 'x' }, 0)
      await save(completeAnswers('female', surgeryOn('2026-11-20')), 1)
      await ask('signOffSafety', 'frontdesk', { body: { studyID, version: 2, reason: 'x' } })
      await ask('signOffSafety', 'np', { body: { studyID, version: 2, reason: 'x' } })
      await ask('withdrawSafetySignOff', 'np', { body: { studyID, reason: 'x' } })
      await ask('updateStudyStatus', 'frontdesk', { params: { studyId: studyID }, body: { checkin: true } })
      await ask('updatePrescriptionStatus', 'np', { params: { studyId: studyID }, body: { sedative: 'sent' } })
      const rows = await office.db
        .selectFrom('audit')
        .select(['action', 'user_id', 'member_id', 'outcome'])
        .where('study_id', '=', studyID)
        .orderBy('sequence')
        .execute()
      expect(rows.map((row) => [row.action, row.user_id, row.outcome])).toEqual([
        ['study.booked', 'u-frontdesk', 'ok'],
        ['safety.viewed', 'u-frontdesk', 'ok'],
        ['safety.changed', 'u-frontdesk', 'ok'],
        ['safety.changed', 'u-frontdesk', 'stale'],
        ['safety.changed', 'u-frontdesk', 'ok'],
        ['safety.signed-off', 'u-np', 'ok'],
        ['safety.sign-off-withdrawn', 'u-np', 'ok'],
        // The surgery is recent, and the sign-off was withdrawn.
        ['study.status-changed', 'u-frontdesk', 'act-not-allowed'],
        ['study.sedative-changed', 'u-np', 'ok'],
      ])
      expect(new Set(rows.map((row) => row.member_id))).toEqual(new Set([clinic.member]))
      const denied = await office.db
        .selectFrom('audit')
        .select('outcome')
        .where('action', '=', 'safety.signed-off')
        .where('user_id', '=', 'u-frontdesk')
        .execute()
      expect(new Set(denied.map((row) => row.outcome))).toEqual(new Set(['insufficient-permissions']))
      expect(await checkAuditChain(office.db)).toMatchObject({ ok: true })
    })

    it('names the earlier visit in the audit log when its answers are shown', async () => {
      await save(complete, 0)
      const { body } = await read()
      // The studies of earlier tests have earlier appointments, and some of them have answers.
      expect(body.lastVisit.studyID).not.toBe(studyID)
      const last = await office.db
        .selectFrom('audit')
        .select(['study_id', 'member_id'])
        .where('action', '=', 'safety.viewed')
        .orderBy('sequence', 'desc')
        .limit(2)
        .execute()
      expect(last.map((row) => row.study_id).sort()).toEqual([studyID, body.lastVisit.studyID].sort())
    })

    it('writes no typed text to any log', async () => {
      const secret = 'Xylophonamine'
      await save(completeAnswers('female', { 'Medications.Current': 'yes', 'Medications.Types': secret }), 0)
      const tables = [
        await office.db.selectFrom('study_log').selectAll().execute(),
        await office.db.selectFrom('audit').selectAll().execute(),
        await office.db.selectFrom('idempotency_key').selectAll().execute(),
      ]
      expect(JSON.stringify(tables)).not.toContain(secret)
      expect(JSON.stringify(tables[0])).toContain('Medications.Types')
    })

    it('returns the support phone number', async () => {
      expect((await office.call('health')).body.supportPhone).toBe('1-800-555-0100')
    })
  })
}
