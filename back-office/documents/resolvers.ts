import type { StudyDocument } from '#domain/documents/document.ts'
import { readUpload } from '../kernel/graphql/read-request.ts'
import { checkStudy, type GraphqlContext, prepareNothing, type Resolver } from '../kernel/graphql/resolver.ts'
import {
  findActiveDocument,
  findActiveDocuments,
  findLatestActiveDocument,
  readDocumentFile,
  readDocumentTypes,
} from '../repositories/documents-repository.ts'
import {
  allowStatusChange,
  allowUpload,
  checkDocumentOperation,
  createDocument,
  deactivateDocument,
  type NewDocument,
  updateDocumentStatus,
} from './documents.ts'
import { checkFile } from './file.ts'
import { allowReport, checkIsPdf, createReport, type NewReport } from './study-reports.ts'

const query: {
  readonly getAllDocumentTypes: Resolver<unknown>
  readonly getActiveDocuments: Resolver<{ studyId: string }>
  readonly getLatestActiveDocument: Resolver<{ studyId: string; typeId: string }>
} = {
  getAllDocumentTypes: (_parent, _input, { db }) => readDocumentTypes(db),
  getActiveDocuments: async (_parent, { studyId }, context) => {
    checkDocumentOperation('read', context)
    await checkStudy(studyId, 'documents.listed', context)
    return findActiveDocuments(context.db, studyId)
  },
  getLatestActiveDocument: async (_parent, { studyId, typeId }, context) => {
    checkDocumentOperation('read', context)
    await checkStudy(studyId, 'document.viewed', context)
    return (await findLatestActiveDocument(context.db, studyId, typeId)) ?? null
  },
}

const mutation: {
  readonly createDocument: Resolver<{ input: NewDocument }>
  readonly updateDocumentStatus: Resolver<{ uuid: string; status: string }>
  readonly deactivateDocument: Resolver<{ studyId: string; typeId: string }>
  readonly createReport: Resolver<{ input: NewReport }>
} = {
  createDocument: async (_parent, { input }, { write, idempotencyKey, upload }) => {
    const { base64File, ...rest } = input
    const file = upload?.base64 === base64File ? upload : readUpload(base64File)
    return write({
      action: 'document.created',
      studyID: input.studyId,
      allow: (context) => allowUpload(input, context),
      prepare: (context) => checkFile(file, input.fileType, context),
      write: (checked, context) => createDocument(input, checked, context),
      key: {
        header: idempotencyKey,
        input: { ...rest, file: file.sha256 },
      },
    })
  },
  updateDocumentStatus: async (_parent, { uuid, status }, { db, write }) =>
    write({
      action: 'document.status-changed',
      studyID: (await findActiveDocument(db, uuid))?.studyId ?? null,
      allow: (context) => allowStatusChange(uuid, context),
      prepare: prepareNothing,
      write: (_prepared, context) => updateDocumentStatus(uuid, status, context),
    }),
  deactivateDocument: (_parent, { studyId, typeId }, { write }) =>
    write({
      action: 'document.deactivated',
      studyID: studyId,
      prepare: prepareNothing,
      write: (_prepared, context) => deactivateDocument(studyId, typeId, context),
    }),
  createReport: async (_parent, { input }, { write, idempotencyKey, upload }) => {
    const { base64File, ...rest } = input
    const file = upload?.base64 === base64File ? upload : readUpload(base64File)
    return write({
      action: 'report.uploaded',
      studyID: input.studyId,
      allow: (context) => allowReport(input, context),
      prepare: async (context) => checkIsPdf(await checkFile(file, input.fileType, context)),
      write: (checked, context) => createReport(input, checked, context),
      key: { header: idempotencyKey, input: { ...rest, file: file.sha256 } },
    })
  },
}

/** Reads the file only when the query selects it. */
const documentWithFile = {
  base64File: async (
    { uuid }: StudyDocument,
    _input: unknown,
    { db, file }: GraphqlContext,
  ): Promise<string | null> => {
    const base64 = await readDocumentFile(db, uuid)
    return base64 === undefined ? null : file.put(base64)
  },
}

/** The GraphQL resolvers of documents (booking spec §7 Documents). */
export const documentResolvers = { query, mutation, documentWithFile }
