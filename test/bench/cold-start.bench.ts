import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { projectRoot } from '#scripts/project.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { scriptsOf } from '#test/fixtures/page-scripts.ts'
import { waitForCopy } from '#test/journeys/desk.ts'
import type { BenchModule, BenchRow } from './bench-types.ts'
import { median } from './figures.ts'
import { servePages } from './serve-pages.ts'

const rounds = 10
const readyPattern = /^Atrium ready at (http:\/\/127\.0\.0\.1:\d+\/\S+)$/m
const program = join(projectRoot, 'dist/main/browser-host.js')
/** No server listens at this address, so the screens come from the cache. */
const nowhere = 'http://127.0.0.1:9'
/** An administrator's first page is assisted booking, which shows a week of the calendar. */
const account = 'admin@demo.atrium'

/**
 * The time from starting the process until the week of the booking calendar can be used. The week comes from the cache,
 * while the back office is still starting.
 */
export const name: BenchModule['name'] = 'Cold start of the browser shell'

const launch = (): Promise<Browser> => {
  const executablePath = process.env.CHROMIUM_PATH
  return chromium.launch({ ...(executablePath !== undefined && { executablePath }) })
}

const openPage = async (browser: Browser, url: string): Promise<Page> => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(url, { waitUntil: 'commit' })
  return page
}

/** The calendar opens at the first week with a free time, so it shows free slots whenever the benchmark runs. */
const freeSlots = (page: Page): Locator =>
  page.getByRole('grid', { name: /^Time slots/ }).getByRole('gridcell', { name: /, free, / })

/** The time from the browser process to a React page that answers a click. */
const startFloor = async (url: string): Promise<number> => {
  const start = performance.now()
  const browser = await launch()
  try {
    const page = await openPage(browser, url)
    await page.getByRole('button').click()
    await page.getByText('Pressed 1').waitFor()
    return performance.now() - start
  } finally {
    await browser.close()
  }
}

type Start = { readonly ready: number; readonly door: number; readonly week: number; readonly afterSignIn: number }

/**
 * Starts the shell, then a browser on it; signs in without a pause and waits until free slots of the week can be
 * clicked. Without a back office no slot can be held, so it waits only until the slots are shown.
 */
const startAtrium = async (dataFolder: string, backOffice: 'embedded' | 'none'): Promise<Start> => {
  const patienceMs = 30_000
  const flags = backOffice === 'none' ? ['--back-office', nowhere] : []
  const start = performance.now()
  const since = (): number => performance.now() - start
  const host: Child = startNode([program, '--demo', '--data', dataFolder, '--port', '0', '--no-open', ...flags])
  let browser: Browser | undefined
  try {
    const [, url = ''] = await host.waitFor(readyPattern)
    const ready = since()
    browser = await launch()
    const page = await openPage(browser, url)
    await page.getByRole('textbox', { name: 'Email' }).fill(account, { timeout: patienceMs })
    const door = since()
    await page.getByRole('textbox', { name: 'Password' }).fill('atrium-demo')
    await page.getByRole('button', { name: 'Sign in' }).click()
    const asked = since()
    const slot = freeSlots(page).first()
    if (backOffice === 'none') await slot.waitFor({ timeout: patienceMs })
    else await slot.click({ trial: true, timeout: patienceMs })
    const week = since()
    return { ready, door, week, afterSignIn: week - asked }
  } finally {
    await browser?.close()
    await host.end('SIGTERM')
  }
}

/** Until the back office has made its demo data, every sign-in is refused. */
const signInPatiently = async (page: Page): Promise<void> => {
  const timeout = 1500
  for (let tries = 0; tries < 60; tries += 1) {
    if (await page.getByRole('banner').isVisible()) return
    const tried = async (): Promise<void> => {
      await page.getByRole('textbox', { name: 'Email' }).fill(account, { timeout })
      await page.getByRole('textbox', { name: 'Password' }).fill('atrium-demo', { timeout })
      await page.getByRole('button', { name: 'Sign in' }).click({ timeout })
      await page.getByRole('banner').waitFor({ timeout })
    }
    await tried().catch(() => undefined)
  }
  throw new Error('No demo account could sign in')
}

/** Waits until the demo is made and the cache is filled. To check the cache, shows the week without a back office. */
const prepare = async (dataFolder: string): Promise<void> => {
  const browser = await launch()
  const host = startNode([program, '--demo', '--data', dataFolder, '--port', '0', '--no-open'])
  try {
    const [, url = ''] = await host.waitFor(readyPattern)
    const page = await openPage(browser, url)
    await signInPatiently(page)
    await freeSlots(page).first().waitFor({ timeout: 30_000 })
    // The workstation copies this location only after the location is first shown.
    await waitForCopy(page, 'ca-bc-1')
  } finally {
    await browser.close()
    await host.end('SIGTERM')
  }
  await startAtrium(dataFolder, 'none')
}

/** The decoded size of the scripts that the sign-in needs, in kB. */
const firstScreenKB = (): number => {
  const renderer = join(projectRoot, 'dist/renderer')
  return scriptsOf(renderer).reduce((sum, file) => sum + statSync(join(renderer, file)).size, 0) / 1000
}

export const run: BenchModule['run'] = async () => {
  if (!existsSync(program)) throw new Error(`${program} is not built`)
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  const floorPage = 'trivial-page.tsx'
  const served = await servePages(join(import.meta.dirname, 'cold-start'), [floorPage])
  try {
    const dataFolder = join(folder, 'data')
    await prepare(dataFolder)
    const floors: number[] = []
    const starts: Start[] = []
    for (let round = 0; round < rounds; round += 1) {
      floors.push(await startFloor(served.url(floorPage)))
      starts.push(await startAtrium(dataFolder, 'embedded'))
    }
    const floor = median(floors)
    const row = (label: string, key: keyof Start): BenchRow => {
      const value = median(starts.map((one) => one[key]))
      return { name: label, value, unit: 'ms', floor, ratio: value / floor }
    }
    return {
      rows: [
        { name: 'Chromium on a trivial React page: process to interactive', value: floor, unit: 'ms', floor, ratio: 1 },
        row('process to the address of the shell', 'ready'),
        row('process to the sign-in form', 'door'),
        row('process to a usable week, a scripted sign-in included', 'week'),
        row('of that: from the click on Sign in to a usable week', 'afterSignIn'),
        { name: 'scripts that the sign-in form needs, decoded', value: firstScreenKB(), unit: 'kB' },
      ],
    }
  } finally {
    await served.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
