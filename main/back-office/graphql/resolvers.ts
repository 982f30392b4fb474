import type { IResolvers } from 'mercurius'
import { confirmBodyComposition } from '../operations/body-composition.ts'
import { findPractitioner, searchPractitioners } from '../repositories/catalogue-repository.ts'
import type { Database } from '../repositories/database.ts'
import {
  findActiveDocuments,
  findLatestActiveDocument,
  readDocumentTypes,
} from '../repositories/documents-repository.ts'
import { findStudyScope } from '../repositories/scope-repository.ts'
import { type Caller, type HandlerContext, mayWorkAt } from '../rest/handler.ts'
import { noSuchStudy } from '../rest/route-access.ts'

/**
 * What every resolver is given. `audit` notes that a study's documents were shown, or refused. `write` runs what changes a study
 * in one transaction with its audit row, and leaves a row of a refusal too.
 */
export type GraphqlContext = {
  readonly db: Database
  readonly caller: Caller
  readonly audit: (
    action: string,
    outcome: string,
    subject: { studyID: string; memberID: string | null; locationID: string | null },
  ) => Promise<void>
  readonly write: <Result>(
    action: string,
    studyID: string,
    work: (context: HandlerContext) => Promise<Result>,
  ) => Promise<Result>
}

/** Throws 404 for a study out of the caller's reach, exactly as for one that does not exist; both leave an audit row. */
const checkStudy = async (studyID: string, action: string, context: GraphqlContext): Promise<void> => {
  const scope = await findStudyScope(context.db, studyID)
  const isVisible = scope !== undefined && mayWorkAt(context.caller, scope.locationID)
  await context.audit(action, isVisible ? 'ok' : 'not-found', {
    studyID,
    memberID: scope?.patientID ?? null,
    locationID: scope?.locationID ?? null,
  })
  if (!isVisible) throw noSuchStudy()
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
    await checkStudy(studyId, 'documents.listed', context)
    return findActiveDocuments(context.db, studyId)
  },
  getLatestActiveDocument: async (_parent, { studyId, typeId }, context) => {
    await checkStudy(studyId, 'document.viewed', context)
    return (await findLatestActiveDocument(context.db, studyId, typeId)) ?? null
  },
}

const mutation: { readonly confirmBodyCompQC: Resolver<{ studyId: string }> } = {
  confirmBodyCompQC: (_parent, { studyId }, { write }) =>
    write('study.body-composition-confirmed', studyId, (context) => confirmBodyComposition(studyId, context)),
}

/** The schema in domain/contract/back-office-schema.ts. */
export const resolvers = { Query: query, Mutation: mutation } as unknown as IResolvers
