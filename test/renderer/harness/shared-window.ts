import type { BrowserContextOptions, Page } from '@playwright/test'
import { afterAll, afterEach, expect } from 'vitest'
import { spend } from '#test/fixtures/spent.ts'
import { leaveWindow, normalSize, openWindow } from './find-browser.ts'

declare global {
  interface Window {
    /** What a test gives to the page, set before the page loads. */
    givenByTest?: unknown
    /** Shows the page again in the same document, as if it had been loaded from this address with these values. */
    beginAgain?: (address: string, given: unknown) => void
  }
}

/** The requirements of a test for its window. Tests share a window only if their requirements are equal. */
export type WindowKind = {
  readonly context?: BrowserContextOptions
  /** The time at which the page's clock starts to run. */
  readonly time?: string
  /** The time that the page's clock always shows. */
  readonly fixedTime?: string
  /** True for a test that needs a document which has loaded none of the screens. */
  readonly isNew?: boolean
}

type SharedWindow = {
  /** Opens a path of the page under test, and passes it values that JSON can represent. */
  open(path: string, given: unknown, kind?: WindowKind): Promise<Page>
}

/**
 * Returns a name for the kind of a window. The name does not include the size and the time, because each test can set
 * them. The name includes whether the clock runs from a set time or stays fixed.
 */
const nameOf = ({ context: { viewport: _, ...context } = {}, time, fixedTime }: WindowKind): string =>
  JSON.stringify([context, time !== undefined, fixedTime !== undefined])

/** Calls that leave something behind in a window, so that the next test needs a new one. */
const pageChanges = ['goto', 'reload', 'route', 'emulateMedia', 'addInitScript', 'exposeFunction', 'on']
const contextChanges = ['route', 'setOffline', 'grantPermissions', 'addInitScript']
const clockChanges = ['install', 'pauseAt', 'setFixedTime']

type Call = (...given: unknown[]) => unknown

/** Replaces these methods of an object by ones that call `before` first. */
const watch = (object: object, names: readonly string[], before: (name: string) => unknown): void => {
  const methods = object as Record<string, Call>
  for (const name of names) {
    const call = methods[name]?.bind(object)
    if (call === undefined) throw new Error(`There is no ${name} to watch.`)
    methods[name] = (...given) => {
      const waits = before(name)
      return waits instanceof Promise ? waits.then(() => call(...given)) : call(...given)
    }
  }
}

type OpenedWindow = {
  readonly page: Page
  isChanged(): boolean
  takeComplaints(): string[]
  begin(url: string, path: string, given: unknown, kind: WindowKind): Promise<void>
}

const openNew = async (made: WindowKind): Promise<OpenedWindow> => {
  const page = await openWindow({ reducedMotion: 'reduce', ...made.context })
  const complaints: string[] = []
  let isChanged = false
  let isLoaded = false
  let current: unknown
  page.setDefaultTimeout(15_000)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  if (made.time !== undefined) await page.clock.install({ time: made.time })
  const [goto, addInitScript] = [page.goto.bind(page), page.addInitScript.bind(page)]
  const setFixedTime = page.clock.setFixedTime.bind(page.clock)
  const give = (): Promise<unknown> =>
    addInitScript((given) => {
      window.givenByTest = given
    }, current)
  const noteChange = (): void => {
    isChanged = true
  }
  watch(page, pageChanges, (name) => {
    noteChange()
    // A document that the test itself loads has the values of this test, not those of the first test.
    return name === 'goto' || name === 'reload' ? give() : undefined
  })
  watch(page.context(), contextChanges, noteChange)
  watch(page.clock, clockChanges, noteChange)
  return {
    page,
    isChanged: () => isChanged || page.isClosed() || page.context().pages().length !== 1,
    takeComplaints: () => complaints.splice(0),
    begin: async (url, path, given, { context, time, fixedTime }) => {
      current = given
      if (fixedTime !== undefined) await setFixedTime(fixedTime)
      if (!isLoaded) {
        isLoaded = true
        await give()
        await goto(url + path)
        return
      }
      await page.setViewportSize(context?.viewport ?? normalSize)
      if (time !== undefined) await page.clock.setSystemTime(time)
      await page.evaluate(([to, value]) => window.beginAgain?.(to, value), [url + path, given] as const)
    },
  }
}

/**
 * Gives the calling file one window of 1440x900 with reduced motion. Loading and starting the app takes four fifths of
 * the time to open a window, so the app is loaded once and shown again for each test. A test gets a new window if it
 * needs another kind, or if the test before it failed or changed the window. A test fails if its page reported an error
 * or a warning: a style or script that the content security policy refuses, a warning of React, an exception.
 */
export const shareWindow = (url: () => string): SharedWindow => {
  let opened: (OpenedWindow & { readonly name: string }) | undefined
  const leave = async (): Promise<void> => {
    if (opened !== undefined) await leaveWindow(opened.page)
    opened = undefined
  }
  afterEach(async ({ task }) => {
    const complaints = opened?.takeComplaints() ?? []
    if (task.result?.state === 'fail' || opened?.isChanged()) await leave()
    expect(complaints).toEqual([])
  })
  afterAll(leave)
  return {
    open: (path, given, kind = {}) =>
      spend('boot', async () => {
        const name = nameOf(kind)
        if (kind.isNew || opened?.name !== name || opened.isChanged()) {
          await leave()
          opened = { ...(await openNew(kind)), name }
        }
        await opened.begin(url(), path, given, kind)
        return opened.page
      }),
  }
}
