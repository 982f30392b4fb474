import { defineConfig } from 'vitest/config'
import { createTallyReporter } from './scripts/test-tally.ts'

const tallyPath = process.env.ATRIUM_TALLY

/**
 * Every test but the journeys (Playwright) and the benchmarks. Files run in processes of their own, so that a test that
 * opens a database or a socket cannot reach into another; two at a time is what a small build machine carries.
 */
export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/journeys/**', 'test/bench/**', '**/node_modules/**'],
    environment: 'node',
    globalSetup: ['test/fixtures/postgres/run-folder.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // As in playwright.config.ts: a second try only where nobody watches, and the test is named at the end.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    reporters: ['default', ...(tallyPath ? [createTallyReporter(tallyPath)] : [])],
  },
})
