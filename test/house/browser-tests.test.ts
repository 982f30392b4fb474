import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { browserFixtures, findBrowserTests } from '#scripts/browser-tests.ts'
import { projectRoot } from '#scripts/project.ts'

const starts = [['chromium', 'launch'].join('.'), ['find', 'Chromium'].join(''), ['find', 'HeadlessShell'].join('')]

describe('the tests that start a browser', () => {
  it('are found by their imports, direct or indirect', () => {
    const found = findBrowserTests(projectRoot)
    expect(found).toContain('test/renderer/frame/frame-page.test.ts')
    expect(found).toContain('test/renderer/kit/controls/gallery.test.ts')
    expect(found).toContain('test/main/shells/electron.test.ts')
    expect(found).toContain('test/main/shells/browser-host.test.ts')
    expect(found).not.toContain('test/renderer/payments/payment-store.test.ts')
    expect(found).not.toContain('test/house/browser-tests.test.ts')
  })

  it('start a browser only through the fixtures that identify them', () => {
    const starting = globSync('test/**/*.ts', { cwd: projectRoot })
      .filter((file) => !file.startsWith('test/bench/'))
      .filter((file) => {
        const text = readFileSync(join(projectRoot, file), 'utf8')
        return starts.some((start) => text.includes(start))
      })
    expect(starting.sort()).toEqual([...browserFixtures])
  })
})
