import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { backOfficeRoutes } from '#contract/back-office.ts'
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

const names = new Map(Object.entries(backOfficeRoutes).map(([name, { method, path }]) => [`${method} ${path}`, name]))
const otherNames = new Map([
  ['/graphql', 'graphql'],
  ['/fhir/DiagnosticReport', 'fhir'],
])
/** Probes of process managers and proxies say nothing about the work of the desks. */
const isProbe = (path: string): boolean => path.startsWith('/health/')

/**
 * Gives each request an id, which its answer has as `x-request-id`, and passes each answered call to `observe`. An id that
 * a proxy sent is not taken over, because anyone can send one.
 */
export const observeCalls = (server: FastifyInstance, observe: (call: AnsweredCall) => void): void => {
  const ids = new WeakMap<FastifyRequest, string>()
  server.addHook('onRequest', async (request, reply) => {
    const id = randomUUID()
    ids.set(request, id)
    reply.header('x-request-id', id)
  })
  server.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url ?? ''
    if (isProbe(path)) return
    const caller = callers.get(request)
    observe({
      name: names.get(`${request.method} ${path}`) ?? otherNames.get(path) ?? 'other',
      status: reply.statusCode,
      ms: reply.elapsedTime,
      requestID: ids.get(request) ?? '',
      staffID: caller?.isStaff === true ? caller.userID : undefined,
    })
  })
}
