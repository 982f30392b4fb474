import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { noteTestFile, spend } from '#test/fixtures/spent.ts'
import { signIn } from './desk.ts'
import { makeShell } from './shell-process.ts'

test('without a server address, the built program runs its own back office and keeps its data', async ({
  browser,
}, testInfo) => {
  test.setTimeout(180_000)
  noteTestFile(testInfo.file)
  const folder = mkdtempSync(join(tmpdir(), 'atrium-embedded-'))
  const shell = await makeShell({
    kind: testInfo.project.name === 'electron' ? 'electron' : 'browser',
    dataFolder: join(folder, 'data'),
    backOfficeUrl: null,
    viewport: { width: 1440, height: 900 },
    browser,
  })
  const board = async (timeout?: number): Promise<string[]> => {
    await signIn(shell.page(), 'frontdesk', timeout)
    const links = shell.page().locator('a[href$="/study-details"]')
    await expect(links.first()).toBeVisible({ timeout: 60_000 })
    return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '').sort())
  }
  try {
    // The first start creates the demo's database, which takes a busy machine half a minute.
    await spend('boot', () => shell.start())
    const first = await board(90_000)
    expect(first.length).toBeGreaterThan(0)
    expect(await shell.end('SIGTERM'), shell.log()).toBe(0)

    await spend('boot', () => shell.start())
    expect(await board()).toEqual(first)
    await shell.end('SIGKILL')

    await spend('boot', () => shell.start())
    expect(await board()).toEqual(first)
    expect(shell.log()).not.toContain('missing-from-build')
  } finally {
    await shell.dispose()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
})
