import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWorkstationDatabase } from '#main/database/open-workstation-database.ts'
import { openSecretVault } from '#runtime/secret-vault.ts'
import { STAND_IN_ORIGIN } from '#test/fakes/electron/own-address.ts'
import { aHealth, type ScriptedBackOffice, startScriptedBackOffice } from '#test/fakes/scripted-back-office.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { chromiumMissing, type OwnChromium, startOwnChromium } from '#test/fixtures/own-chromium.ts'
import { startElectron } from '#test/fixtures/shells/stand-in-electron.ts'
import { makeTinyDist } from '#test/fixtures/shells/tiny-dist.ts'

const entry = (name: string): string => join(import.meta.dirname, `../../fixtures/shells/${name}-app-entry.ts`)
const pictures = process.env.ATRIUM_TEST_PICTURES

describe('a program without a known server', () => {
  let dist: Awaited<ReturnType<typeof makeTinyDist>>
  let dataFolder: string
  let own: OwnChromium
  let context: BrowserContext
  let page: Page
  let child: Child
  let server: ScriptedBackOffice
  let other: ScriptedBackOffice

  const answerAs = async (serverID: string): Promise<ScriptedBackOffice> => {
    const scripted = await startScriptedBackOffice()
    scripted.on('GET /health', { status: 200, body: aHealth({ serverID }) })
    return scripted
  }
  const startBrowserHost = async (...flags: string[]): Promise<void> => {
    child = startNode([entry('browser-host'), dist.folder, '--data', dataFolder, '--port', '0', ...flags])
    const [, url = ''] = await child.waitFor(/^Atrium ready at (\S+)$/m)
    page = await context.newPage()
    await page.goto(url)
  }
  const press = async (name: string): Promise<void> => await page.getByRole('button', { name }).click()
  const look = async (name: string): Promise<void> => {
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height })
      if (pictures) await page.screenshot({ path: join(pictures, `${name}-${width}.png`) })
    }
    expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])
  }
  const saveDraft = async (): Promise<void> => {
    const vault = await openSecretVault(dataFolder)
    const folder = join(dataFolder, 'workstation')
    const database = await openWorkstationDatabase({ folder, vault, log: () => {}, nowMs: () => 0 })
    database.journal.drafts.save('u-1', 'd-1', { content: 'half a booking', savedAt: 1 })
    database.close()
  }

  beforeAll(async () => {
    if (chromiumMissing !== undefined) return
    dist = await makeTinyDist()
    own = await startOwnChromium()
    context = (await chromium.connectOverCDP(own.cdpAddress)).contexts()[0] as BrowserContext
    if (pictures) mkdirSync(pictures, { recursive: true })
  })
  beforeEach(async ({ skip }) => {
    if (chromiumMissing !== undefined) skip(chromiumMissing)
    dataFolder = mkdtempSync(join(tmpdir(), 'atrium-data-'))
    server = await answerAs('1'.repeat(32))
    other = await answerAs('2'.repeat(32))
    return async () => {
      await page.close()
      await child.end('SIGKILL')
      await server.stop()
      await other.stop()
      rmSync(dataFolder, { recursive: true, force: true })
    }
  })
  afterAll(async () => {
    await own?.stop()
    dist?.remove()
  })

  it('asks for the address, which can be entered by keyboard alone, checks it, and stores it', async () => {
    await startBrowserHost()
    expect(await page.textContent('h1')).toBe('Connect this computer')
    await look('first-start')
    for (const [typed, problem] of [
      ['', 'Enter the address'],
      ['http://atrium.clinic.example', 'runs on this computer'],
      ['https://user:secret@127.0.0.1', 'without a user name'],
      ['two words', 'not a server address'],
      ['ftp://127.0.0.1', 'must begin with https'],
      ['http://127.0.0.1:1', 'No server answers'],
    ] as const) {
      await page.fill('#address', typed)
      await page.keyboard.press('Enter')
      await page.getByRole('alert').filter({ hasText: problem }).waitFor()
      expect(await page.inputValue('#address')).toBe(typed)
    }
    other.on('GET /health', { status: 200, body: { status: 'ok' } })
    await page.fill('#address', other.url)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'not an Atrium server' }).waitFor()
    await page.fill('#address', `${server.url}/`)
    await page.keyboard.press('Enter')
    await page.locator('#state', { hasText: 'signed-out' }).waitFor()
    expect(JSON.parse(readFileSync(join(dataFolder, 'destination.json'), 'utf8'))).toEqual({
      kind: 'server',
      url: server.url,
    })
    expect(await child.end('SIGTERM')).toBe(0)
    await page.close()
    await startBrowserHost()
    await page.waitForSelector('#state')
  })

  it('accepts no form from another page, and no form without the cookie and the page key of its own page', async () => {
    await startBrowserHost()
    const address = new URL(page.url()).origin
    const cookie = (await context.cookies(address)).map(({ name, value }) => `${name}=${value}`).join('; ')
    const post = (headers: Record<string, string>) =>
      fetch(address, { method: 'POST', body: new URLSearchParams({ action: 'demo' }), headers })
    expect((await post({ origin: 'https://example.invalid', cookie })).status).toBe(403)
    expect((await post({ cookie })).status).toBe(403)
    expect((await post({ origin: address })).status).toBe(403)
    // A program of another account can have the cookie, and can send any origin.
    expect((await post({ origin: address, cookie })).status).toBe(403)
    expect((await fetch(address)).status).toBe(403)
    expect(existsSync(join(dataFolder, 'destination.json'))).toBe(false)
  })

  it('opens the demo in its own folder', async () => {
    await startBrowserHost()
    await press('Open the demo')
    await page.waitForSelector('#state', { timeout: 30_000 })
    expect(readdirSync(dataFolder)).not.toContain('workstation')
    expect(readdirSync(join(dataFolder, 'demo'))).toEqual(expect.arrayContaining(['workstation']))
  })

  it('refuses another server, lists unsent work, names the old server, and sets work aside only after a confirmation', async () => {
    await startBrowserHost('--back-office', server.url)
    await page.waitForSelector('#state')
    expect(await child.end('SIGTERM')).toBe(0)
    await page.close()
    await saveDraft()
    const asked = other.requests.length
    await startBrowserHost('--back-office', other.url)
    expect(await page.textContent('h1')).toBe("This computer's work belongs to another server")
    expect(await page.innerText('main')).toContain('1 draft')
    expect(await page.innerText('main')).toContain(`Ask IT to start Atrium with ${server.url}`)
    // Only the health call was made.
    expect(other.requests.slice(asked).map(({ path }) => path)).toEqual(['/health'])
    await press('Set work aside')
    await page.getByRole('alert').filter({ hasText: 'Tick the box' }).waitFor()
    await look('other-server-problem')
    expect(readdirSync(dataFolder).filter((name) => name.startsWith('set-aside'))).toEqual([])
    await page.getByRole('checkbox').check()
    await press('Set work aside')
    await page.waitForSelector('#state')
    const [aside = ''] = readdirSync(dataFolder).filter((name) => name.startsWith('set-aside-20'))
    expect(readdirSync(join(dataFolder, aside))).toContain('journal.db')
  })

  it('connects back to the typed address once the server that owns this computer’s work answers there again', async () => {
    await startBrowserHost()
    await page.fill('#address', server.url)
    await press('Connect to server')
    await page.waitForSelector('#state')
    expect(await child.end('SIGTERM')).toBe(0)
    await page.close()
    // The same address now leads to another server.
    const moved = server.url
    server.on('GET /health', { status: 200, body: aHealth({ serverID: '3'.repeat(32) }) })
    await startBrowserHost()
    expect(await page.innerText('main')).toContain('Everything on this computer was sent.')
    server.on('GET /health', { status: 200, body: aHealth({ serverID: '1'.repeat(32) }) })
    await press(`Connect back to ${moved}`)
    await page.waitForSelector('#state')
  })

  it('signs in to the proxy of the operating system in a window of its own', async () => {
    const right = `Basic ${Buffer.from('ada:secret').toString('base64')}`
    const refused: string[] = []
    const proxy = createServer((request, response) => {
      const given = request.headers['proxy-authorization']
      if (given === right) response.end(JSON.stringify(aHealth({ serverID: '1'.repeat(32) })))
      else {
        refused.push(given ?? 'none')
        response.writeHead(407, { 'proxy-authenticate': 'Basic realm="x"' }).end()
      }
    })
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
    const opened = context.waitForEvent('page')
    child = startElectron(entry('electron'), ['--data', dataFolder], {
      ATRIUM_TEST_CDP: own.cdpAddress,
      ATRIUM_TEST_DIST: dist.folder,
      ATRIUM_TEST_PROXY: `127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    })
    page = await opened
    await page.waitForSelector('#address')
    await page.fill('#address', server.url)
    const [asking] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')])
    await asking.getByRole('heading', { name: 'Sign in to the proxy' }).waitFor()
    expect(await asking.evaluate('typeof atriumBridge')).toBe('undefined')
    expect((await new AxeBuilder({ page: asking }).analyze()).violations.map(({ id }) => id)).toEqual([])
    await asking.fill('#username', 'ada')
    await asking.fill('#password', 'secret')
    await asking.keyboard.press('Enter')
    // The first request may have reached its time limit meanwhile. The second needs no sign-in by the person.
    const connected = async (): Promise<boolean> => {
      if (existsSync(join(dataFolder, 'destination.json'))) return true
      if (await page.getByRole('alert').isVisible()) await page.press('#address', 'Enter')
      return false
    }
    await expect.poll(connected, { timeout: 15_000, interval: 500 }).toBe(true)
    expect(refused).toContain('none')
    expect(child.errors()).not.toContain('secret')
    proxy.closeAllConnections()
    proxy.close()
  })

  it('asks for the address in the window of the Electron shell too, with the stand-in for Electron', async () => {
    const opened = context.waitForEvent('page')
    child = startElectron(entry('electron'), ['--data', dataFolder], {
      ATRIUM_TEST_CDP: own.cdpAddress,
      ATRIUM_TEST_DIST: dist.folder,
      ATRIUM_TEST_ELECTRON_RECORD: join(dataFolder, 'record.jsonl'),
    })
    page = await opened
    await page.waitForURL(`${STAND_IN_ORIGIN}/`)
    await page.fill('#address', server.url)
    await press('Connect to server')
    await page.locator('#state', { hasText: 'signed-out' }).waitFor()
    expect(JSON.parse(readFileSync(join(dataFolder, 'destination.json'), 'utf8'))).toMatchObject({ url: server.url })
    expect(await child.end('SIGTERM')).toBe(0)
  })

  describe('with a policy', () => {
    let policyFile: string
    const setPolicy = (policy: object, mode = 0o644): void => {
      const folder = join(dataFolder, 'etc')
      mkdirSync(folder, { mode: 0o755 })
      policyFile = join(folder, 'policy.json')
      writeFileSync(policyFile, JSON.stringify(policy))
      chmodSync(policyFile, mode)
    }
    const electronEnvironment = () => ({
      ATRIUM_TEST_CDP: own.cdpAddress,
      ATRIUM_TEST_DIST: dist.folder,
      ATRIUM_TEST_ELECTRON_RECORD: join(dataFolder, 'record.jsonl'),
      ATRIUM_TEST_POLICY: policyFile,
    })
    const startElectronWith = async (...flags: string[]): Promise<void> => {
      const opened = context.waitForEvent('page')
      child = startElectron(entry('electron'), ['--data', dataFolder, ...flags], electronEnvironment())
      page = await opened
      await page.waitForURL(`${STAND_IN_ORIGIN}/`)
    }
    const recorded = (call: string): unknown[] =>
      readFileSync(join(dataFolder, 'record.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter((line) => line.call === call)
        .map((line) => line.data)

    it('opens the policy’s server whatever the flags say, fills the screen, and starts again when closed', async ({
      skip,
    }) => {
      if (process.getuid?.() !== 0) skip('only root can write a policy file that readPolicy accepts')
      setPolicy({
        serverAddress: server.url,
        kiosk: true,
        autostart: true,
        restartOnExit: true,
        contentProtection: true,
        later: 1,
      })
      await startElectronWith('--back-office', other.url)
      await page.locator('#state', { hasText: 'signed-out' }).waitFor()
      await expect.poll(() => server.count('GET /health')).toBeGreaterThan(0)
      expect(other.requests).toEqual([])
      expect(recorded('BrowserWindow')[0]).toMatchObject({ kiosk: true, fullscreen: true })
      expect(recorded('window.setContentProtection')).toEqual([true])
      expect(recorded('app.setLoginItemSettings')).toEqual([{ openAtLogin: true, name: 'Atrium' }])
      await page.close()
      expect(await child.ended()).toBe(0)
      expect(recorded('app.relaunch')).toHaveLength(1)
    })

    it('starts in neither shell if the file of certificate authorities that the policy names is missing', async ({
      skip,
    }) => {
      if (process.getuid?.() !== 0) skip('only root can write a policy file that readPolicy accepts')
      setPolicy({ caFile: join(dataFolder, 'missing-ca.pem') })
      page = await context.newPage()
      const env = { ...process.env, ATRIUM_TEST_POLICY: policyFile }
      const args = [entry('browser-host'), dist.folder, '--data', join(dataFolder, 'browser'), '--port', '0']
      child = startNode(args, { env })
      expect(await child.ended()).toBe(1)
      expect(child.errors()).toContain('missing-ca.pem')
      child = startElectron(entry('electron'), ['--data', dataFolder], electronEnvironment())
      expect(await child.ended()).toBe(1)
      expect(child.errors()).toContain('missing-ca.pem')
    })

    it.each([
      ['an ordinary user can write', 'policy.writable', {}, 0o666],
      ['has a value that is not allowed', 'policy.unreadable', { lockMinutes: 0 }, 0o644],
    ] as const)('ignores a policy that %s, and logs %s', async (_what, code, more, mode) => {
      setPolicy({ serverAddress: other.url, kiosk: true, ...more }, mode)
      await startElectronWith()
      expect(await page.textContent('h1')).toBe('Connect this computer')
      // Unless root runs the test, its user can write every policy file, and that problem is reported first.
      const expected = process.getuid?.() === 0 ? code : 'policy.writable'
      expect(readFileSync(join(dataFolder, 'logs/atrium.log'), 'utf8')).toContain(expected)
      expect(other.requests).toEqual([])
      expect(recorded('BrowserWindow')[0]).not.toHaveProperty('kiosk')
    })
  })
})
