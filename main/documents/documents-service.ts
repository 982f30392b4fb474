import { z } from 'zod'
import type { DocumentsBridge } from '#contract/documents/bridge.ts'
import { fail, ok } from '#contract/reply.ts'
import { studyDocumentSchema } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { completeCall } from '../back-office-client/complete-call.ts'
import { createDocumentUpload, documentTypes } from './document-upload.ts'
import { activeDocuments, documentFields, documentFileName, largeFileMs, latestDocument } from './study-item-reader.ts'
import { createStudyReports, type StudyReportsParts } from './study-reports.ts'

const updateDocumentStatus = {
  query: `mutation ($uuid: ID!, $status: String!) { updateDocumentStatus(uuid: $uuid, status: $status) { ${documentFields} } }`,
  answer: z.object({ updateDocumentStatus: studyDocumentSchema }),
}
const deactivateDocument = {
  query: 'mutation ($studyId: ID!, $typeId: ID!) { deactivateDocument(studyId: $studyId, typeId: $typeId) { uuid } }',
  answer: z.object({ deactivateDocument: z.object({ uuid: z.string() }) }),
}

/**
 * Creates the service for a study's medical-report documents. It asks the back office; the workstation keeps no copy.
 */
export const createDocumentsService = (parts: StudyReportsParts): DocumentsBridge => {
  const { calls, reader, keeper } = parts

  return {
    list: async ({ studyID }) => {
      const [view, types, documents] = await Promise.all([
        reader.readFresh(studyID),
        calls.callGraphql('getAllDocumentTypes', documentTypes),
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

    upload: createDocumentUpload(parts),
    ...createStudyReports(parts),

    setStatus: async ({ studyID, uuid, status }) => {
      // Setting the same status twice has no further effect, so the call is repeated after a lost answer.
      const reply = await completeCall(() =>
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
      // The document is already removed, by an earlier try whose answer was lost or by another workstation.
      if (versions.length === 0) return ok({})
      const last = versions.reduce((one, other) => (other.version > one.version ? other : one))
      if (last.uuid !== newest) return fail('stale', documentMessages.newerVersion)
      const reply = await completeCall(() =>
        calls.callGraphqlExactly('deactivateDocument', {
          ...deactivateDocument,
          variables: { studyId: studyID, typeId },
        }),
      )
      // After `not-found` the document is already removed, by the first of two tries or by another workstation.
      if (!reply.ok && reply.failure.code !== 'not-found') return reply
      keeper.noteStudy(studyID)
      return ok({})
    },
  }
}
