import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    /** See `watchPages`. */
    firstPicture?: {
      /** When what the document was opened for had been painted, in its own milliseconds since it was asked for. */
      readonly shown: Promise<number>
      /** The same of a place inside the app, from asking for it; `path` is what the address becomes. */
      go(path: string): Promise<number>
    }
  }
}

/**
 * Has each document of a context tell when its first useful picture had been painted: of a study's page name and status
 * line, of another of the app its title, of the trivial page its button. By the page's own clock and frames, so that no message from here is in it.
 */
export const watchPages = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(() => {
    const isStudyShown = (studyID: string): boolean =>
      document.querySelector('.stuh__born')?.textContent?.includes(studyID) === true &&
      document.querySelector('.stuh__name')?.textContent !== '' &&
      document.querySelectorAll('.stus__step').length > 0
    const isShown = (path: string): boolean => {
      const [, studyID] = /^\/admin\/study\/([^/?]+)/.exec(path) ?? []
      return studyID === undefined ? document.querySelector('h1, #root > button') !== null : isStudyShown(studyID)
    }
    const untilPainted = async (path: string): Promise<number> => {
      while (!isShown(path)) await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      // A message sent during a frame arrives after its picture.
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

/** Milliseconds from asking for an address until its first useful picture, in a page of its own; `look` sees it then. */
export const openAnew = async (
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

/** Milliseconds from asking for a place inside the app that is open until its first useful picture. */
export const openInside = async (page: Page, path: string): Promise<number> => {
  const ms = await page.evaluate((to) => window.firstPicture?.go(to), path)
  if (ms === undefined) throw new Error('The page was not watched')
  return ms
}
