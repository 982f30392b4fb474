import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDraftScheduler } from '#main/safety/draft-scheduler.ts'

const own = { author: 'u-1', draftID: 'safety:s-1' }
const other = { author: 'u-2', draftID: 'safety:s-1' }

describe('the scheduler of drafts', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('runs the work once, at the last time that was scheduled', async () => {
    const work = vi.fn(async () => {})
    const scheduler = createDraftScheduler(work, 100)
    scheduler.schedule(own, 50)
    await vi.advanceTimersByTimeAsync(40)
    scheduler.schedule(own, 50)
    await vi.advanceTimersByTimeAsync(40)
    expect(work).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(10)
    expect(work.mock.calls).toEqual([[own]])
  })

  it('runs one piece of work at a time for a draft, and work for another user’s draft in parallel', async () => {
    const seen: string[] = []
    const scheduler = createDraftScheduler(async ({ author }) => {
      seen.push(`${author} begins`)
      await new Promise((resolve) => setTimeout(resolve, 10))
      seen.push(`${author} ends`)
    }, 100)
    const all = Promise.all([scheduler.work(own), scheduler.work(own), scheduler.work(other)])
    await vi.advanceTimersByTimeAsync(30)
    await all
    expect(seen.slice(0, 2)).toEqual(['u-1 begins', 'u-2 begins'])
    expect(seen.filter((line) => line.startsWith('u-1'))).toEqual(['u-1 begins', 'u-1 ends', 'u-1 begins', 'u-1 ends'])
  })

  it('repeats failed work after a delay', async () => {
    let tries = 0
    const scheduler = createDraftScheduler(async () => {
      tries += 1
      if (tries === 1) throw new Error('the disk refused')
    }, 100)
    await scheduler.work(own)
    expect(tries).toBe(1)
    await vi.advanceTimersByTimeAsync(100)
    expect(tries).toBe(2)
  })

  it('makes a call in its turn, returns its answer, and rejects when the call rejects', async () => {
    const scheduler = createDraftScheduler(async () => {}, 100)
    expect(await scheduler.inTurn(own, async () => 7)).toBe(7)
    await expect(scheduler.inTurn(own, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await scheduler.settled(own)
    expect(await scheduler.inTurn(own, async () => 8)).toBe(8)
  })

  it('runs no work of a draft that was unscheduled, and no work at all after it was stopped', async () => {
    const work = vi.fn(async () => {})
    const scheduler = createDraftScheduler(work, 100)
    scheduler.schedule(own, 10)
    scheduler.unschedule(own)
    scheduler.schedule(other, 10)
    scheduler.stop()
    await vi.advanceTimersByTimeAsync(1000)
    expect(work).not.toHaveBeenCalled()
  })
})
