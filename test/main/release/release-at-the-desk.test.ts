import { createHash } from 'node:crypto'
import { PDFDocument } from 'pdf-lib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { documentMessages } from '#domain/documents/document-messages.ts'
import type { MemberID } from '#domain/members/member.ts'
import type { Delivery } from '#domain/release/delivery.ts'
import type { PlainDate } from '#domain/values/plain-date.ts'
import { startChildProcess } from '#runtime/child-process.ts'
import { aLocation, aMember, aStudy } from '#test/builders/records.ts'
import type { ScriptedRequest } from '#test/fakes/scripted-back-office.ts'
import { writePng } from '#test/fixtures/pdf/write-png.ts'
import { answered, type PaymentsDesk, refused, startPaymentsDesk, studyID } from '../payments/payments-desk.ts'

const base = `/api/v1/studies/${studyID}`
const key = 'key-00000001'
const practitioner = {
  id: 'p-1',
  firstName: 'Ada',
  lastName: 'Quill',
  profession: 'Physician',
  salutation: 'Dr.',
  contact: { emailAddress: 'ada@clinic.example', faxNumber: '+1 604 555-0100', address: '', address2: '' },
  locations: [],
  version: 1,
}
const document = {
  uuid: 'd-1',
  studyId: studyID,
  patientId: 'm-000001',
  typeId: 'dt-blood-test',
  name: 'Blood results',
  status: 'PUBLISHED',
  fileType: 'application/pdf',
  version: 1,
  pages: 1,
  byteSize: 900,
  createdAt: '2026-11-20T10:00:00Z',
  createdBy: null,
  statusAt: null,
  statusBy: null,
}
const memberDetails = { firstname: 'Ana', lastname: 'Silva', dob: '1980-02-03' as PlainDate, sex: 'female' as const }
const delivery = (change: Partial<Delivery> = {}): Delivery =>
  ({
    deliveryID: 'dl-1',
    studyID,
    channel: 'fax',
    mode: 'automated',
    item: { kind: 'paper', paper: 'physician-report' },
    title: 'Physician report, version 1',
    practitionerID: 'p-1',
    practiceLocationID: null,
    recipientName: 'Dr. Ada Quill',
    address: '16045550100',
    isEncrypted: false,
    state: 'registered',
    reason: null,
    pages: null,
    by: 'Robin Frost',
    at: '2026-11-22T10:00:00Z',
    handedOverAt: null,
    deliveredAt: null,
    ...change,
  }) as Delivery

const send = {
  studyID,
  channel: 'fax',
  mode: 'automated',
  item: null,
  title: 'Physician report, version 1',
  practitionerID: 'p-1',
  practiceLocationID: null,
  address: '16045550100',
  retyped: null,
  memberDetails,
  shouldEncryptPdf: false,
  shouldHideHIContent: true,
  isConfirmed: true,
  target: null,
  idempotencyKey: key,
} as const

