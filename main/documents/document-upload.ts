import { z } from 'zod'
import type { DocumentsBridge } from '#contract/documents/bridge.ts'
import { ok } from '#contract/reply.ts'
import {
  documentLogCategory,
  documentTypeSchema,
  type StudyDocument,
  studyDocumentSchema,
} from '#domain/documents/document.ts'
import { documentTypeLabel } from '#domain/documents/document-type-label.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import type { RecordKeeper } from '../sync/record-keeper.ts'
import { documentFields } from './study-item-reader.ts'
import { createFileUpload, type FileUploadParts } from './upload-file.ts'

export const documentTypes = {
  query: 'query { getAllDocumentTypes { uuid name description active } }',
  answer: z.object({ getAllDocumentTypes: z.array(documentTypeSchema) }),
  variables: {},
}
const createDocument = {
  name: 'createDocument',
  query: `mutation ($input: CreateDocumentInput!) { createDocument(input: $input) { ${documentFields} } }`,
  answer: z.object({ createDocument: studyDocumentSchema }),
}

export type DocumentUploadParts = FileUploadParts & { readonly keeper: RecordKeeper }

/** Creates the upload of a document version, as a draft, with a line in the study's log. */
export const createDocumentUpload = (parts: DocumentUploadParts): DocumentsBridge['upload'] => {
  const { calls, keeper } = parts
  const uploadFile = createFileUpload(parts)

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
    const reply = await uploadFile({ studyID, dataUrl, idempotencyKey }, createDocument, {
      typeId,
      status: 'DRAFT',
      name,
    })
    if (!reply.ok) return reply
    const document = reply.value.createDocument
    const isLogged = await addLogLine(document, idempotencyKey)
    keeper.noteStudy(studyID)
    return ok({ document, isLogged })
  }
}
