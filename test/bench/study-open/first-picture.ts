import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    firstPicture?: {
      /** When the document's first useful picture was painted, in milliseconds since the document was requested. */
      readonly shown: Promise<number>
      /** Opens `path` inside the app; resolves to the milliseconds until its first useful picture was painted. */
      go(path: string): Promise<number>
    }
  }
}

/**
 * Makes each document of a context report when its first useful picture was painted. On a study's page, this is the
 * name and status line. On any other page of the app it is the title, and on the trivial page the button.
 * The page's own clock and frames are used, so that the time of messages to and from the test is not included.
 */
export const watchPages = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    const isStudyShown = (studyID: string): boolean =>
      document.querySelector('.stuh__born')?.textContent?.includes(studyID) === true &&
      document.querySelector('.stuh__name')?.textContent !== '' &&
      document.querySelector('.stuh__badges')?.textContent !== ''
    const isShown = (path: string): boolean => {
      const [, studyID] = /^\/admin\/study\/([^/?]+)/.exec(path) ?? []
      return studyID === undefined ? document.querySelector('h1, #root > button') !== null : isStudyShown(studyID)
    }
    const untilPainted = async (path: string): Promise<number> => {
      while (!isShown(path)) await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      // A message that is posted during a frame arrives after the browser has painted that frame.
      await new Promise<void>((done) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => done()
        port2.postMessage(null)
      })
      return performance.now()
    }
    window.firstPicture = {
      shown: untilPainted(location.pathname),
      go: async (path) => {
        const start = performance.now()
        history.pushState(null, '', path)
        return (await untilPainted(path)) - start
      },
    }
  })
}

/**
 * Milliseconds from requesting an address until its first useful picture, in a new page. `look` then receives the page.
 */
export const openByAddress = async (
  context: BrowserContext,
  url: string,
  look: (page: Page) => Promise<void> = async () => undefined,
): Promise<number> => {
  const page = await context.newPage()
  try {
    await page.goto(url, { waitUntil: 'commit' })
    const ms = await page.evaluate(() => window.firstPicture?.shown)
    if (ms === undefined) throw new Error(`${url} was not watched`)
    await look(page)
    return ms
  } finally {
    await page.close()
  }
}

/** Milliseconds from requesting a page inside the open app until its first useful picture. */
export const openInside = async (page: Page, path: string): Promise<number> => {
  const ms = await page.evaluate((to) => window.firstPicture?.go(to), path)
  if (ms === undefined) throw new Error('The page was not watched')
  return ms
}
