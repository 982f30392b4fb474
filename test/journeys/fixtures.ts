import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import { noteTestFile, spend } from '#test/fixtures/spent.ts'
import { findDemoData, startBackOfficeProcess } from './back-office-process.ts'
import { type DeskData, findDeskData } from './desk-data.ts'
import { makeShell, type ShellProcess } from './shell-process.ts'

/** One workstation: the window, and two ways to open a page by path. */
export type Desk = {
  /** The window; a new one after each start. */
  readonly page: Page
  /** Opens a path in the loaded app without a reload, as a link does. */
  goto(path: string): Promise<void>
  /** Loads the app at this path, like typing an address. */
  load(path: string): Promise<void>
}

const toDesk = (shell: ShellProcess): Pick<Desk, 'goto' | 'load'> => ({
  goto: (path) => shell.page().evaluate((to) => window.history.pushState(null, '', to), path),
  load: async (path) => {
    await shell.page().goto(shell.address(path))
  },
})

/** Atrium for one journey: a shell over the journey's own back office with the demo's data. */
export type Atrium = Desk & {
  readonly shell: 'browser' | 'electron'
  readonly dataFolder: string
  readonly backOfficeUrl: string
  /** Opens a second workstation over the same back office, in the same kind of shell. Can be called once. */
  openSecondDesk(): Promise<Desk>
  /** Closes Atrium and starts it again on the same data. */
  restart(): Promise<void>
  /** Kills Atrium without warning and starts it again on the same data. */
  kill9(): Promise<void>
  stopBackOffice(): Promise<void>
  startBackOffice(): Promise<void>
  /** Returns what the first workstation and the back office have written to their outputs so far. */
  programLogs(): string
}

/**
 * `atrium` for the projects `browser` and `electron`: the same journeys in either shell. After a failure the results
 * include the window's picture and the programs' output.
 */
export const test = base.extend<{ atrium: Atrium }, { demoData: string; deskData: DeskData | null }>({
  demoData: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the destructured parameter
    async ({}, use, { project }) => use(await findDemoData(project.outputDir)),
    { scope: 'worker' },
  ],

  // Electron encrypts with keys of its own and cannot read the prepared folders, so its workstations start empty.
  deskData: [
    async ({ browser, demoData }, use, { project }) =>
      use(project.name === 'electron' ? null : await findDeskData(demoData, browser)),
    { scope: 'worker', timeout: 180_000 },
  ],

  atrium: async ({ demoData, deskData, browser, viewport }, use, testInfo) => {
    const kind = testInfo.project.name === 'electron' ? 'electron' : 'browser'
    noteTestFile(testInfo.file)
    const folder = mkdtempSync(join(tmpdir(), 'atrium-journey-'))
    const dataFolder = join(folder, 'data')
    const backOffice = await spend('boot', () => startBackOfficeProcess(demoData, folder))
    const makeDesk = (data: string, worked: string | undefined): Promise<ShellProcess> => {
      if (worked !== undefined) cpSync(worked, data, { recursive: true })
      return makeShell({
        kind,
        dataFolder: data,
        backOfficeUrl: backOffice.url,
        viewport: viewport ?? { width: 1440, height: 900 },
        browser,
      })
    }
    const shell = await makeDesk(dataFolder, deskData?.first)
    const others: ShellProcess[] = []
    try {
      await spend('boot', () => shell.start())
      await use({
        shell: kind,
        get page() {
          return shell.page()
        },
        dataFolder,
        backOfficeUrl: backOffice.url,
        ...toDesk(shell),
        openSecondDesk: async () => {
          const desk = await makeDesk(join(folder, 'second-data'), deskData?.second)
          others.push(desk)
          await desk.start()
          return { page: desk.page(), ...toDesk(desk) }
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
        programLogs: () => `${shell.log()}\n${backOffice.log()}`,
      })
    } finally {
      if (testInfo.status !== testInfo.expectedStatus) {
        const path = testInfo.outputPath('window.png')
        await Promise.resolve()
          .then(() => shell.page().screenshot({ path }))
          .then(() => testInfo.attach('window', { path, contentType: 'image/png' }))
          .catch(() => null)
        const logs = `${shell.log()}\n--- back office\n${backOffice.log()}`
        await testInfo.attach('programs', { body: logs, contentType: 'text/plain' })
      }
      await Promise.all(others.map((desk) => desk.dispose()))
      await shell.dispose()
      await backOffice.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  },
})

export const { expect } = test
