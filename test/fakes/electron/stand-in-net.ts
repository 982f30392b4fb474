import { EventEmitter } from 'node:events'
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { record } from './stand-in-record.ts'

type Options = { readonly url: string; readonly method: string }
type Challenge = { isProxy: boolean; scheme: string; host: string; port: number; realm: string }

/** Chromium's error names, by Node's error codes. */
const names: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'ERR_PROXY_CONNECTION_FAILED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
}

/**
 * A request of Electron's `net` through the proxy of ATRIUM_TEST_PROXY, without encryption. It uses Basic
 * authentication. After a refused sign-in, it asks for credentials again, as Chromium does.
 */
class StandInRequest extends EventEmitter {
  readonly #options: Options
  readonly #headers: OutgoingHttpHeaders = {}
  readonly #body: Buffer[] = []
  #isAborted = false
  #sent: { destroy(): void } | null = null
  chunkedEncoding = false

  constructor(options: Options) {
    super()
    this.#options = options
    record('net.request', { url: options.url, method: options.method })
  }
  setHeader(name: string, value: string): void {
    this.#headers[name] = value
  }
  write(piece: string | Buffer, _encoding?: string, done?: () => void): void {
    this.#body.push(Buffer.from(piece))
    if (done) setImmediate(done)
  }
  end(): void {
    this.#send()
  }
  abort(): void {
    this.#isAborted = true
    this.#sent?.destroy()
  }

  #send(more: OutgoingHttpHeaders = {}): void {
    if (this.#isAborted) return
    const [host = '', port = ''] = (process.env.ATRIUM_TEST_PROXY ?? '').split(':')
    const sent = request({
      host,
      port,
      path: this.#options.url,
      method: this.#options.method,
      headers: { ...this.#headers, ...more },
    })
    this.#sent = sent
    sent.on('response', (message) => this.#receive(message, { host, port: Number(port) }))
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (!this.#isAborted) this.emit('error', new Error(`net::${names[error.code ?? ''] ?? 'ERR_FAILED'}`))
    })
    sent.end(Buffer.concat(this.#body))
  }

  #receive(message: IncomingMessage, proxy: { readonly host: string; readonly port: number }): void {
    const status = message.statusCode ?? 0
    if (status === 407 || status === 401) {
      message.resume()
      const challenge: Challenge = { isProxy: status === 407, scheme: 'basic', realm: 'test', ...proxy }
      const answer = (username?: string, password?: string): void => {
        if (username === undefined) this.emit('error', new Error('net::ERR_INVALID_AUTH_CREDENTIALS'))
        else this.#send({ 'proxy-authorization': `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` })
      }
      // Without a listener, Electron cancels the request.
      if (!this.emit('login', challenge, answer)) answer()
      return
    }
    if (status >= 300 && status < 400 && status !== 304) {
      message.resume()
      this.emit('redirect', status, this.#options.method, message.headers.location, message.headers)
      return
    }
    this.emit('response', message)
  }
}

/** Electron's `net`, as far as the product uses it. */
export const net = { request: (options: Options): StandInRequest => new StandInRequest(options) }
