import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { browserOnly } from './browser-only.ts'
import {
  ensureChromium,
  ensureCups,
  ensureHeadlessShell,
  ensureIsoinfo,
  ensurePackageTools,
  ensurePoppler,
  ensurePostgres,
  ensureQpdf,
  ensureServerTools,
  ensureSocat,
  ensureWindowsTools,
} from './find-test-peers.ts'
import { projectRoot } from './project.ts'
import { findTemporaryPlace } from './temporary-place.ts'
import { listSeconds, readSpent, type Spent } from './test-seconds.ts'
import { readPlaywrightTally, readTally, type Tally } from './test-tally.ts'

let running: ChildProcess | undefined

const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  new Promise((resolve, reject) => {
    running = spawn(process.execPath, [join(projectRoot, program), ...args], {
      cwd: projectRoot,
      env,
      stdio: 'inherit',
    })
    running.once('error', reject)
    running.once('close', (code) => resolve(code ?? 1))
  })

const noTests: Tally = { passed: 0, failed: 0, failures: [], skipped: [], second: [], files: [] }

/** Counts a run that was interrupted, or that failed without a failed test, as one failure. */
const settle = (tally: Tally | undefined, code: number): Tally => {
  if (tally === undefined) return { ...noTests, failed: 1 }
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

const JOURNEYS = 'test/journeys'
const isDeep = process.argv.includes('--deep')
const isQuick = process.argv.includes('--quick')
const showsAll = process.argv.includes('--all-seconds')
const began = performance.now()
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const journeyFilters = filters.filter((filter) => filter.startsWith(JOURNEYS))
const otherFilters = filters.filter((filter) => !filter.startsWith(JOURNEYS))
const wants = {
  others: filters.length === 0 || otherFilters.length > 0,
  journeys: !isQuick && (filters.length === 0 || journeyFilters.length > 0),
}

// A quick run has no test that needs Chromium or PostgreSQL.
const notAsked = { missing: 'a quick run' }
const chromium = isQuick ? notAsked : ensureChromium()
const postgres = process.env.TEST_DATABASE_URL ? { path: '' } : isQuick ? notAsked : ensurePostgres()
const qpdf = ensureQpdf()
const poppler = ensurePoppler()
const isoinfo = ensureIsoinfo()
const cups = ensureCups()
const socat = ensureSocat()
// Only deep runs build installers and start several servers.
const windowsTools = isDeep ? ensureWindowsTools() : { path: '' }
const packageTools = isDeep ? ensurePackageTools() : { path: '' }
const serverTools = isDeep ? ensureServerTools() : { path: '' }
// One folder for all files of the tests, so that they can be removed together. Every user can access the folder,
// because PostgreSQL runs as another user when root runs the tests.
const temporary = mkdtempSync(join(findTemporaryPlace(), 'atrium-test-'))
chmodSync(temporary, 0o1777)
const tallyPath = join(temporary, 'tally.json')
const journeysPath = join(temporary, 'journeys.json')
const spentPath = join(temporary, 'spent')
const env: NodeJS.ProcessEnv = {
  ...process.env,
  TMPDIR: temporary,
  TEMP: temporary,
  TMP: temporary,
  ATRIUM_SPENT: spentPath,
  ...(isQuick && { ATRIUM_QUICK: '1' }),
  ...(isDeep && { ATRIUM_DEEP: '1', ATRIUM_JOURNEYS: 'all' }),
  // Hundreds of programs start from the same sources. Without a cache, half of each start is spent on compiling.
  NODE_COMPILE_CACHE: join(temporary, 'compiled'),
  ...('path' in chromium
    ? { CHROMIUM_PATH: chromium.path, HEADLESS_SHELL_PATH: ensureHeadlessShell(chromium.path) }
    : { CHROMIUM_MISSING: chromium.missing }),
  ...('path' in cups ? { CUPSD_PATH: cups.path } : { CUPSD_MISSING: cups.missing }),
  ...('path' in isoinfo ? { ISOINFO_PATH: isoinfo.path } : { ISOINFO_MISSING: isoinfo.missing }),
  ...('missing' in packageTools && { PACKAGE_TOOLS_MISSING: packageTools.missing }),
  ...('missing' in windowsTools && { WINDOWS_TOOLS_MISSING: windowsTools.missing }),
  ...('path' in qpdf ? { QPDF_PATH: qpdf.path } : { QPDF_MISSING: qpdf.missing }),
  ...('path' in poppler ? { PDFTOTEXT_PATH: poppler.path } : { PDFTOTEXT_MISSING: poppler.missing }),
  ...('path' in postgres ? postgres.path && { POSTGRES_BIN: postgres.path } : { POSTGRES_MISSING: postgres.missing }),
}

const cleanUp = (): void => rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    running?.once('close', () => {
      cleanUp()
      process.exit(1)
    })
    running?.kill(signal)
  })
}

const tallies: Tally[] = []
let spent: readonly Spent[] = []
try {
  for (const peer of [chromium, postgres, qpdf, poppler, cups, socat, windowsTools, packageTools, serverTools])
    if ('missing' in peer && peer !== notAsked) console.error(`Some tests will be skipped: ${peer.missing}.`)
  const buildCode = await run('scripts/build.ts', [], env)
  if (buildCode === 0) env.ATRIUM_BUILT = '1'
  else {
    console.error('The build failed. It counts as one failed test.')
    tallies.push({ ...noTests, failed: 1 })
  }
  if (wants.others) {
    const code = await run('node_modules/vitest/vitest.mjs', ['run', '--passWithNoTests', ...otherFilters], {
      ...env,
      ATRIUM_TALLY: tallyPath,
    })
    tallies.push(settle(readTally(tallyPath), code))
  }
  if (wants.journeys && 'path' in chromium) {
    console.log(
      env.ATRIUM_JOURNEYS === 'all'
        ? `Every journey runs in both shells, except those tagged ${browserOnly}.`
        : 'Electron runs only papers-saved. Set ATRIUM_JOURNEYS=all to run every journey in both shells.',
    )
    const code = await run(
      'node_modules/@playwright/test/cli.js',
      ['test', '--pass-with-no-tests', '--reporter=list,json', ...journeyFilters],
      { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: journeysPath },
    )
    tallies.push(settle(readPlaywrightTally(journeysPath), code))
  } else if (wants.journeys && 'missing' in chromium) {
    tallies.push({ ...noTests, skipped: [{ test: 'all journeys', reason: chromium.missing }] })
  }
} finally {
  spent = readSpent(spentPath)
  cleanUp()
}

const files = tallies.flatMap((tally) => tally.files)
if (files.length > 0) console.log(listSeconds(files, spent, projectRoot, showsAll ? files.length : 20).join('\n'))
const skipped = tallies.flatMap((tally) => tally.skipped)
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
for (const { test, reason } of tallies.flatMap((tally) => tally.second))
  console.log(`passed only on the second try: ${test} (${reason})`)
for (const { test, reason } of skipped) console.log(`skipped: ${test} (${reason})`)
// The failures are printed last, so that a truncated log still has them.
for (const { test, reason } of tallies.flatMap((tally) => tally.failures)) console.log(`failed: ${test} (${reason})`)
const second = tallies.reduce((sum, tally) => sum + tally.second.length, 0)
const took = Math.round((performance.now() - began) / 1000)
console.log(`${took} seconds; ${second} passed only on the second try`)
console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
