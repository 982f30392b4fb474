import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { axeOver } from '#test/fixtures/axe-over.ts'
import { isDeep } from '#test/fixtures/deep.ts'

const sizes = [
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
] as const

/**
 * Waits up to 2 seconds for the animations that end by themselves. While an element fades in or out, axe measures a
 * wrong contrast.
 */
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
  // While a list is open below its field, React Aria hides the rest from screen readers. The Tab key closes the list
  // before the focus moves, but axe cannot detect this.
  const isListOpen = (await page.getByRole('combobox', { expanded: true }).count()) > 0
  // Omits React Aria's announcer: for seven seconds it refers to a button that is gone. Also omits a
  // toast that fades out, because axe would measure a wrong contrast.
  const axe = axeOver(page).exclude('[data-live-announcer]').exclude('.w-toast--leaving')
  const { violations } = await (isListOpen ? axe.disableRules('aria-hidden-focus') : axe).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`))
}

/**
 * Returns the serious and critical axe violations, one line each. Checks a second time if it finds any, because an
 * element may have begun to fade in during the check.
 */
const seriousFaults = async (page: Page): Promise<string[]> =>
  (await lookOnce(page)).length === 0 ? [] : await lookOnce(page)

/**
 * Checks in a deep run that axe finds nothing serious in this state. A normal run leaves this check to the tests of the
 * screens, which run axe on every state.
 */
export const checkAxe = async (page: Page, state: string): Promise<void> => {
  if (isDeep) expect(await seriousFaults(page), `axe on ${state}`).toEqual([])
}

/** Returns by how many pixels the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))

/** Takes a screenshot for a person to look at, if ATRIUM_LOOK names a folder. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.ATRIUM_LOOK
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) })
}

/**
 * Checks one state of a journey: no content wider than the window at 1024x768 and 1440x900, and axe. Takes a picture of
 * each size.
 */
export const lookClosely = async (page: Page, state: string): Promise<void> => {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await takePicture(page, `${state}-${size.width}x${size.height}`)
    // Elements that a script positions, such as a message, adapt to the new window size a moment later.
    await expect
      .poll(() => overflow(page), { message: `${state} is wider than ${size.width} px`, timeout: 2000 })
      .toBe(0)
  }
  await checkAxe(page, state)
}
