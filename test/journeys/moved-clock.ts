import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { projectRoot } from '#scripts/project.ts'

/** One clock for all programs and pages of a journey, which the journey moves to the next day of its story. */
export type MovedClock = {
  /** The arguments of Node and the environment that give a program this clock. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds of the epoch by this clock. */
  now(): number
  /** Sets the programs to a time in milliseconds of the epoch, which every program has when this resolves. */
  moveTo(time: number): Promise<void>
  /** Sets the page to the time of the programs. The page must be loaded again. */
  setPage(page: Page): Promise<void>
}

/** How often a program reads the file, as test/fixtures/preload/moved-clock.ts has it. */
const readEveryMs = 100

/** Creates a clock that its programs read from a file in `folder`. It starts at the real time. */
export const createMovedClock = (folder: string): MovedClock => {
  const file = join(folder, 'clock')
  let ahead = 0
  return {
    args: ['--import', join(projectRoot, 'test/fixtures/preload/moved-clock.ts')],
    env: { ATRIUM_TEST_CLOCK: file },
    now: () => Date.now() + ahead,
    moveTo: async (time) => {
      ahead = time - Date.now()
      // A program must never read a file that is only half written.
      writeFileSync(`${file}.new`, String(ahead))
      renameSync(`${file}.new`, file)
      await sleep(2 * readEveryMs)
    },
    setPage: async (page) => {
      await page.context().addInitScript((ms) => {
        const own = window as Window & { realDate?: DateConstructor }
        const real = own.realDate ?? Date
        own.realDate = real
        globalThis.Date = new Proxy(real, {
          construct: (target, args, newTarget) =>
            Reflect.construct(target, args.length === 0 ? [real.now() + ms] : args, newTarget),
          get: (target, key, receiver) => (key === 'now' ? () => real.now() + ms : Reflect.get(target, key, receiver)),
        })
      }, ahead)
    },
  }
}
