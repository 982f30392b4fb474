import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listSeconds, readSpent } from '#scripts/test-seconds.ts'

describe('listSeconds', () => {
  it('lists the slowest files first, each with the time of its parts, then the other files in one line, and the total', () => {
    const files = [
      { file: '/house/test/quick.test.ts', ms: 400 },
      { file: '/house/test/page.test.ts', ms: 12_000 },
      { file: '/house/test/desk.test.ts', ms: 20_000 },
      { file: '/house/test/short.test.ts', ms: 300 },
    ]
    const spent = [
      { file: '/house/test/page.test.ts', part: 'boot', ms: 2000 },
      { file: '/house/test/page.test.ts', part: 'boot', ms: 1000 },
      { file: '/house/test/page.test.ts', part: 'axe', ms: 4000 },
    ] as const
    expect(listSeconds(files, spent, '/house', 2).map((line) => line.trim().split(/\s+/))).toEqual([
      ['all', 'boot', 'axe', 'driving', 'seconds', 'of'],
      ['20.0', '0.0', '0.0', '20.0', 'test/desk.test.ts'],
      ['12.0', '3.0', '4.0', '5.0', 'test/page.test.ts'],
      ['0.7', '0.0', '0.0', '0.7', '2', 'other', 'files'],
      ['32.7', '3.0', '4.0', '25.7', '4', 'files'],
    ])
  })
})

describe('readSpent', () => {
  it('reads one line for each part, and returns nothing if there is no file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-spent-'))
    const path = join(folder, 'spent')
    try {
      expect(readSpent(path)).toEqual([])
      writeFileSync(path, '{"file":"/a","part":"axe","ms":3}\n{"file":"/a","part":"boot","ms":4}\n')
      expect(readSpent(path)).toEqual([
        { file: '/a', part: 'axe', ms: 3 },
        { file: '/a', part: 'boot', ms: 4 },
      ])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
