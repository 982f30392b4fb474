import type { z } from 'zod'
import {
  type BackOfficeRoutes,
  backOfficeRoutes,
  type RouteAnswer,
  type RouteInput,
  type RouteName,
} from '#contract/back-office.ts'
import { type FailureCode, fail, ok, type Reply } from '#contract/reply.ts'
import type { Log, LogDetails } from '#runtime/log.ts'
import { classifyNetworkError } from './network-error.ts'
import { parseFailure, parseGraphqlFailure } from './parse-failure.ts'

export type CallOptions = {
  /** The session token; left out of open calls. */
  readonly token?: string | null
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
  /** Longer than the client's own, for what takes its time: a large file, a fax that is being handed over. */
  readonly timeoutMs?: number
  /** Hears how many bytes of the body have gone, of how many; the body then goes in pieces. */
  readonly onSent?: (sentBytes: number, totalBytes: number) => void
}

/** Input of a route; parts that the route does not take may be left out. */
export type CallInput<Name extends RouteName> = {
  readonly [Part in keyof RouteInput<Name> as Record<string, never> extends RouteInput<Name>[Part]
    ? never
    : Part]: RouteInput<Name>[Part]
} & Partial<RouteInput<Name>>

export type GraphqlCall<Value> = {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  /** Of the answer's `data`. */
  readonly answer: z.ZodType<Value>
}

export type BackOfficeClient = {
  /**
   * Makes one call of the route table. Failures are the back office's own, and:
   * - `offline`: it cannot be reached; the call has not been made
   * - `disconnected`, `timed-out`: whether the call was made is not known; a gateway's own page counts as the first
   * - `unexpected`: what came back is not what the contract says
   */
  call<Name extends RouteName>(
    name: Name,
    input: CallInput<Name>,
    options?: CallOptions,
  ): Promise<Reply<RouteAnswer<Name>>>
  /** As {@link call}, but the answer comes unchecked, for one who checks large lists piece by piece. */
  callUnchecked<Name extends RouteName>(
    name: Name,
    input: CallInput<Name>,
    options?: CallOptions,
  ): Promise<Reply<unknown>>
  /**
   * Makes one GraphQL call (`POST /graphql`). Failures as {@link call}, and the first error's own code where it is one of ours;
   * any other code, BAD_REQUEST for one, is `act-not-allowed` in the back office's words.
   */
  callGraphql<Value>(name: string, request: GraphqlCall<Value>, options?: CallOptions): Promise<Reply<Value>>
  /** Where the back office is; null while it is not known yet. */
  address(): string | null
  /** Calls `listener` at the end of every call: with true when the back office answered at all. */
  onContact(listener: (answered: boolean) => void): void
  /** Breaks off every call under way, as if the connection had gone; later ones are `offline`. */
  close(): void
}

type BackOfficeClientParts = {
  /** Where the back office is; null while it is not known yet. */
  baseUrl(): string | null
  readonly log: Log
  /** 10 s unless a test says otherwise. */
  readonly timeoutMs?: number
  /** 46 MiB, the largest document in base64 and some more, unless a test says otherwise; a larger answer is broken off. */
  readonly largestAnswerBytes?: number
}

/**
 * Failures that mean the back office is out of reach right now. Whether it has acted is another question: `failures.ts`.
 */
export const isOutOfReach = (code: FailureCode): boolean =>
  code === 'offline' || code === 'disconnected' || code === 'timed-out'

const defaultTimeoutMs = 10_000
const defaultLargestAnswerBytes = 46 * 1024 * 1024
/** So large are the pieces of a body whose going is told. */
const pieceBytes = 256 * 1024
const offlineMessage = 'The back office cannot be reached right now.'

/** Joins the fixed path of a route and its input into the address to call. */
const toAddress = (base: string, path: string, params: Record<string, unknown>, query: Record<string, unknown>) => {
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const address = new URL(base.replace(/\/+$/, '') + filled)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) address.searchParams.set(name, String(value))
  }
  return address
}

