import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { studyReportSchema } from '#domain/release/study-report.ts'
import { type AccountName, findEngines } from '../../builders/back-office.ts'
import { type FakeMailServer, startFakeMailServer } from '../../fakes/fake-mail-server.ts'
import { type FakeIppServer, startFakeIppServer } from '../../fakes/ipp-server.ts'
import { encryptedPdf, manyPages } from '../../fixtures/pdf/pdf-kinds.ts'
import { createPdfTools, pdfToolsMissing } from '../../fixtures/pdf/pdf-tools.ts'
import { writeRawPdf } from '../../fixtures/pdf/raw-pdf.ts'
import { writePng } from '../../fixtures/pdf/write-png.ts'
import { details, email, openReleaseDesk, type ReleaseDesk } from '../release/release-desk.ts'

const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const drawn = await PDFDocument.create()
for (const size of [
  [612, 792],
  [612, 792],
] as const)
  drawn.addPage([...size]).drawRectangle({ width: 40, height: 40 })
const twoPagesPdf = base64Of(await drawn.save())
const threePagesPdf = base64Of(writeRawPdf(manyPages(3)))
const upload = `mutation ($input: CreateReportInput!) { createReport(input: $input) {
  reportID studyID kind version pages byteSize createdAt createdBy publishedAt publishedBy } }`
