import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkAuditChain } from '#back-office/kernel/check-audit-chain.ts'
import { backOfficeStudyWords } from '#back-office/study/study-words.ts'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import { formatInstant } from '#domain/format/format-time.ts'
import { studyActionRules } from '#domain/permissions/study-actions.ts'
import { scanQuestionKinds } from '#domain/study/scan-questions.ts'
import { studySchema } from '#domain/study/study.ts'
import { type StudyAct, studyActs } from '#domain/study/study-acts.ts'
import { noDetails } from '#domain/study/study-details.ts'
import type { Instant } from '#domain/values/instant.ts'
import type { ZoneId } from '#domain/values/location-clock.ts'
import {
  type AccountName,
  type Answer,
  clinic,
  type Engine,
  type RunningBackOffice,
  runBackOffice,
} from '../builders/back-office.ts'
import { completeAnswers, pacemaker } from '../builders/complete-answers.ts'
import { goodInputs } from './back-office-bad-input.ts'
import { createPaymentActs } from './money-clinic.ts'

const zone = 'America/Vancouver' as ZoneId

/** Calls of the study page that change a study, each with its body. The tests add the study's id. */
const changes = {
  updateStudyStatus: { body: { urgent: true } },
  markConsult: { body: { act: 'request' } },
  setPrescriptionTaken: { body: { prescriptionTaken: true, atriumID: clinic.member } },
  setReasonForScan: { body: { reasonForScan: 'Worried about the heart' } },
} as const satisfies { readonly [Name in RouteName]?: object }

