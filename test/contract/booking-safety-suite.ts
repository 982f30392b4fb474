import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sweepBookingSafetyDrafts } from '#back-office/booking/safety-draft.ts'
import { checkAuditChain } from '#back-office/kernel/check-audit-chain.ts'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import { bookingSafetyDraftDays } from '#domain/safety/booking-safety-draft.ts'
import {
  type AccountName,
  accounts,
  clinic,
  type Engine,
  type RunningBackOffice,
  runBackOffice,
} from '../builders/back-office.ts'
import { completeAnswers, pacemaker } from '../builders/complete-answers.ts'
import { goodInputs } from './back-office-bad-input.ts'

const begun = { 'Allergies.Status': 'no', 'Medications.Current': 'no' }

/** The contract of every back office for safety answers without a booking. */
export const describeBookingSafety = (engine: Engine): void => {
  describe.skipIf(engine.missing !== undefined)(`safety answers given before a booking, on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let keys = 0
    let booked = 0
    let draftID = ''
    beforeAll(async () => {
      office = await runBackOffice(engine)
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })
    beforeEach(async () => {
      await office.db.deleteFrom('safety_draft').where('study_id', 'is', null).execute()
      keys += 1
      draftID = `booking-draft-${keys}`
    })

    const ask = async (name: RouteName, who: AccountName, input: object, key?: string) => {
      keys += 1
      return office.call(name, input, { token: await office.signIn(who), key: key ?? `before-booking-${keys}` })
    }
    const save = (answers: object, who: AccountName = 'frontdesk', more: object = {}) =>
      ask('saveBookingSafetyDraft', who, {
        body: { draftID, patientID: clinic.member, locationID: clinic.home, SafetyQuestions: answers, ...more },
      })
    const read = (who: AccountName = 'admin', patientID: string = clinic.member) =>
      ask('readBookingSafetyDrafts', who, { query: { patientID } })
    const discard = (who: AccountName = 'frontdesk') =>
      ask('discardBookingSafetyDraft', who, { body: { draftID, patientID: clinic.member } })
    const book = (more: object, who: AccountName = 'frontdesk', key?: string) => {
      const { SafetyQuestions: _none, ...booking } = goodInputs.createTemporaryHoldBooking.body as Record<
        string,
        unknown
      >
      const day = String(1 + Math.floor(booked / 8)).padStart(2, '0')
      const utcStart = `2026-12-${day}T${16 + (booked % 8)}:00:00Z`
      booked += 1
      return ask('createBooking', who, { body: { ...booking, utcStart, safetyDraftID: draftID, ...more } }, key)
    }
    const answersOf = async (studyID: string) =>
      (await ask('readSafetyQuestions', 'frontdesk', { query: { studyID } })).body

    it('are shown to other workstations with author and time, and replaced as a whole', async () => {
      const saved = await save(begun)
      expect(saved.status).toBe(200)
      expect(backOfficeRoutes.saveBookingSafetyDraft.answer.parse(saved.body)).toEqual(saved.body)
      const seen = await read()
      expect(backOfficeRoutes.readBookingSafetyDrafts.answer.parse(seen.body)).toEqual(seen.body)
      expect(seen.body.drafts).toEqual([saved.body.draft])
      expect(seen.body.drafts).toMatchObject([
        { draftID, SafetyQuestions: begun, by: 'Robin frontdesk', isByMember: false, locationID: clinic.home },
      ])
      const { version } = saved.body.draft
      office.advance(60)
      expect((await save(begun)).body.draft).toEqual(saved.body.draft)
      const later = await save({ 'Allergies.Status': 'no' })
      expect(later.body.draft.SafetyQuestions).toEqual({ 'Allergies.Status': 'no' })
      expect(later.body.draft.version).toBeGreaterThan(version)
      expect((await save({})).body).toEqual({ draft: null })
      expect((await read()).body.drafts).toEqual([])
    })

    it('are stored without a half-typed value, and are refused with an unknown field', async () => {
      const typing = { 'Surgery.Recent': 'yes', 'Surgery.Date': '2026-1' }
      expect((await save(typing)).body.draft.SafetyQuestions).toEqual({ 'Surgery.Recent': 'yes' })
      expect((await save({ 'No.Such': 'yes' })).body).toMatchObject({ code: 'invalid-input' })
    })

    it('are one record for each booking draft, and only the author of the record may write it', async () => {
      await save(begun)
      expect((await save(begun, 'admin')).status).toBe(403)
      expect((await discard('admin')).status).toBe(403)
      expect((await save(pacemaker, 'admin', { draftID: `${draftID}-other` })).status).toBe(200)
      expect((await read()).body.drafts).toHaveLength(2)
      expect((await discard()).body).toEqual({ ok: true })
      expect((await discard()).body).toEqual({ ok: true })
      expect((await read()).body.drafts).toMatchObject([{ draftID: `${draftID}-other` }])
    })

    it('are limited to the locations of the reader and of the writer, and to existing members', async () => {
      const there = { locationID: clinic.elsewhere }
      expect((await save(begun, 'oneLocation', there)).body).toMatchObject({ code: 'location-forbidden' })
      await save(begun, 'frontdesk', there)
      expect((await read('oneLocation')).body.drafts).toEqual([])
      expect((await read('admin')).body.drafts).toHaveLength(1)
      expect((await read('admin', 'm-999999')).status).toBe(404)
      expect((await save(begun, 'frontdesk', { patientID: 'm-999999' })).status).toBe(404)
      expect((await save(begun, 'frontdesk', { locationID: 'us-ny-9' })).status).toBe(404)
    })

    it('given by a member are readable by staff only, and are marked as the member’s', async () => {
      const own = await save(begun, 'member')
      expect(own.body.draft).toMatchObject({ isByMember: true })
      expect((await save(begun, 'member', { patientID: clinic.otherMember })).status).toBe(403)
      expect((await read('member')).status).toBe(403)
      expect((await read()).body.drafts).toMatchObject([{ isByMember: true, SafetyQuestions: begun }])
    })

    it('become the study’s draft, with their author and time, once per key', async () => {
      const { body } = await save(begun)
      office.advance(600)
      const made = await book({ safetyDraft: begun }, 'frontdesk', `booking-key-${draftID}`)
      expect(made.body.safety.draft, JSON.stringify(made.body)).toMatchObject({
        answered: 2,
        by: 'Robin frontdesk',
        at: body.draft.at,
      })
      expect((await read()).body.drafts).toEqual([])
      expect((await answersOf(made.body.studyID)).draft).toMatchObject({ SafetyQuestions: begun, at: body.draft.at })
      await save(begun)
      booked -= 1
      const again = await book({ safetyDraft: begun }, 'frontdesk', `booking-key-${draftID}`)
      expect(again.body).toEqual(made.body)
      expect((await read()).body.drafts).toHaveLength(1)
    })

    it('become the draft of a booking sent without answers, and are removed by a booking with an empty draft', async () => {
      await save(begun)
      const { studyID } = (await book({})).body
      expect((await answersOf(studyID)).draft).toMatchObject({ SafetyQuestions: begun })
      await save(begun)
      const other = await book({ safetyDraft: {} })
      expect(other.body.safety.draft).toBeNull()
      expect((await read()).body.drafts).toEqual([])
    })

    it('are removed by a booking with complete answers, as are other users’ records if the study has all of their answers', async () => {
      const complete = completeAnswers('female')
      await save(begun)
      const overlap = Object.fromEntries(Object.entries(complete).slice(0, 3))
      await save(overlap, 'admin', { draftID: `${draftID}-taken` })
      await save(pacemaker, 'sales', { draftID: `${draftID}-kept` })
      const made = await book({ SafetyQuestions: complete })
      expect(made.body.safety).toMatchObject({ state: 'complete', draft: null })
      // A record with answers that the study lacks stays visible.
      expect((await read()).body.drafts).toMatchObject([{ draftID: `${draftID}-kept` }])
    })

    it('move to a temporary hold too, and are kept if they cause a booking to be refused', async () => {
      await save(pacemaker)
      expect((await book({})).body).toMatchObject({ code: 'scan-prohibited' })
      expect((await read()).body.drafts).toHaveLength(1)
      await save(begun)
      const { SafetyQuestions: _none, ...hold } = goodInputs.createTemporaryHoldBooking.body as Record<string, unknown>
      const body = { ...hold, utcStart: '2026-12-20T18:00:00Z', safetyDraftID: draftID }
      const held = await ask('createTemporaryHoldBooking', 'frontdesk', { body })
      expect(held.body.safety?.draft, JSON.stringify(held.body)).toMatchObject({ answered: 2 })
      expect((await read()).body.drafts).toEqual([])
    })

    it('of another user are not moved to the study, even if the booking names their draft ID', async () => {
      await save(begun)
      const made = await book({}, 'admin')
      expect(made.body.safety.draft).toBeNull()
      expect((await read()).body.drafts).toHaveLength(1)
    })

    it('are removed by the sweep more than 30 days after the last answer, with an audit row', async () => {
      const { body } = await save(begun)
      const context = { kind: office.kind, now: office.now() + bookingSafetyDraftDays * 86_400 }
      expect(await sweepBookingSafetyDrafts(office.db, context)).toBe(0)
      expect(await sweepBookingSafetyDrafts(office.db, { ...context, now: context.now + 1 })).toBe(1)
      expect((await read()).body.drafts).toEqual([])
      const rows = await office.db
        .selectFrom('audit')
        .select(['action', 'member_id', 'user_id', 'location_id'])
        .where('action', '=', 'safety.draft-expired')
        .execute()
      expect(rows).toEqual([
        { action: 'safety.draft-expired', member_id: clinic.member, user_id: null, location_id: clinic.home },
      ])
      expect(body.draft.at).not.toBeNull()
      expect(await checkAuditChain(office.db)).toMatchObject({ ok: true })
    })

    it('leave an audit row for every view and change, and no answer in any log', async () => {
      await office.db.deleteFrom('safety_draft').where('study_id', 'is', null).execute()
      const secret = 'Xylophonamine'
      await save({ 'Medications.Current': 'yes', 'Medications.Types': secret })
      await read()
      await discard()
      const rows = await office.db
        .selectFrom('audit')
        .select(['action', 'user_id', 'member_id', 'outcome'])
        .where('action', 'like', 'safety.draft-%')
        .orderBy('sequence', 'desc')
        .limit(3)
        .execute()
      const of = (action: string, who: AccountName) => ({
        action,
        user_id: `u-${accounts[who].email.split('@')[0]}`,
        member_id: clinic.member,
        outcome: 'ok',
      })
      expect(rows).toEqual([
        of('safety.draft-discarded', 'frontdesk'),
        of('safety.draft-viewed', 'admin'),
        of('safety.draft-saved', 'frontdesk'),
      ])
      const tables = [
        await office.db.selectFrom('study_log').selectAll().execute(),
        await office.db.selectFrom('audit').selectAll().execute(),
        await office.db.selectFrom('idempotency_key').selectAll().execute(),
      ]
      expect(JSON.stringify(tables)).not.toContain(secret)
    })

    it('given by a member for a booked study are marked as the member’s until staff add an answer', async () => {
      const { studyID } = (await book({ safetyDraft: {} })).body
      const share = (answers: object, base: object, who: AccountName = 'member') =>
        ask('saveSafetyDraft', who, { body: { studyID, SafetyQuestions: answers, base } })
      const shared = await share(begun, {})
      expect(shared.status, JSON.stringify(shared.body)).toBe(200)
      expect(shared.body.study.safety.draft).toBeNull()
      expect(shared.body.record.draft).toMatchObject({ SafetyQuestions: begun, isByMember: true })
      expect((await answersOf(studyID)).draft).toMatchObject({ isByMember: true, SafetyQuestions: begun })
      // Staff add an answer, so the draft is no longer the member's alone, and the member cannot read it.
      await share({ ...begun, 'GlucoseMonitor.Status': 'yes' }, begun, 'frontdesk')
      const own = await ask('readSafetyQuestions', 'member', { query: { studyID } })
      expect(own.body.draft).toBeNull()
      const more = await share({ ...begun, 'GlucoseMonitor.Status': 'no' }, begun)
      expect([more.status, more.body.conflicts, more.body.record.draft]).toEqual([200, [], null])
      expect((await answersOf(studyID)).draft.SafetyQuestions).toMatchObject({ 'GlucoseMonitor.Status': 'yes' })
    })
  })
}
