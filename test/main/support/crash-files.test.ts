import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Crash } from '#domain/support/crash-report.ts'
import { toInstant } from '#domain/values/instant.ts'
import { openCrashFiles } from '#main/support/crash-files.ts'
import { createOwnFiles } from '#runtime/own-files.ts'
import type { LogLine } from '#test/fakes/fake-platform.ts'
import { createStrictLog } from '#test/fakes/strict-log.ts'

const thrown = (name: string, where: Crash['where'] = 'main'): Crash => ({
  where,
  kind: 'uncaught-exception',
  thrown: { name, message: 'Ana Silva', stack: `${name}: Ana Silva`, code: null },
})

/** Returns a different crash for each number. */
const numbered = (number: number): Crash =>
  thrown(`${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[number % 26]}x${'y'.repeat(number)}Error`)

describe('the store of crash files', () => {
  let dataFolder: string
  let lines: LogLine[]
  let nowMs: number
  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'atrium-crashes-'))
    lines = []
    nowMs = Date.parse('2026-11-23T12:00:00Z')
  })
  const open = () =>
    openCrashFiles({
      dataFolder,
      version: '1.2.3',
      shell: 'browser',
      toOwnFile: createOwnFiles(),
      log: createStrictLog((level, code, data = {}) => lines.push({ level, code, data })),
      now: () => toInstant(nowMs),
    })
  const files = () => readdirSync(join(dataFolder, 'crashes'))

  it('stores where a crash was in our sources, without its message, and logs the crash', () => {
    const crashes = open()
    crashes.record({ where: 'thread', kind: 'uncaught-exception', thrown: new RangeError('Ana Silva, 1980-02-03') })
    const [report] = crashes.read()
    expect(report).toMatchObject({ error: 'RangeError', where: 'thread', count: 1, version: '1.2.3' })
    // This test file is not one of the product's sources.
    expect(report?.at).toEqual([])
    expect(readFileSync(join(dataFolder, 'crashes', files()[0] ?? ''), 'utf8')).not.toMatch(/Silva|1980/)
    expect(lines).toEqual([
      {
        level: 'error',
        code: 'crash.recorded',
        data: { kind: 'thread', error: 'RangeError', code: undefined, at: [] },
      },
    ])
  })

  it('is readable by its user only', () => {
    open().record(thrown('TypeError'))
    expect(statSync(join(dataFolder, 'crashes')).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataFolder, 'crashes', files()[0] ?? '')).mode & 0o777).toBe(0o600)
  })

  it('counts a crash that repeats, also after a restart', () => {
    open().record(thrown('TypeError'))
    nowMs += 60_000
    open().record(thrown('TypeError'))
    expect(open().read()).toMatchObject([{ count: 2, firstAt: '2026-11-23T12:00:00Z', lastAt: '2026-11-23T12:01:00Z' }])
    expect(files()).toHaveLength(1)
  })

  it('keeps the newest 20', () => {
    for (let number = 0; number < 30; number += 1) {
      nowMs += 1000
      open().record(numbered(number))
    }
    expect(files()).toHaveLength(20)
    const times = open()
      .read()
      .map(({ lastAt }) => lastAt)
    expect(times).toEqual([...times].sort())
    expect(times[0]).toBe('2026-11-23T12:00:11Z')
  })

  it('gives two crashes of the same second their own files', () => {
    const crashes = open()
    crashes.record(numbered(1))
    crashes.record(numbered(2))
    expect(files()).toHaveLength(2)
  })

  it('stops recording the crashes of a part that fails in a loop, and still records those of another part', () => {
    const crashes = open()
    for (let number = 0; number < 150; number += 1) crashes.record(thrown('TypeError', 'window'))
    expect(crashes.read()).toMatchObject([{ count: 100 }])
    crashes.record(thrown('TypeError'))
    expect(crashes.read()).toHaveLength(2)
  })

  it.each<[string, string]>([
    ['is cut off', '{"form":1,"firstAt":"2026-11-23T12:00:00Z",'],
    ['is empty', ''],
    ['has an extra field', JSON.stringify({ form: 1, message: 'Ana Silva' })],
    ['has a later format', JSON.stringify({ form: 2 })],
    ['is too large', `"${'x'.repeat(40_000)}"`],
  ])('does not read a file that %s, and removes it before the reports', (_what, text) => {
    open().record(thrown('TypeError'))
    writeFileSync(join(dataFolder, 'crashes/crash-1-1.json'), text)
    expect(open().read()).toHaveLength(1)
    for (let number = 0; number < 19; number += 1) {
      nowMs += 1000
      open().record(numbered(number))
    }
    expect(files()).not.toContain('crash-1-1.json')
    expect(open().read()).toHaveLength(20)
  })

  it('removes a partly written report, and does not touch other files', () => {
    mkdirSync(join(dataFolder, 'crashes'))
    writeFileSync(join(dataFolder, 'crashes/crash.part'), '{"form":1,"err')
    writeFileSync(join(dataFolder, 'crashes/notes.txt'), 'mine')
    const crashes = open()
    expect(files()).toEqual(['notes.txt'])
    crashes.record(thrown('TypeError'))
    expect(crashes.read()).toHaveLength(1)
    expect(files()).toContain('notes.txt')
  })

  it('never throws: neither without a disk, nor for a hostile value', () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error('Silva')
        },
        getPrototypeOf: () => {
          throw new Error('Silva')
        },
      },
    )
    expect(() => open().record({ where: 'main', kind: 'uncaught-exception', thrown: hostile })).not.toThrow()
    // With a file in place of the folder, every write fails, even for root.
    const blocked = mkdtempSync(join(tmpdir(), 'atrium-crashes-'))
    dataFolder = blocked
    writeFileSync(join(blocked, 'crashes'), '')
    const crashes = open()
    expect(() => crashes.record(thrown('TypeError'))).not.toThrow()
    expect(crashes.read()).toEqual([])
    expect(lines.at(-1)).toMatchObject({ code: 'crash.not-recorded', data: { code: 'EEXIST' } })
  })

  it('does not throw when the log itself fails', () => {
    const crashes = openCrashFiles({
      dataFolder,
      version: '1.2.3',
      shell: 'browser',
      toOwnFile: () => null,
      log: () => {
        throw new Error('EPIPE')
      },
      now: () => toInstant(nowMs),
    })
    expect(() => crashes.record(thrown('TypeError'))).not.toThrow()
    expect(crashes.read()).toHaveLength(1)
  })
})

