import type { Resolver } from '../kernel/graphql/resolver.ts'
import { findPractitioner, searchPractitioners } from '../repositories/catalogue-repository.ts'

const query: {
  readonly practitioners: Resolver<{ text?: string | null }>
  readonly practitioner: Resolver<{ id: string }>
} = {
  practitioners: (_parent, { text }, { db }) => searchPractitioners(db, text ?? undefined),
  practitioner: async (_parent, { id }, { db }) => (await findPractitioner(db, id)) ?? null,
}

/** The GraphQL resolvers of practitioners. */
export const peopleResolvers = { query }
