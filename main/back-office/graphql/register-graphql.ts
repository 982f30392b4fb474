import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { GraphQLError } from 'graphql'
import mercurius from 'mercurius'
import { z } from 'zod'
import { backOfficeSchema } from '#domain/contract/back-office-schema.ts'
import type { Failure } from '#domain/contract/reply.ts'
import { mostDocumentBytes } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { appendAudit } from '../repositories/audit-repository.ts'
import { inTransaction } from '../repositories/database.ts'
import { type CallSurroundings, toFailureBody } from '../rest/answer-call.ts'
import type { Caller } from '../rest/handler.ts'
import { findUnstorableText } from '../rest/read-json.ts'
import { createFindCaller, type RateLimits, rateConfig } from '../rest/rest-server.ts'
import { checkRoles } from '../rest/route-access.ts'
import { RouteFailure } from '../rest/route-failure.ts'
import { type AnswerFile, createAnswerFile } from './answer-with-file.ts'
import { toAuditEntry, writeAudited } from './audited-write.ts'
import { checkDocument } from './check-document.ts'
import { type GraphqlContext, resolvers } from './resolvers.ts'

const deepestQuery = 6

/** The largest document in base64, and what is said around it. */
const largestBody = Math.ceil(mostDocumentBytes / 3) * 4 + 65_536

const staffAccess = { access: { session: 'staff', location: 'none' } } as const

const requestSchema = z.object({
  query: z.string().min(1).max(8000),
  variables: z.record(z.string().max(100), z.unknown()).nullish(),
  operationName: z.string().max(100).nullish(),
})

/**
 * Adds `POST /graphql` for staff sessions, with limits on size, depth, aliases and fragments, and without introspection
 * and field suggestions outside tests. A document that cannot be run is 400 `{code, message}`; a field that is refused is
 * an entry of `errors` whose `extensions` carry the same code and details.
 */
export const registerGraphql = async (
  server: FastifyInstance,
  surroundings: CallSurroundings,
  options: { readonly rateLimits: RateLimits; readonly introspection: boolean },
): Promise<void> => {
  await server.register(mercurius, {
    schema: backOfficeSchema,
    resolvers,
    routes: false,
    queryDepth: deepestQuery,
    errorFormatter: (execution) => ({
      statusCode: 200,
      response: {
        data: execution.data ?? null,
        errors: execution.errors?.map((error) => toGraphqlError(error, surroundings)) as unknown as GraphQLError[],
      },
    }),
  })
  const findCallerOf = createFindCaller(surroundings)
  server.route({
    method: 'POST',
    url: '/graphql',
    // A document comes along as base64; whoever has no session is told so before any of it is read.
    bodyLimit: largestBody,
    onRequest: async (request, reply) => {
      try {
        checkRoles(staffAccess, await findCallerOf(request))
      } catch (error) {
        // What is still coming is read by nobody.
        reply.header('connection', 'close')
        throw error
      }
    },
    errorHandler: (error, request, reply) => {
      const isTooLarge = 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
      server.errorHandler(
        isTooLarge ? new RouteFailure(413, 'payload-too-large', documentMessages.tooLarge) : error,
        request,
        reply,
      )
    },
    config: { rateLimit: rateConfig('session', options.rateLimits, findCallerOf) },
    handler: async (request, reply) => {
      const caller = await findCallerOf(request)
      checkRoles(staffAccess, caller)
      if (caller === null) throw new Error('staff calls have a caller')
      const { query, variables, operationName } = parseRequest(request.body)
      checkDocument(query, options.introspection)
      const file = createAnswerFile()
      try {
        const result = await server.graphql(
          query,
          { ...toContext(caller, surroundings, request.headers['idempotency-key'], file) },
          variables ?? {},
          operationName ?? undefined,
        )
        const answer = { data: result.data, ...(result.errors === undefined ? {} : { errors: result.errors }) }
        const withFile = file.stream(answer)
        if (withFile === null) return await reply.send(answer)
        reply.type('application/json; charset=utf-8').header('content-length', withFile.byteSize)
        return await reply.send(withFile.body)
      } catch (error) {
        if (isRefusedDocument(error)) throw new RouteFailure(400, 'invalid-input', 'The query is not one we answer.')
        throw error
      }
    },
  })
}

const parseRequest = (body: unknown): z.output<typeof requestSchema> => {
  const parsed = requestSchema.safeParse(body)
  if (!parsed.success || findUnstorableText(body) !== undefined) {
    throw new RouteFailure(400, 'invalid-input', 'The query could not be read.')
  }
  return parsed.data
}

const toContext = (
  caller: Caller,
  surroundings: CallSurroundings,
  idempotencyKey: string | string[] | undefined,
  file: AnswerFile,
): GraphqlContext => ({
  db: surroundings.db,
  caller,
  idempotencyKey,
  file,
  audit: (action, outcome, subject) =>
    inTransaction(surroundings.db, (db) =>
      appendAudit(db, surroundings.kind, [toAuditEntry(caller, surroundings.now(), action, outcome, subject)]),
    ),
  write: (act) => writeAudited(caller, surroundings, act),
})

/** Mercurius throws for documents it does not run: unreadable, not valid, too deep, a wrong operation name. */
const isRefusedDocument = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('MER_ERR')

/** `BAD_REQUEST`: the caller's own mistake, which nobody is to be told of as an error (study spec §8). */
type GraphqlExtensions = Pick<Failure, 'code' | 'details'> & { readonly classification?: 'BAD_REQUEST' }

const toGraphqlError = (
  error: GraphQLError,
  surroundings: Pick<CallSurroundings, 'log'>,
): { message: string; path: GraphQLError['path']; extensions: GraphqlExtensions } => {
  const { originalError, path } = error
  if (originalError instanceof RouteFailure) {
    const { message, ...extensions } = toFailureBody(originalError)
    const isBadRequest = originalError.status === 400 || originalError.status === 409
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
  surroundings.log('error', 'unexpected', { errorID, name: originalError.name })
  return {
    message: 'Something went wrong in the back office.',
    path,
    extensions: { code: 'unexpected', details: { errorID } },
  }
}
