import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backOff, maxBackOffMs } from '#domain/queue/back-off.ts'
import { isStuck, jobsSummary } from '#domain/queue/jobs-summary.ts'

describe('the backoff', () => {
  it('doubles from 5 seconds to 15 minutes', () => {
    const ceilings = [1, 2, 3, 4, 7, 8, 9, 1000].map((attempt) => backOff(attempt, 1) / 1000)
    expect(ceilings).toEqual([5, 10, 20, 40, 320, 640, 900, 900])
  })

  it('is a random time between one second and the limit of the attempt', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, chance) => {
        const ms = backOff(attempt, chance)
        expect(ms).toBeGreaterThanOrEqual(1000)
        expect(ms).toBeLessThanOrEqual(Math.min(maxBackOffMs, backOff(attempt, 1)))
      }),
    )
    expect(backOff(3, 0)).toBe(1000)
  })
})

describe('a stuck job', () => {
  const at = (
    state: Parameters<typeof isStuck>[0]['state'],
    changedAt: number,
    dueAt: number | null,
    isPaused = false,
  ) => isStuck({ state, changedAt, dueAt }, { stuckAfterMs: 100, isPaused, nowMs: 1000 })

  it.each([
    ['is one that is being sent and has not moved', at('sending', 899, null), true],
    ['is one that was handed over and has not moved', at('handed-over', 899, 1060), true],
    ['is not one that moved recently', at('handed-over', 900, 1060), false],
    ['is one that is overdue and that the queue has not started', at('queued', 899, 899), true],
    ['is not one that waits for its next attempt', at('queued', 100, 950), false],
    ['is not one whose kind is paused', at('queued', 100, 100, true), false],
    ['is not one that has ended', at('failed', 0, null), false],
    ['is not one that waits for staff to resolve it', at('uncertain', 0, null), false],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected)
  })

  it('needs attention, like failed and uncertain jobs', () => {
    const states = { queued: 3, sending: 1, 'handed-over': 2, delivered: 9, failed: 1, uncertain: 1, cancelled: 4 }
    expect(jobsSummary(states, 2)).toEqual({ underWay: 6, needAttention: 4 })
    expect(jobsSummary({}, 0)).toEqual({ underWay: 0, needAttention: 0 })
  })
})
