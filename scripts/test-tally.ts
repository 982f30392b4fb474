import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

/** What a test run came to. `skipped` names each test that did not run, with the reason it gave. */
export type Tally = {
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly { readonly test: string; readonly reason: string }[]
  /** Tests among the passed ones that failed at first; only an unattended run (CI) gives a second try. */
  readonly second: readonly string[]
}

const tallySchema = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.array(z.object({ test: z.string(), reason: z.string() })),
  second: z.array(z.string()),
})

/** The part of Vitest's reported modules that a tally needs. */
type ReportedModule = {
  readonly moduleId: string
  state(): string
  readonly children: {
    allTests(): Iterable<{
      fullName: string
      result(): { state: string; note?: string | undefined }
      diagnostic(): { readonly flaky: boolean } | undefined
    }>
  }
}

/** Counts a Vitest run: a file that does not load, or an error outside any test, counts as one failure. */
export const tallyModules = (modules: readonly ReportedModule[], errorsOutside: number): Tally => {
  let passed = 0
  let failed = errorsOutside
  const skipped: { test: string; reason: string }[] = []
  const second: string[] = []
  for (const module of modules) {
    let failedHere = 0
    for (const test of module.children.allTests()) {
      const result = test.result()
      if (test.diagnostic()?.flaky === true) second.push(test.fullName)
      if (result.state === 'passed') passed += 1
      else if (result.state === 'skipped')
        skipped.push({ test: test.fullName, reason: result.note ?? 'no reason given' })
      else failedHere += 1
    }
    failed += module.state() === 'failed' ? Math.max(failedHere, 1) : failedHere
  }
  return { passed, failed, skipped, second }
}

/** A Vitest reporter that leaves the run's tally in a file, for `npm test` to add up. */
export const createTallyReporter = (path: string) => ({
  onTestRunEnd(modules: readonly ReportedModule[], errors: readonly unknown[]): void {
    writeFileSync(path, JSON.stringify(tallyModules(modules, errors.length)))
  },
})

/** Reads what `createTallyReporter` left; undefined when the run ended before it could. */
export const readTally = (path: string): Tally | undefined =>
  existsSync(path) ? tallySchema.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined

const specSchema = z.object({
  title: z.string(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
      annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })),
    }),
  ),
})
type Suite = { specs: z.infer<typeof specSchema>[]; suites?: Suite[] | undefined }
const suiteSchema: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(specSchema), suites: z.array(suiteSchema).optional() }),
)
const playwrightSchema = z.object({ suites: z.array(suiteSchema), errors: z.array(z.unknown()) })

const specsOf = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]

/** Counts Playwright's JSON report; a test that passed only on a second try is named. */
export const tallyPlaywright = (report: unknown): Tally => {
  const { suites, errors } = playwrightSchema.parse(report)
  const tests = suites.flatMap(specsOf).flatMap((spec) => spec.tests.map((test) => ({ ...test, title: spec.title })))
  return {
    passed: tests.filter((test) => test.status === 'expected' || test.status === 'flaky').length,
    failed: tests.filter((test) => test.status === 'unexpected').length + errors.length,
    second: tests.filter((test) => test.status === 'flaky').map((test) => `${test.title} [${test.projectName}]`),
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
