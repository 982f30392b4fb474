import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { backOfficeRoutes } from '#contract/back-office.ts'
import type { FailureCode } from '#contract/reply.ts'
import { type OpenSpan, startCallSpan, withinCall } from '#runtime/spans.ts'
import type { Caller } from '../handler.ts'

/** One call that the server answered. */
export type AnsweredCall = {
  /** The name in the route table, `graphql`, `fhir`, or `other`. */
  readonly name: string
  readonly status: number
  /** From the first byte of the request to the last one of the answer. */
  readonly ms: number
  /** The same id as in the header `x-request-id` of the answer. */
  readonly requestID: string
  /** The staff member who called; undefined for a member and for a call without a session. */
  readonly staffID: string | undefined
}

const callers = new WeakMap<FastifyRequest, Caller | null>()

/** Notes who made a call, for {@link observeCalls}. */
export const noteCaller = (request: FastifyRequest, caller: Caller | null): void => {
  callers.set(request, caller)
}

const failures = new WeakMap<FastifyRequest, FailureCode>()

/** Notes the code with which a call was refused or failed, for {@link observeCalls}. */
export const noteFailure = (request: FastifyRequest, code: FailureCode): void => {
  failures.set(request, code)
}

const names = new Map(Object.entries(backOfficeRoutes).map(([name, { method, path }]) => [`${method} ${path}`, name]))
const otherNames = new Map([
  ['/graphql', 'graphql'],
  ['/fhir/DiagnosticReport', 'fhir'],
])
/**
 * Returns whether a process manager or a proxy makes the call. Such calls are not observed, because they are not work
 * of staff.
 */
const isProbe = (path: string): boolean => path.startsWith('/health/')

/** Returns a trace's id in the form of a request's id, a UUID. */
const toRequestID = ({ traceID }: OpenSpan): string =>
  traceID.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const nameOf = ({ method, routeOptions }: FastifyRequest): string => {
  const path = routeOptions.url ?? ''
  return names.get(`${method} ${path}`) ?? otherNames.get(path) ?? 'other'
}

/**
 * Gives each request an id, which its answer has as `x-request-id`, and passes each answered call to `observe`. An id
 * that a proxy or a workstation sent is not used, because anyone can send one; the same holds for `traceparent`. With
 * tracing, each call is a span whose trace has the same id.
 */
export const observeCalls = (server: FastifyInstance, observe: (call: AnsweredCall) => void): void => {
  const ids = new WeakMap<FastifyRequest, string>()
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  server.addHook('onRequest', async (request, reply) => {
    const span = isProbe(request.routeOptions.url ?? '') ? null : startCallSpan({ method: request.method })
    const id = span === null ? randomUUID() : toRequestID(span)
    if (span !== null) spans.set(request, span)
    ids.set(request, id)
    reply.header('x-request-id', id)
  })
  // Parsing a body loses the async context of the hooks before it, so the span's context begins here.
  server.addHook('preHandler', (request, _reply, done) => withinCall(spans.get(request) ?? null, done))
  server.addHook('onResponse', async (request, reply) => {
    if (isProbe(request.routeOptions.url ?? '')) return
    const caller = callers.get(request)
    const call = {
      name: nameOf(request),
      status: reply.statusCode,
      ms: reply.elapsedTime,
      requestID: ids.get(request) ?? '',
      staffID: caller?.isStaff === true ? caller.userID : undefined,
    }
    const span = spans.get(request)
    if (span !== undefined) {
      const { name, status, requestID, staffID } = call
      const code = failures.get(request)
      span.note({ call: name, status, requestID, ...(staffID !== undefined && { staffID }), ...(code && { code }) })
      span.end()
    }
    observe(call)
  })
}
