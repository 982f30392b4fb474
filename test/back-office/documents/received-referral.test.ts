import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AccountName } from '#test/builders/back-office.ts'
import { clinic, findEngines, type RunningBackOffice, runBackOffice } from '#test/builders/back-office.ts'
import { aTime, createConsultActs } from '#test/contract/consult-clinic.ts'
import { twoPages } from '../../fixtures/pdf/pdf-kinds.ts'
import { writeRawPdf } from '../../fixtures/pdf/raw-pdf.ts'
import { writePng } from '../../fixtures/pdf/write-png.ts'
import { readPdf } from '../../paper/stamp/read-pdf.ts'

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const referralPdf = toBase64(writeRawPdf(twoPages))
const picture = toBase64(writePng({ width: 40, height: 60 }))
const create = 'mutation ($input: CreateDocumentInput!) { createDocument(input: $input) { uuid version } }'
const setStatus =
  'mutation ($uuid: ID!, $status: String!) { updateDocumentStatus(uuid: $uuid, status: $status) { uuid status } }'

for (const engine of await findEngines()) {
  describe.skipIf(engine.missing !== undefined)(`a received referral on ${engine.kind}`, { timeout: 90_000 }, () => {
    let office: RunningBackOffice
    let desk: ReturnType<typeof createConsultActs>
    let studyId: string
    const setRequired = async (isRequired: boolean): Promise<void> => {
      const row = await office.db
        .selectFrom('location')
        .select('document')
        .where('location_id', '=', clinic.home)
        .executeTakeFirstOrThrow()
      const document = JSON.stringify({ ...JSON.parse(row.document), referralRequired: isRequired })
      await office.db.updateTable('location').set({ document }).where('location_id', '=', clinic.home).execute()
    }
    beforeAll(async () => {
      office = await runBackOffice(engine)
      desk = createConsultActs(office)
      const type = { uuid: 'dt-referral', name: 'medical referral', description: 'Referral' }
      await office.db.insertInto('document_type').values(type).execute()
    })
    beforeEach(async () => {
      await setRequired(true)
      studyId = await desk.newStudy(aTime(office))
    })
    afterAll(async () => {
      await office.stop()
      expect(office.errors).toEqual([])
    })

    const ask = async (query: string, variables: object, who: AccountName = 'frontdesk') => {
      const body = JSON.stringify({ query, variables })
      const answer = await office.send('POST', '/graphql', { token: await office.signIn(who), body })
      const [value] = Object.values(answer.body.data ?? {})
      expect(value, JSON.stringify(answer.body)).toBeTruthy()
      return value as { uuid: string; version: number }
    }
    const upload = (more: object = {}) =>
      ask(create, {
        input: {
          ...{
            studyId,
            patientId: studyId.replace('s-', 'm-'),
            typeId: 'dt-referral',
            status: 'DRAFT',
            name: 'Referral',
          },
          ...{ base64File: referralPdf, fileType: 'application/pdf', ...more },
        },
      })
    const publish = async (more: object = {}) => {
      const { uuid } = await upload(more)
      await ask(setStatus, { uuid, status: 'PUBLISHED' })
      return uuid
    }
    const paper = () => desk.ask('readMedicalReferral', { params: { studyId } })
    const status = async () => (await desk.ask('readStudy', { params: { studyId } })).body.status
    const lines = async (): Promise<string[]> =>
      (await desk.ask('readLog', { params: { studyId } })).body.map(({ content }: { content: string }) => content)

    it('replaces the drawn referral after it is published, and marks the referral as received', async () => {
      await upload()
      expect((await readPdf(Buffer.from((await paper()).body.base64, 'base64'))).text).toContain('Medical referral')
      expect((await status()).referred).not.toBe(true)
      const uuid = await publish()
      const { body } = await paper()
      expect(body).toEqual({ fileName: `${studyId} medical referral.pdf`, base64: referralPdf, pages: 2 })
      expect(await status()).toMatchObject({ referred: true, referredBy: 'Robin frontdesk' })
      expect(await lines()).toEqual([
        'Referral marked as complete: its document was published',
        'Medical Referral version 2 published',
      ])
      // Publishing it again changes nothing. Without a published document, the paper is the drawn sheet again.
      await ask(setStatus, { uuid, status: 'PUBLISHED' })
      expect(await lines()).toHaveLength(2)
      await ask(setStatus, { uuid, status: 'DRAFT' })
      expect((await readPdf(Buffer.from((await paper()).body.base64, 'base64'))).text).toContain('Medical referral')
    })

    it('is sent by version, so that a newer version is not sent unseen', async () => {
      const { body: member } = await desk.ask('readMember', { params: { id: studyId.replace('s-', 'm-') } })
      const { firstname, lastname, dob, gender: sex } = member
      const preview = async (): Promise<string> => {
        const answer = await desk.ask(
          'previewPdf',
          {
            params: { studyId },
            body: {
              memberDetails: { firstname, lastname, dob, sex },
              ...{ shouldEncryptPdf: false, shouldHideHIContent: true },
              item: { kind: 'paper', paper: 'medical-referral' },
            },
          },
          'hi',
        )
        return answer.body.title
      }
      expect(await preview()).toBe('Medical referral')
      await publish()
      expect(await preview()).toBe('Medical referral, version 1')
      await publish()
      expect(await preview()).toBe('Medical referral, version 2')
    })

    it('can be a picture, which is placed on a page', async () => {
      await publish({ base64File: picture, fileType: 'image/png' })
      const { body } = await paper()
      expect(body.pages).toBe(1)
      expect(Buffer.from(body.base64, 'base64').toString('latin1')).toMatch(/^%PDF-/)
    })

    it('is only an ordinary document if no referral is required, and leaves the review open', async () => {
      await setRequired(false)
      await publish()
      expect((await readPdf(Buffer.from((await paper()).body.base64, 'base64'))).text).toContain(
        'Appropriateness review',
      )
      expect((await status()).referred).not.toBe(true)
    })

    it('of a cancelled study is kept without the mark', async () => {
      studyId = await desk.newStudy({ cancelled: 1, status: JSON.stringify({ cancelled: true }) })
      await publish()
      expect((await status()).referred).not.toBe(true)
      expect((await paper()).body.base64).toBe(referralPdf)
    })
  })
}