describe('the names of our own files', () => {
  const root = join(import.meta.dirname, '../../..')
  const toOwnFile = createOwnFiles(root)

  it.each<[string, string | null]>([
    [join(root, 'main/app.ts'), 'main/app.ts'],
    [`file://${root}/main/app.ts`, 'main/app.ts'],
    [join(root, 'main/ana-silva.ts'), null],
    ['/etc/passwd', null],
    [root, null],
    ['file://%', null],
    ['app://atrium/assets/none.js', null],
    ['http://127.0.0.1:4210/../../main/app.ts', null],
    ['https://evil.invalid/assets/start.js', null],
    ['node:internal/process/task_queues', null],
  ])('give %s the name %s (null: not our file)', (address, name) => expect(toOwnFile(address)).toBe(name))

  it('are those of the build, also for the pages of both shells', () => {
    const program = mkdtempSync(join(tmpdir(), 'atrium-program-'))
    mkdirSync(join(program, 'dist/renderer/assets'), { recursive: true })
    mkdirSync(join(program, 'dist/main'))
    writeFileSync(join(program, 'dist/renderer/assets/start-a1.js'), '')
    writeFileSync(join(program, 'dist/main/browser-host.js'), '')
    const inBuild = createOwnFiles(program)
    expect(inBuild(`file://${program}/dist/main/browser-host.js`)).toBe('main/browser-host.js')
    expect(inBuild('app://atrium/assets/start-a1.js')).toBe('renderer/assets/start-a1.js')
    expect(inBuild('http://127.0.0.1:4210/assets/start-a1.js')).toBe('renderer/assets/start-a1.js')
    expect(inBuild('http://127.0.0.1:4210/assets/start-b2.js')).toBeNull()
    expect(createOwnFiles(null)(join(program, 'dist/main/browser-host.js'))).toBeNull()
  })
})
