import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Answers } from '#domain/safety/question.ts'
import { type SafetyRecord, safetyRecordSchema } from '#domain/safety/safety-record.ts'
import type { Study } from '#domain/study/study.ts'
import { toInstant } from '#domain/values/instant.ts'
import { type AppUnderTest, startApp } from '#test/builders/app.ts'
import { aLocation, aMember, aStaffUser, aStudy } from '#test/builders/records.ts'
import { createFakePlatform, type FakePlatform } from '#test/fakes/fake-platform.ts'
import { aHealth, type ScriptedBackOffice, startScriptedBackOffice } from '#test/fakes/scripted-back-office.ts'
import { nothingToReport } from '#test/fixtures/questionnaire/written-answers.ts'
import { readPdf } from '../../paper/stamp/read-pdf.ts'

const { studyID } = aStudy()
const woman: Answers = { ...nothingToReport, 'Female.Pregnancy.Status': 'no' }
const saveRoute = 'POST /api/booking/safety-questions'
const readRoute = 'GET /api/booking/safety-questions'
const detailedRoute = `POST /study/${studyID}/detailed`
const memberRoute = 'PATCH /api/v1/userV2/m-000001'
const phone = '+1 800 555 0142'

const aRecord = (answers: Answers, version: number): SafetyRecord =>
  safetyRecordSchema.parse({
    studyID,
    patientID: 'm-000001',
    SafetyQuestions: answers,
    version,
    savedAt: version === 0 ? null : '2026-11-20T19:05:00Z',
    savedBy: version === 0 ? null : 'Robin Frost',
    signOffs: [],
    revisions: [],
    lastVisit: null,
  })
/** Returns the study after this many saves of its safety questions. */
const studyAt = (version: number, overrides: Readonly<Record<string, unknown>> = {}): Study =>
  aStudy({
    version: version + 1,
    safety: { ...aStudy().safety, version, state: version === 0 ? 'unanswered' : 'complete' },
    ...overrides,
  })
const answered = (body: unknown) => ({ status: 200, body })
const failed = (status: number, code: string, details: unknown = {}) => ({
  status,
  body: { code, message: 'Said by the back office.', details },
})

