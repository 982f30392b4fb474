import type { Page } from '@playwright/test'
import { beforeAll } from 'vitest'
import { axeOver } from '#test/fixtures/axe-over.ts'
import { spend } from '#test/fixtures/spent.ts'
import type { FakeBridgeOptions } from '../fake-bridge.ts'
import { shareWindow, type WindowKind } from './shared-window.ts'
import { type Harness, startHarness } from './start-harness.ts'

export type StartOptions = FakeBridgeOptions & Pick<WindowKind, 'context' | 'isNew'>

export type HarnessPages = {
  /** Returns the harness's address, without a slash at the end. */
  url(): string
  /**
   * Opens a path over a fake bridge of its own, in a window of 1440x900. If `time` is given, the page's clock starts at
   * that time. The tests of a file share the window.
   */
  open(path: string, start: StartOptions, time?: string): Promise<Page>
}

/** The harness that serves all test files of this process. It ends with the process. */
let served: Promise<Harness> | undefined

/** Gives windows of the app to the calling file. The app is built once in each test run. */
export const startHarnessPages = (): HarnessPages => {
  let harness: Harness | undefined
  beforeAll(async () => {
    await spend('boot', async () => {
      served ??= startHarness()
      harness = await served
    })
  }, 120_000)
  const url = (): string => {
    if (harness === undefined) throw new Error('The harness runs only inside a test.')
    return harness.url
  }
  const shared = shareWindow(url)
  return {
    url,
    open: (path, { context = {}, isNew = false, ...fake }, time) =>
      shared.open(path, fake, { context, isNew, ...(time !== undefined && { time }) }),
  }
}

/** Takes a picture of the page at both sizes to look at, if SHOTS names a folder. */
export const takePictures = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.SHOTS
  if (folder === undefined) return
  for (const [width, height] of [
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${folder}/${name}-${width}.png` })
  }
}

/** Returns the serious and critical axe violations outside the `exclude` selectors. */
export const seriousFaultsOf = async (page: Page, ...exclude: readonly string[]): Promise<string[]> => {
  const axe = exclude.reduce((builder, selector) => builder.exclude(selector), axeOver(page))
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`))
}
