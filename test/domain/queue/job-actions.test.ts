import { describe, expect, it } from 'vitest'
import { type JobKind, type JobState, jobKinds, jobStates } from '#domain/queue/job.ts'
import { cancelOffer } from '#domain/queue/job-actions.ts'

const offer = (kind: JobKind, state: JobState, more: { isStuck?: boolean; handOverInMs?: number } = {}) =>
  cancelOffer({ kind, state, isStuck: false, handOverInMs: null, ...more })

describe('a list of jobs', () => {
  it.each(jobKinds)('offers undo of %s within ten seconds, and after that cancel while the job waits', (kind) => {
    expect(offer(kind, 'queued', { handOverInMs: 9000 })).toBe('undo')
    expect(offer(kind, 'queued')).toBe('cancel')
  })

  it.each([
    ['fax', 'sending', null],
    ['fax', 'handed-over', null],
    ['email', 'sending', null],
    ['email', 'handed-over', null],
    ['message', 'sending', null],
    ['message', 'handed-over', null],
    ['cd', 'sending', 'cancel'],
    ['cd', 'handed-over', null],
    ['usb', 'sending', 'cancel'],
    ['usb', 'handed-over', null],
    ['print', 'sending', 'cancel'],
    ['print', 'handed-over', 'cancel'],
  ] as const)('offers for a job of kind %s that is %s: %s', (kind, state, expected) => {
    expect(offer(kind, state)).toBe(expected)
  })

  it('offers to stop a stuck fax, but no other job that was handed over', () => {
    expect(offer('fax', 'handed-over', { isStuck: true })).toBe('stop')
    expect(offer('email', 'handed-over', { isStuck: true })).toBeNull()
  })

  it('offers nothing for a job that has ended', () => {
    const ended = jobStates.filter((state) => ['delivered', 'failed', 'uncertain', 'cancelled'].includes(state))
    for (const kind of jobKinds) for (const state of ended) expect(offer(kind, state, { isStuck: true })).toBeNull()
  })
})
