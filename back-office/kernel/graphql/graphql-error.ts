import { randomUUID } from 'node:crypto'
import type { GraphQLError } from 'graphql'
import type { Failure } from '#contract/reply.ts'
import { type CallSurroundings, toFailureBody } from '../answer-call.ts'
import { Refusal } from '../refusal.ts'
import { statusOf } from '../status-of-code.ts'

/** `BAD_REQUEST`: the caller's own mistake, which is not reported as an error (study spec §8). */
type GraphqlExtensions = Pick<Failure, 'code' | 'details'> & { readonly classification?: 'BAD_REQUEST' }

/**
 * The error that the caller reads. `BAD_REQUEST` and graphql's own complaints are answered and not logged; anything that is not
 * a refusal is logged with an id.
 */
export const toGraphqlError = (
  error: GraphQLError,
  surroundings: Pick<CallSurroundings, 'log'>,
): { message: string; path: GraphQLError['path']; extensions: GraphqlExtensions } => {
  const { originalError, path } = error
  if (originalError instanceof Refusal) {
    const { message, ...extensions } = toFailureBody(originalError)
    const status = statusOf(originalError.code)
    const isBadRequest = status === 400 || status === 409
    return { message, path, extensions: { ...extensions, ...(isBadRequest ? { classification: 'BAD_REQUEST' } : {}) } }
  }
  // Without an original error it is graphql's own complaint about a value, which is the caller's.
  if (originalError === undefined || originalError === null) {
    return {
      message: 'A value in this query is not right.',
      path,
      extensions: { code: 'invalid-input', classification: 'BAD_REQUEST' },
    }
  }
  const errorID = randomUUID()
  surroundings.log('error', 'request.unexpected', { errorID, error: originalError.name })
  return {
    message: 'Something went wrong in the back office.',
    path,
    extensions: { code: 'unexpected', details: { errorID } },
  }
}
