import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findWorkerFile } from '#runtime/worker-file.ts'

describe('worker file', () => {
  it('is found in its folder in the source tree', () => {
    const file = findWorkerFile('back-office.worker')
    expect(file).toMatch(/[\\/]back-office[\\/]back-office\.worker\.ts$/)
    expect(existsSync(file ?? '')).toBe(true)
  })

  it('is found beside the entry in a build, or one level up', () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-build-'))
    const built = join(folder, 'some.worker.js')
    writeFileSync(built, '')
    mkdirSync(join(folder, 'chunks'))
    expect(findWorkerFile('some.worker', folder)).toBe(built)
    expect(findWorkerFile('some.worker', join(folder, 'chunks'))).toBe(built)
  })

  it('is null for an unknown name', () => {
    expect(findWorkerFile('no-such.worker')).toBeNull()
  })
})
