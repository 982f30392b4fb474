import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import { makeDemoData, startBackOfficeProcess } from './back-office-process.ts'
import { makeShell } from './shell-process.ts'

/** Atrium as one journey meets it: a shell over a back office with the demo's data, both its own. */
export type Atrium = {
  readonly shell: 'browser' | 'electron'
  /** The window; another one after each start. */
  readonly page: Page
  readonly dataFolder: string
  readonly backOfficeUrl: string
  /** Opens one of the app's pages by its path, as typing an address does. */
  goto(path: string): Promise<void>
  /** Closes Atrium and starts it again on the same data. */
  restart(): Promise<void>
  /** Kills Atrium without warning and starts it again on the same data. */
  kill9(): Promise<void>
  stopBackOffice(): Promise<void>
  startBackOffice(): Promise<void>
}

/**
 * `atrium` for the projects `browser` and `electron`: the same journeys in either shell. On failure the window's picture
 * and what the programs said are kept with the results.
 */
export const test = base.extend<{ atrium: Atrium }, { demoData: string }>({
  demoData: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the fixtures a fixture needs by destructuring.
    async ({}, use) => {
      const folder = await makeDemoData()
      await use(folder)
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  atrium: async ({ demoData, browser, viewport }, use, testInfo) => {
    const kind = testInfo.project.name === 'electron' ? 'electron' : 'browser'
    const folder = mkdtempSync(join(tmpdir(), 'atrium-journey-'))
    const dataFolder = join(folder, 'data')
    const backOffice = await startBackOfficeProcess(demoData, folder)
    const shell = await makeShell({
      kind,
      dataFolder,
      backOfficeUrl: backOffice.url,
      viewport: viewport ?? { width: 1440, height: 900 },
      browser,
    })
    try {
      await shell.start()
      await use({
        shell: kind,
        get page() {
          return shell.page()
        },
        dataFolder,
        backOfficeUrl: backOffice.url,
        goto: async (path) => {
          await shell.page().goto(shell.address(path))
        },
        restart: async () => {
          const how = await shell.end('SIGTERM')
          if (how !== 0) throw new Error(`Atrium did not end cleanly: ${how}\n${shell.log()}`)
          await shell.start()
        },
        kill9: async () => {
          await shell.end('SIGKILL')
          await shell.start()
        },
        stopBackOffice: backOffice.stop,
        startBackOffice: backOffice.start,
      })
    } finally {
      if (testInfo.status !== testInfo.expectedStatus) {
        const body = await Promise.resolve()
          .then(() => shell.page().screenshot())
          .catch(() => null)
        if (body) await testInfo.attach('window', { body, contentType: 'image/png' })
        const said = `${shell.log()}\n--- back office\n${backOffice.log()}`
        await testInfo.attach('programs', { body: said, contentType: 'text/plain' })
      }
      await shell.dispose()
      await backOffice.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  },
})

export const { expect } = test
