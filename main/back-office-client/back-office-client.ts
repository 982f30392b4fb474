import type { z } from 'zod'
import {
  type BackOfficeRoutes,
  backOfficeRoutes,
  type RouteAnswer,
  type RouteInput,
  type RouteName,
} from '#contract/back-office.ts'
import { type FailureCode, fail, ok, type Reply } from '#contract/reply.ts'
import { programHeader, type Route, serverHeader, workstationHeader } from '#contract/route.ts'
import type { Log, LogDetails } from '#runtime/log.ts'
import { classifyNetworkError } from './network-error.ts'
import { parseFailure, parseGraphqlFailure } from './parse-failure.ts'

export type CallOptions = {
  /** The session token; absent for routes that need no session. */
  readonly token?: string | null
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** Overrides the client's time limit for slow calls: a large file, a fax submission. */
  readonly timeoutMs?: number
  /** Receives the number of bytes sent and the total. With `onSent`, the body is sent in pieces. */
  readonly onSent?: (sentBytes: number, totalBytes: number) => void
}

/** Input of a route; parts that the route does not use may be absent. */
export type CallInput<Name extends RouteName> = {
  readonly [Part in keyof RouteInput<Name> as Record<string, never> extends RouteInput<Name>[Part]
    ? never
    : Part]: RouteInput<Name>[Part]
} & Partial<RouteInput<Name>>

export type GraphqlCall<Value> = {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  /** Schema of the answer's `data`. */
  readonly answer: z.ZodType<Value>
}

export type BackOfficeClient = {
  /**
   * Calls one route of the route table. Failures are the back office's own, and:
   * - `offline`: the back office cannot be reached; the call was not made
   * - `disconnected`, `timed-out`: the call may have been made; a gateway's own error page counts as `disconnected`
   * - `unexpected`: the answer does not match the contract
   */
  call<Name extends RouteName>(
    name: Name,
    input: CallInput<Name>,
    options?: CallOptions,
  ): Promise<Reply<RouteAnswer<Name>>>
  /**
   * Makes the same call as {@link call} but returns the answer unchecked, for callers that check large lists in pieces.
   */
  callUnchecked<Name extends RouteName>(
    name: Name,
    input: CallInput<Name>,
    options?: CallOptions,
  ): Promise<Reply<unknown>>
  /**
   * Makes one GraphQL call (`POST /graphql`). Failures are those of {@link call}, and the code of the first error if it
   * is one of ours. Any other code, such as BAD_REQUEST, becomes `act-not-allowed` with the back office's message.
   */
  callGraphql<Value>(name: string, request: GraphqlCall<Value>, options?: CallOptions): Promise<Reply<Value>>
  /** Returns the back office's URL; null while it is not known yet. */
  address(): string | null
  /**
   * Calls `listener` after every request, with true when the back office answered it, even with a failure. An answer
   * from another server counts as no answer.
   */
  onContact(listener: (answered: boolean) => void): void
  /** Returns whether the last answer came from a server other than the one that this workstation's work belongs to. */
  isOtherServer(): boolean
  /**
   * With true, holds back every call except those of routes with `takesAnyVersion`; with false, holds back none. A
   * held-back call fails with `offline`.
   */
  holdBack(isHeldBack: boolean): void
  /** Aborts every call under way as if the connection had broken. Later calls fail with `offline`. */
  close(): void
}

type BackOfficeClientParts = {
  /** Returns the back office's URL; null while it is not known yet. */
  baseUrl(): string | null
  readonly log: Log
  /** The workstation's id, which is sent with every call for the audit log; not sent when absent. */
  readonly workstationID?: string
  /** The version of this program, so that a server can refuse a program that is too old. Not sent when absent. */
  readonly version?: string
  /** Returns the id of the server that this workstation's work belongs to; null while it belongs to none. */
  readonly serverID?: () => string | null
  /** Sends the requests; Node's own `fetch` when absent. */
  readonly fetch?: typeof globalThis.fetch
  /** 10 s by default; tests set their own. */
  readonly timeoutMs?: number
  /**
   * 46 MiB by default, the largest document in base64 with a margin; tests set their own. A larger answer is aborted.
   */
  readonly largestAnswerBytes?: number
}

