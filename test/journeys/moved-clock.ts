import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { projectRoot } from '#scripts/project.ts'

/** One clock for all programs and pages of a journey. The journey moves this clock forward to its next day. */
export type MovedClock = {
  /** The Node arguments that, together with `env`, give a program this clock. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Returns this clock's time in milliseconds since the epoch. */
  now(): number
  /** Sets the time of all programs, in milliseconds since the epoch. Resolves when every program has the new time. */
  moveTo(time: number): Promise<void>
  /** Sets the page to the time of the programs. The page must be loaded again. */
  setPage(page: Page): Promise<void>
}

/** The interval at which a program reads the file; must match test/fixtures/preload/moved-clock.ts. */
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
