import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openPage } from '#scripts/open-page.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { chromiumMissing, startOwnChromium } from '#test/fixtures/own-chromium.ts'
import { enterBrowserHost } from '#test/fixtures/shells/enter-browser-host.ts'
import { makeTinyDist } from '#test/fixtures/shells/tiny-dist.ts'
import { PATIENTLY } from './hostile-page.ts'

const ENTRY = join(import.meta.dirname, '../../fixtures/shells/browser-host-entry.ts')
/** The user id of the Linux account that owns no files. */
const another = 65_534

describe('the token of the browser shell', () => {
  let dist: Awaited<ReturnType<typeof makeTinyDist>>
  let folder: string
  let child: Child
  let url: string
  let token: string
  let removeFile: () => void = () => {}

  beforeAll(async () => {
    dist = await makeTinyDist()
  })
  afterAll(() => dist?.remove())
  beforeEach(async ({ skip }) => {
    if (process.platform === 'win32') skip('the stand-in for a browser is a /bin/sh script')
    folder = mkdtempSync(join(tmpdir(), 'atrium-token-'))
    // Replaces the browser: writes its arguments into a file.
    const browser = join(folder, 'browser')
    writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/part'\nmv '${folder}/part' '${folder}/args'\n`)
    chmodSync(browser, 0o755)
    vi.stubEnv('CHROMIUM_PATH', browser)
    child = startNode([ENTRY, dist.folder, '--demo', '--data', join(folder, 'data'), '--port', '0'])
    url = (await child.waitFor(/^Atrium ready at (\S+)$/m))[1] ?? ''
    token = new URL(url).searchParams.get('token') ?? ''
    removeFile = openPage(url)
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    removeFile()
    await child?.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const readArguments = async (): Promise<string> => {
    await expect.poll(() => existsSync(join(folder, 'args')), PATIENTLY).toBe(true)
    return readFileSync(join(folder, 'args'), 'utf8')
  }
  const leadingFile = async (): Promise<string> => fileURLToPath((await readArguments()).trim().replace('--app=', ''))

  it('is in no argument of the browser, and in no argument of Atrium', async () => {
    const given = await readArguments()
    expect(token).toHaveLength(43)
    expect(given).toMatch(/^--app=file:\/\/\S+\/atrium\.html\n$/)
    expect(given).not.toContain(token)
    if (process.platform !== 'linux') return
    const listed = execFileSync('ps', ['-ww', '-eo', 'args'], { encoding: 'utf8', maxBuffer: 50_000_000 })
    expect(listed).toContain(dist.folder)
    expect(listed).not.toContain(token)
  })

  it('is in a file that only this account can read, and that is removed with the program', async () => {
    const file = await leadingFile()
    expect(readFileSync(file, 'utf8')).toContain(token)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
    removeFile()
    expect(existsSync(dirname(file))).toBe(false)
  })

  it('cannot be read by another account, which gets no page without it', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root can run a program as another account')
    const file = await leadingFile()
    const asAnother = (script: string): string =>
      execFileSync('/bin/sh', ['-c', `${script} 2>&1 || true`], {
        uid: another,
        gid: another,
        encoding: 'utf8',
        cwd: '/',
      })
    expect(asAnother(`cat '${file}'`)).toContain('Permission denied')
    expect(asAnother(`cat '/proc/${child.process.pid}/environ'`)).toContain('Permission denied')
    expect(asAnother(`tr '\\0' ' ' < '/proc/${child.process.pid}/cmdline'`)).not.toContain(token)
    expect((await fetch(new URL('/', url), { redirect: 'manual' })).status).toBe(403)
    expect((await fetch(new URL('/?token=', url), { redirect: 'manual' })).status).toBe(403)
  })

  it('is exchanged for a cookie that does not open the bridge to another account’s server, although the browser sends the cookie there', async ({
    skip,
  }) => {
    if (chromiumMissing !== undefined) skip(chromiumMissing)
    const file = await leadingFile()
    vi.unstubAllEnvs()
    const seen: string[] = []
    // A server of another account. Its page sends a second request to that same server, so that a same-site request is
    // covered too.
    const other = createServer((request, response) => {
      if (request.headers.cookie !== undefined) seen.push(request.headers.cookie)
      response.setHeader('content-type', 'text/html').end('<script>fetch("/again")</script>')
    })
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    const own = await startOwnChromium()
    try {
      const [context] = (await chromium.connectOverCDP(own.cdpAddress)).contexts()
      const page = await context?.newPage()
      await page?.goto(`file://${file}`)
      await page?.locator('#state', { hasText: 'session.current' }).waitFor(PATIENTLY)
      const { port, origin } = new URL(url)
      const link = await context?.newPage()
      await link?.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
      await expect.poll(() => seen.join(' '), PATIENTLY).toContain(`atrium-${port}=`)
      expect(await link?.evaluate('Object.keys(localStorage)')).toEqual([])
      const open = (protocols: readonly string[]): Promise<string> =>
        new Promise((done) => {
          const headers = { Origin: origin, Cookie: seen[0] ?? '', Host: `127.0.0.1:${port}` }
          const socket = new WebSocket(`ws://127.0.0.1:${port}/bridge`, [...protocols], { headers })
          socket.on('open', () => done('open')).on('error', () => done('refused'))
        })
      for (const protocols of [[], ['atrium'], ['atrium', 'key.']]) expect(await open(protocols)).toBe('refused')
      const { protocols } = await enterBrowserHost(url)
      expect(await open(protocols)).toBe('open')
    } finally {
      await own.stop()
      other.closeAllConnections()
      other.close()
    }
  })

  it('leads a real browser from the file to the app, and is in no address of the browser history', async ({ skip }) => {
    if (chromiumMissing !== undefined) skip(chromiumMissing)
    const file = await leadingFile()
    vi.unstubAllEnvs()
    const own = await startOwnChromium()
    try {
      const [context] = (await chromium.connectOverCDP(own.cdpAddress)).contexts()
      const page = await context?.newPage()
      await page?.goto(`file://${file}`)
      await page?.locator('#state', { hasText: 'session.current' }).waitFor(PATIENTLY)
      expect(page?.url()).toBe(new URL('/', url).href)
      const history = page ? await (await page.context().newCDPSession(page)).send('Page.getNavigationHistory') : null
      expect(history?.entries.map((entry) => entry.url).join(' ')).not.toContain('token')
    } finally {
      await own.stop()
    }
  })
})