/**
 * Returns whether a failure means that the back office cannot be reached now. Whether it acted on the call is a
 * separate question: see `failures.ts`.
 */
export const isOutOfReach = (code: FailureCode): boolean =>
  code === 'offline' || code === 'disconnected' || code === 'timed-out'

const defaultTimeoutMs = 10_000
const defaultLargestAnswerBytes = 46 * 1024 * 1024
/** Size of one piece of a body whose progress is reported. */
const pieceBytes = 256 * 1024
const unexpectedMessage = "Atrium doesn't understand the server's answer."
const offlineMessage = "You're offline. The server can't be reached right now."

/** Joins a route's path and its input into the URL to call. */
const toAddress = (base: string, path: string, params: Record<string, unknown>, query: Record<string, unknown>) => {
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const address = new URL(base.replace(/\/+$/, '') + filled)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) address.searchParams.set(name, String(value))
  }
  return address
}

/** Returns a body for `fetch`: the text itself, or a stream of pieces when the caller wants progress. */
const toBody = (text: string, onSent: CallOptions['onSent']): RequestInit => {
  if (onSent === undefined) return { body: text }
  const bytes = new TextEncoder().encode(text)
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    // `fetch` pulls a piece only after it took the previous one, so all bytes counted in `sent` have been sent.
    pull: (controller) => {
      onSent(sent, bytes.length)
      if (sent === bytes.length) {
        controller.close()
        return
      }
      const piece = bytes.subarray(sent, sent + pieceBytes)
      sent += piece.length
      controller.enqueue(piece)
    },
  })
  return { body, duplex: 'half' } as RequestInit
}

/**
 * Returns the headers of a call: the session, the workstation, the program's version, and the server that the
 * workstation's work belongs to.
 */
const toHeaders = (
  method: string,
  options: CallOptions,
  { workstationID, version, serverID }: Pick<BackOfficeClientParts, 'workstationID' | 'version' | 'serverID'>,
): Record<string, string> => {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (method !== 'GET') headers['content-type'] = 'application/json'
  if (workstationID !== undefined) headers[workstationHeader] = workstationID
  if (version !== undefined) headers[programHeader] = version
  const boundTo = serverID?.() ?? null
  if (boundTo !== null) headers[serverHeader] = boundTo
  if (options.token) headers.authorization = `Bearer ${options.token}`
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey
  return headers
}

