import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '#scripts/project.ts'
import { startNode } from '../fixtures/child.ts'
import { scriptsOf } from '../fixtures/page-scripts.ts'

const renderer = join(projectRoot, 'dist/renderer')
const page = (): string => readFileSync(join(renderer, 'index.html'), 'utf8')

/** The limit for the scripts that the sign-in needs, decoded. Code of other screens must load later. */
const limitBytes = 600_000

describe('the page that a window loads first', () => {
  beforeAll(async () => {
    // `npm test` has built the product before.
    if (process.env.ATRIUM_BUILT === '1') return
    const build = startNode([join(projectRoot, 'scripts/build.ts')])
    expect(await build.ended(), build.errors()).toBe(0)
  }, 300_000)

  it('decodes no more code than the sign-in needs', () => {
    const scripts = scriptsOf(renderer)
    const bytes = scripts.map((file) => statSync(join(renderer, file)).size)
    expect(scripts.length).toBeGreaterThan(1)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(limitBytes)
  })

  it('names each of these scripts, so that the window loads them at once', () => {
    for (const file of scriptsOf(renderer)) expect(page()).toContain(`"/${file}"`)
  })
})
