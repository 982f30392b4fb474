import { describe, expect, it } from 'vitest'
import {
  addRepeat,
  type Crash,
  crashReportSchema,
  isSameCrash,
  toCrashReport,
  toExitCodeText,
} from '#domain/support/crash-report.ts'
import type { Instant } from '#domain/values/instant.ts'

const context = {
  now: '2026-11-23T12:00:00Z' as Instant,
  version: '1.12.0-beta.3',
  shell: 'electron' as const,
  toOwnFile: () => null,
}
const later = { ...context, now: '2026-11-23T13:00:00Z' as Instant }
const thrown = (error: unknown): Crash => ({ where: 'main', kind: 'uncaught-exception', thrown: error })
const gone = (reason: string, exitCode: number): Crash => ({ where: 'window', kind: 'process-gone', reason, exitCode })

describe('a crash report', () => {
  it.each<[string, Crash, object]>([
    ['an error', thrown(new TypeError('Ana Silva')), { error: 'TypeError', reason: null, exitCode: null }],
    ['a text', thrown('Ana Silva'), { error: 'string', code: null }],
    ['an error of an unknown class', thrown(Object.assign(new Error('x'), { name: 'Silva' })), { error: 'withheld' }],
    ['a cause', thrown(new Error('a', { cause: new RangeError('b') })), { causes: [{ error: 'RangeError' }] }],
    ['a window whose process ended', gone('oom', 5), { error: 'undefined', reason: 'oom', exitCode: '0x5' }],
    ['an unknown reason', gone('Ana Silva', -1), { reason: null, exitCode: '0xffffffff' }],
  ])('of %s is allowed and has no message', (_what, crash, expected) => {
    const report = toCrashReport(crash, context)
    expect(crashReportSchema.parse(report)).toEqual(report)
    expect(report).toMatchObject({ form: 1, count: 1, version: '1.12.0', ...expected })
    expect(JSON.stringify(report)).not.toMatch(/Ana|Silva/)
  })

  it.each<[string, object]>([
    ['an additional field', { message: 'Ana Silva' }],
    ['a class with spaces', { error: 'Ana Silva' }],
    ['a place outside our sources', { at: ['home/ana/notes.ts:1:2'] }],
    ['a place with a text', { at: ['main/app.ts:1:2 Ana'] }],
    ['a version with a text', { version: '1.0.0 Ana' }],
    ['a large exit code in digits', { exitCode: '9876543217' }],
    ['a later form', { form: 2 }],
    ['a cause with a message', { causes: [{ error: 'Error', code: null, at: [], message: 'Ana' }] }],
  ])('with %s is refused', (_what, change) => {
    expect(crashReportSchema.safeParse({ ...toCrashReport(thrown(new Error('x')), context), ...change }).success).toBe(
      false,
    )
  })

  it('recognizes the same crash at a later time, and counts the repeat', () => {
    const [first, again] = [toCrashReport(gone('crashed', 1), context), toCrashReport(gone('crashed', 1), later)]
    expect(isSameCrash(first, again)).toBe(true)
    const both = addRepeat(first, again)
    expect(both).toEqual({ ...first, count: 2, lastAt: later.now })
    expect(isSameCrash(both, again)).toBe(true)
    expect(addRepeat({ ...both, count: 999_999 }, again).count).toBe(999_999)
    expect(isSameCrash(first, toCrashReport(gone('killed', 1), context))).toBe(false)
  })

  it.each<[number, string | null]>([
    [0, '0x0'],
    [3221225477, '0xc0000005'],
    [-1, '0xffffffff'],
    [6045550142, '0x6857c63e'],
    [1.5, null],
    [Number.NaN, null],
  ])('writes the exit code %d as %s', (code, text) => expect(toExitCodeText(code)).toBe(text))
})
