import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { backOfficeRoutes, type RouteName } from '#contract/back-office.ts'
import { type Failure, isFailureCode } from '#contract/reply.ts'
import type { Route } from '#contract/route.ts'
import { redactError } from '#domain/support/redact-error.ts'
import type { LogDetails } from '#runtime/log.ts'
import { createOwnFiles } from '#runtime/own-files.ts'
import { answerCall, type Call, type Replay, type ServerContext, toFailureBody } from '../answer-call.ts'
import type { Handlers } from '../handler.ts'
import { backOfficeKernelWords } from '../kernel-words.ts'
import { Refusal } from '../refusal.ts'
import { statusOf } from '../status-of-code.ts'
import { beingUpdated, toRefusal } from '../to-refusal.ts'
import { measureWork } from '../work-meter.ts'
import {
  checkBefore,
  correctCharge,
  createFindCaller,
  createWorkstationLimit,
  type FindCaller,
  hasAllowedHost,
  largestOpenBody,
  rateConfig,
  tooManyRequests,
  waitOfCaller,
  workstationOf,
} from './call-entrance.ts'
import { LocalCounts } from './local-counts.ts'
import { type AnsweredCall, noteFailure, observeCalls } from './observe-calls.ts'
import { asksForJson, sendPdf } from './pdf-answer.ts'
import { isOfTooOldProgram } from './program-header.ts'
import { readJson } from './read-json.ts'
import type { RateClass, RestOptions } from './rest-options.ts'
import { readCertificate } from './server-certificate.ts'
import { isForServer } from './server-header.ts'
import { isLoopbackAddress, type TrustedProxies } from './trusted-proxies.ts'

/**
 * The maximum size in bytes of a body on a route that requires a session and has no `bodyBytes` of its own. No screen
 * sends more to such a route.
 */
const largestBody = 65_536

const rateClassOf = (name: RouteName, route: Route): RateClass => {
  if (name === 'signIn' || name === 'health') return name
  // One network address can make only a few of these calls per minute: a setup or invitation code could be guessed, and
  // a sign-up reveals whether an email address is a member's.
  if (name === 'createMember' || name === 'setUp' || name === 'acceptInvitation') return 'signUp'
  if (route.access.workstation !== undefined) return 'workstationAddress'
  return route.access.session === 'open' ? 'selfService' : 'session'
}

/** For each route whose answer has a secret: the function that adds the secret to a stored answer. */
export type Replays = { readonly [Name in RouteName]?: Replay }

/**
 * Creates the web server of the route table: it serves only routes of the table, and a route without a handler does not
 * compile. Every failure is answered as `{code, message, details?}` (decisions §3). The server does not listen
 * yet.
 */
