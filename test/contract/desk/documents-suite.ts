import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bridgeSchemas } from '#contract/bridge-schemas.ts'
import type { DocumentStatus, StudyDocument } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import type { StudyID } from '#domain/values/study-id.ts'
import { twoPages } from '#test/fixtures/pdf/pdf-kinds.ts'
import { writeRawPdf } from '#test/fixtures/pdf/raw-pdf.ts'
import { writePng } from '#test/fixtures/pdf/write-png.ts'
import type { Desk, DesksUnderTest, StartDesks } from './desk-under-test.ts'
import { codeOf, createBookings } from './desk-work.ts'

const picture = writePng({ width: 4, height: 4 })
const dataUrl = `data:image/png;base64,${picture.toString('base64')}`
const bloodTest = 'dt-blood-test'
const composition = 'dt-body-composition'

/** The contract of a study's documents and their permissions that screens rely on. */
export const describeDocumentsDesk = (name: string, start: StartDesks): void => {
  describe(`the document service over ${name}`, { timeout: 120_000 }, () => {
    let desks: DesksUnderTest
    let desk: Desk
    let otherDesk: Desk
    beforeAll(async () => {
      desks = await start()
      desk = desks.desk
      otherDesk = desks.otherDesk
      await desk.signIn('frontdesk')
      await otherDesk.signIn('admin')
    }, 180_000)
    afterAll(async () => await desks?.stop())

    const { booked } = createBookings(() => desk, 3)
    const list = async (studyID: StudyID, app = desk) => (await app.get('documents', 'list', { studyID })).documents
    const uploadInput = (studyID: StudyID, overrides: Record<string, unknown> = {}) =>
      bridgeSchemas.documents.upload.input.parse({
        studyID,
        typeId: bloodTest,
        name: 'Blood results',
        dataUrl,
        idempotencyKey: randomUUID(),
        ...overrides,
      })
    const upload = (studyID: StudyID, overrides: Record<string, unknown> = {}, app = desk) =>
      app.ask('documents', 'upload', uploadInput(studyID, overrides))
    const uploaded = async (studyID: StudyID, overrides: Record<string, unknown> = {}): Promise<StudyDocument> =>
      (await desk.get('documents', 'upload', uploadInput(studyID, overrides))).document
    const setStatus = (studyID: StudyID, uuid: string, status: DocumentStatus, app = desk) =>
      app.ask('documents', 'setStatus', { studyID, uuid, status } as never)
    const remove = (studyID: StudyID, newest: string, app = otherDesk) =>
      app.ask('documents', 'remove', { studyID, typeId: bloodTest, newest } as never)

    it('lists no documents for a new study, but lists the available types', async () => {
      const { studyID } = await booked()
      const view = await desk.get('documents', 'list', { studyID })
      expect(view).toMatchObject({ study: { studyID }, documents: [] })
      expect(view.types.map(({ uuid }) => uuid)).toEqual(expect.arrayContaining([bloodTest, composition]))
      expect(codeOf(await desk.ask('documents', 'list', { studyID: 's-none-1' as StudyID }))).toBe('not-found')
      expect(await desk.ask('documents', 'read', { studyID, typeId: bloodTest } as never)).toMatchObject({
        failure: { code: 'not-found', message: documentMessages.notFound },
      })
    })

    it('stores an upload as a draft, once under its key, with a line in the log', async () => {
      const { studyID, patientID } = await booked()
      const input = uploadInput(studyID)
      const first = await desk.get('documents', 'upload', input)
      expect(first).toMatchObject({
        document: {
          studyId: studyID,
          patientId: patientID,
          typeId: bloodTest,
          name: 'Blood results',
          status: 'DRAFT',
          fileType: 'image/png',
          version: 1,
          pages: 1,
          byteSize: picture.byteLength,
          createdBy: expect.any(String),
          statusAt: null,
          statusBy: null,
        },
        isLogged: true,
      })
      expect((await desk.get('documents', 'upload', input)).document.uuid).toBe(first.document.uuid)
      expect((await list(studyID, otherDesk)).map(({ uuid }) => uuid)).toEqual([first.document.uuid])
      const lines = (await desk.get('study', 'readLog', { studyID })).map(({ content }) => content)
      expect(lines.filter((line) => line === 'Blood Test uploaded, version 1, as a draft')).toHaveLength(1)
    })

    it('numbers the versions of a type, and returns the file of the newest version', async () => {
      const { studyID } = await booked()
      await uploaded(studyID)
      await uploaded(studyID, { typeId: composition, name: 'Composition' })
      const larger = writePng({ width: 9, height: 9 }).toString('base64')
      const second = await uploaded(studyID, { dataUrl: `data:image/png;base64,${larger}` })
      expect(second.version).toBe(2)
      const file = await desk.get('documents', 'read', { studyID, typeId: bloodTest } as never)
      expect(file).toEqual({
        uuid: second.uuid,
        name: 'Blood results',
        version: 2,
        fileName: `${studyID} document.png`,
        contentType: 'image/png',
        base64: larger,
      })
      const versions = (await list(studyID)).filter(({ typeId }) => typeId === bloodTest)
      expect(versions.map(({ version }) => version)).toEqual([2, 1])
    })

    it('refuses a name that another type uses, in upper or lower case, and an invalid file', async () => {
      const { studyID } = await booked()
      await uploaded(studyID)
      expect(codeOf(await upload(studyID, { typeId: composition }))).toBe('document-name-used')
      expect(codeOf(await upload(studyID, { typeId: composition, name: 'BLOOD Results' }))).toBe('document-name-used')
      expect(codeOf(await upload(studyID, { name: 'Blood results' }))).toBe('ok')
      for (const wrong of [
        '',
        'JVBERi0xLjcK',
        'data:image/png,abc',
        'data:image/png;base64,',
        'data:image/png;base64,A',
      ]) {
        expect(await upload(studyID, { dataUrl: wrong }), wrong).toMatchObject({
          failure: { code: 'document-format', message: documentMessages.invalidFormat },
        })
      }
      expect(await list(studyID)).toHaveLength(2)
    })

    it('publishes and withdraws a document, and writes nothing if the status is the same', async () => {
      const { studyID } = await booked()
      const { uuid } = await uploaded(studyID)
      const published = await setStatus(studyID, uuid, 'PUBLISHED')
      expect(published).toMatchObject({
        value: { status: 'PUBLISHED', statusAt: expect.any(String), statusBy: expect.any(String) },
      })
      expect(await setStatus(studyID, uuid, 'PUBLISHED', otherDesk)).toEqual(published)
      expect(await setStatus(studyID, uuid, 'DRAFT')).toMatchObject({ value: { status: 'DRAFT' } })
      expect(codeOf(await setStatus(studyID, 'd-none', 'PUBLISHED'))).toBe('not-found')
    })

    it('deletes all versions of a type if the request names the newest, and accepts a repeated request', async () => {
      const { studyID } = await booked()
      const first = await uploaded(studyID)
      const kept = await uploaded(studyID, { typeId: composition, name: 'Composition' })
      const second = await uploaded(studyID)
      expect(await remove(studyID, first.uuid)).toMatchObject({
        failure: { code: 'stale', message: documentMessages.newerVersion },
      })
      expect(codeOf(await remove(studyID, second.uuid))).toBe('ok')
      expect(codeOf(await remove(studyID, second.uuid))).toBe('ok')
      expect((await list(studyID)).map(({ uuid }) => uuid)).toEqual([kept.uuid])
      expect(codeOf(await setStatus(studyID, first.uuid, 'PUBLISHED'))).toBe('not-found')
    })

    it('limits changes to roles that handle documents, and deletion to roles responsible for them', async () => {
      const { studyID } = await booked()
      const { uuid } = await uploaded(studyID)
      expect(codeOf(await remove(studyID, uuid, desk))).toBe('insufficient-permissions')
      const seller = await desks.openDesk()
      await seller.signIn('sales')
      expect((await list(studyID, seller)).map((one) => one.uuid)).toEqual([uuid])
      const refusals = [
        await upload(studyID, {}, seller),
        await setStatus(studyID, uuid, 'PUBLISHED', seller),
        await remove(studyID, uuid, seller),
      ]
      expect(refusals.map(codeOf)).toEqual(refusals.map(() => 'insufficient-permissions'))
      expect(await list(studyID)).toMatchObject([{ uuid, status: 'DRAFT' }])
    })

    it('accepts a report as a draft once the images are read, and publishes it once, as the next version', async () => {
      const { studyID } = await booked()
      const hi = await desks.openDesk()
      await hi.signIn('hi')
      const report = (overrides: object = {}) =>
        bridgeSchemas.documents.uploadReport.input.parse({
          studyID,
          kind: 'structured',
          idempotencyKey: randomUUID(),
          dataUrl: `data:application/pdf;base64,${Buffer.from(writeRawPdf(twoPages)).toString('base64')}`,
          ...overrides,
        })
      const mark = (act: string, app: Desk, more: object = {}) =>
        app.ask('study', 'mark', { studyID, act, value: true, idempotencyKey: randomUUID(), ...more } as never)
      expect(codeOf(await hi.ask('documents', 'uploadReport', report()))).toBe('act-not-allowed')
      await mark('checkin', desk)
      await mark('scanned', desk, { confirmed: ['early', 'unpaid', 'no-consent'] })
      expect(codeOf(await mark('read', hi))).toBe('ok')
      expect(codeOf(await desk.ask('documents', 'uploadReport', report()))).toBe('insufficient-permissions')
      expect(codeOf(await desk.ask('documents', 'listReports', { studyID }))).toBe('insufficient-permissions')
      expect(codeOf(await hi.ask('documents', 'uploadReport', report({ dataUrl: 'x' })))).toBe('document-format')
      const input = report()
      const draft = await hi.get('documents', 'uploadReport', input)
      expect(draft).toMatchObject({ studyID, kind: 'structured', version: null, pages: 2, publishedAt: null })
      expect(await hi.get('documents', 'uploadReport', input)).toEqual(draft)
      const other = await hi.get('documents', 'uploadReport', report())
      const { member } = await hi.get('documents', 'list', { studyID })
      const { firstname, lastname, dob, gender: sex } = member
      const publish = (reportID: string, version: number, memberDetails: object = {}) =>
        hi.ask('documents', 'publishReport', {
          studyID,
          reportID,
          version,
          idempotencyKey: randomUUID(),
          memberDetails: { firstname, lastname, dob, sex, ...memberDetails },
        } as never)
      expect(codeOf(await publish(draft.reportID, 2))).toBe('stale')
      expect(codeOf(await publish(draft.reportID, 1, { dob: '1901-01-01' }))).toBe('stale')
      expect(await publish(draft.reportID, 1)).toMatchObject({
        value: {
          status: { published: true },
          details: { readingPublished: [{ reportType: 'structured', version: 1 }] },
        },
      })
      expect(codeOf(await publish(draft.reportID, 1))).toBe('ok')
      expect(codeOf(await publish(other.reportID, 1))).toBe('stale')
      const discard = (reportID: string) =>
        hi.ask('documents', 'discardReport', { studyID, reportID, idempotencyKey: randomUUID() } as never)
      expect(codeOf(await discard(draft.reportID))).toBe('act-not-allowed')
      expect(await discard(other.reportID)).toMatchObject({ value: [{ reportID: draft.reportID, version: 1 }] })
      expect(codeOf(await publish(other.reportID, 2))).toBe('not-found')
    })

    it('changes and shows nothing without the back office', async () => {
      const { studyID } = await booked()
      const { uuid } = await uploaded(studyID)
      const hi = await desks.openDesk()
      await hi.signIn('hi')
      await desks.setLine(false)
      try {
        const refusals = [
          await desk.ask('documents', 'list', { studyID }),
          await desk.ask('documents', 'read', { studyID, typeId: bloodTest } as never),
          await upload(studyID),
          await setStatus(studyID, uuid, 'PUBLISHED'),
          await remove(studyID, uuid),
          await desk.ask('sharing', 'list', { studyID }),
          await hi.ask('documents', 'listReports', { studyID }),
        ]
        expect(refusals.map(codeOf)).toEqual(refusals.map(() => 'offline'))
      } finally {
        await desks.setLine(true)
      }
      expect(await list(studyID)).toMatchObject([{ uuid, status: 'DRAFT' }])
    })
  })
}
