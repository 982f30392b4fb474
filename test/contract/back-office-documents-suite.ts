import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentTypeSchema, maxDocumentBytes, studyDocumentSchema } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { mayOperateOnDocuments } from '#domain/documents/document-permissions.ts'
import {
  type AccountName,
  type Answer,
  accounts,
  clinic,
  type Engine,
  type RunningBackOffice,
  runBackOffice,
} from '../builders/back-office.ts'
import { bombKinds, encryptedPdf, manyPages, twoPages } from '../fixtures/pdf/pdf-kinds.ts'
import { writeRawPdf, writeRawStreamPdf } from '../fixtures/pdf/raw-pdf.ts'
import { writeJpeg } from '../fixtures/pdf/write-jpeg.ts'
import { writePng } from '../fixtures/pdf/write-png.ts'

const fields =
  'uuid studyId patientId typeId name status fileType version pages byteSize createdAt createdBy statusAt statusBy'
const queries = {
  list: `query ($studyId: ID!) { getActiveDocuments(studyId: $studyId) { ${fields} } }`,
  latest: `query ($studyId: ID!, $typeId: ID!) {
    getLatestActiveDocument(studyId: $studyId, typeId: $typeId) { ${fields} base64File }
  }`,
  types: 'query { getAllDocumentTypes { uuid name description } }',
  create: `mutation ($input: CreateDocumentInput!) { createDocument(input: $input) { ${fields} } }`,
  setStatus: `mutation ($uuid: ID!, $status: String!) { updateDocumentStatus(uuid: $uuid, status: $status) { ${fields} } }`,
  remove: `mutation ($studyId: ID!, $typeId: ID!) { deactivateDocument(studyId: $studyId, typeId: $typeId) { ${fields} } }`,
} as const

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const aPdf = toBase64(writeRawPdf(twoPages))
const aPng = (width: number, height: number): string => toBase64(writePng({ width, height }))
const aJpeg = toBase64(writeJpeg({ width: 7, height: 9 }))
const otherType = 'dt-body'

