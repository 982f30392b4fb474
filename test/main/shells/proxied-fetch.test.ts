import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Session } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { classifyNetworkError } from '#main/back-office-client/network-error.ts'
import { askServer } from '#main/destination/ask-server.ts'
import { createProxiedFetch, type ProxySignIn } from '#main/shells/electron/proxied-fetch.ts'
import { net } from '#test/fakes/electron/stand-in-net.ts'
import { aHealth } from '#test/fakes/scripted-back-office.ts'

type Seen = {
  readonly url: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const right = `Basic ${Buffer.from('ada:secret').toString('base64')}`

describe('requests through the proxy of the operating system', () => {
  let proxy: Server
  let answer: RequestListener
  const seen: Seen[] = []
  const asked: string[] = []
  let signIns: (ProxySignIn | null)[]
  let route: string
  const direct = vi.fn<typeof fetch>(async () => new Response('direct'))

  const send = (url: string, init?: RequestInit): Promise<Response> =>
    createProxiedFetch({
      net: net as never,
      session: { resolveProxy: async () => route } as unknown as Session,
      signIn: async (given, isRefused) => {
        asked.push(`${isRefused ? 'again ' : ''}${given.isProxy} ${given.host}`)
        return signIns.shift() ?? null
      },
      direct,
    })(url, init)

  beforeEach(async () => {
    seen.length = 0
    asked.length = 0
    signIns = [{ username: 'ada', password: 'secret' }]
    direct.mockClear()
    answer = (_request, response) => response.end('through the proxy')
    proxy = createServer(async (request, response) => {
      let body = ''
      for await (const piece of request) body += piece
      if (request.headers['proxy-authorization'] !== right) {
        response.writeHead(407, { 'proxy-authenticate': 'Basic realm="test"' }).end()
        return
      }
      seen.push({ url: request.url ?? '', method: request.method ?? '', headers: request.headers, body })
      answer(request, response)
    })
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
    const { port } = proxy.address() as AddressInfo
    route = `PROXY 127.0.0.1:${port}`
    vi.stubEnv('ATRIUM_TEST_PROXY', `127.0.0.1:${port}`)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    proxy.closeAllConnections()
    proxy.close()
  })

  it('sign in to the proxy, and send headers and body', async () => {
    const response = await send('http://clinic.example/login', {
      method: 'POST',
      headers: { 'idempotency-key': 'k-1' },
      body: '{"a":1}',
    })
    expect([response.status, await response.text()]).toEqual([200, 'through the proxy'])
    expect(seen).toMatchObject([
      { url: 'http://clinic.example/login', method: 'POST', headers: { 'idempotency-key': 'k-1' }, body: '{"a":1}' },
    ])
    expect(asked).toEqual(['true 127.0.0.1'])
    expect(direct).not.toHaveBeenCalled()
  })

  it('ask again after a refused sign-in, and fail if no sign-in is given', async () => {
    signIns = [
      { username: 'ada', password: 'wrong' },
      { username: 'ada', password: 'secret' },
    ]
    expect((await send('http://clinic.example/')).status).toBe(200)
    expect(asked).toEqual(['true 127.0.0.1', 'again true 127.0.0.1'])
    const failed: unknown = await send('http://clinic.example/').catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'ERR_INVALID_AUTH_CREDENTIALS' })
    expect(seen).toHaveLength(1)
  })

  it('give no sign-in to a server that asks for a password', async () => {
    answer = (_request, response) => response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
    await expect(send('http://clinic.example/')).rejects.toThrow('fetch failed')
    expect(asked).toEqual(['true 127.0.0.1'])
  })

  it('go directly to an address that has no proxy', async () => {
    for (route of ['DIRECT', 'DIRECT; PROXY 10.0.0.9:1', '']) {
      expect(await (await send('http://clinic.example/')).text()).toBe('direct')
    }
    expect(direct).toHaveBeenCalledTimes(3)
    expect(seen).toEqual([])
  })

  it('send a stream in its pieces', async () => {
    const pieces = ['one ', 'two ', 'three']
    const body = new ReadableStream({
      pull: (controller) => {
        const piece = pieces.shift()
        if (piece === undefined) controller.close()
        else controller.enqueue(new TextEncoder().encode(piece))
      },
    })
    await send('http://clinic.example/', { method: 'POST', body, duplex: 'half' } as RequestInit)
    expect(seen[0]?.body).toBe('one two three')
  })

  it('follow no redirect', async () => {
    answer = (_request, response) => response.writeHead(302, { location: 'http://evil.invalid/' }).end()
    await expect(send('http://clinic.example/', { redirect: 'error' })).rejects.toThrow('fetch failed')
    signIns = [{ username: 'ada', password: 'secret' }]
    expect((await send('http://clinic.example/', { redirect: 'manual' })).status).toBe(302)
    expect(seen.every(({ url }) => url === 'http://clinic.example/')).toBe(true)
  })

  it('end at the time limit of their caller, also while an answer arrives', async () => {
    answer = () => undefined
    const limit = AbortSignal.timeout(100)
    await expect(send('http://clinic.example/', { signal: limit })).rejects.toMatchObject({ name: 'TimeoutError' })
    signIns = [{ username: 'ada', password: 'secret' }]
    answer = (_request, response) => void response.write('half')
    const stop = new AbortController()
    const response = await send('http://clinic.example/', { signal: stop.signal })
    stop.abort()
    await expect(response.text()).rejects.toThrow()
    await expect(send('http://clinic.example/', { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('count as possibly sent when they fail, because Chromium repeats requests by itself', async () => {
    proxy.closeAllConnections()
    await new Promise((done) => proxy.close(done))
    const failed: unknown = await send('http://clinic.example/').catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'ERR_PROXY_CONNECTION_FAILED' })
    expect(classifyNetworkError(failed)).toBe('disconnected')
  })

  it('find the Atrium server of a clinic', async () => {
    answer = (_request, response) => response.end(JSON.stringify(aHealth({ serverID: 'one' })))
    expect(await askServer('http://clinic.example', 5000, send as typeof fetch)).toMatchObject({
      kind: 'atrium',
      serverID: 'one',
    })
  })
})
