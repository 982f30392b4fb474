import type { Browser, Page } from '@playwright/test'
import { createPageClock, drawn } from '../page-clock.ts'

/** One run of one page. CPU values are milliseconds of the main thread, measured by the browser's own thread clock. */
export type PageRun = {
  readonly mountCpu: number
  readonly remountCpu: number
  readonly switchCpu: number
  readonly clickCpu: number
  readonly elements: number
  readonly heapMiB: number
}

const switches = 2
const clicks = 3

/** Opens a page in a new context and takes all measurements. Rejects if the page does not draw what it should. */
export const measurePage = async (browser: Browser, url: string, slots: number): Promise<PageRun> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' })
  try {
    const page = await context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    const clock = await createPageClock(page)
    await page.goto(url)
    // Playwright's own waiting is not used, because it leaves code in the page that takes up to 8 ms of
    // every later frame.
    if (!(await page.evaluate(() => globalThis.benchPage !== undefined))) throw new Error(`${url} did not start`)
    // In the app the fonts are already loaded when the grid is drawn.
    await page.evaluate(() => Promise.allSettled([...document.fonts].map((face) => face.load())).then(() => undefined))
    await drawn(page)

    const mountCpu = await clock.cpuMs(() => page.evaluate(() => globalThis.benchPage?.mount(0)))
    const elements = await page.evaluate(() => document.querySelectorAll('#root *').length)
    await checkSlots(page, slots)

    await page.evaluate(() => globalThis.benchPage?.unmount())
    await drawn(page)
    const remountCpu = await clock.cpuMs(() => page.evaluate(() => globalThis.benchPage?.mount(0)))

    let switchCpu = 0
    for (let turn = 0; turn < switches; turn += 1) {
      switchCpu += await clock.cpuMs(() => page.evaluate((week) => globalThis.benchPage?.show(week), (turn + 1) % 2))
    }
    await checkSlots(page, slots)

    // The first click is not counted, because it compiles the code of all later ones.
    let clickCpu = 0
    for (let turn = 0; turn <= clicks; turn += 1) {
      const at = await findFree(page, turn)
      await page.mouse.move(at.x, at.y)
      await drawn(page)
      const cpu = await clock.cpuMs(() => page.mouse.click(at.x, at.y))
      if (turn > 0) clickCpu += cpu
      const chosen = await page.evaluate(
        () => document.querySelectorAll(globalThis.benchPage?.chosenSelector ?? '').length,
      )
      if (chosen !== 1) throw new Error(`${url}: ${chosen} slots are chosen after a click`)
    }
    const heapMiB = await clock.heapMiB()
    if (problems.length > 0) throw new Error(`${url}: ${problems.join('; ')}`)
    return { mountCpu, remountCpu, switchCpu: switchCpu / switches, clickCpu: clickCpu / clicks, elements, heapMiB }
  } finally {
    await context.close()
  }
}

const checkSlots = async (page: Page, slots: number): Promise<void> => {
  const found = await page.evaluate(() => document.querySelectorAll(globalThis.benchPage?.slotSelector ?? '').length)
  if (found !== slots) throw new Error(`${page.url()} drew ${found} of ${slots} slots`)
}

/** The middle of a visible free slot, a different one each time. */
const findFree = (page: Page, turn: number): Promise<{ x: number; y: number }> =>
  page.evaluate((number) => {
    const inView = [...document.querySelectorAll(globalThis.benchPage?.freeSelector ?? '')].flatMap((element) => {
      const box = element.getBoundingClientRect()
      const at = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
      return document.elementFromPoint(at.x, at.y)?.closest(globalThis.benchPage?.freeSelector ?? '') === element
        ? [at]
        : []
    })
    const found = inView[Math.floor((inView.length * (number + 1)) / 10)]
    if (found === undefined) throw new Error('No free slot is in view')
    return found
  }, turn)
