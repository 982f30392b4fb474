import { describe, expect, it } from 'vitest'
import { handOverInMs, isUntried, undoMs } from '#domain/queue/undo-send.ts'

describe('the time in which a send can be undone', () => {
  it.each([
    ['waiting', { state: 'queued', attempts: 0, dueAt: 14_000 }, 4000],
    ['due', { state: 'queued', attempts: 0, dueAt: 10_000 }, null],
    ['tried before', { state: 'queued', attempts: 1, dueAt: 14_000 }, null],
    ['being sent', { state: 'sending', attempts: 1, dueAt: null }, null],
    ['handed over', { state: 'handed-over', attempts: 1, dueAt: 14_000 }, null],
    ['waiting after the clock was set back', { state: 'queued', attempts: 0, dueAt: 900_000 }, undoMs],
  ] as const)('has the right length, or has ended, for a job that is %s', (_what, job, expected) => {
    expect(handOverInMs(job, 10_000)).toBe(expected)
  })

  it('ends with the first attempt', () => {
    expect(isUntried({ state: 'queued', attempts: 0 })).toBe(true)
    expect(isUntried({ state: 'queued', attempts: 1 })).toBe(false)
    expect(isUntried({ state: 'sending', attempts: 0 })).toBe(false)
  })
})
