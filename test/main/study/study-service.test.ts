import { PDFDocument } from 'pdf-lib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { papers } from '#domain/study/papers.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import { startChildProcess } from '#runtime/child-process.ts'
import { aLocation, aMember, aStaffUser, aStudy } from '#test/builders/records.ts'
import { answered, type PaymentsDesk, refused, startPaymentsDesk, studyID } from '../payments/payments-desk.ts'

const base = `/api/v1/studies/${studyID}`
const detailedRoute = `POST /study/${studyID}/detailed`
const statusRoute = `POST /study/${studyID}/status`
const key = 'key-00000001'
const practitioner = {
  id: 'p-1',
  firstName: 'Ada',
  lastName: 'Quill',
  profession: 'Physician',
  salutation: 'Dr.',
  contact: { emailAddress: 'ada@clinic.example', faxNumber: '16045550100', address: '', address2: '' },
  locations: [],
  version: 1,
}
const opportunity = { opportunity: null, opportunityID: null, salesperson: null, referringMember: null, crmUrl: null }

describe('study service', { timeout: 60_000 }, () => {
  let desk: PaymentsDesk
  beforeEach(async () => {
    desk = await startPaymentsDesk({ startProcess: startChildProcess })
  })
  afterEach(async () => await desk.stop())

  const study = (overrides: Readonly<Record<string, unknown>> = {}) => aStudy({ version: 5, ...overrides })
  const has = (
    overrides: Readonly<Record<string, unknown>> = {},
    calendlyUrl: string | null = 'https://calendly.com/atrium/np',
    preferredConsultUrl: string | null = null,
  ): void =>
    desk.server.on(
      detailedRoute,
      answered({
        study: study(overrides),
        member: aMember(),
        location: aLocation({ calendlyUrl, preferredConsultUrl }),
        practitioners: [practitioner],
      }),
    )
  const last = (path: string) => desk.server.requests.findLast((one) => one.path === path)

  it('reads a study with its practitioners from the back office, and without the practitioners from the cache', async () => {
    has()
    expect(await desk.app.get('study', 'read', { studyID })).toMatchObject({
      study: { version: 5 },
      practitioners: [practitioner],
      waiting: [],
      source: 'back-office',
    })
    await desk.goOffline()
    expect(await desk.app.get('study', 'read', { studyID })).toMatchObject({
      study: { version: 5 },
      practitioners: null,
      source: 'cache',
    })
    expect(await desk.app.ask('study', 'read', { studyID: 's-000099' as never })).toMatchObject({
      failure: { code: 'offline' },
    })
  })

  it.each([
    ['not-found', 404],
    ['location-forbidden', 403],
  ])('answers %s for a study that the back office does not show', async (code, status) => {
    desk.server.on(detailedRoute, refused(status, code))
    expect(await desk.app.ask('study', 'read', { studyID })).toMatchObject({ failure: { code } })
  })

  it('marks a flag once under its key, stores the study, and returns a refusal’s text', async () => {
    desk.server.on(statusRoute, answered(study({ status: { ...aStudy().status, urgent: true } })))
    const mark = { studyID, act: 'urgent', value: true, idempotencyKey: key } as const
    expect(await desk.app.ask('study', 'mark', mark)).toMatchObject({
      ok: true,
      value: { study: { version: 5, status: { urgent: true } }, isWaiting: false },
    })
    expect(last(`/study/${studyID}/status`)).toMatchObject({
      body: { urgent: true },
      headers: { 'idempotency-key': key },
    })
    expect(desk.app.eventsOf('booking.studyChanged')).toContainEqual({ studyID })
    const confirmed = ['unpaid', 'early'] as const
    await desk.app.ask('study', 'mark', { ...mark, act: 'scanned', confirmed, idempotencyKey: 'key-00000003' })
    expect(last(`/study/${studyID}/status`)).toMatchObject({ body: { scanned: true, confirmed } })
    desk.server.on(
      statusRoute,
      refused(409, 'act-not-allowed', "You can't undo the scan mark: the images have been read."),
    )
    expect(
      await desk.app.ask('study', 'mark', { ...mark, act: 'scanned', value: false, idempotencyKey: 'key-00000002' }),
    ).toMatchObject({
      failure: { code: 'act-not-allowed', message: "You can't undo the scan mark: the images have been read." },
    })
  })

  it('repeats the call once under the same key after a lost answer, and fails with outcome-unknown if the second answer is lost too', async () => {
    let asked = 0
    desk.server.on(statusRoute, () => {
      asked += 1
      return asked === 1 ? 'drop' : answered(study())
    })
    const mark = { studyID, act: 'urgent', value: true, idempotencyKey: key } as const
    expect(await desk.app.ask('study', 'mark', mark)).toMatchObject({ ok: true })
    expect(desk.keysOf(`/study/${studyID}/status`)).toEqual([key, key])
    desk.server.on(statusRoute, 'drop')
    expect(await desk.app.ask('study', 'mark', mark)).toMatchObject({ failure: { code: 'outcome-unknown' } })
  })

  describe('the roles of the signed-in user', () => {
    const mark = { studyID, act: 'urgent', value: true, idempotencyKey: key } as const
    const forbid = (user: Readonly<Record<string, unknown>>): void => {
      desk.server.on(statusRoute, refused(403, 'insufficient-permissions', 'Not yours.'))
      desk.server.on('GET /api/v1/userV2/current', answered(aStaffUser(user)))
    }
    const changes = () => desk.app.eventsOf('session.changed').length

    it('are read again after a refusal, and published if they changed, without ending the session', async () => {
      const before = changes()
      forbid({ roles: ['sales'] })
      expect(await desk.app.ask('study', 'mark', mark)).toMatchObject({ failure: { code: 'insufficient-permissions' } })
      await desk.app.until('the change is published', () => changes() > before)
      expect(desk.app.eventsOf('session.changed').at(-1)).toMatchObject({
        kind: 'signed-in',
        user: { roles: ['sales'] },
      })
      expect(await desk.app.get('session', 'current', {})).toMatchObject({ user: { roles: ['sales'] } })
    })

    it('are not published if they did not change', async () => {
      const before = changes()
      forbid({})
      await desk.app.ask('study', 'mark', mark)
      await desk.app.until('it has asked', () => desk.server.count('GET /api/v1/userV2/current') === 1)
      has()
      await desk.app.get('study', 'read', { studyID })
      expect(changes()).toBe(before)
    })

    it('end the session of a user who is no longer staff', async () => {
      forbid({ roles: ['user'] })
      await desk.app.ask('study', 'mark', mark)
      await desk.app.until(
        'it has ended',
        async () => (await desk.app.get('session', 'current', {})).kind === 'signed-out',
      )
    })
  })

  describe('the scheduler', () => {
    const open = (purpose: 'schedule' | 'reschedule' | 'cancel' | 'preferred') =>
      desk.app.ask('study', 'openScheduler', { studyID, purpose })
    const booked = {
      details: { ...aStudy().details, consulting: { ...aStudy().details.consulting, inviteeID: 'inv-0001' } },
    }

    it('opens at the location’s scheduling address, or on the stand-in at the back office’s own address', async () => {
      has()
      expect(await open('schedule')).toMatchObject({ ok: true, value: { origin: 'https://calendly.com' } })
      has({}, '/calendly/vancouver')
      expect(await open('schedule')).toMatchObject({ ok: true, value: { origin: desk.server.url } })
      has(booked, '/calendly/vancouver')
      expect(await open('cancel')).toEqual({
        ok: true,
        value: { url: `${desk.server.url}/calendly/cancellations/inv-0001`, origin: desk.server.url },
      })
    })

    it.each([null, 'https://scheduler.example/vancouver'])(
      'is refused with the text of the spec’s error catalogue if the location’s scheduling address is %s',
      async (url) => {
        has(booked, url)
        for (const purpose of ['schedule', 'reschedule', 'cancel'] as const) {
          expect(await open(purpose)).toMatchObject({
            failure: { code: 'scheduler-not-valid', message: studyMessages.schedulerError },
          })
        }
      },
    )

    it('has nothing to move or cancel without a booked consult', async () => {
      has()
      expect(await open('reschedule')).toMatchObject({ failure: { code: 'act-not-allowed' } })
      expect(await open('cancel')).toMatchObject({ failure: { code: 'act-not-allowed' } })
    })

    it('opens a preferred consult only for the roles in the spec', async () => {
      has()
      expect(await open('preferred')).toMatchObject({ failure: { code: 'insufficient-permissions' } })
      desk.server.on('POST /login', answered({ token: 't', user: aStaffUser({ roles: ['qa'] }) }))
      await desk.app.signIn()
      const opened = await open('preferred')
      expect(opened).toMatchObject({ ok: true, value: { url: expect.stringMatching(/\/np\?.*preferred=1/) } })
      has({}, 'https://calendly.com/atrium/np', 'https://calendly.com/atrium/preferred-np')
      expect(await open('preferred')).toMatchObject({ value: { url: expect.stringContaining('/preferred-np?') } })
      expect(await open('schedule')).toMatchObject({ value: { url: expect.stringContaining('/np?') } })
    })

    it('does not open offline', async () => {
      await desk.goOffline()
      expect(await open('schedule')).toMatchObject({ failure: { code: 'offline' } })
    })

    it('makes the back office record its booking under a key', async () => {
      desk.server.on(`POST ${base}/consult/sync`, answered(study()))
      const event = { eventID: 'event-0001', inviteeID: 'inv-0001', isPreferred: false }
      const synced = await desk.app.get('study', 'syncConsult', { studyID, ...event, idempotencyKey: key })
      expect(synced.version).toBe(5)
      expect(last(`${base}/consult/sync`)).toMatchObject({ body: event, headers: { 'idempotency-key': key } })
      desk.server.on(`POST ${base}/consult/sync`, refused(503, 'scheduler-unavailable'))
      expect(
        await desk.app.ask('study', 'syncConsult', { studyID, ...event, idempotencyKey: 'key-00000002' }),
      ).toMatchObject({ failure: { code: 'scheduler-unavailable' } })
    })
  })

  it('marks a consult under its key', async () => {
    desk.server.on(`POST ${base}/consult`, answered(study()))
    await desk.app.get('study', 'markConsult', { studyID, act: 'request', idempotencyKey: key })
    expect(last(`${base}/consult`)).toMatchObject({ body: { act: 'request' }, headers: { 'idempotency-key': key } })
  })

  it('lets only the front desk record whether the sedative was taken, and sends the member’s own id with the record', async () => {
    const path = `/api/v1/prescription/${studyID}/prescriptionTaken`
    desk.server.on(`PATCH ${path}`, answered({ prescriptionTaken: true, study: study() }))
    const input = { studyID, prescriptionTaken: true }
    expect((await desk.app.get('study', 'setPrescriptionTaken', input)).version).toBe(5)
    expect(last(path)?.body).toEqual({ prescriptionTaken: true, atriumID: 'm-000001' })
    desk.server.on('POST /login', answered({ token: 't', user: aStaffUser({ roles: ['sales'] }) }))
    await desk.app.signIn()
    expect(await desk.app.ask('study', 'setPrescriptionTaken', input)).toMatchObject({
      failure: { code: 'insufficient-permissions' },
    })
    expect(desk.server.count(`PATCH ${path}`)).toBe(1)
  })

  it('changes practitioners and the reason for the scan only with the version that was read', async () => {
    const named = { primary: { practitionerID: 'p-1', locationID: null }, referring: null, additional: [] }
    const rootPath = `/study/${studyID}/updateObjRoot`
    desk.server.on(`POST ${rootPath}`, answered(study()))
    await desk.app.get('study', 'changePractitioners', { studyID, version: 4, practitioners: named })
    expect(last(rootPath)?.body).toEqual({ version: 4, practitioners: named })
    const reasonPath = `/admin/study/${studyID}/reasonForScan`
    desk.server.on(`POST ${reasonPath}`, refused(409, 'stale', 'Changed.', { currentVersion: 6 }))
    const reply = await desk.app.ask('study', 'setReasonForScan', { studyID, version: 4, reasonForScan: 'Back pain' })
    expect(reply).toMatchObject({ failure: { code: 'stale', details: { currentVersion: 6 } } })
    expect(last(reasonPath)).toMatchObject({ body: { version: 4, reasonForScan: 'Back pain' } })
    expect(last(reasonPath)?.query.get('json')).toBe('true')
  })

  it('searches and changes the directory', async () => {
    desk.server.on('GET /api/v1/practitioners', answered([practitioner]))
    expect(await desk.app.get('study', 'searchPractitioners', { text: 'quill' })).toEqual([practitioner])
    expect(last('/api/v1/practitioners')?.query.get('text')).toBe('quill')
    await desk.app.get('study', 'searchPractitioners', { text: '' })
    expect(last('/api/v1/practitioners')?.query.has('text')).toBe(false)
    desk.server.on('PATCH /api/v1/practitioners/p-1', answered({ ...practitioner, version: 2 }))
    const change = { practitionerID: 'p-1', version: 1, contact: { faxNumber: '16045550199' } }
    expect((await desk.app.get('study', 'changePractitioner', change)).version).toBe(2)
    expect(last('/api/v1/practitioners/p-1')?.body).toEqual({ version: 1, contact: { faxNumber: '16045550199' } })
    desk.server.on('PATCH /api/v1/practitioners/p-1', answered({ ...practitioner, isProposed: true }))
    expect(
      await desk.app.get('study', 'changePractitioner', { ...change, locationID: 'ca-bc-1' as never }),
    ).toMatchObject({
      version: 1,
      isProposed: true,
    })
    expect(last('/api/v1/practitioners/p-1')?.body).toMatchObject({ locationID: 'ca-bc-1' })
  })

  it('reads, looks up, changes and links an opportunity, and reads its study again', async () => {
    desk.server.on(`GET ${base}/opportunity`, refused(503, 'crm-unavailable', studyMessages.crmNoResponse))
    expect(await desk.app.ask('study', 'readOpportunity', { studyID })).toMatchObject({
      failure: { code: 'crm-unavailable', message: studyMessages.crmNoResponse },
    })
    const opportunityID = '006AAA000000000001'
    const candidate = `GET ${base}/opportunity/candidate/${opportunityID}`
    desk.server.on(candidate, refused(404, 'not-found'))
    expect(await desk.app.ask('study', 'lookUpOpportunity', { studyID, opportunityID })).toMatchObject({
      failure: { code: 'not-found' },
    })
    desk.server.on(`PATCH ${base}/opportunity`, answered(opportunity))
    const expected = { Type: 'New Member', LeadSource: 'Web' }
    await desk.app.get('study', 'changeOpportunity', { studyID, expected, changes: { LeadSource: 'Friend' } })
    expect(last(`${base}/opportunity`)?.body).toEqual({ expected, changes: { LeadSource: 'Friend' } })
    has({ opportunityID })
    desk.server.on(`POST ${base}/opportunity/link`, answered({ ...opportunity, opportunityID }))
    await desk.app.get('study', 'linkOpportunity', { studyID, opportunityID, idempotencyKey: key })
    expect(last(`${base}/opportunity/link`)).toMatchObject({
      body: { opportunityID },
      headers: { 'idempotency-key': key },
    })
    const confirmed = { studyID, opportunityID, isConfirmed: true, idempotencyKey: `${key}-2` }
    await desk.app.get('study', 'linkOpportunity', confirmed)
    expect(last(`${base}/opportunity/link`)?.body).toEqual({ opportunityID, isConfirmed: true })
    await desk.goOffline()
    expect((await desk.app.get('study', 'read', { studyID })).study.opportunityID).toBe(opportunityID)
  })

  it.each([
    ['resendConfirmation', {}, {}, `/admin/study/${studyID}/resend-confirmation`],
    ['resendFeedback', { message: 'reminder' }, { scanned: true }, `/study/${studyID}/feedback/reminder`],
    [
      'resendFeedback',
      { message: 'amplification' },
      { feedbackReceived: true },
      `/study/${studyID}/feedback/amplification`,
    ],
  ] as const)(
    'sends %s %j once under its key, when it can no longer be undone, and publishes the study as changed',
    async (method, input, flags, path) => {
      has({ status: { ...study().status, ...flags } })
      desk.server.on(`GET ${path}`, answered({ ok: true, email: 'ana.silva@mail.example' }))
      const send = () => desk.app.ask('study', method, { studyID, ...input, idempotencyKey: key } as never)
      const queued = { email: 'ana.silva@mail.example', job: { jobID: key, kind: 'message' } }
      expect(await send()).toMatchObject({ ok: true, value: queued })
      expect(last(path)).toBeUndefined()
      expect(await send()).toMatchObject({ ok: true, value: queued })
      await desk.app.until('it was sent', () => last(path) !== undefined)
      expect(last(path)?.headers['idempotency-key']).toBe(key)
      expect(desk.app.eventsOf('booking.studyChanged')).toContainEqual({ studyID })
    },
  )

  it('sends nothing to an address that was changed elsewhere until a person at this desk has confirmed the address', async () => {
    const emailToConfirm = {
      memberID: 'm-000001',
      memberName: 'Ana Silva',
      dob: '1980-02-03',
      email: 'ana.new@mail.example',
      previousEmail: 'ana.silva@mail.example',
      changedBy: 'Robin Elsewhere',
      changedAt: '2026-11-20T18:00:00Z',
      changedAtLocation: 'Seattle',
      locationID: 'ca-bc-1',
      locationName: 'Vancouver',
      timezone: 'America/Vancouver',
    }
    const detailed = { member: aMember(), location: aLocation(), practitioners: [] }
    desk.server.on(detailedRoute, answered({ study: study(), ...detailed, emailToConfirm }))
    const send = () => desk.app.ask('study', 'resendConfirmation', { studyID, idempotencyKey: key })
    expect(await send()).toMatchObject({
      failure: { code: 'email-not-confirmed', details: { emailToConfirm } },
    })
    expect((await desk.app.get('jobs', 'list', {})).jobs).toEqual([])
    const path = `/api/v1/study/${studyID}/member-email/confirm`
    const confirm = { studyID, email: emailToConfirm.email }
    desk.server.on(`POST ${path}`, {
      status: 409,
      body: { code: 'stale', message: 'It was changed again.', details: { emailToConfirm } },
    })
    expect(await desk.app.ask('study', 'confirmMemberEmail', confirm)).toMatchObject({
      failure: { code: 'stale', details: { emailToConfirm } },
    })
    desk.server.on(`POST ${path}`, answered({ ok: true }))
    expect(await desk.app.ask('study', 'confirmMemberEmail', confirm)).toMatchObject({ ok: true })
    expect(last(path)?.body).toEqual({ email: 'ana.new@mail.example' })
    has()
    expect(await send()).toMatchObject({ ok: true, value: { job: { jobID: key } } })
  })

  it('reads the member’s referral code', async () => {
    desk.server.on('POST /admin/refCode', answered({ refCode: 'ANA-1' }))
    expect(await desk.app.get('study', 'readReferralCode', { studyID })).toEqual({ refCode: 'ANA-1' })
    expect(last('/admin/refCode')?.body).toEqual({ user_id: 'm-000001' })
  })

  it('reads each paper from its own address, and the videos', async () => {
    const paths = {
      'physician-report': `/admin/study/${studyID}/latest-pdf-report`,
      'traditional-report': `/api/user/pdf/${studyID}/traditional_report`,
      'medical-history': `${base}/medical-history/pdf`,
      consent: `/api/v1/consent/${studyID}/download`,
      prescription: `/api/v1/prescription/${studyID}/pdf`,
      'medical-referral': `/admin/study/${studyID}/medical_referral`,
      'referral-page': `/admin/study/${studyID}/referral-page`,
      invoice: `/admin/study/${studyID}/invoice/embed`,
      'radiologist-report': `/radiologist/study/${studyID}/latest-pdf-report`,
      'report-with-addendum': `/radiologist/study/${studyID}/latest-pdf-report-with-addendum`,
      'first-reading': `/user/pdf/${studyID}/readingPublished-1`,
      'study-info': `/admin/study/${studyID}/study-info/pdf-rendered`,
      'consent-form': `/admin/study/${studyID}/consent/pdf-rendered`,
    }
    const drawn = await PDFDocument.create()
    drawn.addPage()
    const base64 = Buffer.from(await drawn.save()).toString('base64')
    has()
    for (const paper of papers) {
      desk.server.on(`GET ${paths[paper]}`, answered({ fileName: `${paper}.pdf`, base64, pages: 1 }))
      const read = await desk.app.get('study', 'readPaper', { studyID, paper })
      expect(read).toMatchObject({ fileName: `${paper}.pdf`, pages: 1 })
      // The member's name was stamped on the paper.
      expect(read.base64.length).toBeGreaterThan(base64.length)
    }
    desk.server.on(`GET ${paths.invoice}`, answered({ fileName: 'i.pdf', base64: 'bm90IGEgUERG', pages: 1 }))
    expect(await desk.app.ask('study', 'readPaper', { studyID, paper: 'invoice' })).toMatchObject({
      failure: { code: 'pdf-refused', message: documentMessages.invalidFormat },
    })
    desk.server.on(`GET ${paths.consent}`, refused(409, 'report-missing', studyMessages.missingReport))
    expect(await desk.app.ask('study', 'readPaper', { studyID, paper: 'consent' })).toMatchObject({
      failure: { code: 'report-missing', message: studyMessages.missingReport },
    })
    const videos = { fileName: 'v.zip', contentType: 'application/zip', base64: '' }
    desk.server.on(`GET /api/v1/study/${studyID}/atrium-scan-videos`, answered(videos))
    expect(await desk.app.get('study', 'readSocialVideos', { studyID })).toEqual(videos)
  })

  describe('the body composition QC', () => {
    const confirm = () => desk.app.ask('study', 'confirmBodyCompositionQC', { studyID })
    const graphql = (body: unknown): void => desk.server.on('POST /graphql', answered(body))

    it('is confirmed by the mutation, and returns the current study', async () => {
      has({ status: { ...aStudy().status, bodyCompositionQC: true } })
      graphql({ data: { confirmBodyCompQC: { message: 'Confirmed successfully', statusCode: 200 } } })
      expect(await confirm()).toMatchObject({ ok: true, value: { version: 5, status: { bodyCompositionQC: true } } })
      expect(last('/graphql')).toMatchObject({
        body: { query: expect.stringContaining('confirmBodyCompQC'), variables: { studyId: studyID } },
        headers: { authorization: 'Bearer token-u-frontdesk' },
      })
    })

    it.each([
      ['a code of Atrium', { extensions: { code: 'insufficient-permissions' } }, 'insufficient-permissions'],
      ['a bad request', { extensions: { code: 'BAD_REQUEST' } }, 'act-not-allowed'],
      ['no code', {}, 'unexpected'],
    ])('is refused with the back office’s text, except for an unexpected error: %s', async (_, error, code) => {
      graphql({ data: null, errors: [{ message: 'Not this one.', ...error }] })
      const message = code === 'unexpected' ? expect.any(String) : 'Not this one.'
      expect(await confirm()).toMatchObject({ failure: { code, message } })
    })

    it.each([null, 'nonsense', [], { data: { confirmBodyCompQC: null } }])(
      'does not accept the answer %j',
      async (body) => {
        graphql(body)
        expect(await confirm()).toMatchObject({ failure: { code: 'unexpected' } })
      },
    )

    it('is refused by a status that is not a success', async () => {
      graphql({ data: { confirmBodyCompQC: { message: 'Wrong scan type.', statusCode: 400 } } })
      expect(await confirm()).toMatchObject({ failure: { code: 'act-not-allowed', message: 'Wrong scan type.' } })
    })

    it('is confirmed even if the study cannot be read afterwards', async () => {
      graphql({ data: { confirmBodyCompQC: { message: 'Confirmed successfully', statusCode: 200 } } })
      desk.server.on(`POST /study/${studyID}/detailed`, refused(429, 'too-many-requests'))
      const confirmed = { bodyCompositionQC: true, bodyCompositionQCBy: 'Robin Frost' }
      expect(await confirm()).toMatchObject({ ok: true, value: { studyID, status: confirmed } })
    })

    it('is repeated once after a lost answer, and its result is then reported as unknown', async () => {
      desk.server.on('POST /graphql', 'drop')
      const before = desk.server.count('POST /graphql')
      expect(await confirm()).toMatchObject({ failure: { code: 'outcome-unknown' } })
      expect(desk.server.count('POST /graphql')).toBe(before + 2)
    })

    it('is not stored for later', async () => {
      await desk.goOffline()
      expect(await confirm()).toMatchObject({ failure: { code: 'offline' } })
    })
  })
})
