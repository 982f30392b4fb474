import { createSocket, type Socket } from 'node:dgram'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { STAND_IN_ORIGIN } from '#test/fakes/electron/own-address.ts'
import type { Child } from '#test/fixtures/child.ts'
import { someOf } from '#test/fixtures/deep.ts'
import { chromiumMissing, type OwnChromium, startOwnChromium } from '#test/fixtures/own-chromium.ts'
import { startElectron } from '#test/fixtures/shells/stand-in-electron.ts'
import { makeTinyDist } from '#test/fixtures/shells/tiny-dist.ts'
import { attempts, perform, provable } from './escape-attempts.ts'
import { PATIENTLY } from './hostile-page.ts'

const ENTRY = join(import.meta.dirname, '../../fixtures/shells/electron-entry.ts')
const HOME = `${STAND_IN_ORIGIN}/`
/** Longer than it takes until a refused navigation can be observed. */
const settleMs = 250

describe('escapes of a hostile page, in a real Chromium with the stand-in for Electron', () => {
  let dist: Awaited<ReturnType<typeof makeTinyDist>>
  let folder: string
  let own: OwnChromium
  let context: BrowserContext
  let page: Page
  let child: Child
  const hits: string[] = []
  let outside: Server
  let udp: Socket
  let succeeded = 0
  let tried = 0

  const address = (): string => `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  type Entry = { readonly call: string; readonly data: unknown }
  const recorded = (): Entry[] => {
    const file = join(folder, 'record.jsonl')
    if (!existsSync(file)) return []
    return readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry)
  }
  /** Returns the recorded actions that only an escape needs and that the product allowed. */
  const allowed = (): Entry[] =>
    recorded().filter(
      ({ call, data }) =>
        ['request.allowed', 'shell.openExternal', 'item.setSaveDialogOptions'].includes(call) ||
        (call === 'download' && (data as { readonly isAllowed: boolean }).isAllowed),
    )
  const windowCount = (): number => recorded().filter(({ call }) => call === 'BrowserWindow').length

  const openHome = async (): Promise<void> => {
    await page.goto(HOME)
    await page.locator('#state', { hasText: 'session.current' }).waitFor(PATIENTLY)
  }

  beforeEach(({ skip }) => {
    if (chromiumMissing !== undefined) skip(chromiumMissing)
  })
  beforeAll(async () => {
    if (chromiumMissing !== undefined) return
    dist = await makeTinyDist()
    folder = mkdtempSync(join(tmpdir(), 'atrium-data-'))
    outside = createServer((request, response) => {
      // Chromium opens a popup before the stand-in can refuse it, and asks for the icon of its empty page.
      if (request.url !== '/favicon.ico') hits.push(request.url ?? '')
      response.setHeader('access-control-allow-origin', '*')
      response.end('outside')
    })
    outside.on('upgrade', (request, socket) => {
      hits.push(request.url ?? '')
      socket.destroy()
    })
    await new Promise<void>((done) => outside.listen(0, '127.0.0.1', done))
    udp = createSocket('udp4').on('message', () => hits.push('udp'))
    await new Promise<void>((done) => udp.bind(0, '127.0.0.1', done))
    own = await startOwnChromium()
    context = (await chromium.connectOverCDP(own.cdpAddress)).contexts()[0] as BrowserContext
    const opened = context.waitForEvent('page')
    child = startElectron(ENTRY, ['--back-office', 'https://clinic.example', '--data', folder], {
      ATRIUM_TEST_CDP: own.cdpAddress,
      ATRIUM_TEST_DIST: dist.folder,
      ATRIUM_TEST_ELECTRON_RECORD: join(folder, 'record.jsonl'),
      ATRIUM_CRM_URL: 'https://crm.example/org',
    })
    page = await opened
    await page.waitForURL(HOME)
    await openHome()
  })
  afterAll(async () => {
    await child?.end('SIGKILL')
    await own?.stop()
    outside?.closeAllConnections()
    outside?.close()
    udp?.close()
    if (folder) rmSync(folder, { recursive: true, force: true })
    dist?.remove()
    console.log(`Escapes of a hostile page: ${tried} attempts, ${succeeded} succeeded.`)
  })

  it('are at least 40', () => {
    // Only attempts that succeed on a page without protection count (escape-control.test.ts).
    expect(provable.length).toBeGreaterThanOrEqual(40)
    expect(new Set(attempts.map(([name]) => name)).size).toBe(attempts.length)
  })

  it.each(someOf(attempts, 3))('fail: %s', async (_name, script) => {
    // An attempt that succeeded must not affect the next attempts.
    await openHome()
    tried += 1
    succeeded += 1
    const pages = context.pages().length
    const windows = windowCount()
    hits.length = 0
    const before = allowed().length
    const filled = script.replaceAll('OUT', address()).replaceAll('UDP', String(udp.address().port))
    const answer = await perform(page, filled)
    await page.evaluate(`new Promise((done) => setTimeout(done, ${settleMs}))`).catch(() => undefined)
    await expect.poll(() => context.pages().length, PATIENTLY).toBe(pages)
    expect({ answer, url: page.url().split('#')[0], hits, allowed: allowed().slice(before) }).toEqual({
      answer: 'refused',
      url: HOME,
      hits: [],
      allowed: [],
    })
    expect(windowCount()).toBe(windows)
    expect(await page.evaluate('typeof atriumBridge')).toBe('object')
    succeeded -= 1
  })
})
