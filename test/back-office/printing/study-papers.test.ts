import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import { noSedative } from '#domain/study/sedative.ts'
import type { StudyDetails } from '#domain/study/study-details.ts'
import { studyMessages } from '#domain/study/study-messages.ts'
import {
  type AccountName,
  type Answer,
  aStudyRow,
  clinic,
  findEngines,
  type RunningBackOffice,
  runBackOffice,
} from '../../builders/back-office.ts'
import { readPdf } from '../../paper/stamp/read-pdf.ts'

const papers = [
  'readPhysicianReport',
  'readTraditionalReport',
  'readMedicalHistory',
  'readConsent',
  'readPrescription',
  'readMedicalReferral',
  'readReferralPage',
  'readInvoicePaper',
  'readRadiologistReport',
  'readReportWithAddendum',
  'readFirstReading',
  'readStudyInfo',
  'readConsentForm',
] as const satisfies readonly RouteName[]
type Asked = (typeof papers)[number] | 'readScanVideos'

const time = '2026-11-20T18:00:00Z'
/** The status of a study that has every paper. */
const wholeStatus = {
  ...JSON.parse(aStudyRow(0).status),
  read: true,
  readTime: time,
  readBy: 'Dana Brook',
  published: true,
  publishedTime: time,
  scanned: true,
  scannedTime: time,
  imagesAcquiredBy: 'Toni Marlow',
  consent: true,
  consentTime: time,
  medicalHistory: true,
  medicalHistoryTime: time,
  referred: true,
  referredTime: time,
  referredBy: 'Robin Frost',
}
const wholeDetails: Partial<StudyDetails> = {
  readingPublished: [
    { reportType: 'structured', version: 1 },
    { reportType: 'structured', version: 2 },
  ],
  traditionalReportAvailable: true,
  memberConsentSigned: true,
  technologistConsentSigned: true,
  reasonForScan: 'Family history',
}
const sedative = { ...noSedative, status: 'sent', prescribedDate: '2026-11-16', sentDate: '2026-11-18' }

let studies = 0

const createPaperActs = (office: RunningBackOffice) => {
  const ask = async (name: Asked, studyId: string, who: AccountName = 'hi'): Promise<Answer> =>
    office.call(name, { params: { studyId } }, { token: await office.signIn(who) })
  const newStudy = async (status: object = {}, details: object = {}, columns: object = {}): Promise<string> => {
    studies += 1
    const study = {
      ...aStudyRow(office.now()),
      study_id: `s-paper-${studies}`,
      patient_id: clinic.member,
      location_id: clinic.home,
      status: JSON.stringify({ ...wholeStatus, ...status }),
      extra: JSON.stringify({ ...wholeDetails, ...details }),
      sedative: JSON.stringify(sedative),
      ...columns,
    }
    await office.db.insertInto('study').values(study).execute()
    return study.study_id
  }
  return { ask, newStudy }
}

const textOf = async (answer: Answer): Promise<string> => {
  expect(answer.status, JSON.stringify(answer.body).slice(0, 200)).toBe(200)
  const pdf = await readPdf(Buffer.from(answer.body.base64, 'base64'))
  expect(pdf.pages).toHaveLength(answer.body.pages)
  return pdf.text
}

