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
import { completeCall } from '../back-office-client/complete-call.ts'
import type { StaffCalls } from '../back-office-client/staff-calls.ts'
import type { Publish } from '../publish.ts'
import type { StudyReader } from '../study-access/study-reader.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import { documentFields, largeFileMs } from './study-item-reader.ts'

export const documentTypes = {
  query: 'query { getAllDocumentTypes { uuid name description active } }',
  answer: z.object({ getAllDocumentTypes: z.array(documentTypeSchema) }),
  variables: {},
}
const createDocument = {
  query: `mutation ($input: CreateDocumentInput!) { createDocument(input: $input) { ${documentFields} } }`,
  answer: z.object({ createDocument: studyDocumentSchema }),
}

export type DocumentUploadParts = {
  readonly calls: StaffCalls
  readonly reader: StudyReader
  readonly keeper: RecordKeeper
  readonly publish: Publish
}

/** Creates the upload of a document version, as a draft, with a line in the study's log. */
export const createDocumentUpload = (parts: DocumentUploadParts): DocumentsBridge['upload'] => {
  const { calls, reader, keeper, publish } = parts

  /**
   * Adds the log line of an upload. Without it the upload is still valid, and the answer reports the line as missing.
   */
  const addLogLine = async (document: StudyDocument, idempotencyKey: string): Promise<boolean> => {
    const types = await calls.callGraphql('getAllDocumentTypes', documentTypes)
    const type = types.ok ? types.value.getAllDocumentTypes.find(({ uuid }) => uuid === document.typeId) : undefined
    const what = type === undefined ? 'Document' : documentTypeLabel(type)
    const logged = await completeCall(() =>
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

  return async ({ studyID, typeId, name, dataUrl, idempotencyKey }) => {
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
    const reply = await completeCall(() =>
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
  }
}
