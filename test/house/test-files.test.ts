import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ViteUserConfig } from 'vitest/config'
import { findBrowserTests } from '#scripts/browser-tests.ts'
import { deepJourneys, deepTests } from '#scripts/deep-tests.ts'
import { projectRoot } from '#scripts/project.ts'
import { sourceFolders } from '#scripts/source-folders.ts'
import journeys from '../../playwright.config.ts'
import others from '../../vitest.config.ts'

type Patterns = string | RegExp | readonly (string | RegExp)[] | undefined

const globsOf = (patterns: Patterns): string[] =>
  [patterns ?? []].flat().map((pattern) => {
    if (typeof pattern !== 'string') throw new Error(`${pattern} is not a glob.`)
    return pattern
  })
const find = (cwd: string, patterns: Patterns, exclude: Patterns = []): string[] =>
  globSync(globsOf(patterns), { cwd, exclude: globsOf(exclude) })

describe('the test files', () => {
  it('are all started by `npm test` (through Vitest or a Playwright project that runs every journey) or by `test:deep`', () => {
    const { test }: ViteUserConfig = others
    const { include, exclude } = test ?? {}
    const { testDir = '', testMatch, testIgnore, projects } = journeys
    expect(projects).toContainEqual({ name: 'browser' })
    const started = [
      ...find(projectRoot, include, exclude),
      ...find(join(projectRoot, testDir), testMatch, testIgnore).map((file) => join(testDir, file)),
      ...(process.env.ATRIUM_QUICK === '1' ? findBrowserTests(projectRoot) : []),
      ...(process.env.ATRIUM_DEEP === '1' ? [] : [...deepTests, ...deepJourneys.map((name) => join(testDir, name))]),
    ]
    const written = sourceFolders
      .flatMap((folder) => find(projectRoot, `${folder}/**/*.{test,spec}.*`))
      .filter((file) => !file.startsWith('test/bench/'))
    expect(written.filter((file) => !started.includes(file))).toEqual([])
    expect(new Set(started).size).toBe(started.length)
  })
})