const automated = { mode: 'automated', item: undefined } as const
const unread = { published: false, read: false }

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(
    `reports that staff upload on ${engine.kind}`,
    {
      timeout: 180_000,
    },
    () => {
      let desk: ReleaseDesk
      let fax: FakeIppServer
      let mail: FakeMailServer
      beforeAll(async () => {
        fax = await startFakeIppServer()
        mail = await startFakeMailServer()
        const outside = { faxUrl: fax.address('faxes'), smtpUrl: mail.url }
        desk = await openReleaseDesk(engine, { environment: 'PRODUCTION', ...outside })
      }, 180_000)
      afterAll(async () => {
        expect(desk.office.errors).toEqual([])
        await desk.office.stop()
        await fax.close()
        await mail.close()
      })

      /** Creates a study that was read, without any report. */
      const newStudy = (status: object = {}): Promise<string> =>
        desk.newStudy({ published: false, ...status }, { extra: JSON.stringify(practitioners) })
      const practitioners = {
        practitioners: {
          primary: { practitionerID: 'p-reached', locationID: 'pl-1' },
          referring: null,
          additional: [],
        },
      }
      const send = async (studyId: string, more: object = {}, who: AccountName = 'reportQC', key?: string) => {
        const input = {
          studyId,
          patientId: 'm-000001',
          kind: 'structured',
          base64File: twoPagesPdf,
          fileType: 'application/pdf',
          ...more,
        }
        const body = JSON.stringify({ query: upload, variables: { input } })
        const answer = await desk.office.send('POST', '/graphql', {
          token: await desk.office.signIn(who),
          body,
          key: key ?? desk.newKey(),
        })
        const failure = answer.body.errors?.[0]
        return {
          code: failure?.extensions.code ?? answer.body.code,
          message: failure?.message,
          value: answer.body.data?.createReport,
        }
      }
      const ask = async (
        name: 'readReports' | 'publishReport' | 'discardReport',
        studyId: string,
        body: object | undefined,
        who: AccountName = 'reportQC',
        key = desk.newKey(),
      ) =>
        desk.office.call(name, { params: { studyId }, ...(body && { body }) } as never, {
          token: await desk.office.signIn(who),
          ...(name === 'readReports' ? {} : { key }),
        })
      const publish = (studyId: string, reportID: string, more: object = {}, who?: AccountName, key?: string) =>
        ask('publishReport', studyId, { reportID, version: 1, memberDetails: details, ...more }, who, key)
      const paper = async (
        name:
          | 'readPhysicianReport'
          | 'readTraditionalReport'
          | 'readFirstReading'
          | 'readReportWithAddendum'
          | 'readRadiologistReport',
        studyId: string,
        who: AccountName = 'hi',
      ) => desk.office.call(name, { params: { studyId } } as never, { token: await desk.office.signIn(who) })
      const mark = async (studyId: string, act: string, who: AccountName) =>
        desk.office.call('updateStudyStatus', { params: { studyId }, body: { [act]: true } } as never, {
          token: await desk.office.signIn(who),
          key: desk.newKey(),
        })
      const auditOf = async (studyId: string, action: string) =>
        (
          await desk.office.db
            .selectFrom('audit')
            .selectAll()
            .where('study_id', '=', studyId)
            .where('action', 'like', `${action}%`)
            .orderBy('sequence')
            .execute()
        ).map(({ outcome }) => outcome)

      /** Sends the study's report by fax and email, and exports it for a disc. */
      const release = async (study: string) => {
        const delivery = await desk.begin(study, automated)
        expect((await delivery.send()).status).toBe(200)
        expect(await delivery.row()).toMatchObject({ state: 'handed-over', pages: 2 })
        const emailed = await desk.begin(study, { ...automated, channel: 'email', address: email, retyped: email })
        const before = mail.received.length
        expect((await emailed.send()).status).toBe(200)
        expect(mail.received).toHaveLength(before + 1)
        const disc = await desk.begin(study, { ...automated, channel: 'cd', address: '', retyped: null })
        const practitioner = { practitionerID: 'p-reached', locationID: 'pl-1' }
        const body = {
          studyID: study,
          channel: 'cd',
          deliveryID: disc.deliveryID,
          memberDetails: details,
          practitioner,
        }
        const written = await desk.office.call('exportForMedium', { params: { patient: 'm-000001' }, body } as never, {
          token: disc.ticket,
          key: desk.newKey(),
        })
        const [file] = written.body.files as { base64: string }[]
        return {
          faxed: fax.jobs.at(-1)?.document ?? new Uint8Array(),
          onDisc: Uint8Array.from(Buffer.from(file?.base64 ?? '', 'base64')),
        }
      }

      it('reach the member and a doctor after their upload, in production and without an outside system', async () => {
        const study = await newStudy()
        expect((await paper('readPhysicianReport', study)).body.code).toBe('report-missing')
        const draft = (await send(study)).value
        expect(studyReportSchema.parse(draft)).toEqual(draft)
        expect(draft).toMatchObject({ kind: 'structured', version: null, pages: 2, createdBy: 'Robin reportQC' })
        expect((await paper('readPhysicianReport', study)).body.code).toBe('report-missing')
        const published = await publish(study, draft.reportID)
        expect(published.body).toMatchObject({
          status: { published: true, publishedTime: expect.any(String), publishedBy: 'Robin reportQC' },
          details: { readingPublished: [{ reportType: 'structured', version: 1 }], traditionalReportAvailable: false },
        })
        expect((await mark(study, 'reportQADone', 'reportQC')).body.status.reportQADone).toBe(true)
        expect((await mark(study, 'releasedToPatient', 'hi')).body.status.releasedToPatient).toBe(true)
        const file = await paper('readPhysicianReport', study)
        expect(file.body).toEqual({ fileName: expect.stringMatching(/^Ana S/), base64: twoPagesPdf, pages: 2 })
        expect((await paper('readPhysicianReport', study, 'radiologist')).body.code).toBe('insufficient-permissions')
        const { faxed, onDisc } = await release(study)
        expect((await PDFDocument.load(faxed)).getPageCount()).toBe(2)
        expect((await PDFDocument.load(onDisc)).getPageCount()).toBe(2)
        expect(await desk.log(study)).toEqual(
          expect.arrayContaining(['Physician report uploaded, not published', 'Physician report published, version 1']),
        )
        expect(await auditOf(study, 'report.uploaded')).toEqual(['ok'])
        expect(await auditOf(study, 'report.published')).toEqual(['ok'])
      })

      it('carry the member’s stamp on every page that leaves the clinic', async (context) => {
        if (pdfToolsMissing !== undefined) context.skip(pdfToolsMissing)
        const study = await newStudy()
        await publish(study, (await send(study)).value.reportID)
        const tools = createPdfTools()
        for (const bytes of Object.values(await release(study))) {
          const texts = tools.textOfPages(bytes)
          expect(texts).toHaveLength(2)
          for (const text of texts) expect(text).toContain('Silva')
        }
        tools.close()
      })

      it('are corrected by a new version; the first reading stays, with the time and person of its publication', async () => {
        const study = await newStudy()
        const first = (await send(study)).value.reportID
        const before = (await publish(study, first)).body
        const second = (await send(study, { base64File: threePagesPdf }, 'hi')).value.reportID
        const after = (await publish(study, second, { version: 2 }, 'hi')).body
        expect(after.details.readingPublished).toEqual([
          { reportType: 'structured', version: 1 },
          { reportType: 'structured', version: 2 },
        ])
        expect(after.status.publishedTime).toBe(before.status.publishedTime)
        expect(after.status.publishedBy).toBe('Robin reportQC')
        const files = [
          await paper('readPhysicianReport', study),
          await paper('readRadiologistReport', study),
          await paper('readReportWithAddendum', study),
          await paper('readFirstReading', study),
        ].map(({ body }) => body.base64)
        expect(files).toEqual([threePagesPdf, threePagesPdf, threePagesPdf, twoPagesPdf])
        expect((await ask('discardReport', study, { reportID: first })).body).toMatchObject({
          code: 'act-not-allowed',
          message: releaseMessages.isPublished,
        })
      })

      it('can be traditional reports, which have their own versions', async () => {
        const study = await newStudy()
        await publish(study, (await send(study)).value.reportID)
        const traditional = (await send(study, { kind: 'traditional', base64File: threePagesPdf }, 'radiologist')).value
        expect((await publish(study, traditional.reportID, {}, 'radiologist')).body.details).toMatchObject({
          readingPublished: [
            { reportType: 'structured', version: 1 },
            { reportType: 'traditional', version: 1 },
          ],
          traditionalReportAvailable: true,
        })
        expect((await paper('readTraditionalReport', study)).body.base64).toBe(threePagesPdf)
        expect((await paper('readPhysicianReport', study)).body.base64).toBe(twoPagesPdf)
      })

      it('are published only once, even if two desks publish at the same time or a published report is published again', async () => {
        const study = await newStudy()
        const [one, other] = [(await send(study)).value.reportID, (await send(study)).value.reportID]
        const key = desk.newKey()
        const answers = await Promise.all([publish(study, one, {}, 'hi', key), publish(study, other, {}, 'reportQC')])
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
        expect(answers.find(({ status }) => status === 409)?.body.code).toBe('stale')
        const won = answers[0]?.status === 200 ? one : other
        expect((await publish(study, won)).status).toBe(200)
        const row = await desk.office.db
          .selectFrom('study')
          .select('extra')
          .where('study_id', '=', study)
          .executeTakeFirst()
        expect(JSON.parse(row?.extra ?? '{}').readingPublished).toEqual([{ reportType: 'structured', version: 1 }])
        const drafts = (await ask('readReports', study, undefined)).body as { version: number | null }[]
        expect(drafts.map(({ version }) => version).sort()).toEqual([1, null])
      })

      it('are published once when the call is repeated under its key', async () => {
        const study = await newStudy()
        const { reportID } = (await send(study)).value
        const key = desk.newKey()
        const first = await publish(study, reportID, {}, 'hi', key)
        const again = await publish(study, reportID, {}, 'hi', key)
        expect([first.status, again.status]).toEqual([200, 200])
        expect(again.body).toEqual(first.body)
        expect(await auditOf(study, 'report.published')).toHaveLength(1)
      })

      it('can be opened before and after publication by those who publish, but not once discarded', async () => {
        const [study, other] = [await newStudy(), await newStudy()]
        const { reportID } = (await send(study, { base64File: threePagesPdf })).value
        const open = async (studyId: string, who: AccountName = 'hi') =>
          desk.office.call('readUploadedReport', { params: { studyId, reportID } } as never, {
            token: await desk.office.signIn(who),
          })
        expect((await open(study)).body).toEqual({ base64: threePagesPdf, pages: 3 })
        expect((await open(study, 'frontdesk')).body.code).toBe('insufficient-permissions')
        expect((await open(other)).body).toMatchObject({ code: 'not-found', message: releaseMessages.noSuchReport })
        expect(await auditOf(study, 'report.viewed')).toHaveLength(2)
        await publish(study, reportID)
        expect((await open(study)).status).toBe(200)
        const unwanted = (await send(study)).value.reportID
        await ask('discardReport', study, { reportID: unwanted })
        const gone = await desk.office.call(
          'readUploadedReport',
          { params: { studyId: study, reportID: unwanted } } as never,
          {
            token: await desk.office.signIn('hi'),
          },
        )
        expect(gone.body.code).toBe('not-found')
      })

      it('wait as drafts after the program ended between upload and publication, and can be discarded', async () => {
        const study = await newStudy()
        const key = desk.newKey()
        const first = (await send(study, {}, 'hi', key)).value
        expect((await send(study, {}, 'hi', key)).value).toEqual(first)
        expect((await ask('readReports', study, undefined)).body).toEqual([first])
        expect((await ask('discardReport', study, { reportID: first.reportID })).body).toEqual([])
        expect((await ask('discardReport', study, { reportID: first.reportID })).body).toEqual([])
        expect((await publish(study, first.reportID)).body).toMatchObject({
          code: 'not-found',
          message: releaseMessages.noSuchReport,
        })
        expect(await desk.log(study)).toContain('Physician report discarded before it was published')
      })

      it('are refused for other members, other studies, and studies that are cancelled or not read', async () => {
        const [study, other] = [await newStudy(), await newStudy()]
        const { reportID } = (await send(study)).value
        expect(
          (await publish(study, reportID, { memberDetails: { ...details, dob: '1980-02-04' } })).body,
        ).toMatchObject({
          code: 'stale',
          message: releaseMessages.publishDetailsChanged,
        })
        expect((await publish(other, reportID)).body.code).toBe('not-found')
        expect((await send(study, { patientId: 'm-000002' })).code).toBe('invalid-input')
        expect((await send(study, { kind: 'x' })).code).toBe('invalid-input')
        expect((await send(await newStudy(unread))).code).toBe('act-not-allowed')
        await desk.office.db.updateTable('study').set({ cancelled: 1 }).where('study_id', '=', study).execute()
        const row = await desk.office.db
          .selectFrom('study')
          .select('status')
          .where('study_id', '=', study)
          .executeTakeFirst()
        const status = JSON.stringify({ ...JSON.parse(row?.status ?? '{}'), cancelled: true })
        await desk.office.db.updateTable('study').set({ status }).where('study_id', '=', study).execute()
        expect((await send(study)).code).toBe('already-cancelled')
        expect((await publish(study, reportID)).body.code).toBe('already-cancelled')
        for (const who of ['frontdesk', 'admin', 'sales', 'np', 'qa', 'dev', 'finance'] as const) {
          expect((await send(other, {}, who)).code, who).toBe('insufficient-permissions')
          expect((await publish(other, reportID, {}, who)).body.code, who).toBe('insufficient-permissions')
        }
      })

      it('are refused and not stored if the file is not a PDF, or is damaged, locked or too large', async () => {
        const study = await newStudy()
        const cases: readonly (readonly [string, object, string, string])[] = [
          [
            'text',
            { base64File: base64Of(Buffer.from('hello there')) },
            'document-format',
            documentMessages.invalidFormat,
          ],
          [
            'a picture',
            { base64File: base64Of(writePng({ width: 4, height: 4 })), fileType: 'image/png' },
            'document-format',
            releaseMessages.reportNotPdf,
          ],
          [
            'damaged',
            { base64File: base64Of(Buffer.from('%PDF-1.7\nnothing')) },
            'pdf-refused',
            documentMessages.unreadable,
          ],
          ['locked', { base64File: base64Of(await encryptedPdf(true)) }, 'pdf-refused', documentMessages.locked],
        ]
        for (const [what, more, code, message] of cases) {
          expect(await send(study, more), what).toMatchObject({ code, message })
        }
        const large = await send(study, { base64File: base64Of(Buffer.alloc(50 * 1024 * 1024, 37)) })
        expect(large.code).toBe('payload-too-large')
        expect((await ask('readReports', study, undefined)).body).toEqual([])
      })
    },
  )
}
