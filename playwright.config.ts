import { defineConfig } from '@playwright/test'
import { browserOnly } from '#scripts/browser-only.ts'
import { findHeadlessShell } from '#scripts/find-chromium.ts'

const executablePath = findHeadlessShell()

/**
 * Journeys that reach what only a shell does: starting its own back office, windows and files, signing in and restarting. The
 * others run in both shells in deep runs.
 */
const shellJourneys = ['embedded', 'papers-saved', 'sign-in'].map((name) => `**/${name}.spec.ts`)

/**
 * The journeys: the same specs under either shell, told apart by the project's name. A second try only where nobody watches
 * (CI), and then the run's last lines name the journey: one that passes only sometimes is a fault to find.
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
    launchOptions: executablePath === undefined ? {} : { executablePath },
    // A click on what never comes fails by itself, long before its journey runs out of time.
    actionTimeout: 30_000,
    // Recording every journey, to throw it away where it passes, costs a third of the run. Where there is no second try, ask
    // for it: --trace retain-on-failure.
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