/** Returns the text of an answer. Throws a RangeError, and reads no further, if it is larger than the limit. */
const readText = async (response: Response, largestAnswerBytes: number): Promise<string> => {
  const tooLarge = () => new RangeError('The answer is too large')
  const length = Number(response.headers.get('content-length') ?? 0)
  if (length > largestAnswerBytes) throw tooLarge()
  if (response.body === null) return ''
  // Counts the bytes as they arrive: a chunked answer has no length header, and a compressed one has the wrong
  // length.
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > largestAnswerBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** Creates the typed client of the back office's REST routes. It passes tokens through and does not store them. */
export const createBackOfficeClient = (parts: BackOfficeClientParts): BackOfficeClient => {
  const { baseUrl, log, timeoutMs = defaultTimeoutMs, largestAnswerBytes = defaultLargestAnswerBytes } = parts
  const closing = new AbortController()
  let isRefusedAsOther = false
  let isHeldBack = false
  const listeners: ((answered: boolean) => void)[] = []
  const noteContact = (answered: boolean): void => {
    for (const listener of listeners) listener(answered)
  }

  const send = async (
    label: string,
    method: string,
    address: (base: string) => URL,
    body: unknown,
    options: CallOptions,
  ): Promise<Reply<unknown>> => {
    const base = baseUrl()
    if (base === null || closing.signal.aborted) return fail('offline', offlineMessage)
    const headers = toHeaders(method, options, parts)
    const timeLimit = AbortSignal.timeout(options.timeoutMs ?? timeoutMs)
    const signal = AbortSignal.any([timeLimit, closing.signal, ...(options.signal ? [options.signal] : [])])
    try {
      const response = await (parts.fetch ?? fetch)(address(base), {
        method,
        headers,
        signal,
        redirect: 'error',
        ...(method === 'GET' ? {} : toBody(JSON.stringify(body ?? {}), options.onSent)),
      })
      const text = await readText(response, largestAnswerBytes)
      const failure = response.ok ? null : parseFailure(text, response.status)
      isRefusedAsOther = failure?.code === 'other-server'
      if (isRefusedAsOther || failure?.code === 'program-too-old') {
        // The server did not act on the call, so callers treat it as out of reach.
        noteContact(false)
        // Version gaps are not logged for each call: the connectivity check logs a gap once.
        if (isRefusedAsOther) log('error', 'back-office.other-server', { route: label })
        return fail('offline', offlineMessage)
      }
      noteContact(true)
      if (failure === null) return parseJson(text, label)
      if (failure.code === 'unexpected') log('warning', 'back-office.failed', { route: label, status: response.status })
      return { ok: false, failure }
    } catch (thrown) {
      const code = timeLimit.aborted ? 'timed-out' : classifyNetworkError(thrown)
      noteContact(false)
      log('info', 'back-office.out-of-reach', { route: label, code })
      return fail(code, code === 'timed-out' ? 'The server did not respond in time.' : offlineMessage)
    }
  }

  const unexpected = (label: string, details: LogDetails): Reply<never> => {
    log('error', 'back-office.unexpected-answer', { route: label, ...details })
    return fail('unexpected', unexpectedMessage)
  }

  const parseJson = (text: string, label: string): Reply<unknown> => {
    try {
      return ok(JSON.parse(text) as unknown)
    } catch {
      return unexpected(label, { reason: 'not-json' })
    }
  }

  const callUnchecked: BackOfficeClient['callUnchecked'] = (name, input, options = {}) => {
    const route: Route = backOfficeRoutes[name]
    if (isHeldBack && route.takesAnyVersion !== true) return Promise.resolve(fail('offline', offlineMessage))
    const requestParts: { params?: unknown; query?: unknown; body?: unknown } = input
    const params = (requestParts.params ?? {}) as Record<string, unknown>
    const query = (requestParts.query ?? {}) as Record<string, unknown>
    return send(name, route.method, (base) => toAddress(base, route.path, params, query), requestParts.body, options)
  }

  const callGraphql: BackOfficeClient['callGraphql'] = async (name, { query, variables, answer }, options = {}) => {
    if (isHeldBack) return fail('offline', offlineMessage)
    const label = `graphql.${name}`
    const address = (base: string) => toAddress(base, '/graphql', {}, {})
    const reply = await send(label, 'POST', address, { query, variables }, options)
    if (!reply.ok) return reply
    const { data, errors } = (reply.value ?? {}) as { readonly data?: unknown; readonly errors?: unknown }
    if (Array.isArray(errors) && errors.length > 0) return { ok: false, failure: parseGraphqlFailure(errors[0]) }
    const parsed = answer.safeParse(data)
    return parsed.success ? ok(parsed.data) : unexpected(label, { fields: describeIssues(parsed.error.issues) })
  }

  return {
    close: () => closing.abort(),
    onContact: (listener) => {
      listeners.push(listener)
    },
    address: baseUrl,
    isOtherServer: () => isRefusedAsOther,
    holdBack: (next) => {
      isHeldBack = next
    },
    callUnchecked,
    callGraphql,
    call: async <Name extends RouteName>(name: Name, input: CallInput<Name>, options: CallOptions = {}) => {
      const reply = await callUnchecked(name, input, options)
      if (!reply.ok) return reply
      const answer = (backOfficeRoutes[name] as BackOfficeRoutes[Name]).answer.safeParse(reply.value)
      if (!answer.success) return unexpected(name, { fields: describeIssues(answer.error.issues) })
      return ok(answer.data as RouteAnswer<Name>)
    },
  }
}

/** Returns the path and kind of each mismatch. It never returns the values, which may be a member's data. */
const describeIssues = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly code?: unknown }[],
): readonly string[] => issues.slice(0, 5).map((issue) => `${issue.path.map(String).join('.')}:${String(issue.code)}`)