describe('a desk that handles documents, shares and release', { timeout: 60_000 }, () => {
  let desk: PaymentsDesk
  const graphql = new Map<string, unknown>()
  /** Answers a GraphQL call with the value for the field that it requests. */
  const answerGraphql = ({ body }: ScriptedRequest) => {
    const { query } = body as { readonly query: string }
    const field = [...graphql.keys()].find((name) => query.includes(name))
    const value = field === undefined ? undefined : graphql.get(field)
    if (typeof value === 'string') {
      return answered({ data: null, errors: [{ message: 'no', extensions: { code: value } }] })
    }
    return answered({ data: { [field ?? 'nothing']: value } })
  }
  beforeEach(async () => {
    graphql.clear()
    desk = await startPaymentsDesk({ startProcess: startChildProcess, roles: ['hi'] })
    const plain = aStudy()
    const readingPublished = [{ reportType: 'structured', version: 1 }]
    const practitioners = {
      primary: { practitionerID: 'p-1', locationID: null },
      referring: null,
      additional: [],
    }
    desk.server.on(
      `POST /study/${studyID}/detailed`,
      answered({
        study: aStudy({
          status: { ...plain.status, published: true },
          details: { ...plain.details, readingPublished, practitioners } as never,
        }),
        member: aMember(),
        location: aLocation(),
        practitioners: [practitioner],
      }),
    )
    desk.server.on('POST /graphql', answerGraphql)
    graphql.set('getAllDocumentTypes', [{ uuid: 'dt-blood-test', name: 'blood_test', description: 'Blood test' }])
    graphql.set('getActiveDocuments', [document])
    desk.server.on(`GET ${base}/release`, answered({ deliveries: [delivery()], usedAddresses: [] }))
  })
  afterEach(async () => await desk.stop())
  const last = (path: string) => desk.server.requests.findLast((one) => one.path === path)
  const count = (path: string) => desk.server.requests.filter((one) => one.path === path).length

  it('lists documents with their types, and reports which of the two could not be read', async () => {
    expect(await desk.app.get('documents', 'list', { studyID })).toMatchObject({ documents: [{ uuid: 'd-1' }] })
    graphql.set('getAllDocumentTypes', 'insufficient-permissions')
    expect(await desk.app.ask('documents', 'list', { studyID })).toMatchObject({
      failure: { code: 'insufficient-permissions', message: documentMessages.typesFailed },
    })
  })

  it('uploads a document under its key, and reports whether the line in the study log was written', async () => {
    graphql.set('createDocument', document)
    desk.server.on(
      `POST /study/${studyID}/log`,
      answered({ category: 'Documents', time: '2026-11-22T10:00:00Z', content: '', by: '' }),
    )
    const upload = (idempotencyKey: string, dataUrl = 'data:application/pdf;base64,JVBERi0xLjcK') =>
      desk.app.ask('documents', 'upload', {
        studyID,
        typeId: 'dt-blood-test',
        name: 'Blood results',
        dataUrl,
        idempotencyKey,
      })
    expect(await upload(key)).toMatchObject({ ok: true, value: { isLogged: true } })
    expect(
      last('/graphql')?.headers['idempotency-key'] ?? last(`/study/${studyID}/log`)?.headers['idempotency-key'],
    ).toBeDefined()
    expect(last(`/study/${studyID}/log`)?.body).toEqual({
      category: 'Documents',
      content: 'Blood Test uploaded, version 1, as a draft',
    })
    desk.server.on(`POST /study/${studyID}/log`, refused(403, 'insufficient-permissions'))
    expect(await upload('key-00000002')).toMatchObject({ ok: true, value: { isLogged: false } })
    const asked = count('/graphql')
    expect(await upload('key-00000003', 'JVBERi0xLjcK')).toMatchObject({
      failure: { code: 'document-format', message: documentMessages.invalidFormat },
    })
    expect(count('/graphql')).toBe(asked)
  })

  it('returns a file together with its version', async () => {
    const file = { uuid: 'd-2', name: 'Blood results', fileType: 'image/png', version: 2, base64File: 'AAAA' }
    graphql.set('getLatestActiveDocument', file)
    const read = { studyID, typeId: 'dt-blood-test' }
    expect(await desk.app.get('documents', 'read', read)).toEqual({
      uuid: 'd-2',
      name: 'Blood results',
      version: 2,
      fileName: `${studyID} document.png`,
      contentType: 'image/png',
      base64: 'AAAA',
    })
    graphql.set('getLatestActiveDocument', null)
    expect(await desk.app.ask('documents', 'read', read)).toMatchObject({
      failure: { code: 'not-found', message: documentMessages.notFound },
    })
  })

  it('accepts that a document is already deleted, deletes no unseen version, and publishes a document', async () => {
    const remove = (newest: string) => desk.app.ask('documents', 'remove', { studyID, typeId: 'dt-blood-test', newest })
    graphql.set('deactivateDocument', 'not-found')
    expect(await remove('d-1')).toMatchObject({ ok: true })
    graphql.set('getActiveDocuments', [document, { ...document, uuid: 'd-2', version: 2 }])
    const asked = count('/graphql')
    expect(await remove('d-1')).toMatchObject({ failure: { code: 'stale', message: documentMessages.newerVersion } })
    expect(count('/graphql')).toBe(asked + 1)
    graphql.set('getActiveDocuments', [])
    expect(await remove('d-1')).toMatchObject({ ok: true })
    expect(count('/graphql')).toBe(asked + 2)
    graphql.set('updateDocumentStatus', document)
    const publish = { studyID, uuid: 'd-1', status: 'PUBLISHED' } as const
    expect(await desk.app.get('documents', 'setStatus', publish)).toMatchObject({ status: 'PUBLISHED' })
  })

  it('names the people with access to a study, or Unknown User', async () => {
    const shares = [
      { platformId: 'm-000001', date: '2026-11-20T10:00:00Z' },
      { platformId: 'm-999999', date: '2026-11-21T10:00:00Z' },
    ]
    desk.server.on(`GET /study/${studyID}/admin_share`, answered(shares))
    desk.server.on('GET /api/v1/userV2/', answered([aMember()]))
    const listed = await desk.app.get('sharing', 'list', { studyID })
    expect(listed.shares).toMatchObject([
      { fullName: 'Ana Silva', dob: '1980-02-03' },
      { fullName: documentMessages.unknownUser, dob: null },
    ])
    desk.server.on(`POST /study/${studyID}/admin_share/remove`, answered(shares.slice(0, 1)))
    const revoke = { studyID, platformId: 'm-999999' as MemberID, idempotencyKey: key }
    // The access stays revoked even if the names can no longer be read.
    desk.server.on('GET /api/v1/userV2/', refused(500, 'unexpected'))
    expect(await desk.app.get('sharing', 'revoke', revoke)).toMatchObject([{ fullName: 'Ana Silva' }])
  })

  it("returns each practitioner's addresses, and what can be sent", async () => {
    const view = await desk.app.get('release', 'read', { studyID })
    expect(view.recipients[0]?.addresses).toMatchObject([
      { channel: 'fax', address: '16045550100', problem: null, lastUsedAt: null },
      { channel: 'email', address: 'ada@clinic.example', problem: null },
      { channel: 'cd', address: '' },
      { channel: 'usb', address: '' },
    ])
    expect(view.items.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Physician report, version 1', 'Blood results, version 1']),
    )
    desk.server.on(`GET ${base}/release`, refused(403, 'location-forbidden'))
    expect(await desk.app.ask('release', 'read', { studyID })).toMatchObject({
      failure: { code: 'location-forbidden' },
    })
  })

  it('registers a send, queues it and runs it with its ticket, once, even after the person has signed out', async () => {
    desk.server.on(`POST ${base}/deliveries`, answered({ delivery: delivery(), ticket: 'ticket-1', password: null }))
    desk.server.on(`POST /api/v1/study/${studyID}/fax/send`, answered({ delivery: delivery({ state: 'handed-over' }) }))
    desk.server.on(`GET ${base}/deliveries/dl-1`, answered({ delivery: delivery({ state: 'delivered' }) }))
    await desk.app.get('jobs', 'pause', { kind: 'fax', isPaused: true })
    const sent = await desk.app.get('release', 'send', send as never)
    expect(sent.job).toMatchObject({ kind: 'fax', state: 'queued', member: { name: 'Ana Silva' } })
    expect(await desk.app.get('release', 'send', send as never)).toMatchObject({ job: { jobID: sent.job.jobID } })
    expect(count(`/api/v1/study/${studyID}/fax/send`)).toBe(0)
    await desk.app.get('jobs', 'pause', { kind: 'fax', isPaused: false })
    await desk.app.get('session', 'signOut', {})
    await desk.app.until('it was sent', () => count(`/api/v1/study/${studyID}/fax/send`) > 0)
    await desk.app.until('its status was read', () => count(`${base}/deliveries/dl-1`) > 0)
    expect(count(`/api/v1/study/${studyID}/fax/send`)).toBe(1)
    expect(last(`/api/v1/study/${studyID}/fax/send`)).toMatchObject({
      headers: { authorization: 'Bearer ticket-1' },
      body: { practitioner: { practitionerID: 'p-1', faxNumber: '16045550100' }, deliveryID: 'dl-1' },
    })
  })

  it('queues nothing if the back office refuses the delivery, and asks for a USB stick if no stick was chosen', async () => {
    desk.server.on(`POST ${base}/deliveries`, refused(409, 'recipient-unconfirmed', 'Type it again'))
    expect(await desk.app.ask('release', 'send', send as never)).toMatchObject({
      failure: { code: 'recipient-unconfirmed', message: 'Type it again' },
    })
    expect((await desk.app.get('jobs', 'list', {})).jobs).toEqual([])
    const stick = { ...send, channel: 'usb', address: '' } as never
    expect(await desk.app.ask('release', 'send', stick)).toMatchObject({
      failure: { code: 'invalid-input', details: { fields: { target: expect.any(String) } } },
    })
  })

  it('saves a stamped document, and refuses one that a newer version has replaced', async () => {
    const drawn = await PDFDocument.create()
    drawn.addPage()
    const base64File = Buffer.from(await drawn.save()).toString('base64')
    const file = { uuid: 'd-1', name: 'Blood results', fileType: 'application/pdf', version: 1, base64File }
    graphql.set('getLatestActiveDocument', file)
    const item = { kind: 'study', studyID, item: { kind: 'document', uuid: 'd-1' } } as const
    const saved = await desk.app.get('downloads', 'save', { item })
    if (saved.kind !== 'file') throw new Error('the file was saved to a folder')
    expect(saved.file.fileName).toBe(`${studyID} document.pdf`)
    const hash = (base64: string) => createHash('sha256').update(base64).digest('hex')
    expect(hash(saved.file.base64)).not.toBe(hash(base64File))
    graphql.set('getLatestActiveDocument', { ...file, uuid: 'd-2' })
    expect(await desk.app.ask('downloads', 'save', { item })).toMatchObject({
      failure: { code: 'not-found', message: documentMessages.notFound },
    })
  })

  it('saves and prints the stamped transmission report of a delivery', async () => {
    const drawn = await PDFDocument.create()
    drawn.addPage()
    const base64 = Buffer.from(await drawn.save()).toString('base64')
    const fileName = `${studyID} transmission report.pdf`
    desk.server.on(`GET ${base}/deliveries/dl-1/transmission-report`, answered({ fileName, base64, pages: 1 }))
    const item = { kind: 'transmission-report', studyID, deliveryID: 'dl-1' } as const
    const saved = await desk.app.get('downloads', 'save', { item })
    if (saved.kind !== 'file') throw new Error('the file was saved to a folder')
    expect(saved.file).toMatchObject({ fileName, contentType: 'application/pdf' })
    expect(saved.file.base64.length).toBeGreaterThan(base64.length)
    const printed = await desk.app.ask('printing', 'print', { item, copies: null, idempotencyKey: 'key-00000021' })
    if (printed.ok) expect(printed.value).toMatchObject({ title: 'Transmission report', member: { name: 'Ana Silva' } })
    desk.server.on(`GET ${base}/deliveries/dl-1/transmission-report`, refused(404, 'not-found'))
    expect(await desk.app.ask('downloads', 'save', { item })).toMatchObject({ failure: { code: 'not-found' } })
  })

  it('puts a picture on a page to print it, and refuses a damaged one', async () => {
    const settings = { printer: 'one that nobody has', copies: 1, duplex: 'one-sided', pageSize: 'letter' } as never
    await desk.app.get('printing', 'saveSettings', { kind: 'document', settings })
    const picture = writePng({ width: 4, height: 4 })
    const print = async (bytes: Buffer, idempotencyKey: string) => {
      const base64File = bytes.toString('base64')
      graphql.set('getLatestActiveDocument', { ...document, fileType: 'image/png', base64File })
      const item = { kind: 'study', studyID, item: { kind: 'document', uuid: 'd-1' } } as const
      return await desk.app.ask('printing', 'print', { item, copies: null, idempotencyKey })
    }
    // If this computer can list its printers, the chosen printer is not found; if it cannot, the job is queued. In both
    // cases the page is drawn first.
    const printed = await print(picture, 'key-00000011')
    expect(['queued', 'printer-not-found']).toContain(printed.ok ? printed.value.state : printed.failure.code)
    expect(await print(picture.subarray(0, -12), 'key-00000012')).toMatchObject({ failure: { code: 'pdf-refused' } })
  })
})
