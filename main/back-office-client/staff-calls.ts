import { backOfficeRoutes, type RouteAnswer, type RouteName } from '#contract/back-office.ts'
import { isNotSent } from '#contract/failures.ts'
import { type FailureCode, fail, type Reply } from '#contract/reply.ts'
import {
  type BackOfficeClient,
  type CallInput,
  type CallOptions,
  type GraphqlCall,
  isOutOfReach,
} from './back-office-client.ts'

/** The parts of the session that calls need. The session service implements them. */
type CallerSession = {
  /** Null when signed out. */
  user(): object | null
  token(): string | null
  comingToken(): Promise<string | null>
  expire(token: string): void
  recheck(token: string): Promise<void>
}

/** Calls to the back office in the name of the signed-in user. */
export type StaffCalls = {
  /**
   * Forwards to the client's `call` with the session's token. A token that the back office refuses ends the session.
   * When the back office is out of reach, a call that only reads, or was certainly not made, fails with `offline`; any
   * other fails with `outcome-unknown`.
   */
  call<Name extends RouteName>(
    name: Name,
    input: CallInput<Name>,
    options?: Omit<CallOptions, 'token'>,
  ): Promise<Reply<RouteAnswer<Name>>>
  /** Makes the same call as {@link call} but keeps the exact codes for an unreachable back office. */
  callExactly<Name extends RouteName>(
    name: Name,
    input: CallInput<Name>,
    options?: Omit<CallOptions, 'token'>,
  ): Promise<Reply<RouteAnswer<Name>>>
  /**
   * Makes a call that only reads, and returns the answer unchecked. Fails with `offline` when the back office is out of
   * reach.
   */
  callUnchecked<Name extends RouteName>(name: Name, input: CallInput<Name>): Promise<Reply<unknown>>
  /**
   * Forwards to the client's `callGraphql`, for queries only, which change nothing. Fails with `offline` when the back
   * office is out of reach.
   */
  callGraphql<Value>(
    name: string,
    request: GraphqlCall<Value>,
    options?: Omit<CallOptions, 'token'>,
  ): Promise<Reply<Value>>
  /** Makes the same call as {@link callGraphql} but keeps the exact codes for an unreachable back office. */
  callGraphqlExactly<Value>(
    name: string,
    request: GraphqlCall<Value>,
    options?: Omit<CallOptions, 'token'>,
  ): Promise<Reply<Value>>
}

const isForbidden = (code: FailureCode): boolean => code === 'insufficient-permissions' || code === 'location-forbidden'

export const offlineMessage = "You're offline. The server can't be reached right now."
const answerLostMessage = 'The connection was lost before the server answered.'

/** POST routes that only read. */
const readingPosts: ReadonlySet<RouteName> = new Set(['searchMembers', 'readStudyDetailed', 'previewPdf'])

const isReading = (name: RouteName): boolean => backOfficeRoutes[name].method === 'GET' || readingPosts.has(name)

/** Binds a client to a session. */
export const createStaffCalls = (client: BackOfficeClient, session: CallerSession): StaffCalls => {
  const withToken = async <Value>(make: (token: string) => Promise<Reply<Value>>): Promise<Reply<Value>> => {
    // A user who signed in offline gets a token once the back office is back. Calls made meanwhile wait for the token.
    const token = session.token() ?? (await session.comingToken())
    if (token === null) {
      return session.user() === null ? fail('signed-out', 'Sign in first.') : fail('offline', offlineMessage)
    }
    const reply = await make(token)
    if (reply.ok) return reply
    if (reply.failure.code === 'signed-out') session.expire(token)
    // The user's permissions changed after the sign-in, or the window offered an act that it should not have.
    if (isForbidden(reply.failure.code)) void session.recheck(token)
    return reply
  }
  const callExactly: StaffCalls['callExactly'] = (name, input, options = {}) =>
    withToken((token) => client.call(name, input, { ...options, token }))
  const callGraphqlExactly: StaffCalls['callGraphqlExactly'] = (name, request, options = {}) =>
    withToken((token) => client.callGraphql(name, request, { ...options, token }))
  return {
    callExactly,
    call: async (name, input, options) => {
      const reply = await callExactly(name, input, options)
      return isReading(name) ? toOffline(reply) : toKnownOutcome(reply)
    },
    callGraphqlExactly,
    callGraphql: async (name, request, options) => toOffline(await callGraphqlExactly(name, request, options)),
    callUnchecked: async (name, input) =>
      toOffline(await withToken((token) => client.callUnchecked(name, input, { token }))),
  }
}

/**
 * Converts every failure to reach the back office into `offline`. Only for calls that read: they change nothing, even
 * if the answer was lost.
 */
export const toOffline = <Value>(reply: Reply<Value>): Reply<Value> =>
  !reply.ok && isOutOfReach(reply.failure.code) ? fail('offline', offlineMessage) : reply

/**
 * Converts every failure to reach the back office with a call that writes: into `offline` when the call was certainly
 * not made, else into `outcome-unknown`.
 */
export const toKnownOutcome = <Value>(reply: Reply<Value>): Reply<Value> => {
  if (reply.ok || !isOutOfReach(reply.failure.code)) return reply
  return isNotSent('rest', reply.failure) ? fail('offline', offlineMessage) : fail('outcome-unknown', answerLostMessage)
}
