import { randomUUID } from 'node:crypto'
import type { GraphQLError } from 'graphql'
import type { Failure } from '#contract/reply.ts'
import { type ServerContext, toFailureBody } from '../answer-call.ts'
import { backOfficeKernelWords } from '../kernel-words.ts'
import { Refusal } from '../refusal.ts'
import { statusOf } from '../status-of-code.ts'
import { toTimeoutRefusal } from '../to-refusal.ts'

/** `BAD_REQUEST`: a mistake of the caller, which must not be reported to error tracking (study spec §8). */
type GraphqlExtensions = Pick<Failure, 'code' | 'details'> & { readonly classification?: 'BAD_REQUEST' }

/**
 * Returns the error for the caller. Refusals and GraphQL's own errors are not logged. Any other error is logged with an
 * id.
 */
export const toGraphqlError = (
  error: GraphQLError,
  serverContext: Pick<ServerContext, 'log'>,
): { message: string; path: GraphQLError['path']; extensions: GraphqlExtensions } => {
  const { originalError, path } = error
  if (originalError instanceof Refusal) {
    const { message, ...extensions } = toFailureBody(originalError)
    const status = statusOf(originalError.code)
    const isBadRequest = status === 400 || status === 409
    return { message, path, extensions: { ...extensions, ...(isBadRequest ? { classification: 'BAD_REQUEST' } : {}) } }
  }
  // An error without an original error is GraphQL's own, about a value from the caller.
  if (originalError === undefined || originalError === null) {
    return {
      message: backOfficeKernelWords.queryValueInvalid,
      path,
      extensions: { code: 'invalid-input', classification: 'BAD_REQUEST' },
    }
  }
  // A query only reads, and a mutation writes in one transaction, which is rolled back.
  const timeout = toTimeoutRefusal(originalError, serverContext.log)
  if (timeout !== undefined) {
    const { message, ...extensions } = toFailureBody(timeout)
    return { message, path, extensions }
  }
  const errorID = randomUUID()
  serverContext.log('error', 'request.unexpected', { errorID, error: originalError.name })
  return {
    message: backOfficeKernelWords.unexpectedInQuery,
    path,
    extensions: { code: 'unexpected', details: { errorID } },
  }
}
