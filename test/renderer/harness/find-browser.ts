import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { disabledFeatures, findHeadlessShell } from '#scripts/find-chromium.ts'

let launched: Promise<Browser> | undefined

/** Returns the one Chromium of this process, started by the first test that needs it. It ends with the process. */
export const findBrowser = async (): Promise<Browser> => {
  const known = await launched?.catch(() => undefined)
  if (known?.isConnected()) return known
  const executablePath = findHeadlessShell()
  launched = chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', `--disable-features=${disabledFeatures}`],
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  return launched
}

/** The size of a window in CSS pixels, unless a test wants another. */
export const normalSize = { width: 1440, height: 900 }

/**
 * The function that Playwright's own runner calls when one window serves all tests of a file (`reuseContext`). It
 * resets what a test changed in the context: storage, clock, routes, scripts, sizes.
 */
type ReusingBrowser = Browser & {
  _newContextForReuse(options: BrowserContextOptions): Promise<BrowserContext>
  _disconnectFromReusedContext(reason: string): Promise<void>
}

/**
 * Opens an empty window of 1440x900. Consecutive tests get the same window, which is reset for each test, because
 * starting a window costs as much as opening the app in it. Only one window is open at a time: leave it with
 * `leaveWindow`.
 */
export const openWindow = async (options?: BrowserContextOptions): Promise<Page> => {
  const browser = (await findBrowser()) as ReusingBrowser
  const context = await browser._newContextForReuse({ viewport: normalSize, ...options })
  return context.pages()[0] ?? (await context.newPage())
}

/** Undoes what a test did in its window, which may already be closed. */
export const leaveWindow = async (page: Page): Promise<void> => {
  const browser = page.context().browser() as ReusingBrowser | null
  await browser?._disconnectFromReusedContext('the test is over')
}
