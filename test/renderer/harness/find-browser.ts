import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { findHeadlessShell } from '#scripts/find-chromium.ts'

let launched: Promise<Browser> | undefined

/** The one Chromium of this process, started by whichever test asks first. It ends with the process. */
export const findBrowser = async (): Promise<Browser> => {
  const known = await launched?.catch(() => undefined)
  if (known?.isConnected()) return known
  const executablePath = findHeadlessShell()
  launched = chromium.launch({
    args: ['--no-sandbox', '--disable-gpu'],
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  return launched
}

/**
 * What Playwright's own runner calls where one window serves all tests of a file (`reuseContext`). It takes back what a test
 * did to the context: storage, clock, routes, scripts, sizes.
 */
type ReusingBrowser = Browser & {
  _newContextForReuse(options: BrowserContextOptions): Promise<BrowserContext>
  _disconnectFromReusedContext(reason: string): Promise<void>
}

/**
 * Opens a window of 1440x900 with nothing in it. Consecutive tests get the same one, made new again, as starting a window
 * costs as much as opening the app in it. One is open at a time: leave it with `leaveWindow`.
 */
export const openWindow = async (options?: BrowserContextOptions): Promise<Page> => {
  const browser = (await findBrowser()) as ReusingBrowser
  const context = await browser._newContextForReuse({ viewport: { width: 1440, height: 900 }, ...options })
  return context.pages()[0] ?? (await context.newPage())
}

/** Ends what a test did in its window, which may have been closed already. */
export const leaveWindow = async (page: Page): Promise<void> => {
  const browser = page.context().browser() as ReusingBrowser | null
  await browser?._disconnectFromReusedContext('the test is over')
}
