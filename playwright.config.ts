import { defineConfig } from '@playwright/test'
import { browserOnly } from '#scripts/browser-only.ts'
import { deepJourneys } from '#scripts/deep-tests.ts'
import { disabledFeatures, findHeadlessShell } from '#scripts/find-chromium.ts'

const executablePath = findHeadlessShell()

/**
 * The journey that always runs in Electron too, because it signs in, opens windows and saves files. The others run in
 * Electron only when ATRIUM_JOURNEYS is `all`.
 */
const shellJourney = '**/papers-saved.spec.ts'

/**
 * Each project runs journeys in the shell that it is named after. A failed journey is retried only in CI. The end of
 * the report then names each journey that passed only on the retry: a flaky journey is a bug to fix.
 */
export default defineConfig({
  testDir: 'test/journeys',
  testMatch: '**/*.spec.ts',
  testIgnore: process.env.ATRIUM_DEEP === '1' ? [] : deepJourneys.map((name) => `**/${name}`),
  outputDir: 'test-results',
  // Each journey has programs and data of its own; three at a time keep the two cores of a small build machine busy.
  // They start in the order of their names. app-updates, of deep runs, is first because it waits a minute for a free moment.
  workers: 3,
  retries: process.env.CI ? 1 : 0,
  timeout: 180_000,
  // How long to wait for the screen, not how fast it must be: a build machine may be busy with other things.
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      args: [`--disable-features=${disabledFeatures}`],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
    // A click on an element that never appears fails long before its journey's timeout.
    actionTimeout: 30_000,
    // Recording a trace of every journey, to discard it when the journey passes, takes a third of the run's time.
    // Without retries, request traces with --trace retain-on-failure.
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'browser' },
    {
      name: 'electron',
      testMatch: process.env.ATRIUM_JOURNEYS === 'all' ? '**/*.spec.ts' : shellJourney,
      grepInvert: new RegExp(browserOnly),
    },
  ],
})
