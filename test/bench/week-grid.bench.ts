import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { BenchModule, BenchRow } from './bench-types.ts'
import { median } from './figures.ts'
import { servePages } from './serve-pages.ts'
import { measurePage, type PageRun } from './week-grid/measure-page.ts'
import { slotCount } from './week-grid/work.ts'

const rounds = 11
/**
 * The two calendar libraries take ten times as long as the other pages and vary as little. They run in this number of
 * rounds at the start, and in later rounds only while `peerBudgetMs` is not used up.
 */
const leastPeerRounds = 3
const peerBudgetMs = 30_000
const ours = 'slot-grid-page.tsx'
const floor = 'floor-css-grid-page.ts'
const pages = {
  [floor]: 'plain DOM, CSS grid',
  'floor-spoken-page.ts': 'plain DOM, CSS grid, named cells',
  'floor-table-page.ts': 'plain DOM, table',
  [ours]: 'Atrium',
  'react-big-calendar-page.tsx': 'react-big-calendar',
  'full-calendar-page.ts': 'FullCalendar',
} as const
type Name = keyof typeof pages
const peers: ReadonlySet<Name> = new Set(['react-big-calendar-page.tsx', 'full-calendar-page.ts'])

const figures = [
  { key: 'mountCpu', name: 'mount CPU', unit: 'ms' },
  { key: 'remountCpu', name: 'mount again CPU', unit: 'ms' },
  { key: 'switchCpu', name: 'week switch CPU', unit: 'ms' },
  { key: 'clickCpu', name: 'click CPU', unit: 'ms' },
  { key: 'elements', name: 'elements', unit: 'count' },
  { key: 'heapMiB', name: 'heap', unit: 'MiB' },
] as const

/**
 * Drawing, redrawing, switching and clicking in a week of 2,520 slots. Every figure except the size of the scripts is
 * compared with that of a page of plain DOM on a CSS grid.
 */
export const name: BenchModule['name'] = `Week of ${slotCount.toLocaleString('en')} slots`

export const run: BenchModule['run'] = async () => {
  const names = Object.keys(pages) as Name[]
  const served = await servePages(join(import.meta.dirname, 'week-grid'), names)
  const executablePath = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ['--disable-background-timer-throttling', '--disable-renderer-backgrounding'],
  })
  try {
    const runs: Record<Name, PageRun[]> = {
      [floor]: [],
      'floor-spoken-page.ts': [],
      'floor-table-page.ts': [],
      [ours]: [],
      'react-big-calendar-page.tsx': [],
      'full-calendar-page.ts': [],
    }
    let peerMs = 0
    for (let round = 0; round < rounds; round += 1) {
      // Each round starts with another page, so that no page always runs first or last.
      for (let place = 0; place < names.length; place += 1) {
        const page = names[(round + place) % names.length] ?? floor
        const isPeer = peers.has(page)
        if (isPeer && round >= leastPeerRounds && peerMs > peerBudgetMs) continue
        const start = performance.now()
        runs[page].push(await measurePage(browser, served.url(page), slotCount))
        if (isPeer) peerMs += performance.now() - start
      }
    }
    const rows: BenchRow[] = []
    for (const { key, name: figure, unit } of figures) {
      const floorValue = median(runs[floor].map((one) => one[key]))
      for (const page of names) {
        const value = median(runs[page].map((one) => one[key]))
        rows.push({ name: `${figure}, ${pages[page]}`, value, unit, floor: floorValue, ratio: value / floorValue })
      }
    }
    for (const page of names) {
      rows.push({ name: `scripts, gzipped, ${pages[page]}`, value: served.scriptKiB(page), unit: 'KiB' })
    }
    return { rows }
  } finally {
    await browser.close()
    await served.stop()
  }
}
