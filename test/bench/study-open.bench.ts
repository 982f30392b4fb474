import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { makeDemoData } from '#test/fixtures/services/demo-data.ts'
import { startBackOfficeProcess } from '#test/journeys/back-office-process.ts'
import { comingStudies, enterOffice } from '#test/journeys/office.ts'
import { makeShell, type ShellProcess } from '#test/journeys/shell-process.ts'
import type { BenchModule, BenchRow } from './bench-types.ts'
import { median } from './figures.ts'
import { servePages } from './serve-pages.ts'
import { openByAddress, openInside, watchPages } from './study-open/first-picture.ts'

const rounds = 15
/** No server listens at this address, so the screens come from the cache. */
const nowhere = 'http://127.0.0.1:9'
const account = 'admin'
const elsewhere = '/user/profile'

/**
 * The time from requesting a study until its name and status line are painted, compared with a trivial page from the
 * same machine.
 */
export const name: BenchModule['name'] = 'Opening a study'

type Desk = {
  readonly shell: ShellProcess
  /** A window that stays open. */
  readonly page: Page
  /** Whether its studies come from the cache. */
  readonly isOffline: boolean
}

const studyPath = (studyID: string): string => `/admin/study/${studyID}`

/** Throws unless the page shows the right source of the study: the cache if `isOffline`, else the back office. */
const checkSource = async (page: Page, isOffline: boolean): Promise<void> => {
  const says = await page.getByText(/^Offline: data as of /).count()
  if (says > 0 !== isOffline) throw new Error(`${page.url()} was read ${isOffline ? 'online' : 'offline'}`)
}

const enter = async (shell: ShellProcess, isOffline: boolean): Promise<Desk> => {
  const page = shell.page()
  await watchPages(page.context())
  await page.goto(shell.address(elsewhere))
  await page.getByRole('textbox', { name: 'Email' }).fill(`${account}@demo.atrium`)
  await page.getByRole('textbox', { name: 'Password' }).fill('atrium-demo')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('banner').waitFor()
  return { shell, page, isOffline }
}

type Times = { readonly inside: number; readonly reloaded: number; readonly app: number }

const openStudy = async ({ shell, page, isOffline }: Desk, studyID: string): Promise<Times> => {
  await openInside(page, elsewhere)
  await page.getByRole('heading', { level: 1, name: /Profile/ }).waitFor()
  const inside = await openInside(page, studyPath(studyID))
  await checkSource(page, isOffline)
  const look = (other: Page): Promise<void> => checkSource(other, isOffline)
  const reloaded = await openByAddress(page.context(), shell.address(studyPath(studyID)), look)
  return { inside, reloaded, app: await openByAddress(page.context(), shell.address(elsewhere)) }
}

const measure = async (online: Desk, cached: Desk, floorUrl: string, studies: readonly string[]) => {
  const floors: number[] = []
  const fromOffice: Times[] = []
  const fromCache: Times[] = []
  // The first round, which compiles the code, is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const studyID = studies[round] ?? ''
    const floor = await openByAddress(online.page.context(), floorUrl)
    const office = await openStudy(online, studyID)
    const cache = await openStudy(cached, studyID)
    if (round === 0) continue
    floors.push(floor)
    fromOffice.push(office)
    fromCache.push(cache)
  }
  return { floors, fromOffice, fromCache }
}

/**
 * Starts two workstations in one browser. The first reaches the back office. The second cannot reach a back office, and
 * has a copy of the first one's cache.
 */
const startDesks = async (browser: Browser, folder: string, backOfficeUrl: string, studies: readonly string[]) => {
  const make = (dataFolder: string, url: string): Promise<ShellProcess> =>
    makeShell({ kind: 'browser', dataFolder, backOfficeUrl: url, viewport: { width: 1440, height: 900 }, browser })
  const [data, copy] = [join(folder, 'data'), join(folder, 'copy')]
  const shells = [await make(data, backOfficeUrl), await make(copy, nowhere)] as const
  const dispose = async (): Promise<void> => void (await Promise.all(shells.map((shell) => shell.dispose())))
  try {
    await shells[0].start()
    const filling = await enter(shells[0], false)
    // Every study that was opened is cached, so the copy of the cache has each of these studies.
    for (const studyID of studies) await openInside(filling.page, studyPath(studyID))
    await shells[0].end('SIGTERM')
    cpSync(data, copy, { recursive: true })
    await Promise.all(shells.map((shell) => shell.start()))
    return { online: await enter(shells[0], false), cached: await enter(shells[1], true), dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

const toRows = (floor: number, source: string, times: readonly Times[]): readonly BenchRow[] =>
  (
    [
      ['in the open app', 'inside'],
      ['the app reloaded', 'reloaded'],
      ['the app reloaded on a page of a few words', 'app'],
    ] as const
  ).map(([how, key]) => {
    const value = median(times.map((one) => one[key]))
    return { name: `${source}, ${how}`, value, unit: 'ms', floor, ratio: value / floor }
  })

/** Returns a note with the quickest run of each kind, because other programs on the machine disturb that run least. */
const quickest = (floors: readonly number[], fromOffice: readonly Times[], fromCache: readonly Times[]): string => {
  const floor = Math.min(...floors)
  const least = (times: readonly Times[], key: keyof Times): string => {
    const ms = Math.min(...times.map((one) => one[key]))
    return `${ms.toFixed(0)} ms (${(ms / floor).toFixed(2)})`
  }
  const both = [fromOffice, fromCache].map(
    (times) =>
      `open app ${least(times, 'inside')}, reloaded ${least(times, 'reloaded')}, page of a few words ${least(times, 'app')}`,
  )
  return `Quickest of ${floors.length}: trivial page ${floor.toFixed(0)} ms; back office: ${both.join('; cache: ')}.`
}

export const run: BenchModule['run'] = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  const demoData = await makeDemoData()
  const backOffice = await startBackOfficeProcess(demoData, folder)
  const executablePath = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({ ...(executablePath !== undefined && { executablePath }) })
  const floorPage = 'trivial-page.tsx'
  const served = await servePages(join(import.meta.dirname, 'cold-start'), [floorPage])
  try {
    const office = await enterOffice(backOffice.url, account)
    const studies = (await comingStudies(office, 'ca-bc-1')).slice(0, rounds + 1).map(({ studyID }) => studyID)
    if (studies.length <= rounds) throw new Error('The demo has too few future studies')
    const { online, cached, dispose } = await startDesks(browser, folder, backOffice.url, studies)
    try {
      const before = loadavg()[0] ?? Number.NaN
      const { floors, fromOffice, fromCache } = await measure(online, cached, served.url(floorPage), studies)
      const floor = median(floors)
      return {
        rows: [
          { name: 'a trivial React page, reloaded', value: floor, unit: 'ms', floor, ratio: 1 },
          ...toRows(floor, 'a study from the back office', fromOffice),
          ...toRows(floor, 'a study from the cache, offline', fromCache),
        ],
        notes: [
          'Times end when the name and the status line are painted. Each round opens another cached study.',
          quickest(floors, fromOffice, fromCache),
          `Load of the machine: ${before.toFixed(1)} before, ${(loadavg()[0] ?? Number.NaN).toFixed(1)} after.`,
        ],
      }
    } finally {
      await dispose()
    }
  } finally {
    await browser.close()
    await served.stop()
    await backOffice.stop()
    for (const each of [folder, demoData])
      rmSync(each, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}
