import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { projectRoot } from '#scripts/project.ts'
import { STAND_IN_ORIGIN } from '#test/fakes/electron/own-address.ts'
import { type Child, startNode } from '#test/fixtures/child.ts'
import { type OwnChromium, startOwnChromium } from '#test/fixtures/own-chromium.ts'
import { startElectron } from '#test/fixtures/shells/stand-in-electron.ts'
import type { MovedClock } from './moved-clock.ts'

const DIST = process.env.ATRIUM_TEST_DIST ?? join(projectRoot, 'dist')

/** A built shell as a process, with its one window as a page. */
export type ShellProcess = {
  readonly kind: 'browser' | 'electron'
  /** Returns the window of the latest start. */
  page(): Page
  /** Returns the address of an app page in this shell. */
  address(path: string): string
  start(): Promise<void>
  /** Ends the process and closes its window. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | string>
  log(): string
  /** Ends every process and browser that was started, whatever its state. */
  dispose(): Promise<void>
}

/** What differs in the Electron shell for a journey in which the program updates itself. */
type ElectronParts = {
  /** The folder of the built product; by default the one that all journeys use. */
  readonly dist?: string | undefined
  /** Returns further environment variables; called at each start. */
  readonly env?: (() => Readonly<Record<string, string>>) | undefined
}

type Viewport = { readonly width: number; readonly height: number }

const entry = (name: string, dist = DIST): string => {
  const file = join(dist, 'main', name)
  if (!existsSync(file)) throw new Error(`${file} is not built: npm run build`)
  return file
}

const browserShell = async (
  flags: readonly string[],
  viewport: Viewport,
  browser: Browser,
  clock: MovedClock | undefined,
): Promise<ShellProcess> => {
  // A build computer has no graphics card, so each frame of an animation is drawn in software.
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
  const program = entry('browser-host.js')
  let child: Child | null = null
  let page: Page | null = null
  let earlierOutput = ''
  // The same port at each start, because a browser stores data by address and port.
  let port = '0'
  const shell: ShellProcess = {
    kind: 'browser',
    page: () => page ?? fail('The shell was not started'),
    address: (path) => `http://127.0.0.1:${port}${path}`,
    start: async () => {
      child = startNode([...(clock?.args ?? []), program, ...flags, '--port', port, '--no-open'], {
        env: { ...process.env, ...clock?.env },
      })
      const ready = await child.waitFor(/^Atrium ready at (http:\/\/127\.0\.0\.1:(\d+)\/\S+)$/m)
      port = ready[2] ?? port
      page = await context.newPage()
      await page.goto(ready[1] ?? '')
    },
    end: async (signal) => {
      const how = (await child?.end(signal)) ?? 'not started'
      earlierOutput += child ? child.output() + child.errors() : ''
      child = null
      await page?.close()
      return how
    },
    log: () => earlierOutput + (child ? child.output() + child.errors() : ''),
    dispose: async () => {
      await child?.end('SIGKILL')
      await context.close()
    },
  }
  return shell
}

const fail = (message: string): never => {
  throw new Error(message)
}

const electronShell = async (
  flags: readonly string[],
  viewport: Viewport,
  { dist, env = () => ({}) }: ElectronParts,
): Promise<ShellProcess> => {
  const program = entry('electron.js', dist)
  const own: OwnChromium = await startOwnChromium()
  const browser = await chromium.connectOverCDP(own.cdpAddress)
  const context: BrowserContext = browser.contexts()[0] ?? fail('Chromium has no context')
  let child: Child | null = null
  let page: Page | null = null
  let earlierOutput = ''
  return {
    kind: 'electron',
    page: () => page ?? fail('The shell was not started'),
    address: (path) => `${STAND_IN_ORIGIN}${path}`,
    start: async () => {
      const opened = context.waitForEvent('page')
      const started = startElectron(program, flags, { ...env(), ATRIUM_TEST_CDP: own.cdpAddress })
      child = started
      const ended = started.ended().then((how) => fail(`Electron's main ended (${how}):\n${started.errors()}`))
      ended.catch(() => undefined)
      page = await Promise.race([opened, ended])
      await page.waitForURL(`${STAND_IN_ORIGIN}/**`)
      await page.setViewportSize(viewport)
    },
    end: async (signal) => {
      const how = (await child?.end(signal)) ?? 'not started'
      earlierOutput += child ? child.output() + child.errors() : ''
      child = null
      // A window of Electron closes when main ends; a Chromium page does not.
      await page?.close()
      return how
    },
    log: () => earlierOutput + (child ? child.output() + child.errors() : ''),
    dispose: async () => {
      await child?.end('SIGKILL')
      await browser.close().catch(() => undefined)
      await own.stop()
    },
  }
}

/**
 * Creates a shell on `dataFolder` without starting it. The shell uses the back office at `backOfficeUrl`. If
 * `backOfficeUrl` is null, the shell starts its built-in back office with the demo's data.
 */
export const makeShell = (parts: {
  kind: 'browser' | 'electron'
  dataFolder: string
  backOfficeUrl: string | null
  viewport: Viewport
  browser: Browser
  /** The clock of a journey over several days; only in the browser shell. */
  clock?: MovedClock
  electron?: ElectronParts
}): Promise<ShellProcess> => {
  const backOffice = parts.backOfficeUrl === null ? ['--demo'] : ['--back-office', parts.backOfficeUrl]
  const flags = ['--data', parts.dataFolder, ...backOffice]
  return parts.kind === 'browser'
    ? browserShell(flags, parts.viewport, parts.browser, parts.clock)
    : electronShell(flags, parts.viewport, parts.electron ?? {})
}
