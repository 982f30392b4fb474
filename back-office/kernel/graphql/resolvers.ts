import type { IResolvers } from 'mercurius'
import type { StudyDocument } from '#domain/documents/document.ts'
import type { Database } from '../../database/database.ts'
import {
  allowStatusChange,
  allowUpload,
  checkDocumentOperation,
  createDocument,
  deactivateDocument,
  type NewDocument,
  updateDocumentStatus,
} from '../../documents/documents.ts'
import { checkFile } from '../../documents/file.ts'
import { findPractitioner, searchPractitioners } from '../../repositories/catalogue-repository.ts'
import {
  findActiveDocument,
  findActiveDocuments,
  findLatestActiveDocument,
  readDocumentFile,
  readDocumentTypes,
} from '../../repositories/documents-repository.ts'
import { findStudyScope } from '../../repositories/scope-repository.ts'
import { confirmBodyComposition } from '../../study/body-composition.ts'
import { type Caller, mayWorkAt } from '../handler.ts'
import { locationForbidden, noSuchStudy } from '../route-access.ts'
import type { AnswerFile } from './answer-with-file.ts'
import type { AuditedWrite } from './audited-write.ts'
import { readUpload, type Upload } from './read-request.ts'

/**
 * What every resolver is given. `audit` notes that a study's documents were shown, or refused. `write` runs what changes a study
 * in one transaction with its audit row, and leaves a row of a refusal too.
 */
export type GraphqlContext = {
  readonly db: Database
  readonly caller: Caller
  /** The request's header, for the mutations that take one. */
  readonly idempotencyKey: string | string[] | undefined
  readonly audit: (
    action: string,
    outcome: string,
    subject: { studyID: string; memberID: string | null; locationID: string | null },
  ) => Promise<void>
  /** The file that the request brought, already looked at; null where it brought none of any size. */
  readonly upload: Upload | null
  /** Where the answer's file goes. */
  readonly file: AnswerFile
  readonly write: <Prepared, Result>(act: AuditedWrite<Prepared, Result>) => Promise<Result>
}

/** Throws 403 for a study of another location, 404 for one that does not exist; both leave an audit row. */
const checkStudy = async (studyID: string, action: string, context: GraphqlContext): Promise<void> => {
  const scope = await findStudyScope(context.db, studyID)
  const isVisible = scope !== undefined && mayWorkAt(context.caller, scope.locationID)
  const refusal = scope === undefined ? noSuchStudy() : isVisible ? null : locationForbidden()
  await context.audit(action, refusal?.code ?? 'ok', {
    studyID,
    memberID: scope?.patientID ?? null,
    locationID: scope?.locationID ?? null,
  })
  if (refusal !== null) throw refusal
}

type Resolver<Input> = (parent: unknown, input: Input, context: GraphqlContext) => unknown

const query: {
  readonly me: Resolver<unknown>
  readonly practitioners: Resolver<{ text?: string | null }>
  readonly practitioner: Resolver<{ id: string }>
  readonly getAllDocumentTypes: Resolver<unknown>
  readonly getActiveDocuments: Resolver<{ studyId: string }>
  readonly getLatestActiveDocument: Resolver<{ studyId: string; typeId: string }>
} = {
  me: (_parent, _input, { caller }) => ({
    user_id: caller.userID,
    email: caller.email,
    fullname: caller.name,
    roles: caller.roles,
    allowedLocations: caller.allowedLocations === 'all' ? null : caller.allowedLocations,
  }),
  practitioners: (_parent, { text }, { db }) => searchPractitioners(db, text ?? undefined),
  practitioner: async (_parent, { id }, { db }) => (await findPractitioner(db, id)) ?? null,
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

const nothing = async (): Promise<void> => {}

const mutation: {
  readonly confirmBodyCompQC: Resolver<{ studyId: string }>
  readonly createDocument: Resolver<{ input: NewDocument }>
  readonly updateDocumentStatus: Resolver<{ uuid: string; status: string }>
  readonly deactivateDocument: Resolver<{ studyId: string; typeId: string }>
} = {
  confirmBodyCompQC: (_parent, { studyId }, { write }) =>
    write({
      action: 'study.body-composition-confirmed',
      studyID: studyId,
      prepare: nothing,
      write: (_prepared, context) => confirmBodyComposition(studyId, context),
    }),
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
      prepare: nothing,
      write: (_prepared, context) => updateDocumentStatus(uuid, status, context),
    }),
  deactivateDocument: (_parent, { studyId, typeId }, { write }) =>
    write({
      action: 'document.deactivated',
      studyID: studyId,
      prepare: nothing,
      write: (_prepared, context) => deactivateDocument(studyId, typeId, context),
    }),
}

/** Read where it is asked for: whoever asks for a document's name alone has no file read. */
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

/** The schema in contract/back-office-schema.ts. */
export const resolvers = {
  Query: query,
  Mutation: mutation,
  DocumentWithFile: documentWithFile,
} as unknown as IResolvers
