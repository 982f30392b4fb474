import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWorkstationDatabase } from '#main/database/open-workstation-database.ts'
import { journalMigrations } from '#main/journal/journal-migrations.ts'
import type { Database } from '#runtime/encrypted-database.ts'
import { openDatabaseFile } from '#runtime/open-database-file.ts'
import { openSecretVault } from '#runtime/secret-vault.ts'
import { STAND_IN_ORIGIN } from '#test/fakes/electron/own-address.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { chromiumMissing, type OwnChromium, startOwnChromium } from '#test/fixtures/own-chromium.ts'
import { startElectron } from '#test/fixtures/shells/stand-in-electron.ts'
import { makeTinyDist } from '#test/fixtures/shells/tiny-dist.ts'

const entry = (name: string): string => join(import.meta.dirname, `../../fixtures/shells/${name}-app-entry.ts`)
const known = journalMigrations.length

describe('a start over the data of a newer version', () => {
  let dist: Awaited<ReturnType<typeof makeTinyDist>>
  let dataFolder: string
  let own: OwnChromium
  let context: BrowserContext
  let child: Child

  /** Opens the journal as version 9.8.7 of Atrium would. */
  const openNewer = async (): Promise<Database> => {
    const vault = await openSecretVault(dataFolder)
    return openDatabaseFile({
      path: join(dataFolder, 'workstation/journal.db'),
      keyHex: (await vault.read('workstation-database-key')) ?? '',
      synchronous: 'FULL',
      migrations: [...journalMigrations, { name: 'newer', sql: 'create table newer (text)' }],
      version: '9.8.7',
    })
  }
  const expectPage = async (page: Page): Promise<void> => {
    expect(await page.textContent('h1')).toBe('This computer was set back to an older version of Atrium')
    const words = (await page.innerText('main')).replaceAll(/\s+/g, ' ')
    expect(words).toContain('is from Atrium 9.8.7. This is Atrium 0.')
    expect(words).toContain('Nothing was lost.')
    expect(words).toContain('Ask IT to install Atrium 9.8.7 or later.')
    expect(words).toContain(`format ${known + 1}; this version reads up to ${known}`)
    // The page's style is applied, so the page's content security policy allows it.
    expect(await page.evaluate('getComputedStyle(document.body).display')).toBe('grid')
  }
  const expectNothingLost = async (): Promise<void> => {
    const log = readFileSync(join(dataFolder, 'logs/atrium.log'), 'utf8').trim().split('\n')
    expect(log.map((line) => JSON.parse(line).code)).toEqual(['database.journal-newer'])
    const db = await openNewer()
    expect(db.prepare('select content from draft').pluck().all()).toEqual(['half a booking'])
    db.close()
  }

  beforeAll(async () => {
    if (chromiumMissing !== undefined) return
    dist = await makeTinyDist()
    own = await startOwnChromium()
    context = (await chromium.connectOverCDP(own.cdpAddress)).contexts()[0] as BrowserContext
  })
  beforeEach(async ({ skip }) => {
    if (chromiumMissing !== undefined) skip(chromiumMissing)
    dataFolder = mkdtempSync(join(tmpdir(), 'atrium-data-'))
    const folder = join(dataFolder, 'workstation')
    const vault = await openSecretVault(dataFolder)
    const database = await openWorkstationDatabase({ folder, vault, log: () => {}, nowMs: () => 0 })
    database.journal.drafts.save('u-1', 'd-1', { content: 'half a booking', savedAt: 1 })
    database.close()
    ;(await openNewer()).close()
    return async () => {
      await child?.end('SIGKILL')
      rmSync(dataFolder, { recursive: true, force: true })
    }
  })
  afterAll(async () => {
    await own?.stop()
    dist?.remove()
  })

  it('changes nothing, shows a page in the browser shell that explains what to do, and exits with 1', async () => {
    child = startNode([entry('browser-host'), dist.folder, '--demo', '--data', dataFolder, '--port', '0', '--no-open'])
    const [, url = ''] = await child.waitFor(/^Atrium cannot start\. Read why at (http:\/\/127\.0\.0\.1:\d+\/)$/m)
    const page = await context.newPage()
    await page.goto(url)
    await expectPage(page)
    // The app is not loaded: every address is this page, and there is no bridge.
    await page.goto(`${url}admin/booking`)
    await expectPage(page)
    expect((await fetch(`${url}bridge`)).headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await page.evaluate('typeof atriumBridge')).toBe('undefined')
    await page.close()
    expect(await child.end('SIGTERM')).toBe(1)
    expect(child.output()).not.toContain('Atrium ready')
    await expectNothingLost()
  })

  it('shows the page in the window of the Electron shell, with the stand-in for Electron, and exits with 1', async () => {
    const opened = context.waitForEvent('page')
    child = startElectron(entry('electron'), ['--demo', '--data', dataFolder], {
      ATRIUM_TEST_CDP: own.cdpAddress,
      ATRIUM_TEST_DIST: dist.folder,
      ATRIUM_TEST_ELECTRON_RECORD: join(dataFolder, 'record.jsonl'),
    })
    const page = await opened
    await page.waitForURL(`${STAND_IN_ORIGIN}/`)
    await page.waitForSelector('h1')
    await expectPage(page)
    await page.close()
    expect(await child.ended()).toBe(1)
    await expectNothingLost()
  })
})