/** A body as `fetch` takes it: as it is, or in pieces where somebody hears how far it is. */
const toBody = (text: string, onSent: CallOptions['onSent']): RequestInit => {
  if (onSent === undefined) return { body: text }
  const bytes = new TextEncoder().encode(text)
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    // Asked for the next piece once the last one was taken: what has been asked for beyond it has gone.
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

/** The typed client of the back office's REST table. Tokens pass through and are not kept. */
export const createBackOfficeClient = (parts: BackOfficeClientParts): BackOfficeClient => {
  const { baseUrl, log, timeoutMs = defaultTimeoutMs, largestAnswerBytes = defaultLargestAnswerBytes } = parts
  const closing = new AbortController()
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
    const headers: Record<string, string> = { accept: 'application/json' }
    if (method !== 'GET') headers['content-type'] = 'application/json'
    if (options.token) headers.authorization = `Bearer ${options.token}`
    if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey
    const timeLimit = AbortSignal.timeout(options.timeoutMs ?? timeoutMs)
    const signal = AbortSignal.any([
      timeLimit,
      closing.signal,
      ...(options.signal === undefined ? [] : [options.signal]),
    ])
    try {
      const response = await fetch(address(base), {
        method,
        headers,
        signal,
        redirect: 'error',
        ...(method === 'GET' ? {} : toBody(JSON.stringify(body ?? {}), options.onSent)),
      })
      const text = await readText(response)
      noteContact(true)
      if (response.ok) return parseJson(text, label)
      const failure = parseFailure(text, response.status)
      if (failure.code === 'unexpected') log('warning', 'back-office.failed', { route: label, status: response.status })
      return { ok: false, failure }
    } catch (thrown) {
      const code = timeLimit.aborted ? 'timed-out' : classifyNetworkError(thrown)
      noteContact(false)
      log('info', 'back-office.out-of-reach', { route: label, code })
      return fail(code, code === 'timed-out' ? 'The back office did not answer in time.' : offlineMessage)
    }
  }

  const readText = async (response: Response): Promise<string> => {
    const tooLarge = () => new RangeError('The answer is too large')
    const length = Number(response.headers.get('content-length') ?? 0)
    if (length > largestAnswerBytes) throw tooLarge()
    if (response.body === null) return ''
    // Counted as it comes: an answer in chunks says nothing of its length, and a packed one not the true one.
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body) {
      bytes += chunk.byteLength
      if (bytes > largestAnswerBytes) throw tooLarge()
      chunks.push(chunk)
    }
    return new TextDecoder().decode(Buffer.concat(chunks))
  }

  const unexpected = (label: string, details: LogDetails): Reply<never> => {
    log('error', 'back-office.unexpected-answer', { route: label, ...details })
    return fail('unexpected', 'The back office gave an answer that Atrium does not understand.')
  }

  const parseJson = (text: string, label: string): Reply<unknown> => {
    try {
      return ok(JSON.parse(text) as unknown)
    } catch {
      return unexpected(label, { reason: 'not-json' })
    }
  }

  const callUnchecked: BackOfficeClient['callUnchecked'] = (name, input, options = {}) => {
    const route = backOfficeRoutes[name]
    const given: { params?: unknown; query?: unknown; body?: unknown } = input
    const params = (given.params ?? {}) as Record<string, unknown>
    const query = (given.query ?? {}) as Record<string, unknown>
    return send(name, route.method, (base) => toAddress(base, route.path, params, query), given.body, options)
  }

  const callGraphql: BackOfficeClient['callGraphql'] = async (name, { query, variables, answer }, options = {}) => {
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

/** Paths and kinds of what did not match; never the values, which may be a member's. */
const describeIssues = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly code?: unknown }[],
): readonly string[] => issues.slice(0, 5).map((issue) => `${issue.path.map(String).join('.')}:${String(issue.code)}`)