describe('safety service', { timeout: 60_000 }, () => {
  let server: ScriptedBackOffice
  let platform: FakePlatform
  let app: AppUnderTest
  const health = (supportPhone: string | null) => server.on('GET /health', answered(aHealth({ supportPhone })))
  const letIn = (overrides: Readonly<Record<string, unknown>> = {}) =>
    server.on('POST /login', answered({ token: 'token', user: aStaffUser(overrides) }))
  /** Makes the back office answer with this record of the answers, this study and its member. */
  const has = (record: SafetyRecord, study: Study = studyAt(record.version), member = aMember()) => {
    server.on(detailedRoute, answered({ study, member, location: aLocation(), practitioners: [] }))
    server.on(readRoute, answered(record))
  }
  const goOffline = async () => {
    await server.stop()
    await app.until('it is offline', async () => (await app.get('connectivity', 'read', {})).state === 'offline')
  }
  const sentTo = (route: string) =>
    server.requests.filter((one) => `${one.method} ${one.path}` === route).map((one) => one.body)
  const read = () => app.ask('safety', 'read', { studyID })
  const save = (answers: Answers, version = 0) => app.ask('safety', 'save', { studyID, answers, version })
  const saves = (record: SafetyRecord, cleared: readonly string[] = []) =>
    server.on(saveRoute, answered({ record, study: studyAt(record.version), cleared }))

  beforeEach(async () => {
    server = await startScriptedBackOffice()
    health(phone)
    letIn()
    server.on('POST /logout', answered({ ok: true }))
    server.on('GET /booking/', answered({ skus: [], locations: [aLocation()], cardProviderTokens: {}, promocodes: [] }))
    platform = createFakePlatform()
    app = await startApp({ backOfficeUrl: server.url, platform })
    await app.signIn()
    // The locations are read in the background after a sign-in.
    await app.until(
      'it knows the location',
      async () => (await app.get('locations', 'list', { purpose: 'assisted' })).length > 0,
    )
  })
  afterEach(async () => {
    await app.stop()
    await server.stop()
  })

  describe('in a read', () => {
    it('returns the back office’s answers, and the same from the cache offline', async () => {
      has(aRecord(woman, 3))
      const online = await read()
      expect(online).toMatchObject({ ok: true, value: { record: aRecord(woman, 3), source: 'back-office' } })
      await goOffline()
      expect(await read()).toMatchObject({
        ok: true,
        value: { record: aRecord(woman, 3), study: studyAt(3), member: aMember(), source: 'cache' },
      })
    })

    it('reports offline that there are no answers yet', async () => {
      server.on(
        detailedRoute,
        answered({ study: studyAt(0), member: aMember(), location: aLocation(), practitioners: [] }),
      )
      await app.get('booking', 'readStudy', { studyID })
      await goOffline()
      expect(await read()).toMatchObject({ ok: true, value: { record: aRecord({}, 0), source: 'cache' } })
    })

    it('does not report a study as unanswered if its answers are missing from the cache', async () => {
      server.on(
        detailedRoute,
        answered({ study: studyAt(2), member: aMember(), location: aLocation(), practitioners: [] }),
      )
      await app.get('booking', 'readStudy', { studyID })
      await goOffline()
      expect(await read()).toMatchObject({ failure: { code: 'offline' } })
      expect(await app.ask('safety', 'makePdf', { studyID })).toMatchObject({ failure: { code: 'offline' } })
    })

    it('repeats the read if a save happened between its two calls', async () => {
      has(aRecord(woman, 3), studyAt(2))
      server.on(detailedRoute, () => {
        const study = studyAt(server.count(detailedRoute) === 1 ? 2 : 3)
        return answered({ study, member: aMember(), location: aLocation(), practitioners: [] })
      })
      expect(await read()).toMatchObject({ ok: true, value: { study: { safety: { version: 3 } } } })
      expect(server.count(detailedRoute)).toBe(2)
    })

    it('never shows cached answers of a location that the user may not see', async () => {
      has(aRecord(woman, 1))
      await read()
      await app.get('session', 'signOut', {})
      letIn({ user_id: 'u-other', allowedLocations: ['ca-bc-2'] })
      await app.signIn()
      await goOffline()
      expect(await read()).toMatchObject({ failure: { code: 'location-forbidden' } })
    })

    it.each(['not-found', 'location-forbidden'])('passes %s on', async (code) => {
      server.on(detailedRoute, failed(code === 'not-found' ? 404 : 403, code))
      server.on(readRoute, failed(code === 'not-found' ? 404 : 403, code))
      expect(await read()).toMatchObject({ failure: { code } })
    })
  })

  describe('in a save', () => {
    beforeEach(async () => {
      has(aRecord({}, 0))
      await read()
    })

    it('sends the answers with the version that was read, and stores the result', async () => {
      saves(aRecord(woman, 1))
      expect(await save(woman)).toEqual({
        ok: true,
        value: { record: aRecord(woman, 1), study: studyAt(1), cleared: [], memberFailure: null },
      })
      expect(sentTo(saveRoute)).toEqual([{ studyID, SafetyQuestions: woman, version: 0 }])
      expect(app.eventsOf('booking.studyChanged').length).toBeGreaterThan(0)
      await goOffline()
      expect(await read()).toMatchObject({ value: { record: aRecord(woman, 1), source: 'cache' } })
    })

    it('sends hidden answers too, and returns what the back office cleared', async () => {
      saves(aRecord(woman, 1), ['Medications.Types'])
      const withHidden = { ...woman, 'Medications.Types': 'left over' }
      expect(await save(withHidden)).toMatchObject({ value: { cleared: ['Medications.Types'] } })
      expect(sentTo(saveRoute)).toMatchObject([{ SafetyQuestions: withHidden }])
    })

    it.each([
      ['a field that does not exist', { ...woman, 'No.Such.Field': 'yes' }, 'No.Such.Field'],
      ['a value that is no option', { ...woman, ReasonType: 'Curious' }, 'ReasonType'],
      ['100 kB of text', { ...woman, ReasonForVisit: 'x'.repeat(100_000) }, 'ReasonForVisit'],
      [
        'a vaccine of the year 2999',
        { ...woman, 'COVIDVaccine.Status': 'yes', 'COVIDVaccine.Recent': '2999-01-01' },
        'COVIDVaccine.Recent',
      ],
    ])('refuses %s at its field, without a call', async (_, answers, field) => {
      const reply = await save(answers)
      expect(reply).toMatchObject({
        failure: { code: 'invalid-input', details: { fields: { [field]: expect.any(String) } } },
      })
      expect(server.count(saveRoute)).toBe(0)
    })

    it('refuses missing answers at their fields', async () => {
      const { ReasonType: _, ...lacking } = woman
      expect(await save(lacking)).toEqual({
        ok: false,
        failure: {
          code: 'missing-required-fields',
          message: 'Missing some required fields',
          details: { fields: { ReasonType: 'must be answered' } },
        },
      })
      expect(server.count(saveRoute)).toBe(0)
    })

    it.each([
      ['accepts missing answers on a proactive booking with nothing paid', 0, 1],
      ['refuses missing answers on a proactive booking after a payment', 100, 0],
    ])('%s', async (_, paymentAmount, sent) => {
      has(aRecord({}, 0), studyAt(0, { version: 2, config: { proactiveBooking: true }, paymentAmount }))
      saves(aRecord({ ReasonType: 'Worried' }, 1))
      expect((await save({ ReasonType: 'Worried' })).ok).toBe(sent === 1)
      expect(server.count(saveRoute)).toBe(sent)
    })

    it('reads again before it reports a missing answer that depends on data that another desk may have changed', async () => {
      has(aRecord({}, 0), studyAt(0), aMember({ gender: 'male', version: 2 }))
      saves(aRecord(nothingToReport, 1))
      expect(await save(nothingToReport)).toMatchObject({ ok: true })
      // That save read the member again. The cached member is now male, so the next save needs no answer about
      // pregnancy either.
      expect(await save({ ...nothingToReport, ReasonType: 'Worried' }, 1)).toMatchObject({ ok: true })
    })

    it('returns the refusal of a stale version with the current version, and stores nothing', async () => {
      server.on(saveRoute, failed(409, 'stale', { currentVersion: 4 }))
      expect(await save(woman)).toMatchObject({ failure: { code: 'stale', details: { currentVersion: 4 } } })
      await goOffline()
      expect(await read()).toMatchObject({ value: { record: { version: 0 } } })
    })

    it('repeats a save once if no answer arrives', async () => {
      server.on(saveRoute, () =>
        server.count(saveRoute) === 1
          ? 'drop'
          : answered({ record: aRecord(woman, 1), study: studyAt(1), cleared: [] }),
      )
      expect(await save(woman)).toMatchObject({ ok: true, value: { record: { version: 1 } } })
      expect(sentTo(saveRoute)).toHaveLength(2)
    })

    it('reports an unknown result if no answer arrives, and that nothing was saved if nothing was sent', async () => {
      server.on(saveRoute, 'drop')
      expect(await save(woman)).toMatchObject({
        failure: { code: 'outcome-unknown', message: expect.stringContaining('Save them again') },
      })
      await goOffline()
      expect(await save(woman)).toMatchObject({
        failure: { code: 'offline', message: expect.stringContaining('were not saved') },
      })
    })
  })

  describe('the health number', () => {
    const healthNumber = 'Prescription.PatientHealthNumber'
    const withNumber: Answers = {
      ...woman,
      'Claustrophobic.Status': 'yes',
      'Claustrophobic.OralSedative': 'yes',
      'Claustrophobic.OralSedativePrescription': 'yes',
      [healthNumber]: '9876 543 210',
    }
    const start = async (phn: string) => {
      has(aRecord({}, 0), studyAt(0), aMember({ phn }))
      await read()
      saves(savedWith(['Claustrophobic.Status', healthNumber], 1))
    }
    const savedWith = (fields: readonly string[], version: number) =>
      safetyRecordSchema.parse({
        ...aRecord(withNumber, version),
        revisions: [
          {
            version,
            at: '2026-11-21T01:00:00Z',
            by: 'Robin Frost',
            changes: fields.map((field) => ({ field, from: null, to: withNumber[field] })),
          },
        ],
      })

    it('is written to the member if it differs', async () => {
      await start('')
      server.on(memberRoute, answered(aMember({ phn: '9876 543 210', version: 2 })))
      expect(await save(withNumber)).toMatchObject({ ok: true, value: { memberFailure: null } })
      expect(sentTo(memberRoute)).toEqual([{ changes: { phn: '9876 543 210' } }])
      expect(app.eventsOf('members.changed')).toContainEqual({ memberID: 'm-000001' })
    })

    it('is not written if the member already has it, or if the answers have no number', async () => {
      await start('9876 543 210')
      expect(await save(withNumber)).toMatchObject({ ok: true, value: { memberFailure: null } })
      saves(aRecord(woman, 2))
      expect(await save(woman, 1)).toMatchObject({ ok: true, value: { memberFailure: null } })
      expect(server.count(memberRoute)).toBe(0)
    })

    it('is not written if only other answers changed, because the member’s record may have a newer number', async () => {
      await start('1111 111 111')
      saves(savedWith(['Claustrophobic.Status'], 2))
      expect(await save(withNumber, 1)).toMatchObject({ ok: true, value: { memberFailure: null } })
      expect(server.count(memberRoute)).toBe(0)
    })

    it('does not undo the save when the member cannot be changed', async () => {
      await start('')
      server.on(memberRoute, failed(403, 'insufficient-permissions'))
      expect(await save(withNumber)).toMatchObject({
        ok: true,
        value: { record: { version: 1 }, memberFailure: { code: 'insufficient-permissions' } },
      })
    })
  })

  describe('signing off', () => {
    const signOffRoute = 'POST /api/booking/safety-questions/sign-off'
    const withdrawRoute = 'POST /api/booking/safety-questions/sign-off/withdraw'
    const input = { studyID, reason: 'X-ray seen', idempotencyKey: 'key-00000001' }
    const signedRecord = safetyRecordSchema.parse({
      ...aRecord(woman, 1),
      signOffs: [
        {
          signOffID: 'so-1',
          version: 1,
          by: 'Robin Frost',
          at: '2026-11-21T01:00:00Z',
          reason: 'X-ray seen',
          ground: { notices: {}, utcStart: null },
          withdrawn: null,
        },
      ],
    })

    it('is refused for the front desk without a call', async () => {
      const failure = { code: 'insufficient-permissions', message: expect.stringContaining('radiologist') }
      expect(await app.ask('safety', 'signOff', { ...input, version: 1 })).toMatchObject({ failure })
      expect(await app.ask('safety', 'withdrawSignOff', input)).toMatchObject({ failure })
      expect(server.count(signOffRoute) + server.count(withdrawRoute)).toBe(0)
    })

    it('is repeated once under its key if no answer arrives, and is reported as unknown if the repeat gets no answer either', async () => {
      await app.get('session', 'signOut', {})
      letIn({ roles: ['np'] })
      await app.signIn()
      server.on(signOffRoute, () =>
        server.count(signOffRoute) === 1 ? 'drop' : answered({ record: signedRecord, study: studyAt(1) }),
      )
      expect(await app.ask('safety', 'signOff', { ...input, version: 1 })).toMatchObject({ ok: true })
      server.on(withdrawRoute, 'drop')
      expect(await app.ask('safety', 'withdrawSignOff', input)).toMatchObject({
        failure: { code: 'outcome-unknown', message: expect.stringContaining('Check the sign-off') },
      })
      const keys = server.requests.flatMap((one) => one.headers['idempotency-key'] ?? [])
      expect(keys).toEqual(['key-00000001', 'key-00000001', 'key-00000001', 'key-00000001'])
    })

    it('sends version and reason under its key, and stores the record', async () => {
      await app.get('session', 'signOut', {})
      letIn({ roles: ['np'] })
      await app.signIn()
      const value = { record: signedRecord, study: studyAt(1) }
      server.on(signOffRoute, answered(value))
      server.on(withdrawRoute, failed(409, 'nothing-to-sign-off'))
      expect(await app.ask('safety', 'signOff', { ...input, version: 1 })).toEqual({ ok: true, value })
      const [request] = server.requests.filter((one) => one.path.endsWith('/sign-off'))
      expect(request?.body).toEqual({ studyID, version: 1, reason: 'X-ray seen' })
      expect(request?.headers['idempotency-key']).toBe('key-00000001')
      const seen = { version: 1, utcStart: toInstant(0), idempotencyKey: 'key-00000002' }
      await app.get('safety', 'signOff', { ...input, ...seen })
      expect(server.requests.at(-1)?.body).toEqual({
        studyID,
        version: 1,
        utcStart: toInstant(0),
        reason: 'X-ray seen',
      })
      expect(await app.ask('safety', 'withdrawSignOff', input)).toMatchObject({
        failure: { code: 'nothing-to-sign-off' },
      })
      has(aRecord(woman, 1))
      await read()
      await goOffline()
      // The record that was read has no sign-off, so it is older and does not replace the signed copy.
      expect(await read()).toMatchObject({ value: { record: { signOffs: [{ by: 'Robin Frost' }] } } })
      expect(await app.ask('safety', 'signOff', { ...input, version: 1 })).toMatchObject({
        failure: { code: 'offline' },
      })
    })
  })

  it('sets the sedative’s status and stores the study', async () => {
    const study = studyAt(0, { version: 5, sedative: { status: 'sent', preferredPharmacy: null } })
    server.on(`POST /study/${studyID}/prescriptionStatus`, answered(study))
    const input = { studyID, sedative: 'sent', version: 4 } as const
    expect(await app.ask('safety', 'setSedativeStatus', input)).toEqual({ ok: true, value: study })
    expect(sentTo(`POST /study/${studyID}/prescriptionStatus`)).toEqual([{ sedative: 'sent', version: 4 }])
    expect(app.eventsOf('booking.studyChanged')).toContainEqual({ studyID })
  })

  it('reports which studies’ questions are open at this desk, each study under its own desk ID', async () => {
    const route = 'POST /api/booking/safety-questions/presence'
    server.on(route, answered({ others: [{ name: 'Noor Haddad', since: '2026-11-21T01:00:00Z' }] }))
    const present = (id: string, isLeaving: boolean) =>
      app.ask('safety', 'present', { studyID: id as never, isLeaving })
    expect(await present(studyID, false)).toMatchObject({ value: { others: [{ name: 'Noor Haddad' }] } })
    await present(studyID, true)
    await present('s-000002', false)
    const [first, second, third] = sentTo(route) as { deskID: string; isLeaving: boolean }[]
    expect(second).toEqual({ studyID, deskID: first?.deskID, isLeaving: true })
    expect(third?.deskID).not.toBe(first?.deskID)
    expect(first?.deskID).toMatch(/^[A-Za-z0-9-]{8,80}$/)
  })

  describe('on paper', () => {
    const textOf = async () => {
      const reply = await app.ask('safety', 'makePdf', { studyID })
      if (!reply.ok) throw new Error(JSON.stringify(reply.failure))
      const pdf = await readPdf(Buffer.from(reply.value.base64, 'base64'))
      expect(pdf.pages).toHaveLength(reply.value.pages)
      return pdf.text.replace(/\s+/g, ' ')
    }

    it('prints the saved answers, with the support line in its notices', async () => {
      const implant = {
        ...woman,
        'MedicalMetal.Heart.Surgery': 'yes',
        'MedicalMetal.Heart.Type': ['Valve Replacement'],
        'MedicalMetal.Heart.ValveReplacement.Details': 'Aortic, 2011',
      }
      has(aRecord(implant, 1))
      const text = await textOf()
      for (const part of ['Ana Silva', 'Has had heart surgery', 'Aortic, 2011', 'NOTE', phone])
        expect(text).toContain(part)
      expect(text).not.toContain('Printed without the back office')
      await goOffline()
      expect(await textOf()).toContain('Printed without the back office')
    })

    it('makes no PDF of a study that does not exist', async () => {
      server.on(detailedRoute, failed(404, 'not-found'))
      server.on(readRoute, failed(404, 'not-found'))
      expect(await app.ask('safety', 'makePdf', { studyID })).toMatchObject({ failure: { code: 'not-found' } })
    })
  })

  describe('the support line', () => {
    const shown = async () => (await app.get('connectivity', 'read', {})).supportPhone
    const restart = async () => {
      await app.stop()
      app = await startApp({ backOfficeUrl: server.url, platform })
    }

    it('is known after a start without the back office', async () => {
      await app.until('it is known', async () => (await shown()) === phone)
      await server.stop()
      await restart()
      expect(await shown()).toBe(phone)
    })

    it('is removed when the back office removes it, and is stored again after the cache was deleted', async () => {
      await app.until('it is known', async () => (await shown()) === phone)
      await app.get('workstation', 'deleteCache', {})
      const asOf = (await app.get('connectivity', 'retry', {})).asOf
      expect(asOf).not.toBeNull()
      await restart()
      expect(await shown()).toBe(phone)
      health(null)
      await app.until('it is gone', async () => (await shown()) === null)
      await server.stop()
      await restart()
      expect(await shown()).toBeNull()
    })
  })
})
