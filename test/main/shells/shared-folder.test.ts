import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWorkstationDatabase } from '#main/database/open-workstation-database.ts'
import { readUnsentWork } from '#main/destination/read-unsent-work.ts'
import { openSecretVault, openSharedVault } from '#runtime/secret-vault.ts'
import { createMemoryVault } from '#test/fakes/fake-platform.ts'
import { aHealth, type ScriptedBackOffice, startScriptedBackOffice } from '#test/fakes/scripted-back-office.ts'
import type { Child } from '#test/fixtures/child.ts'
import { chromiumMissing, type OwnChromium, startOwnChromium } from '#test/fixtures/own-chromium.ts'
import { startElectron } from '#test/fixtures/shells/stand-in-electron.ts'
import { makeTinyDist } from '#test/fixtures/shells/tiny-dist.ts'

const entry = join(import.meta.dirname, '../../fixtures/shells/electron-app-entry.ts')

describe('Atrium in a folder that two accounts share on Windows, with the stand-in for Electron', {
  timeout: 60_000,
}, () => {
  let dist: Awaited<ReturnType<typeof makeTinyDist>>
  let own: OwnChromium
  let context: BrowserContext
  let server: ScriptedBackOffice
  let root: string
  let shared: string
  const children: Child[] = []

  const home = (account: string): string => join(root, account, 'Atrium')
  const recordOf = (account: string): string => join(root, `${account}.jsonl`)
  const start = (account: string): Child => {
    const child = startElectron(entry, [], {
      ATRIUM_TEST_CDP: own.cdpAddress,
      ATRIUM_TEST_DIST: dist.folder,
      ATRIUM_TEST_ELECTRON_RECORD: recordOf(account),
      ATRIUM_TEST_POLICY: join(root, 'policy/policy.json'),
      ATRIUM_TEST_SHARED: shared,
      LOCALAPPDATA: join(root, account),
    })
    children.push(child)
    return child
  }
  const startWithWindow = async (account: string): Promise<{ child: Child; page: Page }> => {
    const [page, child] = await Promise.all([context.waitForEvent('page'), start(account)])
    await page.waitForSelector('#state')
    return { child, page }
  }
  const setPolicy = (sharedFolder: string): void => {
    const file = join(root, 'policy/policy.json')
    writeFileSync(file, JSON.stringify({ serverAddress: server.url, sharedFolder }))
    chmodSync(file, 0o644)
  }
  const openDatabase = async (account: string) => {
    const folder = join(home(account), 'workstation')
    mkdirSync(folder, { recursive: true })
    const vault = await openSecretVault(home(account))
    return await openWorkstationDatabase({ folder, vault, log: () => {}, nowMs: () => 0 })
  }

  beforeAll(async () => {
    if (chromiumMissing !== undefined) return
    dist = await makeTinyDist()
    own = await startOwnChromium()
    context = (await chromium.connectOverCDP(own.cdpAddress)).contexts()[0] as BrowserContext
  })
  beforeEach(async ({ skip }) => {
    if (chromiumMissing !== undefined) skip(chromiumMissing)
    if (process.getuid?.() !== 0) skip('only root can write a policy file that readPolicy accepts')
    root = mkdtempSync(join(tmpdir(), 'atrium-accounts-'))
    shared = join(root, 'shared')
    for (const folder of [shared, join(root, 'policy')]) mkdirSync(folder, { mode: 0o755 })
    server = await startScriptedBackOffice()
    server.on('GET /health', { status: 200, body: aHealth({ serverID: '1'.repeat(32) }) })
    setPolicy('C:\\ProgramData\\Atrium Desk')
    return async () => {
      for (const child of children.splice(0)) await child.end('SIGKILL')
      await server.stop()
      rmSync(root, { recursive: true, force: true })
    }
  })
  afterAll(async () => {
    await own?.stop()
    dist?.remove()
  })

  it('refuses the second account while the first one prints, and keeps the files of the print', async () => {
    const first = await startWithWindow('ada')
    const print = join(shared, 'temp/print.pdf')
    writeFileSync(print, 'x')
    const second = start('ben')
    expect(await second.ended()).toBe(1)
    expect(second.errors()).toContain(`Atrium is already running on ${shared}. If you do not see its window`)
    expect(readFileSync(print, 'utf8')).toBe('x')
    expect(await first.child.end('SIGTERM')).toBe(0)
    await startWithWindow('ben')
    expect(existsSync(print)).toBe(false)
    for (const account of ['ada', 'ben']) expect(existsSync(join(home(account), 'shared-window'))).toBe(true)
    expect(existsSync(join(home('ben'), 'workstation'))).toBe(false)
  })

  it('opens an account’s own folder until the work in that folder is done, and shows what work is left', async () => {
    const before = await openDatabase('ada')
    before.journal.drafts.save('u-1', 'd-1', { content: 'half a booking', savedAt: 1 })
    before.close()
    const first = await startWithWindow('ada')
    const [shown] = readFileSync(recordOf('ada'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ call }) => call === 'dialog.showMessageBox')
    expect(shown.data.message).toBe('This account still has work of its own: 1 draft.')
    expect(readFileSync(join(home('ada'), 'logs/atrium.log'), 'utf8')).toContain('data-folder.own-work')
    expect(existsSync(join(shared, 'workstation'))).toBe(false)
    expect(await first.child.end('SIGTERM')).toBe(0)
    rmSync(recordOf('ada'))
    const after = await openDatabase('ada')
    after.journal.drafts.discard('u-1', 'd-1')
    after.close()
    await startWithWindow('ada')
    expect(existsSync(join(shared, 'workstation/journal.db'))).toBe(true)
    expect(readFileSync(recordOf('ada'), 'utf8')).not.toContain('showMessageBox')
  })

  it('does not start if the policy names a shared folder that this computer does not have', async () => {
    setPolicy('%ProgramData%\\Atrium Desk')
    const child = start('ada')
    expect(await child.ended()).toBe(1)
    expect(child.errors()).toContain('shared data folder, %ProgramData%\\Atrium Desk, is not a folder on this computer')
  })
})

it('unsent work is unknown if its journal cannot be read, and there is none without a journal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-unsent-'))
  expect(await readUnsentWork(folder)).toEqual([])
  const vault = openSharedVault(folder)
  const journal = join(folder, 'workstation/journal.db')
  ;(await openWorkstationDatabase({ folder: dirname(journal), vault, log: () => {}, nowMs: () => 0 })).close()
  expect(await readUnsentWork(folder, async () => vault)).toEqual([])
  expect(await readUnsentWork(folder, async () => createMemoryVault())).toBeNull()
  expect(await readUnsentWork(folder, () => Promise.reject(new Error('locked')))).toBeNull()
  writeFileSync(journal, 'damaged')
  expect(await readUnsentWork(folder, async () => vault)).toBeNull()
  rmSync(folder, { recursive: true, force: true })
})
