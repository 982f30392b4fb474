import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { type OutgoingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { chromiumMissing, type OwnChromium, startOwnChromium } from '#test/fixtures/own-chromium.ts'
import { enterBrowserHost } from '#test/fixtures/shells/enter-browser-host.ts'
import { makeTinyDist } from '#test/fixtures/shells/tiny-dist.ts'
import { describeHostilePage, PATIENTLY } from './hostile-page.ts'

const ENTRY = join(import.meta.dirname, '../../fixtures/shells/browser-host-entry.ts')
const READY = /^Atrium ready at (http:\/\/127\.0\.0\.1:(\d+)\/\?token=[A-Za-z0-9_-]{43})$/m

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

describe('browser host', () => {
  let dist: Awaited<ReturnType<typeof makeTinyDist>>
  let dataFolder: string
  let child: Child
  let url: string
  let port: number
  let cookie: string
  let key: string
  let protocols: readonly string[]

  /** Sends a request byte for byte: Node's own fetch would normalize the path and refuse a foreign Host. */
  const ask = (path: string, headers: OutgoingHttpHeaders = {}, method = 'GET'): Promise<Answer> =>
    new Promise((done, failed) => {
      const asking = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        let body = ''
        response.on('data', (chunk) => {
          body += chunk
        })
        response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body }))
      })
      asking.on('error', failed)
      asking.end()
    })

  const canUpgrade = (headers: Record<string, string>, offered = protocols, path = '/bridge'): Promise<boolean> =>
    new Promise((done) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, [...offered], { headers })
      socket.on('open', () => {
        done(true)
        socket.close()
      })
      socket.on('error', () => done(false))
    })

  beforeAll(async () => {
    dist = await makeTinyDist()
    dataFolder = mkdtempSync(join(tmpdir(), 'atrium-data-'))
    child = startNode([ENTRY, dist.folder, '--demo', '--data', dataFolder, '--port', '0', '--no-open'])
    const match = await child.waitFor(READY)
    url = match[1] ?? ''
    port = Number(match[2])
    ;({ cookie, key, protocols } = await enterBrowserHost(url))
  })
  afterAll(async () => {
    await child?.end('SIGKILL')
    rmSync(dataFolder, { recursive: true, force: true })
    dist?.remove()
  })

  it('prints one line, and nothing else', () => {
    expect(child.output()).toBe(`Atrium ready at ${url}\n`)
  })

  it('exchanges the token for a cookie, a page key and a clean address, and does so again for a second window', async () => {
    for (let window = 0; window < 2; window += 1) {
      const answer = await ask(`/?${url.split('?')[1]}`)
      expect([answer.status, answer.headers.location]).toEqual([200, undefined])
      expect(answer.body).toContain(`'${key}'); location.replace('/')`)
      expect(String(answer.headers['set-cookie'])).toMatch(/^atrium-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/)
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    const secrets = [url.slice(-43), cookie.slice(-43), key]
    expect(new Set(secrets).size).toBe(3)
    expect(secrets.map(({ length }) => length)).toEqual([43, 43, 43])
  })

  it('refuses every request without the cookie, and explains which address to open', async () => {
    const [name = ''] = cookie.split('=')
    for (const headers of [{}, { cookie: `${name}=` }, { cookie: `${cookie}x` }, { cookie: `other${cookie}` }]) {
      for (const path of ['/', '/assets/page.js', '/health', '/bridge', '/nothing.js', '/?token=', '/?token=x']) {
        const answer = await ask(path, headers)
        expect(answer.status, path).toBe(403)
        expect(answer.body).toContain('Open the address that Atrium prints when it starts')
        expect(answer.headers['set-cookie']).toBeUndefined()
      }
    }
  })

  it('refuses a foreign Host, with token or cookie', async () => {
    const token = `/?${url.split('?')[1]}`
    for (const host of [
      'atrium.evil.invalid',
      `evil.invalid:${port}`,
      '127.0.0.1',
      `127.0.0.1:${port + 1}`,
      `[::1]:${port}`,
    ]) {
      expect((await ask('/', { host, cookie })).status, host).toBe(403)
      expect((await ask(token, { host })).status, host).toBe(403)
    }
    expect((await ask('/', { host: `localhost:${port}`, cookie })).status).toBe(200)
  })

  it('accepts only reads: answers writes of its own page with 405, and all other writes with 403', async () => {
    const origin = `http://127.0.0.1:${port}`
    expect((await ask('/', { cookie, origin }, 'POST')).status).toBe(405)
    expect((await ask('/', { cookie, origin: 'https://evil.invalid' }, 'POST')).status).toBe(403)
    expect((await ask('/', { cookie }, 'DELETE')).status).toBe(403)
    expect((await ask('/', { cookie }, 'HEAD')).body).toBe('')
  })

  it('serves only the app’s own files, also for paths that no browser would send', async () => {
    for (const path of ['/../secret.js', '/assets/../../secret.js', '//secret.js', '/..\\secret.js', '/./secret.js']) {
      expect((await ask(path, { cookie })).status, path).toBe(404)
    }
  })

  it('does not open the bridge for the cookie alone, because a browser also sends the cookie to other ports', async () => {
    const headers = { Origin: `http://127.0.0.1:${port}`, Cookie: cookie }
    const token = url.slice(-43)
    for (const secret of ['', `${key}x`, key.slice(1), token, cookie.slice(-43)]) {
      expect(await canUpgrade(headers, ['atrium', `key.${secret}`]), secret).toBe(false)
    }
    expect(await canUpgrade(headers, [])).toBe(false)
    expect(await canUpgrade(headers, ['atrium'])).toBe(false)
    // No file of the app contains the key, so the cookie, which opens these files, does not lead to the key.
    for (const path of ['/', '/assets/page.js', '/atrium-preload.js']) {
      expect((await ask(path, { cookie })).body, path).not.toContain(key)
    }
  })

  it('opens the bridge only to its own page with the cookie', async () => {
    const origin = `http://127.0.0.1:${port}`
    expect(await canUpgrade({ Origin: origin, Cookie: cookie })).toBe(true)
    expect(await canUpgrade({ Origin: origin })).toBe(false)
    expect(await canUpgrade({ Cookie: cookie })).toBe(false)
    expect(await canUpgrade({ Origin: 'https://evil.invalid', Cookie: cookie })).toBe(false)
    expect(await canUpgrade({ Origin: 'null', Cookie: cookie })).toBe(false)
    expect(await canUpgrade({ Origin: `${origin}.evil.invalid`, Cookie: cookie })).toBe(false)
    expect(await canUpgrade({ Origin: origin, Cookie: cookie, Host: `evil.invalid:${port}` })).toBe(false)
    expect(await canUpgrade({ Origin: origin, Cookie: cookie }, protocols, '/other')).toBe(false)
  })

  it('ends a connection that sends too much or invalid text, and continues to serve', async () => {
    const headers = { Origin: `http://127.0.0.1:${port}`, Cookie: cookie }
    for (const message of ['x'.repeat(1_000_001), Buffer.from([1, 2, 3]), '{"kind":']) {
      const closed = new Promise<number>((done) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/bridge`, [...protocols], { headers })
        socket.on('open', () => socket.send(message))
        socket.on('close', (code) => done(code))
        socket.on('error', () => undefined)
      })
      expect([1006, 1007, 1009]).toContain(await closed)
    }
    expect(await canUpgrade(headers)).toBe(true)
  })

  it('listens on the loopback interface only', async () => {
    const { networkInterfaces } = await import('node:os')
    const outside = Object.values(networkInterfaces())
      .flat()
      .filter((each) => each?.family === 'IPv4' && !each.internal)
    for (const each of outside) {
      await expect(fetch(`http://${each?.address}:${port}/`)).rejects.toThrow()
    }
  })

  it('makes its folders readable only to its user', () => {
    for (const folder of [dataFolder, join(dataFolder, 'temp'), join(dataFolder, 'logs')]) {
      expect(statSync(folder).mode & 0o777, folder).toBe(0o700)
    }
  })

  it('refuses a second start on the same data or on a used port, and prints the reason', async () => {
    const second = startNode([ENTRY, dist.folder, '--demo', '--data', dataFolder])
    expect(await second.ended()).toBe(1)
    expect(second.errors()).toContain('Atrium is already running on')
    const other = mkdtempSync(join(tmpdir(), 'atrium-data-'))
    const third = startNode([ENTRY, dist.folder, '--demo', '--data', other, '--port', String(port)])
    expect(await third.ended()).toBe(1)
    expect(third.errors()).toContain(`Port ${port} is in use by another program`)
    expect(third.output()).toBe('')
    rmSync(other, { recursive: true, force: true })
  })

  it.each([['--port', 'abc'], ['--port', '70000'], ['--nonsense'], ['--data']])(
    'describes the error in the flag %s and exits 2 (case %#)',
    async (...flags) => {
      const started = startNode([ENTRY, dist.folder, '--demo', '--data', dataFolder, ...flags])
      expect(await started.ended()).toBe(2)
      expect(started.errors()).not.toBe('')
      expect(started.output()).toBe('')
    },
  )

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'stops cleanly on %s with a window open, and releases its data',
    async (signal) => {
      const own = mkdtempSync(join(tmpdir(), 'atrium-data-'))
      const flags = [ENTRY, dist.folder, '--demo', '--data', own]
      const started = startNode(flags)
      const match = await started.waitFor(READY)
      const entered = await enterBrowserHost(match[1] ?? '')
      const { headers } = entered
      const socket = new WebSocket(`ws://127.0.0.1:${match[2]}/bridge`, [...entered.protocols], { headers })
      const closed = new Promise((done) => socket.on('close', done))
      await new Promise((done) => socket.on('open', done))
      expect(await started.end(signal)).toBe(0)
      expect(started.errors()).toContain('fake app stopped')
      await closed
      // The lock that a killed process leaves behind does not block the next start either.
      const next = startNode(flags)
      await next.waitFor(READY)
      expect(await next.end('SIGKILL')).toBe('SIGKILL')
      expect(existsSync(join(own, 'atrium.lock'))).toBe(true)
      const last = startNode(flags)
      await last.waitFor(READY)
      expect(await last.end('SIGTERM')).toBe(0)
      rmSync(own, { recursive: true, force: true })
    },
  )

  describe('with a hostile page', () => {
    let own: OwnChromium
    let context: BrowserContext
    let page: Page

    beforeEach(({ skip }) => {
      if (chromiumMissing !== undefined) skip(chromiumMissing)
    })
    beforeAll(async () => {
      if (chromiumMissing !== undefined) return
      own = await startOwnChromium()
      context = (await chromium.connectOverCDP(own.cdpAddress)).contexts()[0] as BrowserContext
      page = await context.newPage()
      await page.goto(url)
    })
    afterAll(() => own?.stop())

    it('shows a clean address', () => {
      expect(page.url()).toBe(`http://127.0.0.1:${port}/`)
    })

    it('keeps working in a reloaded page, and in a window that it opens', async () => {
      const stateOf = (shown: Page) => shown.locator('#state', { hasText: 'session.current' }).waitFor(PATIENTLY)
      await page.reload()
      await stateOf(page)
      // The first value is that of the app's link to an invoice. With the second, the new tab gets an opener.
      for (const rel of ['noopener noreferrer', 'opener']) {
        const follow = `(() => {
          const link = document.createElement('a')
          Object.assign(link, { href: '/admin/study/7/invoice', target: '_blank', rel: '${rel}' })
          link.click()
        })()`
        const [invoice] = await Promise.all([context.waitForEvent('page'), page.evaluate(follow)])
        await stateOf(invoice)
        await invoice.close()
      }
      const tab = await context.newPage()
      await tab.goto(page.url())
      await stateOf(tab)
      await tab.close()
    })

    it('gives the cookie to no script', async () => {
      expect(await page.evaluate('document.cookie')).toBe('')
    })

    describeHostilePage({ page: () => page })

    it("refuses the bridge to another site's page", async () => {
      const foreign = await context.newPage()
      await foreign.route('https://evil.invalid/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>evil</p>' }),
      )
      await foreign.goto('https://evil.invalid/')
      const opened = await foreign.evaluate(
        (address) =>
          new Promise((done) => {
            try {
              const socket = new WebSocket(address)
              socket.onopen = () => done('open')
              socket.onerror = () => done('refused')
            } catch {
              done('refused')
            }
          }),
        `ws://127.0.0.1:${port}/bridge`,
      )
      expect(opened).toBe('refused')
      await foreign.close()
    })
  })
})
