import { z } from 'zod'
import type { DocumentsBridge } from '#contract/documents/bridge.ts'
import { fail, ok } from '#contract/reply.ts'
import { parseDataUrl } from '#domain/documents/data-url.ts'
import {
  documentLogCategory,
  documentTypeSchema,
  mostDocumentBytes,
  type StudyDocument,
  studyDocumentSchema,
} from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { documentTypeLabel } from '#domain/documents/document-type-label.ts'
import { settleCall } from '../back-office-client/settle-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { Publish } from '../publish.ts'
import type { StudyReader } from '../study-access/study-reader.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import { activeDocuments, documentFields, documentFileName, largeFileMs, latestDocument } from './study-item-reader.ts'

const documentTypes = {
  query: 'query { getAllDocumentTypes { uuid name description } }',
  answer: z.object({ getAllDocumentTypes: z.array(documentTypeSchema) }),
  variables: {},
}
const createDocument = {
  query: `mutation ($input: CreateDocumentInput!) { createDocument(input: $input) { ${documentFields} } }`,
  answer: z.object({ createDocument: studyDocumentSchema }),
}
const updateDocumentStatus = {
  query: `mutation ($uuid: ID!, $status: String!) { updateDocumentStatus(uuid: $uuid, status: $status) { ${documentFields} } }`,
  answer: z.object({ updateDocumentStatus: studyDocumentSchema }),
}
const deactivateDocument = {
  query: 'mutation ($studyId: ID!, $typeId: ID!) { deactivateDocument(studyId: $studyId, typeId: $typeId) { uuid } }',
  answer: z.object({ deactivateDocument: z.object({ uuid: z.string() }) }),
}

type DocumentsServiceParts = {
  readonly calls: StaffCalls
  readonly reader: StudyReader
  readonly keeper: RecordKeeper
  readonly publish: Publish
}

/** The medical-report documents of a study: the back office's word, nothing of them is kept here. */
export const createDocumentsService = (parts: DocumentsServiceParts): DocumentsBridge => {
  const { calls, reader, keeper, publish } = parts

  const readTypes = () => calls.callGraphql('getAllDocumentTypes', documentTypes)

  /** The line about an upload; without it the upload stands all the same, and the desk is told. */
  const addLogLine = async (document: StudyDocument, idempotencyKey: string): Promise<boolean> => {
    const types = await readTypes()
    const type = types.ok ? types.value.getAllDocumentTypes.find(({ uuid }) => uuid === document.typeId) : undefined
    const what = type === undefined ? 'Document' : documentTypeLabel(type)
    const logged = await settleCall(() =>
      calls.callExactly(
        'addLogEntry',
        {
          params: { studyId: document.studyId as never },
          body: { category: documentLogCategory, content: `${what} uploaded, version ${document.version}, as a draft` },
        },
        { idempotencyKey: `${idempotencyKey}-log` },
      ),
    )
    return logged.ok
  }

  return {
    list: async ({ studyID }) => {
      const [view, types, documents] = await Promise.all([
        reader.readFresh(studyID),
        readTypes(),
        calls.callGraphql('getActiveDocuments', { ...activeDocuments, variables: { studyId: studyID } }),
      ])
      if (!view.ok) return view
      if (!types.ok) return fail(types.failure.code, documentMessages.typesFailed, types.failure.details)
      if (!documents.ok) return documents
      const { study, member, location } = view.value
      return ok({
        study,
        member,
        location,
        types: types.value.getAllDocumentTypes,
        documents: documents.value.getActiveDocuments,
      })
    },

    read: async ({ studyID, typeId }) => {
      const reply = await calls.callGraphql(
        'getLatestActiveDocument',
        { ...latestDocument, variables: { studyId: studyID, typeId } },
        { timeoutMs: largeFileMs },
      )
      if (!reply.ok) return reply
      const file = reply.value.getLatestActiveDocument
      if (file === null) return fail('not-found', documentMessages.notFound)
      const { uuid, name, version, fileType, base64File } = file
      return ok({
        uuid,
        name,
        version,
        fileName: documentFileName(studyID, fileType),
        contentType: fileType,
        base64: base64File,
      })
    },

    upload: async ({ studyID, typeId, name, dataUrl, idempotencyKey }) => {
      const file = parseDataUrl(dataUrl)
      if (file === null) return fail('document-format', documentMessages.invalidFormat)
      if (file.byteSize > mostDocumentBytes) return fail('payload-too-large', documentMessages.tooLarge)
      const view = reader.cached(studyID)
      const read = view === null ? await reader.readFresh(studyID) : ok(view)
      if (!read.ok) return read
      const input = {
        studyId: studyID,
        patientId: read.value.member.patientID,
        typeId,
        status: 'DRAFT',
        name,
        base64File: file.base64,
        fileType: file.mediaType,
      }
      const reply = await settleCall(() =>
        calls.callGraphqlExactly(
          'createDocument',
          { ...createDocument, variables: { input } },
          {
            idempotencyKey,
            timeoutMs: largeFileMs,
            onSent: (sentBytes, totalBytes) =>
              publish('documents.uploadProgress', { idempotencyKey, sentBytes, totalBytes }),
          },
        ),
      )
      if (!reply.ok) return reply
      const document = reply.value.createDocument
      const isLogged = await addLogLine(document, idempotencyKey)
      keeper.noteStudy(studyID)
      return ok({ document, isLogged })
    },

    setStatus: async ({ studyID, uuid, status }) => {
      // Publishing twice is fine, so an answer that was lost is simply asked for again.
      const reply = await settleCall(() =>
        calls.callGraphqlExactly('updateDocumentStatus', { ...updateDocumentStatus, variables: { uuid, status } }),
      )
      if (!reply.ok) return reply
      keeper.noteStudy(studyID)
      return ok(reply.value.updateDocumentStatus)
    },

    remove: async ({ studyID, typeId, newest }) => {
      const listed = await calls.callGraphql('getActiveDocuments', {
        ...activeDocuments,
        variables: { studyId: studyID },
      })
      if (!listed.ok) return listed
      const versions = listed.value.getActiveDocuments.filter((document) => document.typeId === typeId)
      // Gone already: by an earlier try whose answer was lost, or by another desk.
      if (versions.length === 0) return ok({})
      const last = versions.reduce((one, other) => (other.version > one.version ? other : one))
      if (last.uuid !== newest) return fail('stale', documentMessages.newerVersion)
      const reply = await settleCall(() =>
        calls.callGraphqlExactly('deactivateDocument', {
          ...deactivateDocument,
          variables: { studyId: studyID, typeId },
        }),
      )
      // Gone already, by the first of two tries or by another desk: it is as it should be.
      if (!reply.ok && reply.failure.code !== 'not-found') return reply
      keeper.noteStudy(studyID)
      return ok({})
    },
  }
}
