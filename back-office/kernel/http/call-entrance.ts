import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Route, workstationHeader, workstationIDPattern } from '#contract/route.ts'
import type { ServerContext } from '../answer-call.ts'
import { type Caller, signedOut } from '../handler.ts'
import { backOfficeKernelWords } from '../kernel-words.ts'
import { Refusal } from '../refusal.ts'
import { type CallerSearch, findCaller } from '../route-access.ts'
import { hashToken, parseBearer } from '../session-token.ts'
import { type AllowedHosts, isAllowedHost } from './allowed-hosts.ts'
import { createChargedBody } from './charged-body.ts'
import { largeBodyBytes } from './large-bodies.ts'
import { noteCaller } from './observe-calls.ts'
import type { RateClass, RateLimits, RestOptions } from './rest-options.ts'
import { exactly } from './shared-counts.ts'
import type { WorkLimits } from './work-budget.ts'
import { toCountedMs } from './work-weights.ts'

const versions: readonly string[] = ['1.0', '1.1']

/**
 * Returns whether a request has exactly one Host header with a name of this server, in an HTTP version that has
 * headers.
 */
export const hasAllowedHost = ({ raw }: FastifyRequest, allowed: AllowedHosts): boolean => {
  const hosts = raw.rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host')
  return versions.includes(raw.httpVersion) && hosts.length === 1 && isAllowedHost(raw.headers.host, allowed)
}

/**
 * Returns how many seconds a caller must wait before its budget allows the request's body; 0 if it is allowed now.
 * Before any lookup, identifies the caller by the token, or by the address if there is no token.
 */
export const waitOfCaller = (request: FastifyRequest, { budget, callerLimits }: RestOptions): number => {
  const bytes = declaredBytes(request)
  if (bytes === 0) return 0
  const token = parseBearer(request.headers.authorization)
  return token === undefined
    ? budget.wait(`address ${request.ip}`, { bytes, cpuMs: 0 }, callerLimits.address)
    : budget.wait(`session ${hashToken(token)}`, { bytes, cpuMs: 0 }, callerLimits.session)
}

/** Returns the workstation that a request names in its header; null without a proper header. */
export const workstationOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null => {
  const header = headers[workstationHeader]
  return typeof header === 'string' && workstationIDPattern.test(header) ? header : null
}

/** Finds a request's caller; the rate limiter and the call itself both use it. */
export type FindCaller = (request: FastifyRequest) => Promise<Caller | null>

/** Creates a finder that caches its result for the request. */
export const createFindCaller = (
  serverContext: Pick<ServerContext, 'db' | 'now' | 'records'>,
  search: CallerSearch = {},
): FindCaller => {
  const found = new WeakMap<FastifyRequest, Promise<Caller | null>>()
  return (request) => {
    const known = found.get(request)
    if (known !== undefined) return known
    const caller = findCaller(serverContext, request.headers.authorization, serverContext.now(), search).then(
      (caller) => {
        noteCaller(request, caller)
        return caller
      },
    )
    found.set(request, caller)
    return caller
  }
}

/** The rate classes in which a session has no limit of its own. */
const countedByAddress: ReadonlySet<RateClass> = new Set(['signIn', 'health', 'workstationAddress'])

/** The rate classes that limit guesses at passwords, codes and addresses. */
const guessLimitedClasses: ReadonlySet<RateClass> = new Set(['signIn', 'signUp'])

/**
 * Returns the limiter's settings for a rate class. Each session has a limit of its own, even if several sessions share
 * an address. On open routes only a staff session has its own limit, because anyone can get a member's session by
 * signing up. All other calls are counted by address: among them are sign-ins, health checks and calls whose token has
 * no session.
 */
export const rateConfig = (
  rateClass: RateClass,
  limits: RateLimits,
  findCallerOf: FindCaller,
): {
  max: (request: FastifyRequest, key: string) => number
  timeWindow: number
  keyGenerator: (request: FastifyRequest) => Promise<string>
} => ({
  max: (_request, key) => limits[key.startsWith('session ') ? 'session' : rateClass],
  timeWindow: 60_000,
  keyGenerator: async (request) => {
    const countsSessions = !countedByAddress.has(rateClass)
    const caller = countsSessions ? await findCallerOf(request) : null
    const isOwn = caller !== null && (caller.isStaff || rateClass === 'session')
    if (isOwn) return `session ${caller.sessionHash}`
    return `${guessLimitedClasses.has(rateClass) ? exactly : ''}address ${request.ip}`
  },
})

