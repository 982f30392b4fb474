import { expect, type Page, type TestInfo } from '@playwright/test'
import { axeOver } from '#test/fixtures/axe-over.ts'

const sizes = [
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
] as const

/** Waits until nothing that ends by itself moves any more: what is fading in or out has no contrast of its own. */
const untilStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ends = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime ?? 0))
      .map((animation) => animation.finished.catch(() => null))
    await Promise.race([Promise.all(ends), new Promise((resolve) => setTimeout(resolve, 2000))])
  })

const lookOnce = async (page: Page): Promise<string[]> => {
  await untilStill(page)
  // While a list hangs open below its field React Aria hides the rest from screen readers; Tab closes the list before it
  // reaches any of it, which axe cannot know.
  const isListOpen = (await page.getByRole('combobox', { expanded: true }).count()) > 0
  // React Aria's announcer is left out: for seven seconds it goes on pointing at a button it spoke of and that has gone.
  // A toast that fades away has no contrast.
  const axe = axeOver(page).exclude('[data-live-announcer]').exclude('.w-toast--leaving')
  const { violations } = await (isListOpen ? axe.disableRules('aria-hidden-focus') : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`))
}

/**
 * The faults axe calls serious or critical, one line each. Found ones are looked for again: what began to fade in while axe
 * was looking has its contrast by then.
 */
export const seriousFaults = async (page: Page): Promise<string[]> =>
  (await lookOnce(page)).length === 0 ? [] : await lookOnce(page)

/** How many pixels the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))

/**
 * One state of a journey, looked at: nothing serious for axe, nothing wider than the window at 1024x768 and 1440x900, and
 * a picture of each size among the results.
 */
export const lookClosely = async (page: Page, testInfo: TestInfo, state: string): Promise<void> => {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.screenshot({ path: testInfo.outputPath(`${state}-${size.width}x${size.height}.png`) })
    // What is placed by script, such as a message, moves with the window a moment later.
    await expect
      .poll(() => overflow(page), { message: `${state} is wider than ${size.width} px`, timeout: 2000 })
      .toBe(0)
  }
  expect(await seriousFaults(page), `axe on ${state}`).toEqual([])
}
