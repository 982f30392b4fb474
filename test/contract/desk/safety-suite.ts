import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SlotHold } from '#domain/booking/machine-time.ts'
import type { Slot } from '#domain/booking/slot.ts'
import type { Answers } from '#domain/safety/question.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { nothingToReport } from '#test/fixtures/questionnaire/written-answers.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import {
  bookInput,
  codeOf,
  createSlotSource,
  draftOf,
  eyes,
  holdInput,
  locationID,
  moveInput,
  newMember,
  skuID,
} from './desk-work.ts'

const sedated: Answers = {
  ...nothingToReport,
  'Claustrophobic.Status': 'yes',
  'Claustrophobic.OralSedative': 'yes',
  'Claustrophobic.OralSedativePrescription': 'yes',
  'Prescription.PreferredPharmacyName': 'Quay Pharmacy',
  'Prescription.PatientHealthNumber': '9876543210',
}
const pacemaker: Answers = {
  ...nothingToReport,
  'MedicalMetal.Heart.Surgery': 'yes',
  'MedicalMetal.Heart.Type': ['Pacemaker'],
}

/** The contract that screens rely on for safety answers, stops and sign-offs. */
export const describeSafetyDesk = (name: string, start: StartDesks): void => {
  describe(`the safety service over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let nurse: Desk
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      nurse = desks.otherDesk
      await desk.signIn('frontdesk')
      await nurse.signIn('np')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { freeSlot } = createSlotSource(() => desk)
    const held = async (slot: Slot): Promise<SlotHold> => await desk.get('booking', 'holdSlot', holdInput(slot))
    const book = async (overrides: Record<string, unknown> = {}) => {
      const hold = await held(await freeSlot())
      const member = await newMember(desk, { firstname: 'Magnus', lastname: 'Berg', gender: 'male' })
      const reply = await desk.ask('booking', 'book', bookInput(hold, member.patientID, overrides))
      if (!reply.ok) await desk.get('booking', 'releaseHold', { hold })
      return reply
    }
    const booked = async (safetyAnswers: Answers | null = null): Promise<StudyID> => {
      const reply = await book({ safetyAnswers, settleReason: 'The nurse looks at it before the scan' })
      if (!reply.ok) throw new Error(JSON.stringify(reply.failure))
      return reply.value.studyID
    }
    const read = (studyID: StudyID, app = desk) => app.get('safety', 'read', { studyID })
    const save = (studyID: StudyID, answers: Answers, version: number, app = desk) =>
      app.ask('safety', 'save', { studyID, answers, version })
    const signInput = (studyID: StudyID, version = 1) => ({
      studyID,
      version,
      reason: 'X-ray of today seen',
      idempotencyKey: randomUUID(),
    })
    const checkIn = (studyID: StudyID, more: object = {}) =>
      desk.ask('study', 'mark', { studyID, act: 'checkin', value: true, idempotencyKey: randomUUID(), ...more })

    it('stores the answers of a booking', async () => {
      const { record, study } = await read(await booked(sedated))
      expect(record).toMatchObject({ SafetyQuestions: sedated, version: 1, savedBy: expect.any(String) })
      expect(record.revisions).toHaveLength(1)
      expect(study).toMatchObject({ safety: { state: 'complete', version: 1 }, sedative: { status: 'pending' } })
    })

    it('shows the questions of a new study as unanswered', async () => {
      const { record, study } = await read(await booked())
      expect(record).toMatchObject({ SafetyQuestions: {}, version: 0, savedBy: null, draft: null, signOffs: [] })
      expect(study.safety).toMatchObject({
        state: 'unanswered',
        version: 0,
        red: 0,
        isProhibited: false,
        signOff: null,
      })
    })

    it('refuses to book with answers that prohibit the scan, or with missing or invalid answers', async () => {
      const settleReason = 'The nurse looks at it'
      expect(await book({ safetyAnswers: pacemaker, settleReason })).toMatchObject({
        failure: { code: 'scan-prohibited', message: expect.stringContaining('pacemaker') },
      })
      const { ReasonType: _gone, ...lacking } = nothingToReport
      expect(await book({ safetyAnswers: lacking })).toMatchObject({
        failure: { code: 'missing-required-fields', details: { fields: { ReasonType: expect.any(String) } } },
      })
      expect(codeOf(await book({ safetyAnswers: { ...nothingToReport, 'Surgery.Recent': 'maybe' } }))).toBe(
        'invalid-input',
      )
    })

    it('requires a reason for a booking with an open stop, and stores the reason', async () => {
      expect(await book({ safetyAnswers: eyes })).toMatchObject({
        failure: { code: 'settle-reason-required', details: { fields: { settleReason: expect.any(String) } } },
      })
      const { record } = await read(await booked(eyes))
      expect(record.settleReasons).toMatchObject([{ kind: 'booked', reason: 'The nurse looks at it before the scan' }])
      const without = await read(await booked(nothingToReport))
      expect(without.record.settleReasons).toEqual([])
    })

    it('stores incomplete answers as a draft, and refuses to book if they already prohibit the scan', async () => {
      const safetyDraft = { 'MedicalMetal.Heart.Surgery': 'yes', 'MedicalMetal.Heart.Type': ['Pacemaker'] }
      expect(codeOf(await book({ safetyDraft }))).toBe('scan-prohibited')
      const reply = await book({ safetyDraft: { 'Surgery.Recent': 'no' } })
      if (!reply.ok) throw new Error(reply.failure.message)
      const { record, study } = await read(reply.value.studyID)
      expect(record).toMatchObject({ version: 0, SafetyQuestions: {} })
      expect(record.draft).toMatchObject({ SafetyQuestions: { 'Surgery.Recent': 'no' } })
      expect(study.safety).toMatchObject({ state: 'unanswered', draft: { answered: 1 } })
      const { record: after } = await desk.get('safety', 'discardDraft', { studyID: reply.value.studyID })
      expect(after.draft ?? null).toBeNull()
    })

    it('saves answers, clears those that no longer apply, and writes the health number to the member', async () => {
      const studyID = await booked()
      const first = await save(studyID, sedated, 0)
      expect(first).toMatchObject({
        value: { record: { version: 1 }, cleared: [], memberFailure: null, study: { sedative: { status: 'pending' } } },
      })
      expect((await read(studyID)).member.phn).toBe('9876543210')
      const second = await save(studyID, { ...sedated, 'Claustrophobic.Status': 'no' }, 1)
      if (!second.ok) throw new Error(second.failure.message)
      expect(second.value.record.SafetyQuestions).toEqual(nothingToReport)
      expect(second.value.cleared).toContain('Prescription.PatientHealthNumber')
      expect(second.value.study.sedative.status).toBe('not requested')
      expect(second.value.record.revisions.map(({ version }) => version)).toEqual([2, 1])
    })

    it('changes nothing when the same answers are saved again', async () => {
      const studyID = await booked(eyes)
      const again = await save(studyID, eyes, 1)
      expect(again).toMatchObject({ value: { record: { version: 1 } } })
      expect((await read(studyID)).record.revisions).toHaveLength(1)
    })

    it('refuses missing, invalid and stale answers', async () => {
      const studyID = await booked(eyes)
      const { ReasonType: _gone, ...lacking } = eyes
      expect(await save(studyID, lacking, 1)).toMatchObject({
        failure: { code: 'missing-required-fields', details: { fields: { ReasonType: expect.any(String) } } },
      })
      expect(codeOf(await save(studyID, { ...eyes, Nonsense: 'yes' }, 1))).toBe('invalid-input')
      expect(await save(studyID, nothingToReport, 0)).toMatchObject({
        failure: { code: 'stale', details: { currentVersion: 1 } },
      })
    })

    it('notifies the second workstation when the first saves answers, and overwrites nothing', async () => {
      const studyID = await booked()
      await read(studyID, nurse)
      await desk.get('safety', 'save', { studyID, answers: nothingToReport, version: 0 })
      expect(await save(studyID, eyes, 0, nurse)).toMatchObject({ failure: { code: 'stale' } })
      await nurse.until('the other desk is told', () =>
        nurse.eventsOf('booking.studyChanged').some((event) => event.studyID === studyID),
      )
      expect((await read(studyID, nurse)).record.SafetyQuestions).toEqual(nothingToReport)
    })

    it('shows who else has the questions open', async () => {
      const studyID = await booked()
      expect(await nurse.get('safety', 'present', { studyID, isLeaving: false })).toEqual({ others: [] })
      expect((await desk.get('safety', 'present', { studyID, isLeaving: false })).others).toHaveLength(1)
      await nurse.get('safety', 'present', { studyID, isLeaving: true })
      expect((await desk.get('safety', 'present', { studyID, isLeaving: false })).others).toEqual([])
    })

    it('accepts and withdraws a sign-off by a nurse, but not by the front desk', async () => {
      const studyID = await booked(eyes)
      expect(codeOf(await desk.ask('safety', 'signOff', signInput(studyID)))).toBe('insufficient-permissions')
      const input = signInput(studyID)
      const signed = await nurse.get('safety', 'signOff', input)
      expect(signed.study.safety).toMatchObject({ red: 1, signOff: { by: expect.any(String) } })
      expect((await nurse.get('safety', 'signOff', input)).record.signOffs).toHaveLength(1)
      expect((await desk.get('safety', 'makePdf', { studyID })).pages).toBeGreaterThan(0)
      const withdraw = () => ({ studyID, reason: 'Wrong member', idempotencyKey: randomUUID() })
      expect(codeOf(await desk.ask('safety', 'withdrawSignOff', withdraw()))).toBe('insufficient-permissions')
      const taken = await nurse.get('safety', 'withdrawSignOff', withdraw())
      expect(taken.study.safety.signOff).toBeNull()
      expect(codeOf(await nurse.ask('safety', 'withdrawSignOff', withdraw()))).toBe('nothing-to-sign-off')
    })

    it('refuses a sign-off if there are no stops, if the answers prohibit the scan, or if the answers are outdated', async () => {
      const nothing = await booked(nothingToReport)
      expect(codeOf(await nurse.ask('safety', 'signOff', signInput(nothing)))).toBe('nothing-to-sign-off')
      const forbidden = await booked()
      await desk.get('safety', 'save', { studyID: forbidden, answers: pacemaker, version: 0 })
      expect(codeOf(await nurse.ask('safety', 'signOff', signInput(forbidden)))).toBe('scan-prohibited')
      const open = await booked(eyes)
      expect(codeOf(await nurse.ask('safety', 'signOff', signInput(open, 7)))).toBe('stale')
      const elsewhen = { ...signInput(open), utcStart: '2020-01-01T00:00:00Z' as never }
      expect(codeOf(await nurse.ask('safety', 'signOff', elsewhen))).toBe('stale')
      expect(codeOf(await nurse.ask('safety', 'signOff', { ...signInput(open), reason: '…' }))).toBe('invalid-input')
    })

    it('replaces a sign-off with a newer one, and withdraws it when a covered stop changes', async () => {
      const studyID = await booked(eyes)
      await nurse.get('safety', 'signOff', signInput(studyID))
      const twice = await nurse.get('safety', 'signOff', signInput(studyID))
      expect(twice.record.signOffs.map(({ withdrawn }) => withdrawn === null)).toEqual([true, false])
      const changed = { ...eyes, 'NonMedicalMetal.Eyes.Injury': 'no' as const }
      const clean = await save(studyID, changed, 1)
      if (!clean.ok) throw new Error(clean.failure.message)
      expect(clean.value.study.safety).toMatchObject({ red: 0, signOff: null })
      expect(clean.value.record.signOffs.every(({ withdrawn }) => withdrawn !== null)).toBe(true)
    })

    it('refuses a check-in with an open stop, and allows it with a sign-off', async () => {
      const studyID = await booked(eyes)
      expect(codeOf(await checkIn(studyID))).toBe('act-not-allowed')
      await nurse.get('safety', 'signOff', signInput(studyID))
      expect(codeOf(await checkIn(studyID))).toBe('ok')
    })

    it('refuses a stale change of the sedative’s status, and a check-in after a pacemaker answer', async () => {
      const studyID = await booked(sedated)
      const { study } = await read(studyID)
      const status = { studyID, sedative: 'sent', version: study.version } as const
      expect((await desk.get('safety', 'setSedativeStatus', status)).sedative.status).toBe('sent')
      expect(codeOf(await desk.ask('safety', 'setSedativeStatus', { ...status, sedative: 'pending' }))).toBe('stale')
      const prohibited = await desk.get('safety', 'save', { studyID, answers: pacemaker, version: 1 })
      expect(prohibited.study.safety.isProhibited).toBe(true)
      expect(codeOf(await checkIn(studyID))).toBe('scan-prohibited')
      await desk.get('safety', 'save', { studyID, answers: nothingToReport, version: 2 })
      const key = { idempotencyKey: randomUUID() }
      const checkedIn = await checkIn(studyID, key)
      expect(checkedIn).toMatchObject({ value: { study: { status: { checkin: true } }, isWaiting: false } })
      expect(await checkIn(studyID, key)).toEqual(checkedIn)
    })

    it('moves a study with an open stop only if a reason is given', async () => {
      const studyID = await booked(eyes)
      const { study } = await read(studyID)
      const hold = await held(await freeSlot())
      expect(codeOf(await desk.ask('booking', 'reschedule', moveInput(study, hold)))).toBe('settle-reason-required')
      const settleReason = 'The nurse calls the member'
      await desk.get('booking', 'reschedule', moveInput(study, hold, { settleReason }))
      expect((await read(studyID)).record.settleReasons[0]).toMatchObject({ kind: 'moved', reason: settleReason })
    })

    it('refuses answers, a sign-off, a sedative status and a check-in for a cancelled study', async () => {
      const studyID = await booked(eyes)
      const cancellation = { cancellationReason: 'member-commute', cancellationDetail: 'Too far' } as const
      const cancelled = await desk.get('booking', 'cancel', { studyID, ...cancellation, idempotencyKey: randomUUID() })
      const { version } = cancelled
      const refusals = [
        await save(studyID, nothingToReport, 1),
        await nurse.ask('safety', 'signOff', signInput(studyID)),
        await desk.ask('safety', 'setSedativeStatus', { studyID, sedative: 'sent', version }),
        await checkIn(studyID),
      ]
      expect(refusals.map(codeOf)).toEqual(refusals.map(() => 'already-cancelled'))
    })

    it('shows a study to a person who is limited to its location, and refuses an unknown study', async () => {
      const single = await desks.openDesk()
      await single.signIn('onelocation')
      const studyID = await booked()
      expect(codeOf(await single.ask('safety', 'read', { studyID }))).toBe('ok')
      expect(codeOf(await single.ask('safety', 'read', { studyID: 's-none-1' as never }))).toBe('not-found')
    })

    it('allows a member to book from a referral, and to read and save their own answers', async () => {
      const screen = await desks.openDesk()
      expect(codeOf(await screen.ask('selfService', 'readSafety', { studyID: 's-1' as never }))).toBe('signed-out')
      const referral = { referrer: 'Dr. Ada Quill', safetyAnswers: nothingToReport }
      const hold = await screen.get('selfService', 'holdSlot', holdInput(await freeSlot()))
      const draft = draftOf({ gender: 'male' })
      const input = { draft, locationID, skuID, hold, referral, idempotencyKey: randomUUID() }
      const stop = { ...input, referral: { ...referral, safetyAnswers: eyes } }
      expect(codeOf(await screen.ask('selfService', 'signUpAndBook', stop))).toBe('settle-reason-required')
      const study = await screen.get('selfService', 'signUpAndBook', { ...input, idempotencyKey: randomUUID() })
      expect(study).toMatchObject({
        referralType: 'physician',
        referrer: 'Dr. Ada Quill',
        safety: { state: 'complete' },
      })
      const { studyID } = study
      const own = await screen.get('selfService', 'readSafety', { studyID })
      expect(own).toMatchObject({ record: { version: 1, SafetyQuestions: nothingToReport }, gender: 'male' })
      const saveOwn = (answers: Answers, version: number) =>
        screen.ask('selfService', 'saveSafety', { studyID, answers, version })
      expect(codeOf(await saveOwn({}, 1))).toBe('missing-required-fields')
      expect(codeOf(await saveOwn({ Nonsense: 'yes' }, 1))).toBe('invalid-input')
      expect(codeOf(await saveOwn(eyes, 0))).toBe('stale')
      expect(await saveOwn(eyes, 1)).toMatchObject({ ok: true, value: { record: { version: 2 }, cleared: [] } })
      expect(codeOf(await screen.ask('selfService', 'readSafety', { studyID: await booked() }))).toBe('not-found')
      expect(codeOf(await screen.ask('safety', 'read', { studyID }))).toBe('signed-out')
      // Staff at this screen get the whole record, not the member's view of it.
      await screen.signIn('frontdesk')
      const { record } = await read(studyID, screen)
      expect(record).toMatchObject({ version: 2, savedBy: expect.any(String) })
      expect(record.revisions.map(({ version }) => version)).toEqual([2, 1])
    })

    it('shows staff the answers that a member shared before a booking, and incomplete answers shared after the booking', async () => {
      const screen = await desks.openDesk()
      const draft = draftOf({ gender: 'male' })
      const safetyDraftID = randomUUID()
      const shared = { 'Surgery.Recent': 'no' } as const
      const share = () =>
        screen.ask('selfService', 'shareAnswers', { draft, locationID, answers: shared, safetyDraftID })
      expect(await share(), 'before the sign-up').toMatchObject({ value: { isShared: false } })
      const slot = await freeSlot()
      const lost = await screen.get('selfService', 'holdSlot', holdInput(slot))
      await screen.get('selfService', 'releaseHold', { hold: lost })
      const taken = await held({ ...slot, machines: [lost.machineID] })
      const send = (hold: SlotHold) =>
        screen.ask('selfService', 'signUpAndBook', {
          draft,
          locationID,
          skuID,
          hold,
          safetyDraftID,
          idempotencyKey: randomUUID(),
        })
      expect(codeOf(await send(lost))).toBe('slot-taken')
      expect(await share()).toMatchObject({ value: { isShared: true } })
      const member = await desk.until('the member is found', async () => {
        const { members } = await desk.get('members', 'search', { text: draft.email, limit: 1 })
        return members[0]
      })
      const drafts = async () => {
        const reply = await desk.get('safety', 'readBookingDrafts', { memberID: member.patientID, draftID: null })
        return reply.drafts
      }
      expect(await drafts()).toMatchObject([{ draftID: safetyDraftID, SafetyQuestions: shared, isByMember: true }])

      const reply = await send(await screen.get('selfService', 'holdSlot', holdInput(await freeSlot())))
      if (!reply.ok) throw new Error(reply.failure.message)
      const { studyID } = reply.value
      expect(await drafts(), 'after the booking').toEqual([])
      const answers = { 'Surgery.Recent': 'yes' } as const
      await screen.get('selfService', 'shareSafety', { studyID, answers, base: {} })
      expect((await read(studyID)).record).toMatchObject({
        version: 0,
        draft: { SafetyQuestions: answers, isByMember: true },
      })
      const foreign = { studyID: await booked(), answers, base: {} }
      expect(codeOf(await screen.ask('selfService', 'shareSafety', foreign))).toBe('not-found')
      await desk.get('booking', 'releaseHold', { hold: taken })
    })

    it('reads and prints answers without the back office, but writes none', async () => {
      const studyID = await booked(eyes)
      await desk.until('the workstation has the answers', async () => (await read(studyID)).record.version === 1)
      await desks.setLine(false)
      try {
        expect(await read(studyID)).toMatchObject({ source: 'cache', record: { SafetyQuestions: eyes } })
        expect((await desk.get('safety', 'makePdf', { studyID })).pages).toBeGreaterThan(0)
        const refusals = [
          await save(studyID, nothingToReport, 1),
          await desk.ask('safety', 'discardDraft', { studyID }),
          await nurse.ask('safety', 'signOff', signInput(studyID)),
          await nurse.ask('safety', 'withdrawSignOff', { studyID, reason: 'Wrong', idempotencyKey: randomUUID() }),
          await desk.ask('safety', 'setSedativeStatus', { studyID, sedative: 'sent', version: 1 }),
        ]
        expect(refusals.map(codeOf)).toEqual(refusals.map(() => 'offline'))
      } finally {
        await desks.setLine(true)
      }
    })
  })
}
