import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { STAND_IN_ORIGIN } from '#test/fakes/electron/own-address.ts'
import type { Child } from '#test/fixtures/child.ts'
import { chromiumMissing, type OwnChromium, startOwnChromium } from '#test/fixtures/own-chromium.ts'
import { startElectron } from '#test/fixtures/shells/stand-in-electron.ts'
import { makeTinyDist } from '#test/fixtures/shells/tiny-dist.ts'
import { describeHostilePage, PATIENTLY } from './hostile-page.ts'

const ENTRY = join(import.meta.dirname, '../../fixtures/shells/electron-entry.ts')

describe('Electron shell, with the stand-in for Electron', () => {
  let dist: Awaited<ReturnType<typeof makeTinyDist>>
  let dataFolder: string
  let recordFile: string
  let own: OwnChromium
  let context: BrowserContext
  let child: Child
  let page: Page

  const start = (...more: readonly string[]): Child =>
    startElectron(ENTRY, ['--demo', '--data', dataFolder, ...more], {
      ATRIUM_TEST_CDP: own.cdpAddress,
      ATRIUM_TEST_DIST: dist.folder,
      ATRIUM_TEST_ELECTRON_RECORD: recordFile,
      ATRIUM_CRM_URL: 'https://crm.example/org',
    })
  const startWithWindow = async (path = '/', ...more: readonly string[]): Promise<void> => {
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      Promise.resolve().then(() => {
        child = start(...more)
      }),
    ])
    page = opened
    await page.waitForURL(`${STAND_IN_ORIGIN}${path}`)
    await page.waitForSelector('#state')
  }
  const recorded = (call: string): unknown[] =>
    readFileSync(recordFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter((entry) => entry.call === call)
      .map((entry) => entry.data)

  /**
   * Saves like the renderer, by a click on a link that is not part of the page. If `address` is null, the page makes
   * the file itself.
   */
  const save = (shown: Page, address: string | null): Promise<unknown> =>
    shown.evaluate((given) => {
      const link = document.createElement('a')
      link.href = given ?? URL.createObjectURL(new Blob(['made here'], { type: 'application/pdf' }))
      link.download = 'invoice-7.pdf'
      link.click()
    }, address)

  beforeEach(({ skip }) => {
    if (chromiumMissing !== undefined) skip(chromiumMissing)
  })
  beforeAll(async () => {
    if (chromiumMissing !== undefined) return
    dist = await makeTinyDist()
    dataFolder = mkdtempSync(join(tmpdir(), 'atrium-data-'))
    recordFile = join(dataFolder, 'record.jsonl')
    own = await startOwnChromium()
    context = (await chromium.connectOverCDP(own.cdpAddress)).contexts()[0] as BrowserContext
    await startWithWindow()
  })
  afterAll(async () => {
    await child?.end('SIGKILL')
    await own?.stop()
    if (dataFolder) rmSync(dataFolder, { recursive: true, force: true })
    dist?.remove()
  })

  it('enables every protection of Electron', () => {
    expect(recorded('app.enableSandbox')).toHaveLength(1)
    expect(recorded('registerSchemesAsPrivileged')).toEqual([
      [{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }],
    ])
    expect(recorded('session.fromPartition')).toEqual([
      { partition: 'persist:atrium', options: { cache: false } },
      { partition: 'network', options: { cache: false } },
    ])
    expect(recorded('session.setProxy')).toEqual([{ mode: 'system' }])
    // One call for the windows' session, one for the default session and one for the network's session. No window uses
    // the last two.
    expect(recorded('setSpellCheckerEnabled')).toEqual([false, false, false])
    expect(recorded('setDevicePermissionHandler')).toHaveLength(3)
    expect(recorded('window.setContentProtection')).toEqual([])
    // The start undoes what an earlier policy set.
    expect(recorded('app.setLoginItemSettings')).toEqual([{ openAtLogin: false, name: 'Atrium' }])
    expect(recorded('Menu.setApplicationMenu')).toEqual([null])
    expect(recorded('BrowserWindow')[0]).toMatchObject({
      title: 'Atrium',
      show: false,
      webPreferences: {
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webviewTag: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        navigateOnDragDrop: false,
        spellcheck: false,
      },
    })
  })

  it('allows no request and no permission in Electron’s default session, which no window uses', async () => {
    child.process.send?.(['default-session'])
    await expect
      .poll(() => recorded('default-session'), PATIENTLY)
      .toEqual([{ answers: [null, null, null, null], granted: [] }])
  })

  describe('with a hostile page', () => {
    describeHostilePage({ page: () => page })

    it.each([
      'https://example.invalid/',
      '/admin/booking',
      'about:blank',
      'http://crm.example/org',
      'https://crm.example.invalid/',
      'https://crm.example@example.invalid/',
    ])('opens neither a second window nor the browser for %s', async (address) => {
      const before = context.pages().length
      // Electron would not create the window at all. The stand-in's Chromium creates it, and closes it because the
      // product refuses it.
      const [second] = await Promise.all([
        context.waitForEvent('page'),
        page.evaluate((url) => void window.open(url), address),
      ])
      await expect.poll(() => second.isClosed(), PATIENTLY).toBe(true)
      expect(context.pages()).toHaveLength(before)
      expect(recorded('shell.openExternal')).toEqual([])
    })

    it.each([
      ['from an address of the app', '/index.html'],
      ['from elsewhere', 'https://example.invalid/x.pdf'],
      ['from a data address', 'data:application/pdf,x'],
    ])('does not let the page save a file %s', async (_name, address) => {
      const before = recorded('download').length
      const downloads: string[] = []
      const note = (download: { url(): string }): number => downloads.push(download.url())
      page.on('download', note)
      await save(page, address)
      await expect.poll(() => recorded('download').slice(before), PATIENTLY).toMatchObject([{ isAllowed: false }])
      await page.evaluate('new Promise((done) => setTimeout(done, 100))')
      page.off('download', note)
      expect(downloads).toEqual([])
      expect(recorded('item.setSaveDialogOptions')).toEqual([])
    })

    it('keeps the window on its page, whatever address the page opens', async () => {
      for (const go of [
        "location.href = 'https://example.invalid/'",
        "location.assign('https://atrium.invalid.example.invalid/')",
        "location.replace('file:///etc/passwd')",
        `const a = document.createElement('a'); a.href = 'https://example.invalid/'; a.target = '_top'; document.body.append(a); a.click()`,
      ]) {
        await page.evaluate(go).catch(() => undefined)
        await page.evaluate('new Promise((done) => setTimeout(done, 100))')
        expect(page.url(), go).toBe(`${STAND_IN_ORIGIN}/`)
        expect(await page.evaluate('typeof atriumBridge')).toBe('object')
      }
    })

    it('lets the page open another page of the app, where the bridge works again', async () => {
      await page.goto(`${STAND_IN_ORIGIN}/admin/booking`)
      await expect.poll(() => page.textContent('#state'), PATIENTLY).toContain('session.current')
      await page.evaluate('atriumBridge.call("drafts.save", { draftID: "after-reload", content: 1 })')
      await expect
        .poll(() => page.evaluate('received'), PATIENTLY)
        .toEqual([['members.changed', { memberID: 'after-reload' }]])
      await page.goto(`${STAND_IN_ORIGIN}/`)
    })
  })

  it('opens a page of the CRM in the system’s browser, and opens no window of Atrium for that page', async () => {
    const address = 'https://crm.example/lightning/r/Opportunity/006A/view'
    const [second] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate((url) => void window.open(url, '_blank', 'noopener'), address),
    ])
    await expect.poll(() => second.isClosed(), PATIENTLY).toBe(true)
    expect(recorded('shell.openExternal')).toEqual([address])
    expect(page.url()).toBe(`${STAND_IN_ORIGIN}/`)
  })

  it('saves a file that the page made, at the place that the user chooses', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), save(page, null)])
    expect(download.suggestedFilename()).toBe('invoice-7.pdf')
    expect(readFileSync(await download.path(), 'utf8')).toBe('made here')
    expect(recorded('item.setSaveDialogOptions')).toEqual([
      { title: 'Save', defaultPath: expect.stringMatching(/invoice-7\.pdf$/) },
    ])
    expect(recorded('item.setSavePath')).toEqual([])
  })

  describe('the window of an invoice', () => {
    const ADDRESS = '/admin/study/7/invoice'
    let invoice: Page

    const openInvoice = async (): Promise<void> => {
      const follow = `(() => {
        const link = document.createElement('a')
        Object.assign(link, { href: ${JSON.stringify(ADDRESS)}, target: '_blank', rel: 'noopener noreferrer' })
        link.click()
      })()`
      ;[invoice] = await Promise.all([page.waitForEvent('popup'), page.evaluate(follow)])
      await expect.poll(() => stateOf(invoice), PATIENTLY).toContain('session.current')
    }
    const stateOf = (shown: Page): Promise<unknown> =>
      shown.evaluate("document.getElementById('state')?.textContent ?? ''")

    it('is like the main window except for its size, and can call main as well', async () => {
      await openInvoice()
      expect(invoice.url()).toBe(`${STAND_IN_ORIGIN}${ADDRESS}`)
      expect(await invoice.evaluate('window.opener')).toBe(null)
      const [main, second] = recorded('BrowserWindow') as Record<string, unknown>[]
      expect(second).toEqual({ ...main, width: 1000, height: 900 })
      await expect.poll(() => recorded('window.show').length, PATIENTLY).toBe(2)
    })

    it('receives the same events as the main window, and is locked with it', async () => {
      for (const shown of [page, invoice]) await shown.evaluate('received.length = 0')
      await invoice.evaluate('atriumBridge.call("drafts.save", { draftID: "d-9", content: 1 })')
      child.process.send?.(['lock-screen'])
      for (const shown of [page, invoice]) {
        await expect
          .poll(() => shown.evaluate('received.map(([name, payload]) => payload.memberID ?? payload.kind)'), PATIENTLY)
          .toEqual(['d-9', 'locked'])
      }
    })

    it('saves a file like the main window', async () => {
      const [download] = await Promise.all([invoice.waitForEvent('download'), save(invoice, null)])
      expect(readFileSync(await download.path(), 'utf8')).toBe('made here')
    })

    it('can be closed without an error, and the main window still receives each event once', async () => {
      await invoice.close()
      await page.evaluate('received.length = 0')
      await page.evaluate('atriumBridge.call("drafts.save", { draftID: "d-10", content: 1 })')
      await expect.poll(() => page.evaluate('received'), PATIENTLY).toEqual([['members.changed', { memberID: 'd-10' }]])
      expect(child.errors()).toBe('')
    })
  })

  it.each([
    ...['lock-screen', 'suspend', 'user-did-resign-active', 'shutdown'],
    ...['query-session-end', 'session-end'],
  ])('locks when the system reports %s', async (event) => {
    await page.evaluate('received.length = 0')
    child.process.send?.([event])
    await expect
      .poll(() => page.evaluate('received.map(([name, payload]) => [name, payload.kind])'), PATIENTLY)
      .toEqual([['session.changed', 'locked']])
  })

  it('brings its window to the front when Atrium is started again; the second process then ends', async () => {
    const before = context.pages().length
    expect(await start().ended()).toBe(0)
    await expect.poll(() => recorded('window.focus').length, PATIENTLY).toBe(1)
    expect(context.pages()).toHaveLength(before)
  })

  it('opens the link with which Atrium is started again, if the link leads to an allowed page', async () => {
    await page.evaluate('received.length = 0')
    expect(await start('atrium://admin/settings').ended()).toBe(0)
    const link = 'atrium://admin/booking/salesforce?personID=003DEMO0001&opportunityID=006DEMO0001'
    expect(await start(link).ended()).toBe(0)
    const path = '/admin/booking/salesforce?personID=003DEMO0001&opportunityID=006DEMO0001'
    await expect.poll(() => page.evaluate('received'), PATIENTLY).toEqual([['workstation.linkOpened', { path }]])
    // A start from the sources must not register Electron itself as the program for atrium:// addresses.
    expect(recorded('app.setAsDefaultProtocolClient')).toEqual([])
  })

  it('ends cleanly on SIGTERM, and next time opens the window at its last position', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    expect(await child.end('SIGTERM')).toBe(0)
    expect(child.errors()).toContain('fake app stopped')
    expect(JSON.parse(readFileSync(join(dataFolder, 'window-bounds.json'), 'utf8'))).toMatchObject({ width: 1440 })
    await startWithWindow()
    expect(recorded('BrowserWindow').at(-1)).toMatchObject({ x: 0, y: 0, width: 1440, height: 900 })
  })

  it('ends cleanly when its window is closed, and closes the window of an invoice', async () => {
    const [invoice] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate("void window.open('/admin/study/7/invoice')"),
    ])
    await expect.poll(() => invoice.evaluate('typeof atriumBridge').catch(() => ''), PATIENTLY).toBe('object')
    await page.close()
    await expect.poll(() => invoice.isClosed(), PATIENTLY).toBe(true)
    expect(await child.ended()).toBe(0)
    expect(child.errors()).toContain('fake app stopped')
  })

  it('starts again after it was killed', async () => {
    await startWithWindow()
    expect(await child.end('SIGKILL')).toBe('SIGKILL')
    await page.close()
    expect(existsSync(join(dataFolder, 'atrium.lock'))).toBe(true)
    // If Atrium does not run, a link starts Atrium, which then opens the page of the link.
    await startWithWindow('/admin/study/s-1', 'atrium://admin/study/s-1')
    expect(await child.end('SIGTERM')).toBe(0)
  })

  it('stores a crash report when the process of its window crashes', async () => {
    await startWithWindow()
    const folder = join(dataFolder, 'crashes')
    expect(existsSync(folder)).toBe(false)
    const session = await context.newCDPSession(page)
    // The answer never comes, because the page is gone.
    void session.send('Page.crash').catch(() => undefined)
    const read = () =>
      existsSync(folder) ? readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))) : []
    await expect.poll(read, PATIENTLY).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          shell: 'electron',
          where: 'window',
          kind: 'process-gone',
          reason: 'crashed',
          exitCode: '0x1',
        }),
      ]),
    )
    await child.end('SIGKILL')
  })
})