/** The contract of every back office for the study page, over HTTP and on each database. */
export const describeStudyPage = (engine: Engine): void => {
  describe.skipIf(engine.missing !== undefined)(`the study page of the back office on ${engine.kind}`, () => {
    let office: RunningBackOffice
    let studyId: string
    let keys = 0
    let booked = 0
    beforeAll(async () => {
      office = await runBackOffice(engine, { preferredConsultUsers: ['sales@test.atrium'] })
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
      const answer = await ask('createBooking', 'frontdesk', { body: { ...body, utcStart } })
      expect(answer.status).toBe(200)
      studyId = answer.body.studyID
    })

    const ask = async (name: RouteName, who: AccountName, input: object, key?: string): Promise<Answer> => {
      keys += key === undefined ? 1 : 0
      return office.call(name, input, { token: await office.signIn(who), key: key ?? `study-${keys}-${name}` })
    }
    /** The body that marks a study as scanned, with every open point confirmed. */
    const scan = { scanned: true, confirmed: scanQuestionKinds }
    const mark = (body: object, who: AccountName = 'frontdesk', key?: string) =>
      ask('updateStudyStatus', who, { params: { studyId }, body }, key)
    const graphql = async (query: string, who: AccountName, variables: object = {}) =>
      office.send('POST', '/graphql', {
        token: await office.signIn(who),
        body: JSON.stringify({ query, variables }),
      })
    const read = async (id = studyId) => (await ask('readStudy', 'frontdesk', { params: { studyId: id } })).body
    const log = async (id = studyId): Promise<string[]> => {
      const { body } = await ask('readLog', 'frontdesk', { params: { studyId: id } })
      return body.slice(1).map((line: { content: string; by: string }) => `${line.content} (${line.by})`)
    }
    const audit = (action: string, id = studyId) =>
      office.db
        .selectFrom('audit')
        .select(['user_id', 'member_id', 'study_id', 'location_id', 'outcome'])
        .where('action', '=', action)
        .where('study_id', '=', id)
        .orderBy('sequence')
        .execute()
    const change = (columns: object, id = studyId) =>
      office.db.updateTable('study').set(columns).where('study_id', '=', id).execute()
    const setFlags = async (flags: object): Promise<void> => {
      const { status } = await read()
      await change({ status: JSON.stringify({ ...status, ...flags }) })
    }

    it('returns replies that match the contract’s schemas', async () => {
      for (const [name, input] of Object.entries(changes) as [keyof typeof changes, object][]) {
        const answer = await ask(name, 'frontdesk', { params: { studyId }, ...input })
        expect([name, answer.status]).toEqual([name, 200])
        expect(backOfficeRoutes[name].answer.parse(answer.body)).toEqual(answer.body)
      }
      const taken = await ask('readPrescriptionTaken', 'np', { params: { studyId } })
      expect(taken.body).toEqual({ prescriptionTaken: true })
      const detailed = await ask('readStudyDetailed', 'frontdesk', { params: { studyId } })
      expect(backOfficeRoutes.readStudyDetailed.answer.parse(detailed.body)).toEqual(detailed.body)
      const directory = await ask('readPractitioners', 'frontdesk', {})
      expect(backOfficeRoutes.readPractitioners.answer.parse(directory.body)).toEqual(directory.body)
    })

    it('sets and clears every flag with its time and person, and logs one line for each change', async () => {
      await setFlags({ published: true, feedbackReceived: true })
      const lines = (await log()).length
      const whoMay = (act: StudyAct, other: AccountName): AccountName => {
        const { roles } = studyActionRules[act]
        return roles === 'staff' ? other : roles.includes('hi') ? 'hi' : 'reportQC'
      }
      for (const act of studyActs) {
        const who = whoMay(act, 'frontdesk')
        const set = await mark(act === 'scanned' ? scan : { [act]: true }, who)
        expect(studySchema.parse(set.body)).toEqual(set.body)
        expect(set.body.status).toMatchObject({
          [act]: true,
          [`${act}Time`]: '2026-11-21T17:00:00Z',
          [`${act}By`]: `Robin ${who}`,
        })
        expect((await mark({ [act]: true }, whoMay(act, 'admin'))).body).toEqual(set.body)
      }
      // The scan mark cannot be undone while the images have a report. Check-in and consent cannot be undone while the
      // scan mark is set.
      await setFlags({ published: false })
      const backwards = studyActs.filter((act) => act !== 'scanned').reverse()
      const reading = backwards.indexOf('read') + 1
      for (const act of [...backwards.slice(0, reading), 'scanned', ...backwards.slice(reading)] as const) {
        const before = (await read()).status[act]
        const back = await mark({ [act]: false }, whoMay(act, 'admin'))
        expect(back.body.status).toMatchObject({ [act]: false, [`${act}Time`]: null, [`${act}By`]: null })
        // Setting feedbackAmplificationDenied cleared feedbackAmplificationDone.
        expect(before).toBe(act !== 'feedbackAmplificationDone')
      }
      const written = (await log()).slice(lines)
      expect(written).toHaveLength(studyActs.length * 2 - 1)
      expect(new Set(written).size).toBe(written.length)
      expect(written[0]).toBe('Checked in (Robin frontdesk)')
      expect(written.at(-1)).toBe('Check-in undone (Robin admin)')
      expect((await read()).status).toMatchObject({ imagesAcquiredBy: null })
    })

    it('marks a scan with open points only after they are confirmed, and logs the points', async () => {
      const { body: study } = await mark({ checkin: true })
      await change({ balance: 2495, starts_at: Math.floor(Date.parse('2026-11-21T20:30:00Z') / 1000) })
      const refusal = await mark({ scanned: true })
      expect([refusal.status, refusal.body.code]).toEqual([409, 'scan-not-confirmed'])
      const { fields } = refusal.body.details
      expect(fields).toMatchObject({
        early: expect.stringContaining('3 hours 30 minutes from now'),
        'no-consent': 'The member has not signed the consent',
      })
      expect(Object.keys(fields)).not.toContain('not-checked-in')
      const [one = '', ...others] = Object.keys(fields)
      const rest = await mark({ scanned: true, confirmed: others })
      expect(Object.keys(rest.body.details.fields)).toEqual([one])
      expect((await read()).status.scanned).toBe(false)
      const done = await mark({ scanned: true, confirmed: [one, ...others, 'not-checked-in'] })
      expect(done.body).toMatchObject({ version: study.version + 1, status: { scanned: true } })
      expect((await log()).at(-1)).toMatch(
        /^Marked as scanned\. Open and confirmed: .*3 hours 30 minutes before the appointment, no consent.* \(Robin frontdesk\)$/,
      )
      expect((await log()).at(-1)).not.toContain('not checked in')
      for (const body of [
        { scanned: true, confirmed: ['everything'] },
        { scanned: true, confirmed: ['early', 'early'] },
        { scanned: false, confirmed: ['early'] },
        { urgent: true, confirmed: ['early'] },
      ]) {
        expect((await mark(body)).status).toBe(400)
      }
    })

    it('refuses an act in the words of its rule, and an undo of an act that a later act depends on', async () => {
      const refused = async (body: object) => {
        const answer = await mark(body)
        return [answer.status, answer.body.code, answer.body.message]
      }
      expect(await refused({ scanned: true })).toEqual([
        409,
        'act-not-allowed',
        'Check the member in before marking the scan.',
      ])
      expect(await refused({ feedbackAmplificationDone: true })).toEqual([
        409,
        'act-not-allowed',
        'The member has not given feedback.',
      ])
      await mark({ checkin: true })
      await mark(scan)
      expect(await refused({ checkin: false })).toEqual([
        409,
        'act-not-allowed',
        "You can't undo the check-in: the member has been scanned.",
      ])
      await setFlags({ read: true })
      expect((await refused({ scanned: false }))[1]).toBe('act-not-allowed')
      const cancelled = await ask('cancelBooking', 'frontdesk', {
        params: { studyId },
        body: { cancellationReason: 'other', cancellationDetail: 'x' },
      })
      expect(cancelled.status).toBe(409)
    })

    it('refuses to check in for a cancelled appointment, but still marks the study as urgent', async () => {
      const body = { cancellationReason: 'other', cancellationDetail: 'x' }
      expect((await ask('cancelBooking', 'frontdesk', { params: { studyId }, body })).status).toBe(200)
      for (const act of ['checkin', 'reminded', 'referred', 'consent'] as const) {
        expect((await mark({ [act]: true })).body.code, act).toBe('already-cancelled')
      }
      expect((await mark({ urgent: true })).status).toBe(200)
      const consult = (act: string) => ask('markConsult', 'np', { params: { studyId }, body: { act } })
      expect((await consult('request')).body.code).toBe('already-cancelled')
    })

    it('refuses to check in a member who cannot be scanned', async () => {
      const questions = completeAnswers('female', pacemaker)
      const save = (SafetyQuestions: object, version: number) =>
        ask('saveSafetyQuestions', 'frontdesk', { body: { studyID: studyId, SafetyQuestions, version } })
      await save(questions, 0)
      expect((await mark({ checkin: true })).body.code).toBe('scan-prohibited')
      expect((await mark({ urgent: true })).status).toBe(200)
      await save(completeAnswers('female'), 1)
      expect((await mark({ checkin: true })).status).toBe(200)
    })

    const halfPastThree = formatInstant('2026-11-21T15:30:10Z' as Instant, zone)
    it.each([
      ['the time when it was done', '2026-11-21T15:30:10Z', '2026-11-21T15:30:10Z', ` at ${halfPastThree}, sent later`],
      ['now, if the clock of the workstation is ahead', '2026-11-22T15:30:00Z', '2026-11-21T17:00:00Z', ''],
      ['now, if the call takes a minute', '2026-11-21T16:59:00Z', '2026-11-21T17:00:00Z', ''],
      [
        'a week ago, if its own time is older',
        '2026-01-01T00:00:00Z',
        '2026-11-14T17:00:00Z',
        ' more than 7 days ago, sent later',
      ],
    ])('gives a check-in that is sent later this time: %s', async (_, at, kept, words) => {
      expect((await mark({ checkin: true, at })).body.status.checkinTime).toBe(kept)
      expect((await log()).at(-1)).toBe(`Checked in${words} (Robin frontdesk)`)
    })

    it('accepts a check-in only for the appointment that the workstation saw', async () => {
      const { booking } = await read()
      for (const utcStart of ['2026-12-30T18:00:00Z', null]) {
        const moved = await mark({ checkin: true, utcStart })
        expect([moved.status, moved.body.code, moved.body.message]).toEqual([
          409,
          'act-not-allowed',
          'The appointment was rescheduled after this check-in. Check the member in again.',
        ])
      }
      expect((await read()).status.checkin).toBe(false)
      expect((await mark({ checkin: true, utcStart: booking.utcStart })).status).toBe(200)
      expect((await mark({ checkin: true, utcStart: null })).status).toBe(200)
      expect((await log()).length).toBe(1)
    })

    it('refuses a waiting check-in if a later one was undone meanwhile', async () => {
      await mark({ checkin: true })
      await mark({ checkin: false })
      const late = await mark({ checkin: true, at: '2026-11-21T16:30:00Z' })
      expect([late.status, late.body.code, late.body.message]).toEqual([
        409,
        'act-not-allowed',
        backOfficeStudyWords.checkInUndone,
      ])
      expect((await mark({ checkin: true })).status).toBe(200)
      await mark({ checkin: false })
      office.advance(3600)
      try {
        const after = await mark({ checkin: true, at: '2026-11-21T17:30:00Z' })
        expect(after.body.status.checkinTime).toBe('2026-11-21T17:30:00Z')
      } finally {
        office.advance(-3600)
      }
    })

    it('keeps lines of the same second in the order in which they were written', async () => {
      const before = (await log()).length
      const notes = Array.from({ length: 12 }, (_, index) => `Note ${index}`)
      for (const [index, content] of notes.entries()) {
        await ask('addLogEntry', 'frontdesk', { params: { studyId }, body: { category: 'Note', content } })
        if (index === 5) await mark({ urgent: true })
      }
      const lines = notes.map((content) => `${content} (Robin frontdesk)`)
      expect((await log()).slice(before)).toEqual([
        ...lines.slice(0, 6),
        'Marked as urgent (Robin frontdesk)',
        ...lines.slice(6),
      ])
    })

    it.each([
      ['the time when it was written', '2026-11-21T15:30:10Z', '2026-11-21T15:30:10Z'],
      ['now, if the clock of the workstation is ahead', '2026-11-22T15:30:00Z', '2026-11-21T17:00:00Z'],
      ['now, if the call takes a minute', '2026-11-21T16:59:00Z', '2026-11-21T17:00:00Z'],
      [
        'a week ago, if its own time is older',
        '2026-01-01T00:00:00Z',
        '2026-11-14T17:00:00Z',
        ' (written more than 7 days ago, sent later)',
      ],
    ])('gives a note that is sent later this time: %s', async (_, at, kept, words = '') => {
      const body = { category: 'Note', content: 'Called back', at }
      const answer = await ask('addLogEntry', 'frontdesk', { params: { studyId }, body })
      const content = `Called back${words}`
      expect(answer.body).toEqual({ category: 'Note', content, time: kept, by: 'Robin frontdesk' })
      const { body: entries } = await ask('readLog', 'frontdesk', { params: { studyId } })
      expect(entries.filter(({ category }: { category: string }) => category === 'Note')).toEqual([answer.body])
    })

    it('keeps two flags that two workstations set at the same time, with one line each', async () => {
      const before = await log()
      const pairs = [
        ['urgent', 'sensitive'],
        ['reminded', 'referred'],
        ['prioritized', 'consent'],
      ] as const
      for (const [one, other] of pairs) {
        const answers = await Promise.all([mark({ [one]: true }), mark({ [other]: true }, 'admin')])
        expect(answers.map(({ status }) => status)).toEqual([200, 200])
      }
      expect((await read()).status).toMatchObject(
        Object.fromEntries(
          pairs.flatMap(([a, b]) => [
            [`${a}By`, 'Robin frontdesk'],
            [`${b}By`, 'Robin admin'],
          ]),
        ),
      )
      expect(await log()).toHaveLength(before.length + 6)
    })

    it('accepts the same flag from several workstations at the same time, and logs the flag once', async () => {
      const before = await log()
      const who = ['frontdesk', 'admin', 'sales', 'hi', 'np'] as const
      const answers = await Promise.all(who.map((one) => mark({ checkin: true }, one)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      expect(new Set(answers.map(({ body }) => body.status.checkinBy)).size).toBe(1)
      expect(await log()).toHaveLength(before.length + 1)
    })

    it('acts once per key, whatever was done after the first call', async () => {
      const first = await mark({ checkin: true }, 'frontdesk', `once-${studyId}`)
      await mark({ checkin: false })
      expect((await mark({ checkin: true }, 'frontdesk', `once-${studyId}`)).body).toEqual(first.body)
      expect((await read()).status.checkin).toBe(false)
      expect((await mark({ urgent: true }, 'frontdesk', `once-${studyId}`)).body.code).toBe('idempotency-key-reused')
      const consult = () =>
        ask('markConsult', 'np', { params: { studyId }, body: { act: 'request' } }, `consult-${studyId}`)
      expect((await consult()).body).toEqual((await consult()).body)
      expect((await log()).filter((line) => line.startsWith('Consult'))).toEqual(['Consult requested (Robin np)'])
      const token = await office.signIn('frontdesk')
      const bare = await office.call('updateStudyStatus', { params: { studyId }, body: { urgent: true } }, { token })
      expect(bare.body.code).toBe('idempotency-key-missing')
    })

    it('marks a consult step by step', async () => {
      const act = async (name: string) => {
        const answer = await ask('markConsult', 'np', { params: { studyId }, body: { act: name } })
        return answer.status === 200 ? answer.body.details.consulting : answer.body.code
      }
      expect(await act('complete')).toBe('act-not-allowed')
      expect(await act('request')).toMatchObject({ requestedStatus: 'requested', requestedBy: 'Robin np' })
      expect(await act('withdraw')).toEqual(noDetails.consulting)
      const consulting = { ...noDetails.consulting, requestedStatus: 'requested', scheduledStatus: 'booked' }
      await change({ extra: JSON.stringify({ consulting }) })
      expect(await act('withdraw')).toBe('act-not-allowed')
      expect(await act('complete')).toMatchObject({
        scheduledStatus: 'complete',
        completedTime: '2026-11-21T17:00:00Z',
      })
      expect(await act('not-complete')).toMatchObject({ scheduledStatus: 'not complete', completedTime: null })
    })

    it('stores whether the sedative was taken, if the front desk reports it for the right member', async () => {
      const set = (body: object, who: AccountName = 'frontdesk') =>
        ask('setPrescriptionTaken', who, { params: { studyId }, body })
      const body = { prescriptionTaken: true, atriumID: clinic.member }
      expect((await set(body)).body.study.sedativeTaken).toBe('Sedative Taken')
      expect((await set({ ...body, prescriptionTaken: false })).body).toMatchObject({
        prescriptionTaken: false,
        study: { sedativeTaken: 'No Sedative Taken' },
      })
      const wrong = await set({ ...body, atriumID: clinic.otherMember })
      expect([wrong.status, wrong.body.code, Object.keys(wrong.body.details.fields)]).toEqual([
        400,
        'invalid-input',
        ['atriumID'],
      ])
      expect((await set(body, 'sales')).body.code).toBe('insufficient-permissions')
      expect(await read()).toMatchObject({ sedativeTaken: 'No Sedative Taken' })
      expect(await audit('study.sedative-changed')).toMatchObject([
        { outcome: 'ok', member_id: clinic.member, location_id: clinic.home },
        { outcome: 'ok' },
        { user_id: 'u-sales', outcome: 'insufficient-permissions', study_id: studyId },
      ])
      expect((await log()).filter((line) => /taken/i.test(line))).toEqual([])
    })

    it('dates the sedative by the clinic’s own calendar', async () => {
      const set = (sedative: string) =>
        ask('updatePrescriptionStatus', 'np', { params: { studyId }, body: { sedative } })
      // 05:00 UTC is still the evening before in Vancouver.
      office.advance(12 * 3600)
      try {
        expect((await set('prescribed')).body.sedative).toMatchObject({ prescribedDate: '2026-11-21', sentDate: null })
        expect((await set('ready')).body.sedative).toMatchObject({ details: { pickupDate: '2026-11-21' } })
        expect((await set('pending')).body.sedative).toMatchObject({
          prescribedDate: null,
          details: { pickupDate: null },
        })
      } finally {
        office.advance(-12 * 3600)
      }
    })

    it('writes the reason for a scan under an optimistic lock, and never into the log', async () => {
      const set = (reasonForScan: string, version?: number) =>
        ask('setReasonForScan', 'np', {
          params: { studyId },
          query: { json: 'true' },
          body: { reasonForScan, version },
        })
      const first = await set('Family history', 1)
      expect(first.body).toMatchObject({ details: { reasonForScan: 'Family history' }, version: 2 })
      const lost = await set('Something else', 1)
      expect([lost.status, lost.body.code, lost.body.details]).toEqual([409, 'stale', { currentVersion: 2 }])
      expect((await set('Family history', 1)).body).toEqual(first.body)
      expect((await set('  Both  ')).body.details.reasonForScan).toBe('Both')
      expect((await set('x'.repeat(1001))).status).toBe(400)
      expect((await log()).join()).not.toMatch(/history|both/i)
    })

    it('accepts only practitioners of the directory, under an optimistic lock', async () => {
      const set = (practitioners: object, version?: number) =>
        ask('updateStudy', 'frontdesk', { params: { studyId }, body: { practitioners, version } })
      const known = { practitionerID: clinic.practitioner, locationID: null }
      const none = { primary: null, referring: null, additional: [] }
      const changed = await set({ ...none, primary: known }, 1)
      expect(changed.body.details.practitioners).toEqual({ ...none, primary: known })
      expect(changed.body.status).toMatchObject({ providerAdded: true, providerAddedBy: 'Robin frontdesk' })
      const unknown = await set({
        primary: { practitionerID: 'p-404', locationID: null },
        referring: { ...known, locationID: 'pl-404' },
        additional: [known, { practitionerID: 'p-405', locationID: null }],
      })
      expect([unknown.status, unknown.body.code, Object.keys(unknown.body.details.fields)]).toEqual([
        400,
        'invalid-input',
        [
          'practitioners.primary.practitionerID',
          'practitioners.referring.locationID',
          'practitioners.additional.1.practitionerID',
        ],
      ])
      expect((await set({ ...none, referring: known }, 1)).body.code).toBe('stale')
      const detailed = await ask('readStudyDetailed', 'frontdesk', { params: { studyId } })
      expect(detailed.body.practitioners).toMatchObject([{ id: clinic.practitioner, lastName: 'Marchand' }])
      expect((await set(none)).body.status.providerAdded).toBe(false)
      expect(await log()).toEqual([
        'Practitioners changed: primary (Robin frontdesk)',
        'Practitioners changed: primary (Robin frontdesk)',
      ])
    })

    it('changes a practitioner under an optimistic lock, and refuses one of two concurrent changes', async () => {
      const id = `p-${studyId}`
      const document = JSON.stringify({ firstName: 'Ines', lastName: 'Roy', kept: true })
      await office.db
        .insertInto('practitioner')
        .values({ practitioner_id: id, search_text: 'ines roy', document, version: 1 })
        .execute()
      const set = (contact: object, version = 1) =>
        ask('changePractitioner', 'hi', { params: { practitionerID: id }, body: { version, contact } })
      const first = await set({ faxNumber: '16045550199' })
      expect(backOfficeRoutes.changePractitioner.answer.parse(first.body)).toEqual(first.body)
      expect(first.body).toMatchObject({ version: 2, contact: { faxNumber: '16045550199', emailAddress: '' } })
      expect((await set({ faxNumber: '1' })).body).toMatchObject({ code: 'stale', details: { currentVersion: 2 } })
      expect((await set({ faxNumber: '16045550199' })).body).toEqual(first.body)
      const both = await Promise.all([set({ address: 'a' }, 2), set({ address2: 'b' }, 2)])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await set({ emailAddress: 'x\ny' }, 3)).body.details.fields).toHaveProperty(['contact.emailAddress'])
      expect((await set({ lastName: 'Other' }, 3)).status).toBe(400)
      const params = { practitionerID: 'p-404' }
      expect((await ask('changePractitioner', 'hi', { params, body: { version: 1, contact: {} } })).status).toBe(404)
      const row = await office.db
        .selectFrom('practitioner')
        .select('document')
        .where('practitioner_id', '=', id)
        .executeTakeFirstOrThrow()
      expect(JSON.parse(row.document)).toMatchObject({ kept: true, firstName: 'Ines' })
      const answer = await graphql(
        'query ($id: ID!) { practitioner(id: $id) { contact { faxNumber } locations { id } } }',
        'np',
        { id },
      )
      expect(answer.body.data.practitioner).toEqual({ contact: { faxNumber: '16045550199' }, locations: [] })
      const rows = await office.db
        .selectFrom('audit')
        .select(['action', 'outcome'])
        .where('action', 'like', `practitioner.changed ${id}%`)
        .orderBy('sequence')
        .execute()
      const lines = rows.map(({ action, outcome }) => `${action.slice(`practitioner.changed ${id}`.length)} ${outcome}`)
      expect(lines.slice(0, 3)).toEqual([': faxNumber ok', ': faxNumber stale', ' ok'])
      expect(
        lines
          .slice(3)
          .map((line) => line.split(' ').at(-1))
          .sort(),
      ).toEqual(['ok', 'stale'])
      expect(
        lines
          .slice(3)
          .map((line) => line.split(' ')[1])
          .sort(),
      ).toEqual(['address', 'address2'])
      expect(await checkAuditChain(office.db)).toMatchObject({ ok: true })
    })

    it('changes only the fax number of a practice, refuses an unknown practice, and audits no number', async () => {
      const id = `pp-${studyId}`
      const practice = (place: number) => ({
        id: `pl-${studyId}-${place}`,
        locationName: 'Main office',
        practice: { practiceName: 'Cedar Medical Group' },
        practitionerContact: { faxNumber: `1604555020${place}`, kept: true },
        kept: true,
      })
      const document = JSON.stringify({
        firstName: 'Ada',
        lastName: 'Roy',
        locations: [practice(1), practice(2), 'none'],
      })
      await office.db
        .insertInto('practitioner')
        .values({ practitioner_id: id, search_text: 'ada roy', document, version: 1 })
        .execute()
      const [first, second] = [practice(1), practice(2)]
      const set = (practiceFaxNumbers: object, version: number) =>
        ask('changePractitioner', 'hi', {
          params: { practitionerID: id },
          body: { version, contact: { practiceFaxNumbers } },
        })
      const changed = await set({ [first.id]: '16045550299', [second.id]: '16045550202' }, 1)
      expect(backOfficeRoutes.changePractitioner.answer.parse(changed.body)).toEqual(changed.body)
      expect(changed.body).toMatchObject({
        version: 2,
        contact: { faxNumber: '' },
        locations: [
          { id: first.id, practitionerContact: { faxNumber: '16045550299' } },
          { id: second.id, practitionerContact: { faxNumber: '16045550202' } },
        ],
      })
      expect((await set({ [first.id]: '16045550299' }, 1)).body).toEqual(changed.body)
      expect((await set({ [second.id]: '1' }, 1)).body).toMatchObject({ code: 'stale', details: { currentVersion: 2 } })
      const unknown = await set({ [second.id]: '16045550298', 'pl-404': '16045550297' }, 2)
      expect([unknown.status, unknown.body.code, Object.keys(unknown.body.details.fields)]).toEqual([
        400,
        'invalid-input',
        ['contact.practiceFaxNumbers.pl-404'],
      ])
      const wrong = await set({ [second.id]: 'ask the desk' }, 2)
      expect([wrong.status, Object.keys(wrong.body.details.fields)]).toEqual([
        400,
        [`contact.practiceFaxNumbers.${second.id}`],
      ])
      const row = await office.db
        .selectFrom('practitioner')
        .select(['document', 'version'])
        .where('practitioner_id', '=', id)
        .executeTakeFirstOrThrow()
      expect(row.version).toBe(2)
      expect(JSON.parse(row.document).locations).toEqual([
        { ...first, practitionerContact: { faxNumber: '16045550299', kept: true } },
        second,
        'none',
      ])
      const audited = await office.db
        .selectFrom('audit')
        .select('action')
        .where('action', 'like', `practitioner.changed ${id}:%`)
        .orderBy('sequence')
        .execute()
      expect(audited.map(({ action }) => action.slice(`practitioner.changed ${id}`.length))).toEqual([
        `: practiceFaxNumbers.${first.id}`,
        `: practiceFaxNumbers.${second.id}`,
      ])
    })

    it('returns a member’s existing referral code, or creates one', async () => {
      const code = async () => {
        const answer = await ask('readReferralCode', 'sales', { body: { user_id: clinic.member } })
        return answer.body.refCode
      }
      const first = await code()
      expect(first).toMatch(/^[A-Z0-9]{8}$/)
      await office.db.updateTable('member').set({ referral_code: null }).execute()
      expect([await code(), await code()]).toEqual([first, first])
      expect((await ask('readReferralCode', 'sales', { body: { user_id: 'm-404404' } })).status).toBe(404)
    })

    it('reports to each user whether the configuration names their account for the preferred consult', async () => {
      const named = async (who: AccountName) => (await ask('readCurrentUser', who, {})).body.isNamedForPreferredConsult
      expect([await named('sales'), await named('frontdesk'), await named('member')]).toEqual([true, false, false])
    })

    it('writes the step of a study’s bill together with the ledger', async () => {
      const desk = createPaymentActs(office)
      const id = await desk.newStudy()
      const step = async () => {
        await desk.agreed(id)
        return (await read(id)).invoiceStep
      }
      expect(await step()).toBe('none')
      const bill = await desk.pay(id, { paymentType: 'invoice', amount: 2495, referenceID: 'I-1' })
      const { transactionID } = bill.body.transaction
      const reached = [await step()]
      for (const details of [
        { status: 'issued' },
        { status: 'deposited' },
        { status: 'paid', paymentMethod: 'cash' },
        { status: 'notPaid' },
      ]) {
        expect((await desk.step(id, transactionID, details)).status).toBe(200)
        reached.push(await step())
      }
      expect(reached).toEqual(['not-issued', 'issued', 'deposited', 'paid', 'deposited'])
      expect((await desk.refund(id, transactionID, { amount: 2495 })).status).toBe(200)
      expect(await step()).toBe('none')
    })

    it('shows a member their study without the clinic’s own record of it', async () => {
      await ask('setReasonForScan', 'np', { params: { studyId }, body: { reasonForScan: 'x' } })
      const own = await ask('readStudy', 'member', { params: { studyId } })
      expect([own.body.studyID, own.body.details]).toEqual([studyId, noDetails])
      await change({ invoice_step: 'issued' })
      const questions = completeAnswers('female')
      // The first save changes the answers, and the second finds them unchanged.
      for (const version of [0, 1]) {
        const body = { studyID: studyId, SafetyQuestions: questions, version }
        const { body: saved } = await ask('saveSafetyQuestions', 'member', { body })
        expect([saved.study.studyID, saved.study.details, saved.study.invoiceStep]).toEqual([
          studyId,
          noDetails,
          'none',
        ])
        expect(backOfficeRoutes.saveSafetyQuestions.answer.parse(saved)).toEqual(saved)
      }
      const staff = await ask('saveSafetyQuestions', 'frontdesk', {
        body: { studyID: studyId, SafetyQuestions: questions, version: 1 },
      })
      expect([staff.body.study.details.reasonForScan, staff.body.study.invoiceStep]).toEqual(['x', 'issued'])
    })

    it('includes the whole study in the change feed', async () => {
      await ask('setReasonForScan', 'np', { params: { studyId }, body: { reasonForScan: 'For the feed' } })
      let cursor: string | undefined
      let seen: unknown
      for (let more = true; more; ) {
        const query = { locationID: clinic.home, ...(cursor === undefined ? {} : { cursor }) }
        const { body } = await ask('readChanges', 'frontdesk', { query })
        const page = backOfficeRoutes.readChanges.answer.parse(body)
        for (const item of page.changes) if (item.kind === 'study' && item.id === studyId) seen = item.value
        cursor = page.cursor
        more = page.more
      }
      expect(seen).toEqual(await read())
    })

    describe('the body composition QC', () => {
      const confirm = 'mutation Confirm($id: ID!) { confirmBodyCompQC(studyId: $id) { message statusCode } }'
      const ofOne = async (who: AccountName, id = studyId) => (await graphql(confirm, who, { id })).body

      it('is confirmed by report QA staff for its only SKU, and a repetition changes nothing', async () => {
        await change({ sku_id: 370 })
        const done = { data: { confirmBodyCompQC: { message: 'Confirmed successfully', statusCode: 200 } } }
        expect(await ofOne('reportQC')).toEqual(done)
        expect(await ofOne('reportQC')).toEqual(done)
        expect((await read()).status).toMatchObject({
          bodyCompositionQC: true,
          bodyCompositionQCTime: '2026-11-21T17:00:00Z',
          bodyCompositionQCBy: 'Robin reportQC',
        })
        expect(await log()).toEqual(['Body composition QC confirmed (Robin reportQC)'])
        const row = { user_id: 'u-reportqc', member_id: clinic.member, location_id: clinic.home, outcome: 'ok' }
        expect(await audit('study.body-composition-confirmed')).toMatchObject([row, row])
      })

      it('is refused for other SKUs and to other roles, with an audit row for each and no error in the log', async () => {
        const wrong = await ofOne('reportQC')
        expect(wrong.errors).toMatchObject([
          { extensions: { code: 'act-not-allowed', classification: 'BAD_REQUEST' }, path: ['confirmBodyCompQC'] },
        ])
        await change({ sku_id: 370 })
        for (const who of ['frontdesk', 'admin', 'hi', 'qa', 'dev'] as const) {
          expect((await ofOne(who)).errors[0].extensions.code, who).toBe('insufficient-permissions')
        }
        const elsewhere = await ofOne('oneLocation', clinic.elsewhereStudy)
        expect(elsewhere.errors[0].extensions.code).toBe('location-forbidden')
        expect((await ofOne('oneLocation', 's-404')).errors[0].extensions.code).toBe('not-found')
        expect((await audit('study.body-composition-confirmed')).map(({ outcome }) => outcome)).toEqual([
          'act-not-allowed',
          ...Array.from({ length: 5 }, () => 'insufficient-permissions'),
        ])
        expect(await audit('study.body-composition-confirmed', clinic.elsewhereStudy)).toMatchObject([
          { member_id: clinic.otherMember, location_id: clinic.elsewhere, outcome: 'location-forbidden' },
        ])
        expect((await read()).status.bodyCompositionQC).not.toBe(true)
      })

      it.each([
        [
          'two acts in one mutation',
          `mutation { a: confirmBodyCompQC(studyId: "s-1") { message } b: confirmBodyCompQC(studyId: "s-1") { message } }`,
        ],
        [
          'an act in a fragment',
          `mutation { ...f } fragment f on Mutation { confirmBodyCompQC(studyId: "s-1") { message } }`,
        ],
        [
          'a mutation and a query',
          `mutation A { confirmBodyCompQC(studyId: "s-1") { message } } query B { me { email } }`,
        ],
        ['an unknown mutation', `mutation { deleteEverything }`],
        ['a subscription', `subscription { me { email } }`],
      ])('refuses %s', async (_name, query) => {
        const answer = await graphql(query, 'reportQC')
        expect([answer.status, answer.body.code]).toEqual([400, 'invalid-input'])
      })
    })

    it('refuses a study of another location, and audits its member', async () => {
      for (const [name, input] of Object.entries({ ...changes, readPrescriptionTaken: {} }) as [RouteName, object][]) {
        const of = async (id: string) => (await ask(name, 'oneLocation', { params: { studyId: id }, ...input })).body
        const answer = await of(clinic.elsewhereStudy)
        expect([name, answer.code]).toEqual([name, 'location-forbidden'])
        expect((await of('s-404')).code).toBe('not-found')
        const { audit: action } = backOfficeRoutes[name]
        expect((await audit(action ?? '', clinic.elsewhereStudy)).at(-1), name).toEqual({
          user_id: 'u-onelocation',
          member_id: clinic.otherMember,
          study_id: clinic.elsewhereStudy,
          location_id: clinic.elsewhere,
          outcome: 'location-forbidden',
        })
      }
    })

    it('leaves an audit row for every change and every refusal, in an intact chain', async () => {
      await mark({ urgent: true })
      await mark(scan)
      await mark({ urgent: true }, 'member')
      expect(await audit('study.status-changed')).toEqual([
        ...(['ok', 'act-not-allowed'] as const).map((outcome) => ({
          user_id: 'u-frontdesk',
          member_id: clinic.member,
          study_id: studyId,
          location_id: clinic.home,
          outcome,
        })),
        {
          user_id: clinic.member,
          member_id: null,
          study_id: studyId,
          location_id: null,
          outcome: 'insufficient-permissions',
        },
      ])
      expect(await checkAuditChain(office.db)).toMatchObject({ ok: true })
    })
  })
}
