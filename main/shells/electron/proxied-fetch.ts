import { Readable } from 'node:stream'
import type { AuthInfo, ClientRequest, IncomingMessage, Net, Session } from 'electron'

export type ProxySignIn = { readonly username: string; readonly password: string }

type Fetch = typeof globalThis.fetch

type NetworkParts = {
  readonly net: Pick<Net, 'request'>
  readonly session: Session
  /** Returns the sign-in of a proxy; null if there is none. `isRefused`: the proxy refused the previous sign-in. */
  readonly signIn: (proxy: AuthInfo, isRefused: boolean) => Promise<ProxySignIn | null>
  /** Sends a request for which the operating system names no proxy. */
  readonly direct: Fetch
}

const withoutBody: readonly number[] = [101, 204, 205, 304]

/**
 * Returns the error of a failed request. It has Chromium's code, which no caller accepts as proof that nothing was
 * sent. Chromium repeats a request by itself when a kept-alive connection was closed.
 */
const toError = (error: Error): Error =>
  Object.assign(new TypeError('fetch failed'), { code: /net::(ERR_\w+)/.exec(error.message)?.[1] ?? 'ERR_FAILED' })

const toResponse = (message: IncomingMessage, body: Readable): Response => {
  const headers = new Headers()
  for (const [name, values] of Object.entries(message.headers)) {
    for (const value of [values].flat()) headers.append(name, value)
  }
  const status = message.statusCode
  // Node and the types of the web have the same streams under two names.
  const stream = withoutBody.includes(status) ? null : (Readable.toWeb(body) as unknown as ReadableStream<Uint8Array>)
  return new Response(stream, { status, headers })
}

/** Sends the body in the pieces in which it arrives, so that the caller sees its progress. */
const sendBody = async (request: ClientRequest, body: RequestInit['body']): Promise<void> => {
  if (body instanceof ReadableStream) {
    request.chunkedEncoding = true
    for await (const piece of body as ReadableStream<Uint8Array>) {
      await new Promise<void>((done) => request.write(Buffer.from(piece), undefined, () => done()))
    }
  } else if (typeof body === 'string') request.write(body)
  else if (body !== undefined && body !== null) throw new TypeError('Only a text or a stream can be sent.')
  request.end()
}

const sendThroughProxy = (parts: NetworkParts, url: string, init: RequestInit): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { net, session, signIn } = parts
    const { signal } = init
    const request = net.request({
      url,
      session,
      method: init.method ?? 'GET',
      credentials: 'omit',
      bypassCustomProtocolHandlers: true,
      redirect: 'manual',
    })
    const abort = (): void => {
      reject(signal?.reason)
      request.abort()
    }
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    for (const [name, value] of new Headers(init.headers)) request.setHeader(name, value)
    let isAnswered = false
    request.on('login', (proxy, answer) => {
      // The password of a proxy is for the proxy only. A server that asks for a password gets none.
      if (!proxy.isProxy) return answer()
      const found = signIn(proxy, isAnswered)
      isAnswered = true
      found.then(
        (given) => (given === null ? answer() : answer(given.username, given.password)),
        () => answer(),
      )
    })
    request.on('redirect', (status) => {
      if (init.redirect === 'manual') resolve(new Response(null, { status }))
      else reject(new TypeError('fetch failed'))
      request.abort()
    })
    request.on('response', (message) => {
      // Electron's answers are streams, but Electron's types do not declare them as streams.
      const body = message as unknown as Readable
      body.once('error', () => signal?.removeEventListener('abort', abort))
      body.once('end', () => signal?.removeEventListener('abort', abort))
      signal?.addEventListener('abort', () => body.destroy(signal.reason), { once: true })
      resolve(toResponse(message, body))
    })
    request.on('error', (error) => reject(toError(error)))
    sendBody(request, init.body).catch((error: unknown) => {
      reject(error)
      request.abort()
    })
  })

/**
 * Creates the `fetch` of main. The operating system decides on the proxy of each address. Only a request through a
 * proxy uses Electron's network stack, which signs in at the proxy and trusts the system's certificate authorities.
 * Every other request uses Node's network stack, whose errors show whether anything was sent.
 */
export const createProxiedFetch =
  (parts: NetworkParts): Fetch =>
  async (input, init = {}) => {
    const url = input instanceof Request ? input.url : String(input)
    const route = await parts.session.resolveProxy(url)
    if (route === '' || /^DIRECT\b/i.test(route)) return await parts.direct(input, init)
    return await sendThroughProxy(parts, url, init)
  }
