import { defineConfig } from 'vitest/config'
import { findBrowserTests } from '#scripts/browser-tests.ts'
import { projectRoot } from '#scripts/project.ts'
import { createTallyReporter } from '#scripts/test-tally.ts'

const tallyPath = process.env.ATRIUM_TALLY

/** What `npm run test:quick` leaves out. */
const leftOut = process.env.ATRIUM_QUICK === '1' ? findBrowserTests(projectRoot) : []

/** What these hold to account keeps nothing between calls but what it has worked out, or lives in windows of its own. */
const alike = ['test/domain/**', 'test/renderer/**']

/**
 * Every test but the journeys (Playwright) and the benchmarks. Files run in processes of their own, so that a test that
 * opens a database or a socket cannot reach into another; those that open neither follow each other in the same, which
 * spares them the start of Node, Vite and a browser. Three at a time keep the two cores of a small build machine busy, as each
 * waits for programs, timers and the disk now and then.
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
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/journeys/**', 'test/bench/**', ...alike, ...leftOut],
        },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: alike.map((folder) => `${folder}/*.test.{ts,tsx}`),
          exclude: [...leftOut],
          isolate: false,
        },
      },
    ],
  },
})
