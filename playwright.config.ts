import { defineConfig } from '@playwright/test'
import { browserOnly } from '#scripts/browser-only.ts'
import { disabledFeatures, findHeadlessShell } from '#scripts/find-chromium.ts'

const executablePath = findHeadlessShell()

/**
 * Journeys that need what only Electron does: start its own back office, restart, open windows and save files.
 * The others run in Electron too only when ATRIUM_JOURNEYS is `all`.
 */
const shellJourneys = ['embedded', 'papers-saved'].map((name) => `**/${name}.spec.ts`)

/**
 * The same journeys run in either shell, named by the project. A failed journey is retried only in CI. The end of the
 * report then names each journey that passed only on the retry: a flaky journey is a bug to fix.
 */
export default defineConfig({
  testDir: 'test/journeys',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // Each journey has programs and data of its own; three at a time keep the two cores of a small build machine busy.
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
    // A click on what never comes fails by itself, long before its journey runs out of time.
    actionTimeout: 30_000,
    // Recording a trace of every journey, to discard it when the journey passes, takes a third of the run's time.
    // Without retries, request traces with --trace retain-on-failure.
    trace: 'on-first-retry',
  },
  projects: [
    { name: 'browser' },
    {
      name: 'electron',
      testMatch: process.env.ATRIUM_JOURNEYS === 'all' ? '**/*.spec.ts' : shellJourneys,
      grepInvert: new RegExp(browserOnly),
    },
  ],
})