export const createRestServer = async (
  handlers: Handlers<RouteName>,
  serverContext: ServerContext,
  options: RestOptions & { readonly replays?: Replays; readonly observe?: (call: AnsweredCall) => void },
): Promise<FastifyInstance> => {
  const { trustedProxies, certificate } = options
  const serverOptions: FastifyServerOptions = {
    bodyLimit: largestBody,
    trustProxy: trustedProxies === undefined ? false : (address) => trustedProxies.has(address),
    exposeHeadRoutes: false,
    // Our own log contains nothing that identifies a person. The framework's log would contain URLs with ids of people.
    logger: false,
    requestTimeout: 60_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: (error, _request, reply) => {
      void answerFailure(error, reply, serverContext)
    },
    clientErrorHandler: (_error, socket) => {
      const body = JSON.stringify({ code: 'invalid-input', message: backOfficeKernelWords.requestUnreadable })
      if (!socket.writable) return socket.destroy()
      socket.end(
        `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      )
    },
  }
  const https = certificate === undefined ? null : readCertificate(certificate)
  // Fastify's HTTP and HTTPS servers differ only in their TypeScript type.
  const server = Fastify(https === null ? serverOptions : ({ ...serverOptions, https } as FastifyServerOptions))
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    try {
      done(null, readJson(bytes as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  server.setErrorHandler((error, _request, reply) => answerFailure(error, reply, serverContext))
  server.setNotFoundHandler((_request, reply) =>
    answerFailure(new Refusal('not-found', backOfficeKernelWords.noSuchCall), reply, serverContext),
  )
  observeCalls(server, options.observe ?? (() => {}))
  server.addHook('onRequest', async (request, reply) => {
    if (!hasAllowedHost(request, options.allowedHosts)) {
      reply.header('connection', 'close')
      throw new Refusal('invalid-input', backOfficeKernelWords.otherServer)
    }
    if (certificate === undefined && !mayConnectUnencrypted(request, trustedProxies)) {
      reply.header('connection', 'close')
      throw new Refusal('invalid-input', backOfficeKernelWords.encryptionNeeded)
    }
    if (!isForServer(request, serverContext.serverID)) {
      reply.header('connection', 'close')
      throw new Refusal('other-server', backOfficeKernelWords.notYourServer)
    }
    if (isOfTooOldProgram(request, serverContext.oldestProgram)) {
      reply.header('connection', 'close')
      throw new Refusal('program-too-old', backOfficeKernelWords.programTooOld)
    }
    if (options.isSuperseded?.() === true && !request.url.startsWith('/health')) throw beingUpdated()
    const wait = waitOfCaller(request, options)
    if (wait === 0) return
    reply.header('connection', 'close')
    throw tooManyRequests(wait)
  })
  server.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
  })
  await server.register(rateLimit, {
    global: false,
    store: options.counts?.Store ?? LocalCounts,
    errorResponseBuilder: (_request, limit) => tooManyRequests(limit.ttl / 1000),
  })
  const findCallerOf = createFindCaller(serverContext)
  const findTicketsToo = createFindCaller(serverContext, { takesTickets: true })
  // Every workstation makes this call every two seconds, and can wait a little.
  const findPoller = createFindCaller(serverContext, { urgency: 'patient' })
  for (const name of Object.keys(backOfficeRoutes) as RouteName[]) {
    const { access }: Route = backOfficeRoutes[name]
    const find = access.ticket !== undefined ? findTicketsToo : name === 'readChanges' ? findPoller : findCallerOf
    addRoute(server, name, handlers, serverContext, options, find)
  }
  return server
}

const addRoute = (
  server: FastifyInstance,
  name: RouteName,
  handlers: Handlers<RouteName>,
  serverContext: ServerContext,
  options: RestOptions & { readonly replays?: Replays },
  findCallerOf: FindCaller,
): void => {
  const route: Route = backOfficeRoutes[name]
  const handler = handlers[name] as Call['handler'] | undefined
  if (handler === undefined) throw new Error(`The route ${name} has no handler.`)
  const takesAnyone = name === 'signIn' || name === 'health'
  const entrance = { access: route.access, takesAnyone, name }
  server.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.bodyBytes ?? (route.access.session === 'open' ? largestOpenBody : largestBody),
    config: { rateLimit: rateConfig(rateClassOf(name, route), options.rateLimits, findCallerOf) },
    ...(route.access.workstation === undefined
      ? {}
      : { onRequest: createWorkstationLimit(server, options.rateLimits) }),
    preParsing: (request, reply, payload) => checkBefore(request, reply, payload, entrance, findCallerOf, options),
    errorHandler: (error, _request, reply) => answerFailure(error, reply, serverContext, name),
    handler: async (request, reply) => {
      const caller = await findCallerOf(request)
      const call: Call = {
        name,
        route,
        handler,
        replay: options.replays?.[name],
        caller,
        namesSession: request.headers.authorization !== undefined,
        raw: { params: request.params, query: request.query, body: request.body },
        idempotencyKey: request.headers['idempotency-key'],
        workstationID: workstationOf(request),
        address: request.ip,
      }
      const answer = await measureWork(
        () => answerCall(call, serverContext),
        (cpuMs) => correctCharge(request, name, cpuMs, options),
      )
      // A refusal that is stored under the idempotency key is not thrown.
      if (answer.status >= 400 && isFailureBody(answer.body)) noteFailure(request, answer.body.code)
      if (route.isPdf === true && answer.status === 200 && !asksForJson(request.headers.accept)) {
        return sendPdf(reply, answer.body)
      }
      return reply.code(answer.status).send(answer.body)
    },
  })
}

const isFailureBody = (body: unknown): body is Failure =>
  typeof body === 'object' && body !== null && 'code' in body && isFailureCode(body.code)

/** Returns whether a connection without TLS is from this computer or from a proxy, to which clients connect by TLS. */
const mayConnectUnencrypted = ({ socket }: FastifyRequest, proxies: TrustedProxies | undefined): boolean => {
  const address = socket.remoteAddress ?? '127.0.0.1'
  return isLoopbackAddress(address) || proxies?.has(address) === true
}

const answerFailure = (
  error: unknown,
  reply: FastifyReply,
  serverContext: Pick<ServerContext, 'log'>,
  name?: RouteName,
) => {
  const failure = toRefusal(error)
  if (failure !== undefined) {
    noteFailure(reply.request, failure.code)
    const wait = failure.details?.retryAfterSeconds
    if (wait !== undefined) reply.header('retry-after', wait)
    return reply.code(statusOf(failure.code, name)).send(toFailureBody(failure))
  }
  noteFailure(reply.request, 'unexpected')
  const errorID = randomUUID()
  serverContext.log('error', 'request.unexpected', { errorID, ...describeError(error) })
  const body: Failure = {
    code: 'unexpected',
    message: backOfficeKernelWords.unexpected,
    details: { errorID },
  }
  return reply.code(500).send(body)
}

const toOwnFile = createOwnFiles()

/**
 * Returns the loggable details of an unexpected error: its class, its code and the places of its stack in our sources,
 * but not its message, which could quote typed text.
 */
const describeError = (error: unknown): LogDetails => {
  const { error: kind, at } = redactError(error, toOwnFile)
  // A database has too many codes for a list here. The log withholds a value that does not have the form of a code.
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { error: kind, ...(code === undefined ? {} : { code }), at }
}
