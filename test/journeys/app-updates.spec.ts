import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ReleaseFile } from '#domain/update/release.ts'
import { obstacleWords, updateWords as words } from '#renderer/update/update-words.ts'
import { projectRoot } from '#scripts/project.ts'
import { createFeedKeys } from '#scripts/release/feed-keys.ts'
import { newestRoot, writeRelease } from '#scripts/release/write-feed.ts'
import { noteTestFile, spend } from '#test/fixtures/spent.ts'
import { startBackOfficeProcess } from './back-office-process.ts'
import { signIn } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { enterOffice } from './office.ts'
import {
  bookOwing,
  choosePaymentType,
  nextCard,
  openPayment,
  paymentField,
  processButton,
  processWindow,
  takeReader,
} from './payment-desk.ts'
import { makeShell } from './shell-process.ts'

const next = '9.0.0'
const notes = ['Search finds misspelled names.']

/** Serves a feed with one release for Linux as a static web server does. */
const serveFeed = async (folder: string) => {
  const out = join(folder, 'feed')
  const source = join(folder, 'next')
  writeFileSync(source, `program ${next}`)
  const about: ReleaseFile = {
    version: next,
    channel: 'stable',
    platform: 'linux',
    arch: process.arch === 'arm64' ? 'arm64' : 'x64',
    format: 'appimage',
    releasedAt: new Date().toISOString(),
    minimumServer: '0.1.0',
    notes,
    rollbackFrom: [],
  }
  writeRelease(out, createFeedKeys(), [{ source, name: `atrium-${next}.appimage`, about }], Date.now())
  const server = createServer((request, response) => {
    const path = join(out, new URL(request.url ?? '', 'http://feed').pathname)
    if (existsSync(path)) response.end(readFileSync(path))
    else response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const feedUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { feedUrl, root: newestRoot(out) ?? Buffer.alloc(0), close: () => server.close() }
}

test('an update is found, downloaded, deferred during a payment, installed at the lock screen, and shows what is new @browser-only', async ({
  browser,
  demoData,
}, testInfo) => {
  noteTestFile(testInfo.file)
  const folder = mkdtempSync(join(tmpdir(), 'atrium-updates-'))
  const feed = await serveFeed(folder)
  const program = join(folder, 'program')
  writeFileSync(program, 'program 0.1.0')
  // A build with a feed. It is below node_modules, where its native packages are found.
  const dist = join(projectRoot, 'node_modules/.cache', `dist-updates-${process.pid}`)
  cpSync(join(projectRoot, 'dist'), dist, { recursive: true })
  mkdirSync(join(dist, 'main/update'), { recursive: true })
  writeFileSync(join(dist, 'main/update/root.json'), feed.root)
  writeFileSync(
    join(dist, 'main/update/feed.json'),
    JSON.stringify({ feedUrl: feed.feedUrl, builtAt: '2026-01-01T00:00:00Z' }),
  )
  let version = '0.1.0'
  const backOffice = await spend('boot', () => startBackOfficeProcess(demoData, folder))
  const shell = await makeShell({
    kind: 'electron',
    dataFolder: join(folder, 'data'),
    backOfficeUrl: backOffice.url,
    viewport: { width: 1440, height: 900 },
    browser,
    electron: {
      dist,
      env: () => ({
        APPIMAGE: program,
        ATRIUM_TEST_VERSION: version,
        ATRIUM_TEST_PACKAGED: '1',
        APPDIR: dirname(process.execPath),
      }),
    },
  })
  const goto = (path: string): Promise<void> =>
    shell.page().evaluate((to) => window.history.pushState(null, '', to), path)
  const panel = () => shell.page().getByRole('region', { name: words.title, exact: true })
  const head = () => shell.page().locator('.s-frame__head')
  try {
    await spend('boot', () => shell.start())
    await signIn(shell.page(), 'frontdesk')

    await test.step('the desk looks for updates, downloads one, and does not install it while a user is signed in', async () => {
      await goto('/admin/settings')
      await panel().getByRole('button', { name: words.look }).click()
      await expect(panel().getByRole('status')).toContainText(words.ready(next))
      await expect(panel()).toContainText(notes[0] ?? '')
      await expect(head()).toContainText(words.bannerTitle(next))
      await shell.page().screenshot({ path: testInfo.outputPath('update-ready.png') })
      expect(readFileSync(program, 'utf8')).toBe('program 0.1.0')
    })

    await test.step('the update does not interrupt a payment, even when the window requests the installation', async () => {
      const office = await enterOffice(backOffice.url, 'frontdesk')
      const { study } = await bookOwing(office)
      const page = shell.page()
      await openPayment({ page, goto, load: goto }, study.studyID)
      await choosePaymentType(page, 'physicalTerminal')
      await takeReader(page)
      await paymentField(page, 'Amount to Pay').fill('300')
      await nextCard(page, 'No card is presented')
      await processButton(page).click()
      const handedOff = processWindow(page, 'Please Hand Terminal to Member')
      await expect(handedOff).toContainText("Waiting for the member's card.")
      const asked = await page.evaluate('atriumBridge.call("update.install", {})')
      expect(asked).toMatchObject({
        ok: true,
        value: { state: { kind: 'ready', obstacles: expect.arrayContaining(['paying']) } },
      })
      await page.screenshot({ path: testInfo.outputPath('update-deferred.png') })
      await handedOff.getByRole('button', { name: 'Cancel' }).click()
      const failed = processWindow(page, 'Payment Unsuccessful')
      await failed.getByRole('button', { name: 'Change Payment' }).click()
      await expect(failed).toHaveCount(0)
      // An unsaved form would also defer the update, so this step completes the payment.
      await nextCard(page, 'Approve slowly')
      await processButton(page).click()
      await processWindow(page, 'Payment is Completed').getByRole('button', { name: 'Continue' }).click()
      expect(readFileSync(program, 'utf8')).toBe('program 0.1.0')
    })

    await test.step('the update is installed after the desk is locked', async () => {
      const page = shell.page()
      await goto('/admin/settings')
      await panel().getByRole('button', { name: words.look }).click()
      await expect(panel().getByRole('status')).toHaveText(
        `${words.ready(next)} ${words.waitsFor(obstacleWords['signed-in'])}`,
      )
      await page.keyboard.press('F9')
      // The window closes with the program, so the screenshot is taken in the minute before the installation.
      await expect(page.getByRole('button', { name: 'Unlock' })).toBeVisible()
      await page.screenshot({ path: testInfo.outputPath('update-locked.png') })
      expect(readFileSync(program, 'utf8')).toBe('program 0.1.0')
      await expect.poll(() => readFileSync(program, 'utf8'), { timeout: 120_000 }).toBe(`program ${next}`)
      await shell.end('SIGTERM')
    })

    await test.step('the new version starts, reports itself, and shows what is new until the user dismisses it', async () => {
      version = next
      await spend('boot', () => shell.start())
      await expect(shell.page().getByRole('heading', { level: 1 })).toBeVisible()
      await shell.page().screenshot({ path: testInfo.outputPath('update-installed.png') })
      await signIn(shell.page(), 'frontdesk')
      await expect(head()).toContainText(words.newsTitle(next))
      await expect(head()).toContainText(notes[0] ?? '')
      await shell.page().screenshot({ path: testInfo.outputPath('update-news.png') })
      const news = head()
        .getByRole('status')
        .filter({ hasText: words.newsTitle(next) })
      await news.getByRole('button', { name: 'Dismiss' }).click()
      await goto('/admin/settings')
      await expect(panel()).toContainText(words.pastUpdate('0.1.0', next, 'Installed'))
      await expect(head()).not.toContainText(words.newsTitle(next))
    })
  } finally {
    await shell.dispose()
    await backOffice.stop()
    feed.close()
    rmSync(dist, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
})