/** Uploading, publishing and deleting documents, on every back office (booking spec §2, §4 to §8). */
export const describeDocuments = (engine: Engine): void => {
  describe.skipIf(engine.missing !== undefined)(`documents on ${engine.kind}`, { timeout: 180_000 }, () => {
    const studyId = clinic.homeStudy
    let office: RunningBackOffice
    beforeAll(async () => {
      office = await runBackOffice(engine)
      const type = { uuid: otherType, name: 'body composition', description: 'Body composition' }
      await office.db.insertInto('document_type').values(type).execute()
    })
    afterAll(async () => {
      expect(office.errors).toEqual([])
      await office.stop()
    })

    const ask = async (
      query: string,
      variables: object,
      who: AccountName = 'hi',
      key?: string,
    ): Promise<Answer & { readonly code: string | undefined; readonly value: Answer['body'] }> => {
      const body = JSON.stringify({ query, variables })
      const answer = await office.send('POST', '/graphql', { token: await office.signIn(who), body, key })
      const failure = answer.body.errors?.[0]
      return {
        ...answer,
        code: answer.body.code ?? failure?.extensions.code,
        value: answer.body.data === undefined ? undefined : Object.values(answer.body.data ?? {})[0],
      }
    }
    const newInput = (more: object = {}) => ({
      studyId,
      patientId: clinic.member,
      typeId: otherType,
      status: 'DRAFT',
      name: 'Body composition',
      base64File: aPdf,
      fileType: 'application/pdf',
      ...more,
    })
    const create = (more: object = {}, who: AccountName = 'hi', key?: string) =>
      ask(queries.create, { input: newInput(more) }, who, key)
    const list = async () => (await ask(queries.list, { studyId })).value
    const setStatus = (uuid: string, status: string, who: AccountName = 'hi') =>
      ask(queries.setStatus, { uuid, status }, who)
    const remove = (typeId: string, who: AccountName = 'hi', id: string = studyId) =>
      ask(queries.remove, { studyId: id, typeId }, who)
    const log = async (): Promise<string[]> => {
      const rows = await office.db.selectFrom('study_log').selectAll().where('category', '=', 'Documents').execute()
      return rows.sort((a, b) => a.place - b.place).map(({ content }) => content)
    }
    const audited = async (action: string) =>
      (await office.db.selectFrom('audit').selectAll().where('action', 'like', `${action}%`).execute()).map(
        ({ outcome, member_id, study_id }) => ({ outcome, member_id, study_id }),
      )
    const changed = async (): Promise<number> =>
      (await office.db.selectFrom('change').select('sequence').where('kind', '=', 'around-study').execute()).length

    it('are uploaded as drafts whatever status is requested, become versions of their type, and are read back unchanged', async () => {
      const before = await changed()
      const first = await create({ status: 'PUBLISHED', name: '  Body composition ' })
      expect(studyDocumentSchema.parse(first.value)).toEqual(first.value)
      expect(first.value).toMatchObject({
        ...{ studyId, patientId: clinic.member, typeId: otherType, name: 'Body composition', status: 'DRAFT' },
        ...{ fileType: 'application/pdf', version: 1, pages: 2, byteSize: Buffer.from(aPdf, 'base64').length },
        ...{ createdAt: '2026-11-21T17:00:00Z', createdBy: 'Robin hi', statusAt: null, statusBy: null },
      })
      expect(first.value.uuid).toMatch(/^[0-9a-f-]{36}$/)
      const second = await create({ base64File: aJpeg, fileType: 'IMAGE/JPEG ' }, 'np')
      expect(second.value).toMatchObject({ version: 2, pages: 1, fileType: 'image/jpeg', createdBy: 'Robin np' })
      expect((await list()).map(({ version }: { version: number }) => version)).toEqual([2, 1, 1])
      const latest = await ask(queries.latest, { studyId, typeId: otherType })
      expect(latest.value).toEqual({ ...second.value, base64File: aJpeg })
      const types = await ask(queries.types, {})
      expect(types.value.map((type: unknown) => documentTypeSchema.parse(type))).toEqual(types.value)
      expect(await changed()).toBe(before + 2)
      // The workstation adds the log line itself, in a second call that may fail without failing the upload.
      expect(await log()).toEqual([])
      expect(await audited('document.created')).toEqual(
        Array(2).fill({ outcome: 'ok', member_id: clinic.member, study_id: studyId }),
      )
    })

    it('are read one file at a time: a query for two files is refused', async () => {
      const both = 'getLatestActiveDocument(studyId: $studyId, typeId: $typeId)'
      const refused = [
        `{ a: ${both} { base64File } b: ${both} { base64File } }`,
        `{ ${both} { a: base64File b: base64File } }`,
        `{ a: ${both} { ...File } b: ${both} { ...File } } fragment File on DocumentWithFile { base64File }`,
        `{ ${both} { ... on DocumentWithFile { base64File } ...Two } } fragment Two on DocumentWithFile { b: base64File }`,
      ]
      for (const query of refused) {
        const { status, code } = await ask(`query ($studyId: ID!, $typeId: ID!) ${query}`, {
          studyId,
          typeId: otherType,
        })
        expect([query, status, code]).toEqual([query, 400, 'invalid-input'])
      }
      const named = `query ($studyId: ID!, $typeId: ID!) { a: ${both} { ...One } b: ${both} { version } } fragment One on DocumentWithFile { file: base64File }`
      const { body } = await ask(named, { studyId, typeId: otherType })
      expect(body).toEqual({ data: { a: { file: aJpeg }, b: { version: 2 } } })
    })

    it('are uploaded once per key, even by two concurrent calls, and the key is refused for another file', async () => {
      const same = () => create({ name: 'Once' }, 'hi', 'upload-1')
      const [first, second] = await Promise.all([same(), same()])
      const third = await same()
      expect(first.value.version).toBe(3)
      expect([second.value, third.value]).toEqual([first.value, first.value])
      const other = await create({ name: 'Once', base64File: aPng(2, 2), fileType: 'image/png' }, 'hi', 'upload-1')
      expect(other.code).toBe('idempotency-key-reused')
      expect((await audited('document.created')).filter(({ outcome }) => outcome === 'ok')).toHaveLength(3)
    })

    it('get different versions when three users upload at the same time', async () => {
      const answers = await Promise.all([create(), create({}, 'np'), create({}, 'admin')])
      expect(answers.map(({ value }) => value.version).sort()).toEqual([4, 5, 6])
    })

    it('are refused if their name, in any letter case, is used for another type, with the error catalogue’s message', async () => {
      const { code, body } = await create({ name: ' blood TEST ' })
      expect([code, body.errors[0].message]).toEqual(['document-name-used', documentMessages.nameUsed])
      expect(body.errors[0].extensions.classification).toBe('BAD_REQUEST')
      expect((await create({ name: 'Blood test', typeId: clinic.documentType })).value.version).toBe(2)
    })

    it('are published once even by two workstations, can be unpublished, and get one log line for each change', async () => {
      const [document] = await list()
      const before = await changed()
      const both = await Promise.all([
        setStatus(document.uuid, 'PUBLISHED'),
        setStatus(document.uuid, 'PUBLISHED', 'np'),
      ])
      for (const { value } of both)
        expect(value).toMatchObject({ status: 'PUBLISHED', statusAt: '2026-11-21T17:00:00Z' })
      expect(both[0].value).toEqual(both[1].value)
      expect((await setStatus(document.uuid, 'DRAFT', 'frontdesk')).value).toMatchObject({
        status: 'DRAFT',
        statusBy: 'Robin frontdesk',
      })
      const label = document.typeId === otherType ? 'Body Composition' : 'Blood Test'
      expect(await log()).toEqual([
        `${label} version ${document.version} published`,
        `${label} version ${document.version} unpublished (draft)`,
      ])
      expect(await changed()).toBe(before + 2)
      expect((await setStatus(document.uuid, 'published')).code).toBe('invalid-input')
    })

    it('are deleted with every version of their type, and are not found by later calls', async () => {
      const of = (await list()).filter(({ typeId }: { typeId: string }) => typeId === clinic.documentType)
      const gone = await remove(clinic.documentType, 'reportQC')
      expect(gone.value).toMatchObject({ version: 2, typeId: clinic.documentType })
      expect((await log()).at(-1)).toBe('Blood Test deleted: version 2 (draft), version 1 (published)')
      expect((await ask(queries.latest, { studyId, typeId: clinic.documentType })).value).toBeNull()
      for (const again of [await remove(clinic.documentType), await setStatus(of[0].uuid, 'PUBLISHED')]) {
        expect([again.code, again.body.errors[0].message]).toEqual(['not-found', documentMessages.notFound])
      }
      // A deleted version keeps its number, and its name can be used again.
      expect((await create({ name: 'Blood test' })).value.version).toBe(7)
      expect((await create({ typeId: clinic.documentType, name: 'Another' })).value.version).toBe(3)
    })

    it('are allowed or refused by role, in the error catalogue’s words', async () => {
      for (const who of Object.keys(accounts) as AccountName[]) {
        const { roles } = accounts[who]
        // The study is unknown, so that permitted accounts receive not-found, and nothing is written.
        const asked = {
          create: await create({ studyId: 's-nowhere' }, who),
          update: await setStatus('d-nowhere', 'PUBLISHED', who),
          deactivate: await remove(otherType, who, 's-nowhere'),
          read: await ask(queries.list, { studyId: 's-nowhere' }, who),
        }
        for (const [operation, { code, body }] of Object.entries(asked)) {
          const mayDo = mayOperateOnDocuments(operation as keyof typeof asked, roles)
          expect([who, operation, code]).toEqual([who, operation, mayDo ? 'not-found' : 'insufficient-permissions'])
          if (!mayDo && who !== 'member') expect(body.errors[0].message).toBe(documentMessages.insufficientPermissions)
        }
      }
    })

    it('of another location are refused if a call names the study, and otherwise not found', async () => {
      const elsewhere = { studyId: clinic.elsewhereStudy, patientId: clinic.otherMember }
      expect((await create(elsewhere, 'oneLocation')).code).toBe('location-forbidden')
      expect((await create({ ...elsewhere, studyId: 's-no' }, 'oneLocation')).code).toBe('not-found')
      const foreign = await setStatus(`d-${clinic.elsewhereStudy}`, 'DRAFT', 'oneLocation')
      expect(foreign.code).toBe('not-found')
      expect(foreign.body).toEqual((await setStatus('d-no', 'DRAFT', 'oneLocation')).body)
      const kept = await office.db
        .selectFrom('document')
        .selectAll()
        .where('study_id', '=', clinic.elsewhereStudy)
        .execute()
      expect(kept).toMatchObject([{ status: 'PUBLISHED', active: 1, version: 1 }])
    })

    it('refuse an invalid member, type or name, and report the field', async () => {
      const bad = [
        ['patientId', { patientId: clinic.otherMember }],
        ['typeId', { typeId: 'dt-none' }],
        ['name', { name: '   ' }],
        ['name', { name: 'x'.repeat(121) }],
        ['name', { name: 'two\nlines' }],
      ] as const
      for (const [field, more] of bad) {
        const { body } = await create(more)
        const { code, details } = body.errors[0].extensions
        expect([code, Object.keys(details.fields)], JSON.stringify(more)).toEqual(['invalid-input', [field]])
      }
    })

    it('refuse every kind of bad file with the message for that kind, and write nothing', async () => {
      const stored = async (): Promise<number> =>
        (await office.db.selectFrom('document').select('uuid').execute()).length
      const before = await stored()
      const pdf = (bytes: Uint8Array) => ({ base64File: toBase64(bytes) })
      const bomb = bombKinds['in a page’s contents']
      if (bomb === undefined) throw new Error('bombKinds has no such kind')
      const cases: readonly (readonly [what: string, more: object, code: string, message: string])[] = [
        ['no PDF', { base64File: toBase64(Buffer.from('hello, this is text')) }, 'document-format', 'invalidFormat'],
        ['no base64', { base64File: 'JVBERi0xLjc*' }, 'document-format', 'invalidFormat'],
        ['base64 not filled up', { base64File: `${aPdf.replace(/=+$/, '')}A` }, 'document-format', 'invalidFormat'],
        ['nothing', { base64File: '' }, 'document-format', 'invalidFormat'],
        ['a PDF said to be a PNG', { fileType: 'image/png' }, 'document-format', 'invalidFormat'],
        ['a PNG said to be a PDF', { base64File: aPng(3, 3) }, 'document-format', 'invalidFormat'],
        ['another type', { fileType: 'text/html' }, 'document-format', 'invalidFormat'],
        [
          'a PNG cut short',
          { base64File: aPng(3, 3).slice(0, 24), fileType: 'image/png' },
          'pdf-refused',
          'unreadable',
        ],
        [
          'a picture that unpacks to more data than it declares',
          {
            base64File: toBase64(writePng({ width: 9, height: 9, packed: deflateSync(Buffer.alloc(5e7)) })),
            fileType: 'image/png',
          },
          'pdf-refused',
          'unreadable',
        ],
        [
          'a picture of a gigapixel',
          {
            base64File: toBase64(writePng({ width: 40_000, height: 40_000, packed: Buffer.alloc(9) })),
            fileType: 'image/png',
          },
          'payload-too-large',
          'tooManyPixels',
        ],
        ['2,000 pages', pdf(writeRawStreamPdf(manyPages(2000))), 'pdf-refused', 'tooManyPages'],
        ['no pages', pdf(writeRawPdf(manyPages(0))), 'pdf-refused', 'noPages'],
        ['a password', pdf(await encryptedPdf(true)), 'pdf-refused', 'locked'],
        ['a bomb', pdf(await bomb()), 'pdf-refused', 'unreadable'],
        ['a head alone', pdf(Buffer.from('%PDF-1.7\n')), 'pdf-refused', 'unreadable'],
      ]
      // The files are sent one after the other, so that each has the PDF workshop's limits to itself. The server
      // answers a health check meanwhile.
      for (const [what, more, code, message] of cases) {
        const health = office.call('health')
        const answer = await create(more)
        const words = documentMessages[message as keyof typeof documentMessages]
        expect([what, answer.code, answer.body.errors?.[0]?.message]).toEqual([what, code, words])
        expect((await health).status).toBe(200)
      }
      expect(await stored()).toBe(before)
    })

    // Reading the body does not depend on the database engine.
    if (engine.kind === 'postgresql') return

    it('refuse 60 MB before reading the body, and a file that is a few bytes too large', async () => {
      const token = await office.signIn('hi')
      const send = (base64File: string) =>
        office.send('POST', '/graphql', {
          token,
          body: JSON.stringify({ query: queries.create, variables: { input: newInput({ base64File }) } }),
        })
      const huge = await send('A'.repeat(80_000_000))
      expect([huge.status, huge.body.code, huge.body.message]).toEqual([
        413,
        'payload-too-large',
        documentMessages.tooLarge,
      ])
      const slightly = await send(`JVBERi0x${'A'.repeat(Math.ceil(maxDocumentBytes / 3) * 4)}`)
      expect([slightly.status, slightly.body.errors[0].extensions.code, slightly.body.errors[0].message]).toEqual([
        200,
        'payload-too-large',
        documentMessages.tooLarge,
      ])
    })

    it('are refused without a session, before a large body is read', async () => {
      const answer = await office.send('POST', '/graphql', { body: `{"query":"${'x'.repeat(3_000_000)}"}` })
      expect([answer.status, answer.body.code]).toEqual([401, 'signed-out'])
    })
  })
}
