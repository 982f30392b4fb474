import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findBrowserTests } from '#scripts/browser-tests.ts'
import { projectRoot } from '#scripts/project.ts'
import { createTallyReporter } from '#scripts/test-tally.ts'

const tallyPath = process.env.ATRIUM_TALLY

/** What `npm run test:quick` leaves out. */
const leftOut = process.env.ATRIUM_QUICK === '1' ? findBrowserTests(projectRoot) : []

/** Those that take longest: begun last, one worker would go on alone. */
const longest = [
  'contract/desk/desk.test.ts',
  'contract/back-office.test.ts',
  'contract/back-office-bad-input.test.ts',
  'main/payments/kill-payments-serial.test.ts',
  'main/payments/kill-payments-simulated.test.ts',
  'back-office/back-office-cli.test.ts',
  'contract/permission-matrix.test.ts',
  'renderer/frame/frame-page.test.ts',
  'renderer/payments/payment-panel.test.ts',
  'renderer/study-page/details/study-details.test.ts',
  'domain/values/host-zone.test.ts',
].map((file) => resolve(projectRoot, 'test', file))

/** The longest first, the others as Vitest orders them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    const first = longest.flatMap((path) => others.filter(({ moduleId }) => moduleId === path))
    return [...first, ...others.filter((file) => !first.includes(file))]
  }
}

/**
 * Every test but the journeys (Playwright) and the benchmarks. Files follow each other in a few processes, which spares each the
 * start of Node, Vite, the product's modules and a browser: a test ends what it starts, and keeps nothing in a module. Three at
 * a time keep the two cores of a small build machine busy, as each waits for programs, timers and the disk now and then.
 */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 3,
    // As in playwright.config.ts: a second try only where nobody watches, and the test is named at the end.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    reporters: ['default', ...(tallyPath ? [createTallyReporter(tallyPath)] : [])],
    setupFiles: ['test/fixtures/note-test-file.ts'],
    globalSetup: ['test/fixtures/postgres/run-folder.ts'],
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/journeys/**', 'test/bench/**', ...leftOut],
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
})
