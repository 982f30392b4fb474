import type { IResolvers } from 'mercurius'
import { documentResolvers } from './documents/resolvers.ts'
import { peopleResolvers } from './people/resolvers.ts'
import { sessionResolvers } from './session/resolvers.ts'
import { studyResolvers } from './study/resolvers.ts'

/** The resolvers of all queries and mutations in contract/back-office-schema.ts, and of a document's file. */
export const resolvers = {
  Query: { ...sessionResolvers.query, ...peopleResolvers.query, ...documentResolvers.query },
  Mutation: { ...studyResolvers.mutation, ...documentResolvers.mutation },
  DocumentWithFile: documentResolvers.documentWithFile,
} as unknown as IResolvers
