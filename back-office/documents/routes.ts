import type { RouteName } from '#contract/back-office.ts'
import type { Handlers } from '../kernel/handler.ts'
import { readShares, revokeShare } from './shares.ts'

/** The handlers of a study's shares (booking spec §2 Sharing screen). Documents use GraphQL (resolvers.ts). */
export const documentsHandlers = {
  readShares: ({ params }, context) => readShares(params.studyId, context),
  removeShare: ({ params, body }, context) => revokeShare(params.studyId, body.platformId, context),
} satisfies Partial<Handlers<RouteName>>
