import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { backOfficeRoutes } from '#contract/back-office.ts'
import type { Route } from '#contract/route.ts'
import { projectRoot } from '#scripts/project.ts'

/** Returns whether a text contains the route's name in quotes, as a call does. */
const isNamed = (text: string, name: string): boolean => new RegExp(`['"\`]${name}['"\`]`).test(text)

const sourceOf = (folders: readonly string[]): string =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: projectRoot }))
    .map((path) => readFileSync(join(projectRoot, path), 'utf8'))
    .join('\n')
    // Removes the bridge methods that a type lists in Pick, because some have the name of a route.
    .replaceAll(/\bPick<[^<>]*>/g, '')

describe('routes that no client of ours calls', () => {
  const routes: readonly (readonly [string, Route])[] = Object.entries(backOfficeRoutes)
  // The names of all called routes occur in these two folders: only the workstation calls the back office, and a table
  // of the domain maps papers to routes.
  const text = sourceOf(['main', 'domain'])

  it('are marked as public interface', () => {
    const uncalled = routes.filter(([name]) => !isNamed(text, name)).map(([name]) => name)
    const marked = routes.filter(([, route]) => route.isPublicInterface).map(([name]) => name)
    expect(marked.sort()).toEqual(uncalled.sort())
    expect(marked).toContain('createLead')
    expect(marked).not.toContain('createBooking')
  })

  it('are found by their name, which occurs nowhere in quotes', () => {
    expect(isNamed("calls.call('createBooking', {})", 'createBooking')).toBe(true)
    expect(isNamed('// createBooking', 'createBooking')).toBe(false)
  })
})
