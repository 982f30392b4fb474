import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ScriptedRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}
/** The health answer of a working back office; the fields of `more` are added to its fields or replace them. */
export const aHealth = (more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  status: 'ok',
  version: '1',
  database: 'sqlite',
  tzdata: '2026c',
  zones: {},
  environment: 'DEMO',
  supportPhone: null,
  ...more,
})

/** A scripted answer: a status with a body, raw text, a broken connection, or no answer. */
export type ScriptedAnswer =
  | { readonly status: number; readonly body: unknown }
  | { readonly status: number; readonly text: string }
  | 'drop'
  | 'hang'

type Script = (request: ScriptedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>

export type ScriptedBackOffice = {
  readonly url: string
  readonly requests: readonly ScriptedRequest[]
  /** Answers each request to `route`, such as `GET /path`, with `answer` from now on. */
  on(route: string, answer: ScriptedAnswer | Script): void
  count(route: string): number
  stop(): Promise<void>
}

/**
 * A server with scripted answers, for cases that a real back office cannot produce: a broken connection, a hang,
 * nonsense. It has no rules; behaviour is tested against the real one.
 */
export const startScriptedBackOffice = async (port = 0): Promise<ScriptedBackOffice> => {
  const requests: ScriptedRequest[] = []
  const routes = new Map<string, ScriptedAnswer | Script>()

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const address = new URL(incoming.url ?? '/', 'http://scripted')
    const text = Buffer.concat(chunks).toString('utf8')
    const method = incoming.method ?? 'GET'
    const request: ScriptedRequest = {
      method,
      path: address.pathname,
      query: address.searchParams,
      headers: incoming.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    requests.push(request)
    const script = routes.get(`${method} ${request.path}`)
    const answer = typeof script === 'function' ? await script(request) : script
    if (answer === 'hang') return
    if (answer === 'drop') {
      outgoing.destroy()
      return
    }
    const { status, ...rest } = answer ?? { status: 404, body: { code: 'not-found', message: 'Not scripted.' } }
    outgoing.writeHead(status, { 'content-type': 'application/json' })
    outgoing.end('text' in rest ? rest.text : JSON.stringify(rest.body))
  }

  const server = createServer((incoming, outgoing) => void handle(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    on: (route, answer) => {
      routes.set(route, answer)
    },
    count: (route) => requests.filter((request) => `${request.method} ${request.path}` === route).length,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
