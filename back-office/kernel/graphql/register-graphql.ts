import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { GraphQLError } from 'graphql'
import mercurius, { type IResolvers } from 'mercurius'
import { backOfficeSchema } from '#contract/back-office-schema.ts'
import { maxDocumentBytes } from '#domain/documents/document.ts'
import { documentMessages } from '#domain/documents/document-messages.ts'
import { inTransaction } from '../../database/database.ts'
import { type ServerContext, toFailureBody } from '../answer-call.ts'
import { appendAudit } from '../audit-repository.ts'
import type { Caller } from '../handler.ts'
import {
  checkBefore,
  correctCharge,
  createFindCaller,
  declaredBytes,
  rateConfig,
  workstationOf,
} from '../http/call-entrance.ts'
import type { RestOptions } from '../http/rest-options.ts'
import { createShapeFilter } from '../http/shape-filter.ts'
import { backOfficeKernelWords } from '../kernel-words.ts'
import { Refusal } from '../refusal.ts'
import { checkRoles } from '../route-access.ts'
import { statusOf } from '../status-of-code.ts'
import { toRefusal } from '../to-refusal.ts'
import { measureWork } from '../work-meter.ts'
import { type AnswerFile, createAnswerFile } from './answer-with-file.ts'
import { toAuditEntry, writeAudited } from './audited-write.ts'
import { checkDocument } from './check-document.ts'
import { toGraphqlError } from './graphql-error.ts'
import { chooseMediaType } from './media-types.ts'
import { type GraphqlRequest, requestLimits } from './read-request.ts'
import { largestSmallRequest, type RequestReader } from './request-reader.ts'
import type { GraphqlContext } from './resolver.ts'

const deepestQuery = 6

/** The largest upload in base64, and the text around it. */
const largestBody = Math.ceil(maxDocumentBytes / 3) * 4 + 65_536

const staffAccess = { access: { session: 'staff', location: 'none' }, name: 'graphql' } as const

type GraphqlOptions = RestOptions & {
  readonly introspection: boolean
  readonly reader: RequestReader
  readonly resolvers: IResolvers
  /** Throws 401 or 403 when the caller may not upload. */
  readonly checkMayUpload: (caller: Caller | null) => void
}

/**
 * Adds `POST /graphql` for staff sessions, with limits on size, depth, aliases and fragments. Only tests allow
 * introspection, and no answer suggests field names. A query that cannot run is answered with 400; the body is
 * `{code, message}`, or only `errors` for clients that accept `application/graphql-response+json`. A refused field is
 * an entry of `errors`, whose `extensions` have the code and details of the refusal.
 */
export const registerGraphql = async (
  server: FastifyInstance,
  serverContext: ServerContext,
  options: GraphqlOptions,
): Promise<void> => {
  await server.register(mercurius, {
    schema: backOfficeSchema,
    resolvers: options.resolvers,
    routes: false,
    queryDepth: deepestQuery,
    errorFormatter: (execution) => ({
      statusCode: 200,
      response: {
        data: execution.data ?? null,
        errors: execution.errors?.map((error) => toGraphqlError(error, serverContext)) as unknown as GraphQLError[],
      },
    }),
  })
  const findCallerOf = createFindCaller(serverContext)
  /** Milliseconds that reading a request's body took. */
  const readingMs = new WeakMap<FastifyRequest, number>()
  /** Throws 403 for a caller who may not upload, because only an upload is large. */
  const checkMayUpload = async (request: FastifyRequest): Promise<void> =>
    options.checkMayUpload(await findCallerOf(request))
  await server.register(async (scope) => {
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, bytes: Buffer) => {
        if (bytes.length > largestSmallRequest) await checkMayUpload(request)
        return measureWork(
          () => options.reader.read(bytes),
          (cpuMs) => readingMs.set(request, cpuMs),
        )
      },
    )
    scope.route({
      method: 'POST',
      url: '/graphql',
      // A body may have an upload in base64. A caller without a session is refused before the body is read.
      bodyLimit: largestBody,
      preParsing: async (request, reply, payload) => {
        const charged = await checkBefore(request, reply, payload, staffAccess, findCallerOf, options)
        if (declaredBytes(request) <= largestSmallRequest && declaredBytes(request) > 0) return charged
        if (declaredBytes(request) > largestBody) throw tooLarge()
        try {
          if (declaredBytes(request) > 0) await checkMayUpload(request)
        } catch (error) {
          reply.header('connection', 'close')
          throw error
        }
        return charged.pipe(createShapeFilter(requestLimits))
      },
      errorHandler: (error, request, reply) => {
        // The rest of a large body is not read.
        if (declaredBytes(request) > largestSmallRequest) reply.header('connection', 'close')
        const isTooLarge = 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
        const refusal = isTooLarge ? tooLarge() : toRefusal(error)
        const type = chooseMediaType(request.headers.accept)
        if (refusal === undefined || type === 'application/json') {
          server.errorHandler(refusal ?? error, request, reply)
          return
        }
        const { code, message, details } = toFailureBody(refusal)
        reply
          .header('retry-after', details?.retryAfterSeconds)
          .code(statusOf(refusal.code))
          .type(`${type}; charset=utf-8`)
        reply.send({ errors: [{ message, extensions: { code, ...(details === undefined ? {} : { details }) } }] })
      },
      config: { rateLimit: rateConfig('session', options.rateLimits, findCallerOf) },
      handler: async (request, reply) => {
        const caller = await findCallerOf(request)
        checkRoles(staffAccess, caller)
        if (caller === null) throw new Error('staff calls have a caller')
        const { query, variables, operationName, upload } = request.body as GraphqlRequest
        checkDocument(query, options.introspection)
        const file = createAnswerFile()
        try {
          const result = await measureWork(
            () =>
              server.graphql(
                query,
                { ...toContext(caller, serverContext, request, file, upload) },
                variables,
                operationName ?? undefined,
              ),
            (cpuMs) => correctCharge(request, staffAccess.name, (readingMs.get(request) ?? 0) + cpuMs, options),
          )
          const answer = { data: result.data, ...(result.errors === undefined ? {} : { errors: result.errors }) }
          const withFile = file.stream(answer)
          reply.type(`${chooseMediaType(request.headers.accept)}; charset=utf-8`)
          if (withFile === null) return await reply.send(answer)
          reply.header('content-length', withFile.byteSize)
          return await reply.send(withFile.body)
        } catch (error) {
          if (isRefusedDocument(error)) throw new Refusal('invalid-input', backOfficeKernelWords.queryUnsupported)
          throw error
        }
      },
    })
  })
}

const tooLarge = (): Refusal => new Refusal('payload-too-large', documentMessages.tooLarge)

const toContext = (
  caller: Caller,
  serverContext: ServerContext,
  request: FastifyRequest,
  file: AnswerFile,
  upload: GraphqlRequest['upload'],
): GraphqlContext => {
  const origin = { workstationID: workstationOf(request), address: request.ip }
  return {
    db: serverContext.db,
    records: serverContext.records,
    caller,
    idempotencyKey: request.headers['idempotency-key'],
    upload,
    file,
    audit: (action, outcome, subject) =>
      inTransaction(serverContext.db, (db) =>
        appendAudit(db, serverContext.kind, [
          toAuditEntry(caller, serverContext.now(), action, outcome, subject, origin),
        ]),
      ),
    write: (act) => writeAudited(caller, serverContext, origin, act),
  }
}

/** Returns whether Mercurius refused a query: unreadable, invalid, too deep, or with a wrong operation name. */
const isRefusedDocument = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('MER_ERR')
