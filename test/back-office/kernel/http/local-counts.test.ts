import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LocalCounts } from '#back-office/kernel/http/local-counts.ts'

describe('the counts of the rate limits in one process', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const count = (counts: LocalCounts, key: string) =>
    new Promise<{ current: number; ttl: number } | undefined>((resolve) => {
      counts.incr(key, (_error, found) => resolve(found), 60_000)
    })

  it('give each of several concurrent calls its own number', async () => {
    const counts = new LocalCounts()
    const found = await Promise.all([count(counts, 'one'), count(counts, 'one'), count(counts, 'two')])
    expect(found.map((each) => each?.current)).toEqual([1, 2, 1])
  })

  it('begin again when the minute of the first call is over, and for each route', async () => {
    const counts = new LocalCounts()
    await count(counts, 'key')
    vi.advanceTimersByTime(59_000)
    expect(await count(counts, 'key')).toEqual({ current: 2, ttl: 1_000 })
    expect(await count(counts.child(), 'key')).toEqual({ current: 1, ttl: 60_000 })
    vi.advanceTimersByTime(1_000)
    expect(await count(counts, 'key')).toEqual({ current: 1, ttl: 60_000 })
  })

  it('drop the keys that were not used for longest', async () => {
    const counts = new LocalCounts()
    for (const key of ['dropped', 'used']) await count(counts, key)
    for (let number = 0; number < 4_998; number += 1) await count(counts, `other ${number}`)
    await count(counts, 'used')
    await count(counts, 'one more')
    expect((await count(counts, 'used'))?.current).toBe(3)
    expect((await count(counts, 'dropped'))?.current).toBe(1)
  })
})
