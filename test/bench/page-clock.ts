import type { CDPSession, Page } from '@playwright/test'

/** The main thread's CPU time by the browser's own thread clock, and the size of its heap. */
type PageClock = {
  /** CPU milliseconds of `work` until its result is drawn. */
  cpuMs(work: () => Promise<unknown>): Promise<number>
  /** The heap after a garbage collection. The collection also discards compiled code, so read the heap last. */
  heapMiB(): Promise<number>
}

/** Waits for the start of the second frame from now, when the requested change has been drawn. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

const readMetric = async (session: CDPSession, name: string): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics')
  const found = metrics.find((metric) => metric.name === name)
  if (found === undefined) throw new Error(`The browser does not report ${name}`)
  return found.value
}

/** Starts the clock of a page. Call this before the page is loaded, so that the clock counts from the start. */
export const createPageClock = async (page: Page): Promise<PageClock> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return {
    cpuMs: async (work) => {
      const before = await readMetric(session, 'ThreadTime')
      await work()
      await drawn(page)
      return ((await readMetric(session, 'ThreadTime')) - before) * 1000
    },
    heapMiB: async () => {
      await session.send('HeapProfiler.collectGarbage')
      return (await readMetric(session, 'JSHeapUsedSize')) / 2 ** 20
    },
  }
}