/**
 * Creates a check that throws 429 `too-many-requests` when a request's workstation made too many calls within a minute.
 * This limit applies in addition to the limit of the request's address. Requests without a proper header are counted by
 * address.
 */
export const createWorkstationLimit = (
  server: FastifyInstance,
  limits: RateLimits,
): ((request: FastifyRequest) => Promise<void>) => {
  const count = server.createRateLimit({
    max: limits.workstation,
    timeWindow: 60_000,
    keyGenerator: (request) => `${request.routeOptions.url} ${workstationOf(request) ?? request.ip}`,
  })
  return async (request) => {
    const found = await count(request)
    if (!found.isAllowed && found.isExceeded) throw tooManyRequests(found.ttlInSeconds)
  }
}

/** The facts of a call before its body is read. */
type Entrance = {
  readonly access: Route['access']
  /** Whether the call is accepted with a token that has no session. If not, such a token is refused as `signed-out`. */
  readonly takesAnyone?: boolean
  /** The name under which the call's weight is stored. */
  readonly name: string
}

/** Returns the body's size that the content-length header declares; 0 without a valid header. */
export const declaredBytes = (request: FastifyRequest): number => {
  const length = Number(request.headers['content-length'] ?? 0)
  return Number.isSafeInteger(length) && length > 0 ? length : 0
}

/** The budget account of a call, and the CPU time that it was charged. */
type Account = { readonly key: string; readonly limits: WorkLimits; readonly cpuMs: number }

const accounts = new WeakMap<FastifyRequest, Account>()

/** Corrects the charge of a call from the estimate to its measured CPU time, and updates the estimate. */
export const correctCharge = (
  request: FastifyRequest,
  name: string,
  cpuMs: number,
  { budget, weights }: Pick<RestOptions, 'budget' | 'weights'>,
): void => {
  weights.learn(name, cpuMs)
  const account = accounts.get(request)
  if (account === undefined) return
  budget.add(account.key, { bytes: 0, cpuMs: toCountedMs(cpuMs) - account.cpuMs }, account.limits)
}

const isOfUnknownLength = ({ headers }: FastifyRequest): boolean => headers['transfer-encoding'] !== undefined

export const largestOpenBody = 16_384

/** Seconds until a caller may retry when there is no room for a large body. */
const secondsForPlace = 2

/**
 * Checks a call before its body is read: the session, the caller's budget for the minute, and the room for a large
 * body. Returns the body to read; a body of unknown length is charged piece by piece. Throws 401 `signed-out`, 429
 * `too-many-requests`.
 */
export const checkBefore = async (
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
  entrance: Entrance,
  findCallerOf: FindCaller,
  options: RestOptions,
): Promise<Readable> => {
  const { budget, callerLimits, weights, largeBodies } = options
  const caller = await findCallerOf(request)
  const bytes = declaredBytes(request)
  try {
    const isOver = request.headers.authorization !== undefined && caller === null && entrance.takesAnyone !== true
    if (isOver || (caller === null && entrance.access.session !== 'open')) throw signedOut()
    const isOwn = caller !== null && (caller.isStaff || entrance.access.session !== 'open')
    const key = isOwn ? `session ${caller.sessionHash}` : `address ${request.ip}`
    const limits = isOwn ? callerLimits.session : callerLimits.address
    const work = {
      bytes: Math.min(bytes, request.routeOptions.bodyLimit ?? bytes),
      cpuMs: weights.of(entrance.name),
    }
    const wait = budget.charge(key, work, limits)
    if (wait > 0) throw tooManyRequests(wait)
    accounts.set(request, { key, limits, cpuMs: work.cpuMs })
    if (bytes > largeBodyBytes || isOfUnknownLength(request)) {
      const leave = largeBodies.enter(key)
      if (leave === null) throw tooManyRequests(secondsForPlace)
      reply.raw.once('close', leave)
    }
    if (!isOfUnknownLength(request)) return payload
    return payload.pipe(
      createChargedBody((piece) => {
        const seconds = budget.charge(key, { bytes: piece, cpuMs: 0 }, limits)
        if (seconds > 0) throw tooManyRequests(seconds)
      }),
    )
  } catch (error) {
    // The rest of a large body is not read.
    if (bytes > largestOpenBody || isOfUnknownLength(request)) reply.header('connection', 'close')
    throw error
  }
}

export const tooManyRequests = (seconds: number): Refusal =>
  new Refusal('too-many-requests', backOfficeKernelWords.tooManyRequests, {
    retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
  })
