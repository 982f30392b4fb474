import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWorkstationDatabase } from '#main/database/open-workstation-database.ts'
import { openSharedVault } from '#runtime/secret-vault.ts'
import { aHealth, type ScriptedBackOffice, startScriptedBackOffice } from '#test/fakes/scripted-back-office.ts'
import {
  type Account,
  accountsMissing,
  giveToAccount,
  makeComputer,
  runAs,
} from '#test/fixtures/accounts/desk-accounts.ts'
import type { Child } from '#test/fixtures/child.ts'
import { chromiumMissing, type OwnChromium, startOwnChromium } from '#test/fixtures/own-chromium.ts'
import { startElectron } from '#test/fixtures/shells/stand-in-electron.ts'
import { makeTinyDist } from '#test/fixtures/shells/tiny-dist.ts'

const entry = join(import.meta.dirname, '../../fixtures/shells/electron-app-entry.ts')

describe('Atrium in a folder that two accounts of a group share on Linux, with the stand-in for Electron', {
  timeout: 90_000,
}, () => {
  let dist: Awaited<ReturnType<typeof makeTinyDist>>
  let own: OwnChromium
  let context: BrowserContext
  let server: ScriptedBackOffice
  let computer: ReturnType<typeof makeComputer>
  const children: Child[] = []

  const dataOf = (account: Account): string => join(computer.home(account), 'Atrium')
  const start = (account: Account): Child => {
    const child = startElectron(
      entry,
      [],
      {
        ATRIUM_TEST_CDP: own.cdpAddress,
        ATRIUM_TEST_DIST: dist.folder,
        ATRIUM_TEST_ELECTRON_RECORD: join(computer.home(account), 'record.jsonl'),
        ATRIUM_TEST_POLICY: join(computer.root, 'policy/policy.json'),
        ATRIUM_TEST_APP_DATA: computer.home(account),
      },
      runAs(account),
    )
    children.push(child)
    return child
  }
  const startWithWindow = async (account: Account): Promise<Child> => {
    const [page, child] = await Promise.all([context.waitForEvent('page'), start(account)])
    await page.waitForSelector('#state')
    return child
  }

  beforeAll(async () => {
    if (chromiumMissing !== undefined || accountsMissing !== undefined) return
    dist = await makeTinyDist()
    chmodSync(dist.folder, 0o755)
    own = await startOwnChromium()
    context = (await chromium.connectOverCDP(own.cdpAddress)).contexts()[0] as BrowserContext
  })
  beforeEach(async ({ skip }) => {
    if (chromiumMissing !== undefined) skip(chromiumMissing)
    if (accountsMissing !== undefined) skip(accountsMissing)
    computer = makeComputer()
    server = await startScriptedBackOffice()
    server.on('GET /health', { status: 200, body: aHealth({ serverID: '1'.repeat(32) }) })
    mkdirSync(join(computer.root, 'policy'))
    const policy = { serverAddress: server.url, sharedFolder: computer.shared }
    writeFileSync(join(computer.root, 'policy/policy.json'), JSON.stringify(policy))
    chmodSync(join(computer.root, 'policy'), 0o755)
    chmodSync(join(computer.root, 'policy/policy.json'), 0o644)
    return async () => {
      for (const child of children.splice(0)) await child.end('SIGKILL')
      await server.stop()
      rmSync(computer.root, { recursive: true, force: true })
    }
  })
  afterAll(async () => {
    await own?.stop()
    dist?.remove()
  })

  it('refuses the second account while the first one prints, and lets it start after a kill', async () => {
    const first = await startWithWindow('ada')
    const print = join(computer.shared, 'temp/print.pdf')
    writeFileSync(print, 'x')
    const second = start('ben')
    expect(await second.ended()).toBe(1)
    expect(second.errors()).toContain(
      `Atrium is already running on ${computer.shared}. If you do not see its window, Atrium runs in another account`,
    )
    expect(readFileSync(print, 'utf8')).toBe('x')
    expect(await first.end('SIGKILL')).toBe('SIGKILL')
    await startWithWindow('ben')
    expect(existsSync(print)).toBe(false)
    for (const account of ['ada', 'ben'] as const) {
      expect(readdirSync(dataOf(account))).toEqual(['shared-window'])
      expect(statSync(dataOf(account)).mode & 0o777).toBe(0o700)
    }
    const paths = readdirSync(computer.shared, { recursive: true, encoding: 'utf8' })
    expect(paths).toEqual(expect.arrayContaining(['keys.json', 'workstation/journal.db', 'workstation/journal.db-wal']))
    const open = paths.filter((path) => (statSync(join(computer.shared, path)).mode & 0o007) !== 0)
    expect(open).toEqual([])
  })

  it('opens an account’s own folder, closed to others, while that folder has unsent work', async () => {
    const folder = join(dataOf('ada'), 'workstation')
    mkdirSync(folder, { recursive: true })
    const vault = openSharedVault(dataOf('ada'))
    const before = await openWorkstationDatabase({ folder, vault, log: () => {}, nowMs: () => 0 })
    before.journal.drafts.save('u-1', 'd-1', { content: 'half a booking', savedAt: 1 })
    before.close()
    giveToAccount('ada', dataOf('ada'))
    await startWithWindow('ada')
    const record = readFileSync(join(computer.home('ada'), 'record.jsonl'), 'utf8')
    expect(record).toContain('This account still has work of its own: 1 draft.')
    expect(readdirSync(computer.shared)).toEqual([])
    expect(statSync(dataOf('ada')).mode & 0o7777).toBe(0o700)
    expect(statSync(join(dataOf('ada'), 'temp')).mode & 0o7777).toBe(0o700)
  })

  it.each([
    ['every account can read the folder', (): void => chmodSync(computer.shared, 0o2775), 'has the permissions 2775'],
    [
      'the folder is missing',
      (): void => rmSync(computer.shared, { recursive: true }),
      'is not a folder on this computer',
    ],
  ])('does not start, and creates nothing, if %s', async (_what, change, message) => {
    change()
    const child = start('ada')
    expect(await child.ended()).toBe(1)
    expect(child.errors()).toContain(
      `Atrium cannot start: Your organisation's shared data folder, ${computer.shared}, ${message}`,
    )
    expect(existsSync(computer.shared) ? readdirSync(computer.shared) : []).toEqual([])
    expect(existsSync(dataOf('ada'))).toBe(false)
  })
})