for (const engine of await findEngines('rules')) {
  describe.skipIf(engine.missing !== undefined)(`papers of a study on ${engine.kind}`, { timeout: 180_000 }, () => {
    let office: RunningBackOffice
    let desk: ReturnType<typeof createPaperActs>
    beforeAll(async () => {
      office = await runBackOffice(engine)
      desk = createPaperActs(office)
    })
    /** Returns action and outcome of a study's audit rows; checks that each row has the member and the location. */
    const auditOf = async (id: string): Promise<string[][]> => {
      const rows = await office.db
        .selectFrom('audit')
        .select(['action', 'outcome', 'member_id', 'location_id'])
        .where('study_id', '=', id)
        .orderBy('sequence')
        .execute()
      for (const row of rows) expect(row).toMatchObject({ member_id: clinic.member, location_id: clinic.home })
      return rows.map(({ action, outcome }) => [action, outcome])
    }
    afterAll(async () => {
      expect(office.errors).toEqual([])
      await office.stop()
    })

    it('are returned as PDFs with the member and the study’s data, each with an audit row', async () => {
      const id = await desk.newStudy()
      const expectedParts: Readonly<Record<(typeof papers)[number], readonly string[]>> = {
        // This study has both the structured report, in version 2, and the traditional report.
        readPhysicianReport: ['Physician report', 'Version 2', 'Dana Brook'],
        readTraditionalReport: ['Radiology report', 'Family history'],
        readMedicalHistory: ['No answers saved'],
        readConsent: ['Toni Marlow', 'Technologist, signed electronically'],
        readPrescription: ['Sent to Pharmacy', '18 Nov 2026'],
        readMedicalReferral: ['Appropriateness review', 'Robin Frost'],
        readReferralPage: ['Referral package', 'Enclosed', 'Robin Frost', 'Family history'],
        readInvoicePaper: ['Invoice'],
        readRadiologistReport: ['Radiologist report', 'Version 2', 'Addendum of version 2'],
        readReportWithAddendum: ['Report with addendum', 'Version 2', 'Structured, version 2'],
        readFirstReading: ['First published reading', 'Version 1', 'Structured, version 1'],
        readStudyInfo: ['Study information', 'Reading', 'Family history', 'No appointment'],
        readConsentForm: [
          'Member agreement and consent',
          'Form to sign on paper',
          'Agreement: standard text',
          'Member, signature',
        ],
      }
      const names: string[] = []
      // The drawing does not depend on the database engine, so the test on PostgreSQL draws only the first three.
      const asked = engine.kind === 'postgresql' ? papers.slice(0, 3) : papers
      for (const paper of asked) {
        const answer = await desk.ask(paper, id)
        const text = await textOf(answer)
        const whose = ['Ana Silva', '03 Feb 1980', id, ...(paper === 'readInvoicePaper' ? [] : ['SAMPLE'])]
        for (const part of [...whose, ...expectedParts[paper]]) expect(text, paper).toContain(part)
        expect(text).not.toContain('Not complete')
        expect(backOfficeRoutes[paper].answer.parse(answer.body)).toEqual(answer.body)
        names.push(answer.body.fileName)
      }
      const expectedNames = [
        'Ana S.pdf',
        'Ana S.pdf',
        `${id} medical history.pdf`,
        `${id} consent.pdf`,
        `${id} prescription.pdf`,
        `${id} appropriateness review.pdf`,
        `${id} referral package.pdf`,
        `${id} invoice.pdf`,
        'Ana S.pdf',
        'Ana S.pdf',
        'Ana S.pdf',
        `${id} study information.pdf`,
        `${id} consent form.pdf`,
      ]
      expect(names).toEqual(expectedNames.slice(0, asked.length))
      const rows = [
        ['report.viewed', 'ok'],
        ['report.viewed', 'ok'],
        ['medical-history.viewed', 'ok'],
        ['consent.viewed', 'ok'],
        ['prescription.viewed', 'ok'],
        ['referral.viewed', 'ok'],
        ['referral.viewed', 'ok'],
        ['invoice.viewed', 'ok'],
        ['report.viewed', 'ok'],
        ['report.viewed', 'ok'],
        ['report.viewed', 'ok'],
        ['study-info.viewed', 'ok'],
        ['consent.viewed', 'ok'],
      ]
      expect(await auditOf(id)).toEqual(rows.slice(0, asked.length))
    })

    if (engine.kind === 'postgresql') return

    it('are returned as PDFs unless JSON is requested, and only the file name of a report names a person', async () => {
      const id = await desk.newStudy()
      await office.db
        .updateTable('member')
        .set({ firstname: 'Zoë "Z"' })
        .where('patient_id', '=', clinic.member)
        .execute()
      const get = async (path: string, accept?: string): Promise<Response> =>
        fetch(`${office.url}${path}`, {
          headers: {
            authorization: `Bearer ${await office.signIn('hi')}`,
            ...(accept === undefined ? {} : { accept }),
          },
        })
      try {
        const report = await get(`/radiologist/study/${id}/latest-pdf-report`)
        expect([report.status, report.headers.get('content-type')]).toEqual([200, 'application/pdf'])
        expect(report.headers.get('content-disposition')).toBe(
          `inline; filename="Zo_ Z S.pdf"; filename*=UTF-8''Zo%C3%AB%20Z%20S.pdf`,
        )
        expect(report.headers.get('cache-control')).toBe('no-store')
        const bytes = new Uint8Array(await report.arrayBuffer())
        expect((await readPdf(bytes)).text).toContain('Radiologist report')
        const info = await get(`/admin/study/${id}/study-info/pdf-rendered`, 'application/pdf, application/json;q=0')
        expect(info.headers.get('content-disposition')).toContain(`filename="${id} study information.pdf"`)
        expect(
          Buffer.from(await info.arrayBuffer())
            .subarray(0, 5)
            .toString(),
        ).toBe('%PDF-')
        const json = await get(`/admin/study/${id}/consent/pdf-rendered`, 'text/html, Application/JSON;q=0.9')
        expect(await json.json()).toMatchObject({ fileName: `${id} consent form.pdf`, pages: 1 })
        const refused = await get('/admin/study/s-nowhere/invoice/embed')
        expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([404, 'not-found'])
      } finally {
        await office.db
          .updateTable('member')
          .set({ firstname: 'Ana' })
          .where('patient_id', '=', clinic.member)
          .execute()
      }
    })

    it('show the first reading in the report type in which it was published', async () => {
      const readingPublished = [
        { reportType: 'traditional', version: 1 },
        { reportType: 'structured', version: 2 },
      ]
      const text = await textOf(await desk.ask('readFirstReading', await desk.newStudy({}, { readingPublished })))
      expect(text).toContain('Radiology report')
      expect(text).not.toContain('Assessment')
    })

    it.each([
      ['readRadiologistReport', 'the study is transcribed', { transcribed: true }, {}],
      ['readReportWithAddendum', 'there is only the traditional report', {}, { readingPublished: [] }],
      ['readFirstReading', 'nothing is published', {}, { readingPublished: [] }],
      ['readPhysicianReport', 'nothing is published', {}, { readingPublished: [], traditionalReportAvailable: false }],
      ['readPhysicianReport', 'the study is transcribed', { transcribed: true }, {}],
      ['readPhysicianReport', 'there is only the traditional report', {}, { readingPublished: [] }],
      ['readTraditionalReport', 'there is only the structured report', {}, { traditionalReportAvailable: false }],
    ] as const)('are refused by %s as missing when %s', async (paper, _when, status, details) => {
      const id = await desk.newStudy(status, details)
      const { status: code, body } = await desk.ask(paper, id)
      expect(await auditOf(id)).toEqual([['report.viewed', 'report-missing']])
      expect([code, body.code, body.message]).toEqual([409, 'report-missing', studyMessages.missingReport])
    })

    it('contain the answers of the medical history, and state that it is not complete', async () => {
      const id = await desk.newStudy({ medicalHistory: false })
      await office.db
        .insertInto('safety_record')
        .values({
          study_id: id,
          answers: JSON.stringify({ 'Allergies.Status': 'yes', 'Allergies.Types': 'Penicillin' }),
          version: 1,
          saved_at: office.now(),
          saved_by: 'Robin Frost',
          saved_by_user: null,
        })
        .execute()
      const text = await textOf(await desk.ask('readMedicalHistory', id))
      for (const part of ['Penicillin', 'Robin Frost', 'The medical history is not complete.', 'Not answered'])
        expect(text).toContain(part)
    })

    it('state that the member has not signed the consent', async () => {
      const unsigned = { memberConsentSigned: false, technologistConsentSigned: false }
      const text = await textOf(await desk.ask('readConsent', await desk.newStudy({ consent: false }, unsigned)))
      expect(text).toContain('Not complete. The member has not signed.')
    })

    it('show that staff marked a consent as signed on paper, without a signature of the member', async () => {
      const details = { memberConsentSigned: false, technologistConsentSigned: false }
      const flags = { consent: true, consentBy: 'Robin Frost', consentTime: '2026-11-20T18:00:00Z' }
      const text = await textOf(await desk.ask('readConsent', await desk.newStudy(flags, details)))
      expect(text).toContain('Signed on paper (marked by Robin Frost, 20 Nov 2026')
      expect(text).not.toMatch(/Member, signed electronically|Not complete/)
    })

    it('do not include a prescription if no sedative was requested', async () => {
      const id = await desk.newStudy({}, {}, { sedative: JSON.stringify(noSedative) })
      const { status, body } = await desk.ask('readPrescription', id)
      expect([status, body.code]).toEqual([409, 'act-not-allowed'])
      expect(await auditOf(id)).toEqual([['prescription.viewed', 'act-not-allowed']])
    })

    it('name the practitioners of the referral, and print “Not recorded” for one who is not in the directory', async () => {
      const practitioners = {
        primary: { practitionerID: 'p-gone', locationID: null },
        referring: { practitionerID: clinic.practitioner, locationID: null },
        additional: [],
      }
      const text = await textOf(await desk.ask('readMedicalReferral', await desk.newStudy({}, { practitioners })))
      for (const part of ['Dr. Élodie Marchand', 'Not recorded', 'Family history', 'Robin Frost'])
        expect(text).toContain(part)
    })

    it('include the scan video once the study is read, as a WebM file whose name identifies no person', async () => {
      const id = await desk.newStudy()
      const { status, body } = await desk.ask('readScanVideos', id, 'frontdesk')
      expect(status).toBe(200)
      expect(body.fileName).toBe(`${id} scan video.webm`)
      expect(body.contentType).toBe('video/webm')
      const bytes = Buffer.from(body.base64, 'base64')
      expect(bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
      expect(bytes.byteLength).toBeLessThan(150_000)
      expect(await auditOf(id)).toEqual([['scan-videos.viewed', 'ok']])
      const early = await desk.ask('readScanVideos', await desk.newStudy({ read: false }), 'frontdesk')
      expect([early.status, early.body.code]).toEqual([409, 'act-not-allowed'])
    })

    it('are refused to members and for a study of another location', async () => {
      const elsewhere = await desk.ask('readConsent', clinic.elsewhereStudy, 'oneLocation')
      expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'location-forbidden'])
      expect((await desk.ask('readConsent', 's-nowhere', 'oneLocation')).status).toBe(404)
      for (const paper of papers) expect((await desk.ask(paper, clinic.homeStudy, 'member')).status, paper).toBe(403)
    })

    it('in production contain no demo data, and reports and the medical history are refused to the front desk', async () => {
      const live = await runBackOffice(engine, { environment: 'PRODUCTION' })
      try {
        const there = createPaperActs(live)
        const id = await there.newStudy()
        const reports = [
          ...(['readPhysicianReport', 'readTraditionalReport', 'readRadiologistReport'] as const),
          ...(['readReportWithAddendum', 'readFirstReading'] as const),
        ]
        for (const paper of [...reports, 'readMedicalHistory'] as const) {
          const { status, body } = await there.ask(paper, id, 'frontdesk')
          expect([status, body.code], paper).toEqual([403, 'insufficient-permissions'])
        }
        for (const paper of [...reports, 'readScanVideos'] as const) {
          const { status, body } = await there.ask(paper, id, 'hi')
          expect([status, body.code], paper).toEqual([409, 'report-missing'])
        }
        expect(await textOf(await there.ask('readMedicalHistory', id, 'hi'))).not.toContain('SAMPLE')
        const prescription = await textOf(await there.ask('readPrescription', id, 'frontdesk'))
        expect(prescription).toContain('No medicine is recorded here.')
        expect(prescription).not.toContain('Demosedan')
      } finally {
        await live.stop()
      }
    })
  })
}
