import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Location } from '#domain/locations/location.ts'
import type { Study } from '#domain/study/study.ts'
import type { StudyAct } from '#domain/study/study-acts.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { nothingToReport } from '#test/fixtures/questionnaire/written-answers.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import {
  bookInput,
  codeOf,
  createBookings,
  eyes,
  holdInput,
  monday,
  moveInput,
  newMember,
  skuID,
  slotsOf,
} from './desk-work.ts'

const cancellation = { cancellationReason: 'member-commute', cancellationDetail: 'Too far' } as const
const freeActs = ['consent', 'researchConsent', 'urgent', 'sensitive', 'prioritized', 'reminded', 'referred'] as const
const aFeedback = { prescan: 5, checkin: 4, mri: 3, radiology: null, experience: 5, recommend: 5, feedback: 'Calm.' }
const aPrescription = { prescriber: 'Kit Lowell', medicine: 'Demosedan', directions: 'One', quantity: 'Two' }
const prescribed = { version: 1, prescription: aPrescription }
const groundless = [
  'scanned',
  'patientReportNotification',
  'providerReportNotification',
  'feedbackAmplificationDone',
  'feedbackAmplificationDenied',
] as const

/** The contract that screens rely on for acts on a study: permissions, and which acts wait offline. */
export const describeStudyDesk = (name: string, start: StartDesks): void => {
  describe(`the study service over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let otherDesk: Desk
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      otherDesk = desks.otherDesk
      // Both users sign in to this workstation once, so that they can later sign in to it without the back office.
      await desk.signIn('sales')
      await desk.signIn('frontdesk')
      await otherDesk.signIn('admin')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { booked, freeSlot } = createBookings(() => desk, 1, { firstname: 'Magnus', lastname: 'Berg' })
    const mark = (studyID: StudyID, act: StudyAct, value = true, more: object = {}, app = desk) =>
      app.ask('study', 'mark', { studyID, act, value, idempotencyKey: randomUUID(), ...more })
    const page = async (studyID: StudyID, app = desk): Promise<Study> =>
      (await app.get('study', 'read', { studyID })).study
    const log = (studyID: StudyID, app = desk) => app.get('study', 'readLog', { studyID })
    const noteOf = (studyID: StudyID, content: string) => ({
      studyID,
      category: 'Front desk',
      content,
      idempotencyKey: randomUUID(),
    })
    const waiting = (app = desk) => app.get('study', 'waiting', {})

    it('reads a study with its member and location, and refuses an unknown study', async () => {
      const { studyID, patientID } = await booked()
      const view = await desk.get('study', 'read', { studyID })
      expect(view).toMatchObject({
        study: { studyID },
        member: { patientID },
        location: { locationID: 'ca-bc-1' },
        practitioners: [],
        waiting: [],
      })
      const nowhere = 's-none-1' as StudyID
      const refusals = [
        await desk.ask('study', 'read', { studyID: nowhere }),
        await desk.ask('study', 'readLog', { studyID: nowhere }),
        await mark(nowhere, 'urgent'),
        await mark(nowhere, 'checkin'),
        await desk.ask('study', 'addNote', noteOf(nowhere, 'Hello')),
        await desk.ask('study', 'markConsult', { studyID: nowhere, act: 'request', idempotencyKey: randomUUID() }),
      ]
      expect(refusals.map(codeOf)).toEqual(refusals.map(() => 'not-found'))
    })

    it('sets each act with its time and person, and undoes it', async () => {
      const { studyID } = await booked()
      for (const act of freeActs) {
        const set = await mark(studyID, act)
        const by = { [act]: true, [`${act}By`]: expect.any(String), [`${act}Time`]: expect.any(String) }
        expect(set, act).toMatchObject({ value: { study: { status: by }, isWaiting: false } })
        const back = await mark(studyID, act, false)
        expect(back, act).toMatchObject({ value: { study: { status: { [act]: false } } } })
      }
    })

    it('increments the version for a new act, and changes nothing when the act is repeated', async () => {
      const { studyID, version } = await booked()
      const set = await mark(studyID, 'urgent')
      if (!set.ok) throw new Error(set.failure.message)
      expect(set.value.study.version).toBe(version + 1)
      const again = await mark(studyID, 'urgent')
      expect(again).toMatchObject({ value: { study: { version: version + 1 } } })
    })

    it('refuses an act whose prerequisites are missing', async () => {
      const { studyID } = await booked()
      for (const act of groundless) expect(codeOf(await mark(studyID, act)), act).toBe('act-not-allowed')
    })

    it('marks a scan only when all open points are confirmed, and refuses later changes of check-in and booking', async () => {
      const study = await booked()
      const { studyID } = study
      expect(codeOf(await mark(studyID, 'checkin'))).toBe('ok')
      const open = await mark(studyID, 'scanned')
      expect(open).toMatchObject({ failure: { code: 'scan-not-confirmed' } })
      const fields = open.ok ? {} : (open.failure.details?.fields ?? {})
      expect(Object.keys(fields).sort()).toEqual(['early', 'no-consent', 'unpaid'])
      expect(codeOf(await mark(studyID, 'scanned', true, { confirmed: ['early'] }))).toBe('scan-not-confirmed')
      const confirmed = ['early', 'no-consent', 'unpaid']
      const scanned = await mark(studyID, 'scanned', true, { confirmed })
      if (!scanned.ok) throw new Error(scanned.failure.message)
      expect(codeOf(await mark(studyID, 'checkin', false))).toBe('act-not-allowed')
      const key = { idempotencyKey: randomUUID() }
      expect(codeOf(await desk.ask('booking', 'cancel', { studyID, ...cancellation, ...key }))).toBe(
        'study-not-bookable',
      )
      const hold = await desk.get('booking', 'holdSlot', holdInput(await freeSlot()))
      expect(codeOf(await desk.ask('booking', 'reschedule', moveInput(scanned.value.study, hold)))).toBe(
        'study-not-bookable',
      )
      await desk.get('booking', 'releaseHold', { hold })
      expect(codeOf(await mark(studyID, 'scanned', false))).toBe('ok')
    })

    it('refuses check-in, scan, reminder, referral and consent of a cancelled study', async () => {
      const { studyID } = await booked()
      await desk.get('booking', 'cancel', { studyID, ...cancellation, idempotencyKey: randomUUID() })
      for (const act of ['checkin', 'scanned', 'reminded', 'referred', 'consent'] as const) {
        expect(codeOf(await mark(studyID, act)), act).toBe('already-cancelled')
      }
      expect(codeOf(await mark(studyID, 'urgent'))).toBe('ok')
    })

    it('marks an act once under a key', async () => {
      const { studyID } = await booked()
      const key = { idempotencyKey: randomUUID() }
      expect(codeOf(await mark(studyID, 'urgent', true, key))).toBe('ok')
      expect(codeOf(await mark(studyID, 'urgent', false))).toBe('ok')
      expect(codeOf(await mark(studyID, 'urgent', true, key))).toBe('ok')
      expect((await page(studyID)).status.urgent).toBe(false)
    })

    it('writes a note only once and in the name of its author, and notifies the other workstation', async () => {
      const { studyID } = await booked()
      await otherDesk.until(
        'the other desk knows the study',
        async () => (await otherDesk.ask('study', 'read', { studyID })).ok,
      )
      const linesBefore = (await log(studyID)).length
      const told = () => otherDesk.eventsOf('booking.studyChanged').filter((event) => event.studyID === studyID).length
      const before = told()
      const note = noteOf(studyID, 'Waits in the car')
      expect((await desk.get('study', 'addNote', note)).isWaiting).toBe(false)
      expect((await desk.get('study', 'addNote', note)).isWaiting).toBe(false)
      await otherDesk.until('the other desk is told', () => told() > before)
      const lines = (await log(studyID, otherDesk)).slice(linesBefore)
      expect(lines).toMatchObject([{ category: 'Front desk', content: 'Waits in the car', by: expect.any(String) }])
    })

    it('leaves a line in the log for each act and each undo', async () => {
      const { studyID } = await booked()
      const before = (await log(studyID)).length
      await mark(studyID, 'checkin')
      await mark(studyID, 'urgent')
      await mark(studyID, 'urgent', false)
      expect((await log(studyID)).length - before).toBe(3)
    })

    it('records whether the sedative was taken, but refuses this to sales', async () => {
      const { studyID } = await booked()
      const input = { studyID, prescriptionTaken: true }
      expect(codeOf(await otherDesk.ask('study', 'setPrescriptionTaken', input))).toBe('ok')
      const sales = await desks.openDesk()
      await sales.signIn('sales')
      expect(codeOf(await sales.ask('study', 'setPrescriptionTaken', input))).toBe('insufficient-permissions')
      const taken = await desk.get('study', 'setPrescriptionTaken', { ...input, prescriptionTaken: false })
      expect(taken.sedativeTaken).toBe('No Sedative Taken')
    })

    it('allows only report QA to confirm the body composition, and only for a scan type that includes it', async () => {
      const { studyID } = await booked()
      expect(codeOf(await desk.ask('study', 'confirmBodyCompositionQC', { studyID }))).toBe('insufficient-permissions')
      const qc = await desks.openDesk()
      await qc.signIn('reportqc')
      expect(codeOf(await qc.ask('study', 'confirmBodyCompositionQC', { studyID }))).toBe('act-not-allowed')
    })

    it('opens only the pages of the scheduling service that the account and the study allow', async () => {
      const { studyID } = await booked()
      const open = (purpose: 'schedule' | 'preferred' | 'reschedule' | 'cancel') =>
        desk.ask('study', 'openScheduler', { studyID, purpose })
      expect(codeOf(await open('schedule'))).toBe('ok')
      expect(codeOf(await open('preferred'))).toBe('insufficient-permissions')
      expect(codeOf(await open('reschedule'))).toBe('act-not-allowed')
      expect(codeOf(await open('cancel'))).toBe('act-not-allowed')
    })

    it('requests and withdraws a consult, and refuses both completion marks before the consult is booked', async () => {
      const { studyID } = await booked()
      const consult = (act: 'request' | 'withdraw' | 'complete' | 'not-complete') =>
        desk.ask('study', 'markConsult', { studyID, act, idempotencyKey: randomUUID() })
      const codes = []
      for (const act of ['withdraw', 'complete', 'not-complete', 'request', 'request', 'withdraw'] as const) {
        codes.push(`${act} ${codeOf(await consult(act))}`)
      }
      expect(codes).toEqual([
        'withdraw ok',
        'complete act-not-allowed',
        'not-complete act-not-allowed',
        'request ok',
        'request ok',
        'withdraw ok',
      ])
      const study = await page(studyID)
      expect(study.details.consulting.requestedStatus).toBe('not requested')
    })

    it('changes reason and practitioners under an optimistic lock, but saving an unchanged reason adds no version', async () => {
      const study = await booked()
      const { studyID, version } = study
      const reason = { studyID, version, reasonForScan: 'Family history' }
      const written = await desk.get('study', 'setReasonForScan', reason)
      expect(written.details.reasonForScan).toBe('Family history')
      expect(await desk.ask('study', 'setReasonForScan', { ...reason, reasonForScan: 'Other' })).toMatchObject({
        failure: { code: 'stale', details: { currentVersion: written.version } },
      })
      expect((await desk.get('study', 'setReasonForScan', reason)).version).toBe(written.version)
      const [known] = await desk.get('study', 'searchPractitioners', { text: '' })
      if (known === undefined) throw new Error('The directory is empty')
      const practitioners = { primary: { practitionerID: known.id, locationID: null }, referring: null, additional: [] }
      const named = { studyID, version, practitioners }
      expect(codeOf(await desk.ask('study', 'changePractitioners', named))).toBe('stale')
      const stranger = { ...practitioners, primary: { practitionerID: 'pr-none' as never, locationID: null } }
      const current = { studyID, version: written.version }
      expect(codeOf(await desk.ask('study', 'changePractitioners', { ...current, practitioners: stranger }))).toBe(
        'invalid-input',
      )
      await desk.get('study', 'changePractitioners', { ...current, practitioners })
      expect((await desk.get('study', 'read', { studyID })).practitioners).toMatchObject([{ id: known.id }])
    })

    it('writes a front-desk note under a separate optimistic lock, and shows it in the list of the day', async () => {
      const study = await booked()
      const { studyID } = study
      const write = (note: string, from: string) => desk.ask('study', 'writeFrontDeskNote', { studyID, note, from })
      expect(codeOf(await write('  Arrives with a walker ', ''))).toBe('ok')
      expect(codeOf(await write('Interpreter', ''))).toBe('stale')
      expect(codeOf(await write('Arrives with a walker', ''))).toBe('ok')
      const date = study.booking?.wallTime.slice(0, 10) as never
      const day = await desk.get('booking', 'readDay', { locationID: study.locationID, date })
      const entry = day.entries.find((one) => one.study?.studyID === studyID)
      expect(entry?.study?.details.frontDeskNote).toBe('Arrives with a walker')
      expect(entry?.member?.phone_number).toMatch(/\d/)
      const from = { locationID: study.locationID, from: date }
      expect(await desk.get('booking', 'findNextDay', from)).toMatchObject({ date })
      expect(codeOf(await write('', 'Arrives with a walker'))).toBe('ok')
      expect((await desk.get('study', 'read', { studyID })).study.details.frontDeskNote).toBe('')
    })

    it('queues a message only once, and refuses a message that must not be sent', async () => {
      const { studyID, patientID } = await booked()
      const { email } = await desk.get('members', 'read', { memberID: patientID })
      await desk.get('study', 'confirmMemberEmail', { studyID, email })
      const key = randomUUID()
      const sent = await desk.get('study', 'resendConfirmation', { studyID, idempotencyKey: key })
      expect(sent.job).toMatchObject({ kind: 'message', studyID, jobID: key })
      await desk.get('study', 'resendConfirmation', { studyID, idempotencyKey: key })
      const mine = (await desk.get('jobs', 'list', {})).jobs.filter((job) => job.studyID === studyID)
      expect(mine).toHaveLength(1)
      const feedback = (message: 'reminder' | 'amplification') =>
        desk.ask('study', 'resendFeedback', { studyID, message, idempotencyKey: randomUUID() })
      expect(codeOf(await feedback('reminder'))).toBe('act-not-allowed')
      expect(codeOf(await feedback('amplification'))).toBe('act-not-allowed')
      const off = { studyID, customerEmailAvailable: false, invoiceAvailable: true }
      // The queued message sets a flag of the study when it is sent, so the version may become stale.
      await desk.until('messages are suppressed', async () => {
        const { version } = await page(studyID)
        return (await desk.ask('payments', 'setSuppression', { ...off, version })).ok
      })
      expect(codeOf(await desk.ask('study', 'resendConfirmation', { studyID, idempotencyKey: randomUUID() }))).toBe(
        'act-not-allowed',
      )
    })

    it('records the feedback of a scanned member, and corrects it under an optimistic lock', async () => {
      const { studyID, version } = await booked()
      const record = (feedback: object, at: number) =>
        desk.ask('study', 'recordFeedback', { studyID, version: at, feedback: feedback as typeof aFeedback })
      expect(codeOf(await record(aFeedback, version))).toBe('act-not-allowed')
      await mark(studyID, 'checkin')
      await mark(studyID, 'scanned', true, { confirmed: ['early', 'unpaid', 'no-consent'] })
      const before = await page(studyID)
      expect(codeOf(await record({ ...aFeedback, feedback: 'x'.repeat(4001) }, before.version))).toBe('invalid-input')
      const empty = { prescan: null, checkin: null, mri: null, experience: null, recommend: null, feedback: ' ' }
      expect(codeOf(await record({ ...aFeedback, ...empty }, before.version))).toBe('invalid-input')
      expect(codeOf(await record(aFeedback, before.version))).toBe('ok')
      const first = await page(studyID, otherDesk)
      expect(first.details.feedback).toEqual(aFeedback)
      expect(first.status).toMatchObject({ feedbackReceived: true, feedbackReceivedBy: expect.any(String) })
      const corrected = { ...aFeedback, mri: 4 }
      expect(codeOf(await record(corrected, before.version))).toBe('stale')
      expect(codeOf(await record(corrected, first.version))).toBe('ok')
      // The same feedback again changes nothing, even with a stale version.
      expect(codeOf(await record(corrected, first.version))).toBe('ok')
      expect((await page(studyID)).version).toBe(first.version + 1)
      await mark(studyID, 'feedbackAmplificationDone')
      expect(codeOf(await record(aFeedback, first.version + 2))).toBe('act-not-allowed')
    })

    it('marks a consent with the text in force, or with another text of the location', async () => {
      const { studyID } = await booked()
      const [inForce] = await desk.get('study', 'readConsentTexts', { studyID })
      if (inForce === undefined) throw new Error('This location has no consent text')
      const { textID, scope, version } = inForce
      await mark(studyID, 'consent')
      expect((await page(studyID, otherDesk)).details.consentText).toEqual({ textID, scope, version })
      await mark(studyID, 'consent', false)
      expect((await page(studyID)).details.consentText).toBeNull()
      expect(codeOf(await mark(studyID, 'consent', true, { consentTextID: 'standard' }))).toBe('ok')
      expect((await page(studyID)).details.consentText?.version).toBe(0)
      expect(codeOf(await mark(studyID, 'urgent', true, { consentTextID: 'standard' }))).toBe('invalid-input')
    })

    it('records the prescription of a requested sedative, for prescribers only and under an optimistic lock', async () => {
      const { studyID, version } = await booked()
      const np = await desks.openDesk()
      await np.signIn('np')
      const record = (at: number, more: object = {}, app: Desk = np) =>
        app.ask('study', 'recordPrescription', { studyID, version: at, prescription: { ...aPrescription, ...more } })
      expect(codeOf(await record(version))).toBe('act-not-allowed')
      const status = { studyID, sedative: 'pending', version } as const
      const pending = await desk.get('safety', 'setSedativeStatus', status)
      expect(codeOf(await record(pending.version, {}, desk))).toBe('insufficient-permissions')
      expect(codeOf(await record(pending.version, { medicine: ' ' }))).toBe('invalid-input')
      expect(codeOf(await record(pending.version))).toBe('ok')
      expect((await page(studyID, otherDesk)).sedative).toMatchObject({
        status: 'prescribed',
        prescription: { ...aPrescription, recordedBy: expect.any(String) },
      })
      expect(codeOf(await record(pending.version, { quantity: 'One' }))).toBe('stale')
      // The same prescription again changes nothing, even with a stale version.
      expect(codeOf(await record(pending.version))).toBe('ok')
    })

    it('assigns a scanned study to a radiologist, unless the assignment changed meanwhile', async () => {
      const { studyID } = await booked()
      const assign = (to: string | null, from: string | null, app = otherDesk) =>
        app.ask('study', 'assignStudy', { studyID, to, from })
      const [one] = await otherDesk.get('study', 'readRadiologists', { studyID })
      if (one === undefined) throw new Error('This location has no radiologist')
      expect(codeOf(await assign(one.userID, null))).toBe('act-not-allowed')
      await mark(studyID, 'checkin')
      await mark(studyID, 'scanned', true, { confirmed: ['early', 'unpaid', 'no-consent'] })
      expect(codeOf(await assign(one.userID, null, desk))).toBe('insufficient-permissions')
      expect(codeOf(await assign('u-none', null))).toBe('act-not-allowed')
      expect(codeOf(await assign(one.userID, null))).toBe('ok')
      expect((await page(studyID)).status).toMatchObject({
        assignedTo: one.name,
        assignedToID: one.userID,
        assignedToTime: expect.any(String),
        assignedToBy: expect.any(String),
      })
      expect(codeOf(await assign(null, 'u-another'))).toBe('stale')
      expect(codeOf(await assign(one.userID, null))).toBe('ok')
      expect(codeOf(await assign(null, one.userID))).toBe('ok')
      expect((await page(studyID)).status).toMatchObject({ assignedTo: null, assignedToID: null })
    })

    it('refuses studies of other locations to a person who is limited to one location', async () => {
      const elsewhere = await bookElsewhere()
      const { studyID } = elsewhere
      const single = await desks.openDesk()
      await single.signIn('onelocation')
      const key = () => ({ studyID, idempotencyKey: randomUUID() })
      const refusals = {
        read: await single.ask('study', 'read', { studyID }),
        readLog: await single.ask('study', 'readLog', { studyID }),
        addNote: await single.ask('study', 'addNote', noteOf(studyID, 'Hello')),
        mark: await mark(studyID, 'urgent', true, {}, single),
        checkin: await mark(studyID, 'checkin', true, {}, single),
        consult: await single.ask('study', 'markConsult', { ...key(), act: 'request' }),
        reason: await single.ask('study', 'setReasonForScan', { studyID, version: 1, reasonForScan: 'x' }),
        consentTexts: await single.ask('study', 'readConsentTexts', { studyID }),
        prescription: await single.ask('study', 'recordPrescription', { ...prescribed, studyID }),
        note: await single.ask('study', 'writeFrontDeskNote', { studyID, note: 'x', from: '' }),
        feedback: await single.ask('study', 'recordFeedback', { studyID, version: 1, feedback: aFeedback }),
        assignment: await single.ask('study', 'assignStudy', { studyID, to: null, from: null }),
        radiologists: await single.ask('study', 'readRadiologists', { studyID }),
        mail: await single.ask('study', 'resendConfirmation', key()),
        booking: await single.ask('booking', 'readStudy', { studyID }),
        cancel: await single.ask('booking', 'cancel', { ...key(), ...cancellation }),
        safety: await single.ask('safety', 'read', { studyID }),
        save: await single.ask('safety', 'save', { studyID, answers: nothingToReport, version: 1 }),
        payments: await single.ask('payments', 'read', { studyID }),
        release: await single.ask('release', 'read', { studyID }),
        documents: await single.ask('documents', 'list', { studyID }),
        sharing: await single.ask('sharing', 'list', { studyID }),
        revoke: await single.ask('sharing', 'revoke', { ...key(), platformId: elsewhere.patientID }),
      }
      const codes = Object.fromEntries(Object.entries(refusals).map(([what, reply]) => [what, codeOf(reply)]))
      expect(codes).toEqual(Object.fromEntries(Object.keys(refusals).map((what) => [what, 'location-forbidden'])))
    })
    const bookElsewhere = async (): Promise<Study> => {
      const locations = await desk.get('locations', 'list', { purpose: 'assisted' })
      for (const { locationID } of locations.filter((one: Location) => one.locationID !== 'ca-bc-1')) {
        const place = { locationID, skuID }
        const week = await desk.ask('booking', 'readWeek', { ...place, monday, memberType: null })
        const slot = week.ok ? slotsOf(week.value).find(({ state }) => state === 'free') : undefined
        if (slot === undefined) continue
        const hold = await desk.get('booking', 'holdSlot', { ...holdInput(slot), ...place })
        const { patientID } = await newMember(desk, { gender: 'male' })
        const input = bookInput(hold, patientID, { ...place, safetyAnswers: nothingToReport })
        return await desk.get('booking', 'book', input)
      }
      throw new Error('Nothing is free elsewhere')
    }

    it('stores a check-in and notes without the back office, shows them, and refuses every other act', async () => {
      const { studyID } = await booked()
      await desk.until(
        'the desk has a copy',
        async () => (await desk.get('study', 'read', { studyID })).study.version > 0,
      )
      const before = (await log(studyID)).length
      await desks.setLine(false)
      const note = noteOf(studyID, 'Arrived early')
      try {
        const checkedIn = await mark(studyID, 'checkin')
        expect(checkedIn).toMatchObject({ value: { isWaiting: true, study: { status: { checkin: true } } } })
        expect((await desk.get('study', 'addNote', note)).isWaiting).toBe(true)
        expect((await desk.get('study', 'addNote', note)).isWaiting).toBe(true)
        expect((await waiting()).map(({ kind, isOwn, failure }) => [kind, isOwn, failure])).toEqual([
          ['checkin', true, null],
          ['note', true, null],
        ])
        const view = await desk.get('study', 'read', { studyID })
        expect(view).toMatchObject({ source: 'cache', practitioners: null, study: { status: { checkin: true } } })
        expect(view.waiting).toHaveLength(2)
        const key = () => ({ studyID, idempotencyKey: randomUUID() })
        const refusals = [
          await mark(studyID, 'urgent'),
          await mark(studyID, 'scanned', true, { confirmed: ['early', 'unpaid', 'no-consent'] }),
          await desk.ask('study', 'readLog', { studyID }),
          await desk.ask('study', 'markConsult', { ...key(), act: 'request' }),
          await desk.ask('study', 'openScheduler', { studyID, purpose: 'schedule' }),
          await desk.ask('study', 'setPrescriptionTaken', { studyID, prescriptionTaken: true }),
          await desk.ask('study', 'setReasonForScan', { studyID, version: 1, reasonForScan: 'x' }),
          await desk.ask('study', 'readConsentTexts', { studyID }),
          await desk.ask('study', 'recordPrescription', { ...prescribed, studyID }),
          await desk.ask('study', 'writeFrontDeskNote', { studyID, note: 'x', from: '' }),
          await desk.ask('study', 'recordFeedback', { studyID, version: 1, feedback: aFeedback }),
          await desk.ask('study', 'assignStudy', { studyID, to: null, from: null }),
          await desk.ask('study', 'readRadiologists', { studyID }),
          await desk.ask('study', 'searchPractitioners', { text: '' }),
          await desk.ask('study', 'readOpportunity', { studyID }),
          await desk.ask('study', 'resendConfirmation', key()),
          await desk.ask('study', 'readReferralCode', { studyID }),
        ]
        expect(refusals.map(codeOf)).toEqual(refusals.map(() => 'offline'))
      } finally {
        await desks.setLine(true)
      }
      await desk.until('all is sent', async () => (await waiting()).length === 0)
      expect((await page(studyID, otherDesk)).status.checkin).toBe(true)
      const lines = (await log(studyID, otherDesk)).slice(before)
      expect(lines.filter(({ content }) => content === 'Arrived early')).toHaveLength(1)
      expect(lines).toHaveLength(2)
    })

    it('undoes a check-in that was not sent from the workstation yet', async () => {
      const { studyID } = await booked()
      await desk.get('study', 'read', { studyID })
      await desks.setLine(false)
      try {
        await mark(studyID, 'checkin')
        expect(await mark(studyID, 'checkin', false)).toMatchObject({
          value: { isWaiting: false, study: { status: { checkin: false } } },
        })
        expect(await waiting()).toEqual([])
      } finally {
        await desks.setLine(true)
      }
      expect((await page(studyID)).status.checkin).toBe(false)
    })

    it('stores no offline check-in that the back office would refuse', async () => {
      const cancelled = await booked()
      await desk.get('booking', 'cancel', { studyID: cancelled.studyID, ...cancellation, idempotencyKey: randomUUID() })
      const stopped = await booked()
      await desk.get('safety', 'save', { studyID: stopped.studyID, answers: eyes, version: 1 })
      for (const { studyID } of [cancelled, stopped]) await desk.get('study', 'read', { studyID })
      await desks.setLine(false)
      try {
        expect(codeOf(await mark(cancelled.studyID, 'checkin'))).toBe('already-cancelled')
        expect(codeOf(await mark(stopped.studyID, 'checkin'))).toBe('act-not-allowed')
        expect(await waiting()).toEqual([])
      } finally {
        await desks.setLine(true)
      }
    })

    it('sends waiting acts only in the session of their author', async () => {
      const { studyID } = await booked()
      await desk.get('study', 'read', { studyID })
      await desks.setLine(false)
      await mark(studyID, 'checkin')
      await desk.get('study', 'addNote', noteOf(studyID, 'Wants a blanket'))
      await desk.signIn('sales')
      const others = await waiting()
      expect(others.map(({ kind, isOwn }) => [kind, isOwn])).toEqual([
        ['checkin', false],
        ['note', false],
      ])
      expect((await page(studyID)).status.checkin).toBe(true)
      expect(codeOf(await mark(studyID, 'checkin', false))).toBe('act-not-allowed')
      await desks.setLine(true)
      await desk.until('the log can be read again', async () => (await desk.ask('study', 'readLog', { studyID })).ok)
      expect(await waiting()).toHaveLength(2)
      expect((await page(studyID)).status.checkin).toBe(false)
      expect((await page(studyID, otherDesk)).status.checkin).toBe(false)
      await desk.signIn('frontdesk')
      await desk.until('all is sent', async () => (await waiting()).length === 0)
      expect((await page(studyID, otherDesk)).status.checkin).toBe(true)
    })
  })
}
