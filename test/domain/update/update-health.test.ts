import { describe, expect, it } from 'vitest'
import type { CrashReport } from '#domain/support/crash-report.ts'
import { decideTrial, findTrialCrash, type TrialFacts } from '#domain/update/update-health.ts'
import { toInstant } from '#domain/values/instant.ts'

describe('an installed update', () => {
  const atStart = { moment: 'start', crash: null, isCalled: false, hadRun: false, isReplaced: false } as const
  const running = { moment: 'running', crash: null } as const
  it.each<[string, TrialFacts, string]>([
    ['at its first start', atStart, 'unproven'],
    ['at its first start, with a recorded crash', { ...atStart, crash: 'crashed' }, 'crashed'],
    ['started again without a call from its window', { ...atStart, hadRun: true }, 'window-blank'],
    ['started again after a call', { ...atStart, hadRun: true, isCalled: true }, 'unproven'],
    ['started again after a crash', { ...atStart, hadRun: true, isCalled: true, crash: 'window-gone' }, 'window-gone'],
    ['replaced after a call', { ...atStart, hadRun: true, isCalled: true, isReplaced: true }, 'proven'],
    ['replaced without a call', { ...atStart, hadRun: true, isReplaced: true }, 'window-blank'],
    ['whose window works for five minutes', running, 'proven'],
    ['that crashed in its first five minutes', { ...running, crash: 'crashed' }, 'unproven'],
  ])('%s gets the right verdict', (_, facts, verdict) => {
    const decided = decideTrial(facts)
    expect(decided.kind === 'failed' ? decided.code : decided.kind).toBe(verdict)
  })

  const since = 1_800_000_000
  const crash = { where: 'main', kind: 'uncaught-exception', reason: null, version: '1.1.0' } as const
  const gone = { where: 'window', kind: 'process-gone', reason: 'crashed', version: '1.1.0' } as const
  it.each<[string, Partial<CrashReport>, string | null]>([
    ['of main', crash, 'crashed'],
    ['of main, by an unhandled rejection', { ...crash, kind: 'unhandled-rejection' }, null],
    ['of main in another version', { ...crash, version: '1.0.0' }, null],
    ['of main before the update', { ...crash, lastAt: toInstant(since * 1000 - 1) }, null],
    ['of a thread', { ...crash, where: 'thread' }, null],
    ['of the window', gone, 'window-gone'],
    ['of the window, ended by the system', { ...gone, reason: 'killed' }, null],
    ['of a screen', { ...gone, kind: 'screen-failed', reason: null }, 'window-gone'],
    ['of a script in the window', { ...gone, kind: 'uncaught-exception', reason: null }, null],
    ['of the card provider’s window', { ...gone, where: 'provider-window' }, null],
  ])('counts as failed, or not, after a crash %s', (_, report, code) => {
    const at = toInstant(since * 1000)
    expect(findTrialCrash([{ lastAt: at, ...report } as CrashReport], '1.1.0', since)).toBe(code)
  })
})
