import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import type { FileTime } from './test-seconds.ts'

/** A test by its full name, with the reason for its skip or the beginning of its error. */
type NamedTest = { readonly test: string; readonly reason: string }

/** The result of a test run. `skipped` names each test that did not run, with its reason. */
export type Tally = {
  readonly passed: number
  /** The number of failed tests, files that do not load, and errors outside any test. */
  readonly failed: number
  readonly failures: readonly NamedTest[]
  readonly skipped: readonly NamedTest[]
  /** Tests that failed at first and then passed; only an unattended run (CI) retries a failed test. */
  readonly second: readonly NamedTest[]
  /** The time of each test file; tests of one file that ran in several projects add up. */
  readonly files: readonly FileTime[]
}

const namedTestSchema = z.object({ test: z.string(), reason: z.string() })
const tallySchema = z.object({
  passed: z.number(),
  failed: z.number(),
  failures: z.array(namedTestSchema),
  skipped: z.array(namedTestSchema),
  second: z.array(namedTestSchema),
  files: z.array(z.object({ file: z.string(), ms: z.number() })),
})

type ReportedError = { readonly message?: string | undefined }

const maxReasonLength = 300

/** The beginning of the first error, on one line and without terminal colours. */
const toReason = (errors: readonly ReportedError[] | undefined): string =>
  stripVTControlCharacters(errors?.[0]?.message ?? 'no error given')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' | ')
    .slice(0, maxReasonLength)

/** The part of Vitest's reported modules that a tally needs. */
type ReportedModule = {
  readonly moduleId: string
  state(): string
  errors(): readonly ReportedError[]
  diagnostic(): {
    readonly duration: number
    readonly collectDuration: number
    readonly setupDuration: number
    readonly environmentSetupDuration: number
  }
  readonly children: {
    allTests(): Iterable<{
      fullName: string
      result(): { state: string; note?: string | undefined; errors?: readonly ReportedError[] | undefined }
      diagnostic(): { readonly flaky: boolean } | undefined
    }>
  }
}

/** Counts a Vitest run: a file that does not load, or an error outside any test, counts as one failure. */
export const tallyModules = (modules: readonly ReportedModule[], errorsOutside: number): Tally => {
  let passed = 0
  let failed = errorsOutside
  const failures: NamedTest[] = []
  const skipped: NamedTest[] = []
  const second: NamedTest[] = []
  for (const module of modules) {
    let failedHere = 0
    for (const test of module.children.allTests()) {
      const result = test.result()
      const named = { test: test.fullName, reason: toReason(result.errors) }
      if (test.diagnostic()?.flaky === true) second.push(named)
      if (result.state === 'passed') passed += 1
      else if (result.state === 'skipped')
        skipped.push({ test: test.fullName, reason: result.note ?? 'no reason given' })
      else {
        failedHere += 1
        failures.push(named)
      }
    }
    const [error] = module.errors()
    if (error !== undefined) failures.push({ test: module.moduleId, reason: toReason([error]) })
    failed += module.state() === 'failed' ? Math.max(failedHere, 1) : failedHere
  }
  const files = modules.map((module) => {
    const { duration, collectDuration, setupDuration, environmentSetupDuration } = module.diagnostic()
    return {
      file: module.moduleId,
      ms: Math.round(duration + collectDuration + setupDuration + environmentSetupDuration),
    }
  })
  return { passed, failed, failures, skipped, second, files }
}

/** Creates a Vitest reporter that writes the run's tally to a file. `npm test` adds up these tallies. */
export const createTallyReporter = (path: string) => ({
  onTestRunEnd(modules: readonly ReportedModule[], errors: readonly unknown[]): void {
    writeFileSync(path, JSON.stringify(tallyModules(modules, errors.length)))
  },
})

/** Reads the file of `createTallyReporter`; undefined when the run ended before it was written. */
export const readTally = (path: string): Tally | undefined =>
  existsSync(path) ? tallySchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined

const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      results: z.array(
        z.object({ duration: z.number(), errors: z.array(z.object({ message: z.string().optional() })).optional() }),
      ),
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
    }),
  ),
})
type Suite = { specs: z.infer<typeof specSchema>[]; suites?: Suite[] | undefined }
const suiteSchema: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(specSchema), suites: z.array(suiteSchema).optional() }),
)
const playwrightSchema = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(suiteSchema),
  errors: z.array(z.unknown()),
})

const specsOf = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]

/** Counts Playwright's JSON report; a test that passed only on a second try is named. */
export const tallyPlaywright = (report: unknown): Tally => {
  const { config, suites, errors } = playwrightSchema.parse(report)
  const specs = suites.flatMap(specsOf)
  const tests = specs.flatMap((spec) => spec.tests.map((test) => ({ ...test, title: spec.title })))
  const toNamedTest = ({ title, projectName, results }: (typeof tests)[number]): NamedTest => ({
    test: `${title} [${projectName}]`,
    reason: toReason(results.flatMap(({ errors }) => errors ?? [])),
  })
  const times = new Map<string, number>()
  for (const { file, tests: runs } of specs) {
    const ms = runs.flatMap((run) => run.results).reduce((sum, { duration }) => sum + duration, 0)
    const path = join(config.rootDir, file)
    times.set(path, (times.get(path) ?? 0) + ms)
  }
  return {
    passed: tests.filter((test) => test.status === 'expected' || test.status === 'flaky').length,
    failed: tests.filter((test) => test.status === 'unexpected').length + errors.length,
    files: [...times].map(([file, ms]) => ({ file, ms })),
    failures: tests.filter((test) => test.status === 'unexpected').map(toNamedTest),
    second: tests.filter((test) => test.status === 'flaky').map(toNamedTest),
    skipped: tests
      .filter((test) => test.status === 'skipped')
      .map((test) => ({
        test: `${test.title} [${test.projectName}]`,
        reason: test.annotations.find((note) => note.description)?.description ?? 'no reason given',
      })),
  }
}

/** Reads Playwright's JSON report from a file; undefined when the run ended before it was written. */
export const readPlaywrightTally = (path: string): Tally | undefined =>
  existsSync(path) ? tallyPlaywright(JSON.parse(readFileSync(path, 'utf8'))) : undefined
