import type { Resolver } from '../kernel/graphql/resolver.ts'

const query: { readonly me: Resolver<unknown> } = {
  me: (_parent, _input, { caller }) => ({
    user_id: caller.userID,
    email: caller.email,
    fullname: caller.name,
    roles: caller.roles,
    allowedLocations: caller.allowedLocations === 'all' ? null : caller.allowedLocations,
  }),
}

/** The GraphQL resolvers of the caller's own account. */
export const sessionResolvers = { query }
