import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { projectRoot } from '#scripts/project.ts'
import { makeDemoData } from '#test/fixtures/services/demo-data.ts'
import type { BenchModule, BenchRow } from './bench-types.ts'
import { percentile } from './figures.ts'
import { walkThroughDay } from './input/daily-walk.ts'
import { type CauseNames, createCauseNames } from './input/name-causes.ts'
import { createHand, type Performed } from './input/paced-hand.ts'
import { watchInputs } from './input/watch-inputs.ts'
import { servePages } from './serve-pages.ts'

const slowdown = 4
/** The goals in milliseconds, at full speed: the 95th percentile of all inputs, and every input. */
const goals = { p95: 50, max: 100 }
/** The goal in milliseconds on the slowed page: from an input until its result is painted. */
const mostWaitMs = 200
/** An input that the Event Timing API does not report took less than 16 ms. Its resolution is 8 ms. */
const unreportedMs = 8
const floorInputs = 150

/**
 * The time from a key press or click until the next frame, in ten daily tasks of the front desk, compared with a page
 * of one field and one button. The tasks run again on a page that is four times slower. Only there the waits for a
 * result are compared with their goal.
 */
export const name: BenchModule['name'] = 'Input to next paint in ten daily tasks'

/** Returns the times of the inputs of each task, in milliseconds. */
const timesOf = ({ spans, watched }: Performed): ReadonlyMap<string, readonly number[]> =>
  new Map(
    spans.map(({ task, from, to, inputs }) => {
      const reported = watched.slow.filter(({ at }) => at >= from && at < to).map(({ ms }) => ms)
      const others = Math.max(0, inputs - reported.length)
      return [task, [...reported, ...Array.from({ length: others }, () => unreportedMs)]]
    }),
  )

const allOf = (times: ReadonlyMap<string, readonly number[]>): readonly number[] => [...times.values()].flat()

/** Types and clicks on the page of one field and one button. */
const measureFloor = async (browser: Browser, url: string, rate: number): Promise<readonly number[]> => {
  const context = await browser.newContext()
  try {
    await watchInputs(context)
    const page = await context.newPage()
    await page.goto(url)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate })
    const hand = createHand(page)
    await hand.perform('floor', async () => {
      await hand.click(page.getByRole('textbox'))
      await hand.type('n'.repeat(floorInputs))
      for (let click = 0; click < floorInputs; click += 1) await hand.click(page.getByRole('button'))
    })
    return allOf(timesOf(await hand.read()))
  } finally {
    await context.close()
  }
}

const figures = [
  ['p50', (times: readonly number[]) => percentile(times, 0.5)],
  ['p95', (times: readonly number[]) => percentile(times, 0.95)],
  ['max', (times: readonly number[]) => Math.max(...times)],
] as const

const toRows = (speed: string, walk: Performed, floorTimes: readonly number[]): readonly BenchRow[] => {
  const times = timesOf(walk)
  return [['all tasks', allOf(times)] as const, ...times].flatMap(([task, own]) =>
    figures.map(([label, read]): BenchRow => {
      const [value, floor] = [read(own), read(floorTimes)]
      return { name: `${task} ${label}, ${speed}`, value, unit: 'ms', floor, ratio: value / floor }
    }),
  )
}

/** Names each input of a walk that missed the goal, the slowest first. */
const describeInputs = ({ spans, watched }: Performed, mostMs: number, causes: CauseNames): readonly string[] =>
  watched.slow
    .filter(({ at, ms }) => ms > mostMs && spans.some(({ from, to }) => at >= from && at < to))
    .toSorted((a, b) => b.ms - a.ms)
    .map(({ type, at, ms, target }) => {
      const task = spans.find(({ from, to }) => at >= from && at < to)?.task
      return `${ms} ms: ${task}, ${type} on ${target}: ${causes(watched.frames, at, at + ms)}`
    })

/** Names each wait of the slowed walk that missed the goal, the longest first. */
const describeWaits = ({ waits, watched }: Performed, causes: CauseNames): readonly string[] =>
  waits
    .filter(({ ms }) => ms > mostWaitMs)
    .toSorted((a, b) => b.ms - a.ms)
    .map(({ at, ms, callMs, calls, loadMs, step, excuse }) => {
      const called = calls.length === 0 ? '' : `, of which ${callMs.toFixed(0)} ms beside ${calls.join(', ')}`
      const loaded = loadMs < 1 ? '' : `, ${loadMs.toFixed(0)} ms loading code`
      const why = excuse === null ? causes(watched.frames, at, at + ms) : excuse
      return `${ms.toFixed(0)} ms${called}${loaded}: ${step}: ${why}`
    })

export const run: BenchModule['run'] = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  const demoData = await makeDemoData()
  const executablePath = process.env.CHROMIUM_PATH
  const browser = await chromium.launch({ ...(executablePath !== undefined && { executablePath }) })
  const floorPage = 'trivial-page.tsx'
  const served = await servePages(join(import.meta.dirname, 'input'), [floorPage])
  const causes = createCauseNames(join(projectRoot, 'dist/renderer'))
  try {
    const before = loadavg()[0] ?? Number.NaN
    const walk = (rate: number): Promise<Performed> =>
      walkThroughDay(browser, { demoData, folder: join(folder, `rate-${rate}`), slowdown: rate })
    const floor = await measureFloor(browser, served.url(floorPage), 1)
    const usual = await walk(1)
    const slowFloor = await measureFloor(browser, served.url(floorPage), slowdown)
    const slowed = await walk(slowdown)
    const slowSpeed = `${slowdown} times slower`
    return {
      rows: [
        ...figures.map(([label, read]): BenchRow => {
          const value = read(floor)
          return { name: `a page of one field and one button ${label}`, value, unit: 'ms', floor: value, ratio: 1 }
        }),
        ...toRows('full speed', usual, floor),
        ...toRows(slowSpeed, slowed, slowFloor),
      ],
      notes: [
        `Goals: ${goals.p95} ms for the p95 and ${goals.max} ms for every input at full speed; ${mostWaitMs} ms for every result, ${slowSpeed}.`,
        `An input of less than 16 ms counts as ${unreportedMs} ms. Only the page's main thread is slowed.`,
        ...describeInputs(usual, goals.p95, causes).map((line) => `At full speed, ${line}`),
        ...describeWaits(slowed, causes).map((line) => `Waited ${line}`),
        `Load of the machine: ${before.toFixed(1)} before, ${(loadavg()[0] ?? Number.NaN).toFixed(1)} after.`,
      ],
    }
  } finally {
    await browser.close()
    await served.stop()
    for (const each of [folder, demoData])
      rmSync(each, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}
