import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { handlers } from '#back-office/handlers.ts'
import { backOfficeRoutes } from '#contract/back-office.ts'
import { projectRoot } from '#scripts/project.ts'

/** The names in all maps of one kind, over all subjects. */
const namesIn = async (pattern: string, ending: string): Promise<string[]> => {
  const paths = globSync(pattern, { cwd: projectRoot })
  const modules = await Promise.all(
    paths.map(async (path) => (await import(join(projectRoot, path))) as Readonly<Record<string, unknown>>),
  )
  return modules
    .flatMap((module) => Object.entries(module))
    .flatMap(([name, map]) =>
      name.endsWith(ending) && typeof map === 'object' && map !== null ? Object.keys(map) : [],
    )
}

describe('the maps of the subjects', () => {
  it.each([
    ['routes', 'contract/*/routes.ts', 'Routes', backOfficeRoutes],
    ['handlers', 'back-office/*/routes.ts', 'Handlers', handlers],
  ])('have each name once: %s', async (_what, pattern, ending, merged) => {
    const names = await namesIn(pattern, ending)
    expect(names.toSorted()).toEqual(Object.keys(merged).toSorted())
    expect(names.length).toBeGreaterThan(120)
  })
})
