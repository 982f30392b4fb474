import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { releaseMessages } from '#domain/release/release-messages.ts'
import { type AccountName, type Answer, findEngines } from '../../builders/back-office.ts'
import { writePng } from '../../fixtures/pdf/write-png.ts'
import { createScriptedWorkshop, details, document, openReleaseDesk, type ReleaseDesk } from './release-desk.ts'

const png = writePng({ width: 1, height: 1 })

const putPicture = async (desk: ReleaseDesk, study: string): Promise<void> => {
  const picture = { base64_file: png.toString('base64'), file_type: 'image/png' }
  await desk.office.db.updateTable('document').set(picture).where('study_id', '=', study).execute()
}

describe('the preview of a send', () => {
  let desk: ReleaseDesk
  const workshop = createScriptedWorkshop()
  beforeAll(async () => {
    const [engine] = await findEngines()
    if (engine === undefined) throw new Error('no engine')
    desk = await openReleaseDesk(engine, { environment: 'PRODUCTION', pdf: workshop })
  })
  afterAll(() => desk.office.stop())

  const preview = async (studyId: string, more: object = {}, as: AccountName = 'hi'): Promise<Answer> =>
    desk.office.call(
      'previewPdf',
      {
        params: { studyId },
        body: {
          memberDetails: details,
          shouldEncryptPdf: false,
          shouldHideHIContent: true,
          item: document(studyId),
          ...more,
        },
      } as never,
      { token: await desk.office.signIn(as) },
    )

  it('has the member’s stamp, and its own password if it is locked', async () => {
    const study = await desk.newStudy({ published: false })
    expect((await preview(study)).body).toMatchObject({ pages: 2, title: 'Blood test, version 1', password: null })
    expect(workshop.asked.at(-1)).toMatchObject({ studyID: study, member: details, shouldHideHIContent: true })
    const [one, other] = [
      await preview(study, { shouldEncryptPdf: true }),
      await preview(study, { shouldEncryptPdf: true }),
    ]
    expect(one.body.password).not.toBe(other.body.password)
    expect(workshop.asked.at(-1)?.encryptWith).toBe(other.body.password)
  })

  it('is refused for other member details or a missing item, and with a reason if the file cannot be opened', async () => {
    const study = await desk.newStudy()
    expect((await preview(study, { memberDetails: { ...details, sex: 'male' } })).body).toMatchObject({
      code: 'stale',
      message: releaseMessages.detailsChanged,
    })
    expect((await preview(study, { item: { kind: 'document', uuid: 'none' } })).status).toBe(404)
    expect((await preview(study, { item: undefined })).body.code).toBe('report-missing')
    workshop.refusal = 'locked'
    expect(await preview(study)).toMatchObject({
      status: 422,
      body: { code: 'pdf-refused', message: documentMessages.locked },
    })
    workshop.refusal = null
  })

  it('is for users who may download or send the report', async () => {
    const study = await desk.newStudy()
    expect((await preview(study, {}, 'frontdesk')).body.code).toBe('insufficient-permissions')
    // The front desk may send a published report, but production has no report to show.
    expect((await preview(study, { item: undefined }, 'frontdesk')).body.code).toBe('report-missing')
    const unpublished = await desk.newStudy({ published: false })
    expect((await preview(unpublished, { item: undefined }, 'frontdesk')).body.code).toBe('act-not-allowed')
    expect((await preview(unpublished, { item: undefined }, 'hi')).body.code).toBe('report-missing')
  })

  it('puts a picture on a page, and refuses a picture that the workshop refuses', async () => {
    const study = await desk.newStudy()
    await putPicture(desk, study)
    expect(Buffer.from((await preview(study)).body.pdf, 'base64').toString()).toBe('%PDF- of a picture')
    workshop.refusal = 'locked'
    expect(await preview(study)).toMatchObject({ status: 422, body: { code: 'pdf-refused' } })
    workshop.refusal = null
  })
})

describe('the report as it is sent', () => {
  it('is stamped and locked by the workshop’s own process', async () => {
    const [engine] = await findEngines()
    if (engine === undefined) throw new Error('no engine')
    const desk = await openReleaseDesk(engine)
    try {
      const studyId = await desk.newStudy()
      const body = { memberDetails: details, shouldEncryptPdf: true, shouldHideHIContent: true }
      const token = await desk.office.signIn('frontdesk')
      const answer = await desk.office.call('previewPdf', { params: { studyId }, body } as never, { token })
      expect(answer).toMatchObject({
        status: 200,
        body: { fileName: 'Ana S.pdf', title: 'Physician report, version 2' },
      })
      const bytes = Buffer.from(answer.body.pdf, 'base64').toString('latin1')
      expect(bytes).toContain('/Encrypt')
      expect(bytes).not.toContain('Silva')
      await putPicture(desk, studyId)
      const item = document(studyId)
      const picture = await desk.office.call(
        'previewPdf',
        { params: { studyId }, body: { ...body, shouldEncryptPdf: false, item } } as never,
        { token: await desk.office.signIn('hi') },
      )
      const page = Buffer.from(picture.body.pdf, 'base64').toString('latin1')
      expect(page).toContain('/Subtype/Image/Width 1/Height 1')
      expect(page).toContain('AtriumStamp')
      // The stand-in for the fax carrier stores sent faxes for the demo's page.
      const practitioner = { practitionerID: 'p-reached', locationID: 'pl-1', faxNumber: '16045550101' }
      const sent = await desk.send('sendFax', studyId, token, { practitioner })
      expect(sent.body.delivery.state).toBe('handed-over')
      const faxes = (await desk.office.call('readSentFaxes', {}, { token })).body
      expect(faxes).toMatchObject([{ to: '16045550101', pages: sent.body.delivery.pages }])
    } finally {
      await desk.office.stop()
    }
  })
})
