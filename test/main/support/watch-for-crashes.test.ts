import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { crashReportSchema } from '#domain/support/crash-report.ts'
import { startNode } from '#test/fixtures/child.ts'
import { howMany } from '#test/fixtures/deep.ts'

const PROGRAM = join(import.meta.dirname, '../../fixtures/support/crashing-program.ts')

describe('a program that watches for crashes', () => {
  let dataFolder: string
  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'atrium-crashing-'))
  })
  afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))

  const folder = () => join(dataFolder, 'crashes')
  const texts = (): string[] =>
    existsSync(folder()) ? readdirSync(folder()).map((file) => readFileSync(join(folder(), file), 'utf8')) : []
  const reports = () => texts().map((text) => crashReportSchema.parse(JSON.parse(text)))
  const run = async (how: string, watches = 'watched') => {
    const child = startNode([PROGRAM, dataFolder, how, watches])
    return { code: await child.ended(), output: child.output(), errors: child.errors() }
  }

  it.each<[string, object]>([
    ['exception', { kind: 'uncaught-exception', where: 'main', error: 'RangeError' }],
    ['rejection', { kind: 'unhandled-rejection', where: 'main', error: 'RangeError' }],
    ['rejected-text', { kind: 'unhandled-rejection', where: 'main' }],
    ['thread-without-owner', { kind: 'uncaught-exception', where: 'thread', error: 'RangeError' }],
  ])('ends exactly as without the watch, and leaves a report: %s', async (how, expected) => {
    const [plain, watched] = [await run(how, 'not-watched'), await run(how)]
    expect(plain.code).toBe(1)
    expect(watched).toEqual(plain)
    expect(watched.errors).toContain('pacemaker')
    expect(reports()).toEqual(expect.arrayContaining([expect.objectContaining(expected)]))
    expect(texts().join('')).not.toMatch(/Silva|1980|pacemaker/)
  })

  it('leaves the error of a thread to the code that started it, and continues', async () => {
    const { code, output } = await run('thread')
    expect([code, output]).toEqual([0, 'the owner heard RangeError\ncontinues\n'])
    expect(reports()).toMatchObject([{ where: 'thread', error: 'RangeError' }])
  })

  it('continues after an unhandled rejection, as the Electron shell does', async () => {
    const { code, errors } = await run('rejection-as-in-electron')
    expect([code, errors]).toEqual([0, ''])
    expect(reports()).toMatchObject([{ where: 'main', kind: 'unhandled-rejection' }])
  })

  it('leaves nothing half written when it is killed while it writes', { timeout: 120_000 }, async () => {
    for (let kill = 0; kill < howMany(60); kill += 1) {
      const child = startNode([PROGRAM, dataFolder, 'loop'])
      await child.waitFor(/writing/)
      await new Promise((done) => setTimeout(done, 20 + kill * 17))
      await child.end('SIGKILL')
      for (const file of readdirSync(folder()).filter((name) => name !== 'crash.part'))
        expect(
          () => crashReportSchema.parse(JSON.parse(readFileSync(join(folder(), file), 'utf8'))),
          file,
        ).not.toThrow()
    }
    expect(readdirSync(folder()).length).toBeGreaterThan(1)
    expect(readdirSync(folder()).length).toBeLessThanOrEqual(22)
    expect(texts().join('')).not.toMatch(/Silva|1980|pacemaker/)
  })
})
