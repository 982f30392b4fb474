import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { findBrowserTests } from '#scripts/browser-tests.ts'
import { deepTests } from '#scripts/deep-tests.ts'
import { projectRoot } from '#scripts/project.ts'
import { createTallyReporter } from '#scripts/test-tally.ts'

const tallyPath = process.env.ATRIUM_TALLY

/** The test files that this run omits. */
const leftOut = [
  ...(process.env.ATRIUM_QUICK === '1' ? findBrowserTests(projectRoot) : []),
  ...(process.env.ATRIUM_DEEP === '1' ? [] : deepTests),
]

/** The slowest test files. They start first: a slow file that starts last keeps one worker busy and the others idle. */
const longest = [
  'contract/desk/desk.test.ts',
  'contract/back-office.test.ts',
  'contract/back-office-bad-input.test.ts',
  'main/payments/kill-payments-serial.test.ts',
  'back-office/back-office-cli.test.ts',
  'contract/permission-matrix.test.ts',
  'renderer/frame/frame-page.test.ts',
  'renderer/payments/payment-panel.test.ts',
  'renderer/study-page/details/study-details.test.ts',
].map((file) => resolve(projectRoot, 'test', file))

/** Runs the slowest files first, and the others in Vitest's own order. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    const first = longest.flatMap((path) => others.filter(({ moduleId }) => moduleId === path))
    return [...first, ...others.filter((file) => !first.includes(file))]
  }
}

/**
 * Every test but the journeys (Playwright) and the benchmarks. Each process runs many files one after another, without
 * isolation, so that not every file has to start Node, Vite, the product's modules and a browser. A test must therefore
 * end what it starts, and must not leave state in a module. Three processes keep the two cores of a small build machine
 * busy, because each sometimes waits for programs, timers and the disk.
 */
export default defineConfig({
  test: {
    environment: 'node',
    pool: 'forks',
    maxWorkers: 3,
    // As in playwright.config.ts, only CI retries a failed test. The report ends with the tests that passed on a retry.
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
