import type { BrowserContextOptions, Page } from '@playwright/test'
import { afterEach, beforeAll, expect } from 'vitest'
import { axeOver } from '#test/fixtures/axe-over.ts'
import { spend } from '#test/fixtures/spent.ts'
import type { FakeBridgeOptions } from '../fake-bridge.ts'
import { leaveWindow, openWindow } from './find-browser.ts'
import { type Harness, startHarness } from './start-harness.ts'

export type StartOptions = FakeBridgeOptions & { readonly context?: BrowserContextOptions }

export type HarnessPages = {
  /** The harness's address, without a slash at the end. */
  url(): string
  /**
   * Opens a path over a fake bridge of its own, in a window of 1440x900. With `time` the page's clock starts there.
   * Closes the window after the test, which fails if the page reported a fault.
   */
  open(path: string, start: StartOptions, time?: string): Promise<Page>
}

/** Serves all test files of this process, and ends with it. */
let served: Promise<Harness> | undefined

/** Gives the calling file windows of the app, which is built once a run. */
export const startHarnessPages = (): HarnessPages => {
  let harness: Harness | undefined
  let page: Page | undefined
  const complaints: string[] = []

  const started = <Part>(part: Part | undefined): Part => {
    if (part === undefined) throw new Error('The harness runs only inside a test.')
    return part
  }

  beforeAll(async () => {
    await spend('boot', async () => {
      served ??= startHarness()
      harness = await served
    })
  }, 120_000)

  afterEach(async () => {
    if (page !== undefined) await leaveWindow(page)
    page = undefined
    expect(complaints.splice(0)).toEqual([])
  })

  return {
    url: () => started(harness).url,
    open: (path, { context: given, ...fake }, time) =>
      spend('boot', async () => {
        const opened = await openWindow({ reducedMotion: 'reduce', ...given })
        page = opened
        opened.setDefaultTimeout(15_000)
        opened.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
        })
        opened.on('pageerror', (error) => complaints.push(error.message))
        if (time !== undefined) await opened.clock.install({ time })
        await opened.addInitScript((options) => {
          window.fakeBridgeOptions = options
        }, fake)
        await opened.goto(started(harness).url + path)
        return opened
      }),
  }
}

/** Serious and critical axe violations outside the `exclude` selectors. */
export const seriousFaultsOf = async (page: Page, ...exclude: readonly string[]): Promise<string[]> => {
  const axe = exclude.reduce((builder, selector) => builder.exclude(selector), axeOver(page))
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`))
}
